/** Two who changed one page at once: what only one of them changed is taken, what both changed is chosen field by field. */
import { type Path, withValue } from './editing.ts'

/** A field that both changed; a list that both made longer or shorter is one field. */
export type Clash = { path: Path; mine: unknown; theirs: unknown }
export type Together = { body: unknown; clashes: Clash[]; taken: Path[] }
type Three = { base: unknown; mine: unknown; theirs: unknown }

/** Mine stays in the body where both changed it. Without a base, whatever differs was changed by both. */
export function together({ base, mine, theirs }: Three, path: Path = []): Together {
  const nothing = { clashes: [], taken: [] }
  if (isSame(mine, theirs) || isSame(base, theirs)) return { body: mine, ...nothing }
  if (!isSameShape(mine, theirs) || (base !== undefined && !isSameShape(base, mine))) {
    if (isSame(base, mine)) return { body: theirs, clashes: [], taken: [path] }
    return { body: mine, clashes: [{ path, mine, theirs }], taken: [] }
  }
  const found: Together = { body: mine, clashes: [], taken: [] }
  for (const key of keysOf(mine, theirs)) {
    const inner = together({ base: at(base, key), mine: at(mine, key), theirs: at(theirs, key) }, [...path, key])
    if (!isSame(inner.body, at(mine, key))) found.body = withValue(found.body, [key], inner.body)
    found.clashes.push(...inner.clashes)
    found.taken.push(...inner.taken)
  }
  return found
}

export const pathKey = (path: Path): string => JSON.stringify(path)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Both are objects, or lists of as many: then each part is compared with its own. */
function isSameShape(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && a.length === b.length
  return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
}

function keysOf(mine: unknown, theirs: unknown): (string | number)[] {
  if (Array.isArray(mine)) return [...mine.keys()]
  return [...new Set([...Object.keys(mine as object), ...Object.keys(theirs as object)])]
}

const at = (value: unknown, key: string | number): unknown =>
  (value as Record<string | number, unknown> | undefined)?.[key]
