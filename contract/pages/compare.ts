/** What differs between two versions of a page, line by line. Without zod: the console has this too. */

type Line = { label: string; text: string }
/** In one of the two, or in both with other words. */
export type Difference = { label: string; before: string; after: string }

const names: Record<string, string> = {
  lead: 'Lead',
  sections: 'Section',
  paragraphs: 'paragraph',
  points: 'point',
  heading: 'heading',
  contacts: 'Desk',
  travelContacts: 'Desk',
  stays: 'Place to stay',
  map: 'Map',
}

/** A whole page as lines, each with where it stands. */
export function linesOf(body: unknown, label = ''): Line[] {
  const under = (name: string) => [label, name].filter(Boolean).join(', ')
  if (Array.isArray(body)) return body.flatMap((each: unknown, at) => linesOf(each, `${label} ${at + 1}`))
  if (typeof body === 'object' && body !== null)
    return Object.entries(body).flatMap(([name, each]) => linesOf(each, under(names[name] ?? spoken(name))))
  return typeof body === 'number' || (typeof body === 'string' && body) ? [{ label, text: String(body) }] : []
}

/** Where a value stands, as the lines say it: Desk 2, purpose. */
export function labelOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (label, key) =>
      typeof key === 'number' ? `${label} ${key + 1}` : [label, names[key] ?? spoken(key)].filter(Boolean).join(', '),
    '',
  )
}

/** `sketchText` is read as Sketch text. */
const spoken = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is saved is compared each time somebody opens its entry in the audit log. */
export const mostLinesOfPage = 500
/** Enough for two pages of the largest size without a common line. More than that is not compared. */
export const mostSteps = (mostLinesOfPage + 1) ** 2

/** `many` when a comparison would take more than `mostSteps`: pages from before that limit may be longer. */
export type Comparison = { differences: Difference[] | 'many'; steps: number }

/** Lines that both have in the same order are left out. An added line in the place of a removed one is its new wording. */
export function compare(before: unknown, after: unknown): Comparison {
  const [old, now] = [linesOf(before), linesOf(after)]
  const common = commonLines(old, now)
  if (!common) return { differences: 'many', steps: 0 }
  const differences: Difference[] = []
  let [i, j] = [0, 0]
  for (const [oldEnd, nowEnd] of [...common.pairs, [old.length, now.length] as const]) {
    const gone = old.slice(i, oldEnd)
    const come = now.slice(j, nowEnd)
    for (let each = 0; each < Math.max(gone.length, come.length); each += 1) {
      const [was, is] = [gone[each], come[each]]
      differences.push({ label: (is ?? was)?.label ?? '', before: was?.text ?? '', after: is?.text ?? '' })
    }
    ;[i, j] = [oldEnd + 1, nowEnd + 1]
  }
  return { differences, steps: common.steps }
}

type Pair = readonly [number, number]

/** The places of the longest common subsequence. The ends that both share cost nothing: an edit of a few lines is quick at any length. */
function commonLines(old: Line[], now: Line[]): { pairs: Pair[]; steps: number } | undefined {
  const numbers = new Map<string, number>()
  // Each text is hashed once: comparing long texts cell by cell would take longer than the cells.
  const numbered = (lines: Line[]) => Uint32Array.from(lines, ({ text }) => numberOf(numbers, text))
  const [a, b] = [numbered(old), numbered(now)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [rows, columns] = [a.length - start - end, b.length - start - end]
  const steps = (rows + 1) * (columns + 1)
  if (steps > mostSteps) return undefined
  const inner = longestCommon(a.subarray(start, start + rows), b.subarray(start, start + columns))
  const pairs: Pair[] = [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...inner.map(([i, j]): Pair => [start + i, start + j]),
    ...Array.from({ length: end }, (_, at): Pair => [a.length - end + at, b.length - end + at]),
  ]
  return { pairs, steps }
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text) ?? numbers.size
  numbers.set(text, known)
  return known
}

/** One table of two bytes a cell: half a megabyte at `mostSteps`. */
function longestCommon(a: Uint32Array, b: Uint32Array): Pair[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const line = a[i]
    let [right, diagonal] = [0, 0]
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const below = at(i + 1, j)
      if (line === b[j]) right = diagonal + 1
      else if (below > right) right = below
      diagonal = below
      lengths[i * width + j] = right
    }
  }
  const found: Pair[] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;)
    if (a[i] === b[j]) found.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  return found
}
