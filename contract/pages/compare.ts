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

/** What is in both, in the same order, is left out. A line that stands where one was taken away is its new wording. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const same = longestCommon(old, now)
  const found: Difference[] = []
  let [i, j] = [0, 0]
  for (const [oldEnd, nowEnd] of [...same, [old.length, now.length] as const]) {
    const gone = old.slice(i, oldEnd)
    const come = now.slice(j, nowEnd)
    for (let each = 0; each < Math.max(gone.length, come.length); each += 1) {
      const [was, is] = [gone[each], come[each]]
      found.push({ label: (is ?? was)?.label ?? '', before: was?.text ?? '', after: is?.text ?? '' })
    }
    ;[i, j] = [oldEnd + 1, nowEnd + 1]
  }
  return found
}

/** The places of what both have. */
function longestCommon(old: Line[], now: Line[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  const isSame = (i: number, j: number) => old[i]?.text === now[j]?.text
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      (lengths[i] as number[])[j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const found: (readonly [number, number])[] = []
  for (let [i, j] = [0, 0]; i < old.length && j < now.length;)
    if (isSame(i, j)) found.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  return found
}
