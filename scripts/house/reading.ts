/** One way to read in a screen: `useQuery` of the platform, and TanStack Query itself in the console. Decision 0044 says why. */

/** Looking again when somebody comes back. */
const ownReturn = /addEventListener\('visibilitychange'/
const library = /from '@tanstack\//
/** What asks the server, directly or by being handed on. */
const asksServer = /\b(?:call|lookUp|fetch)\(|\(call[,)]/

export function readsByHand(file: string, text: string): string[] {
  if (!/^web\/.*\.tsx?$/.test(file) || file.includes('.test.') || file.startsWith('web/testing/')) return []
  const isPlatform = file.startsWith('web/platform/')
  const problems: string[] = []
  if (hasMarkOfEffect(text)) problems.push(`${file}: a screen reads with useQuery, not with an effect and a mark`)
  if (effectsIn(text).some((effect) => asksServer.test(effect)))
    problems.push(`${file}: the server is asked by useQuery or by what somebody did, not in an effect`)
  if (!isPlatform && ownReturn.test(text)) problems.push(`${file}: useQuery looks again when somebody comes back`)
  if (library.test(text) && !file.startsWith('web/platform/query/') && !file.startsWith('web/console/'))
    problems.push(`${file}: participants' screens ask through web/platform/query`)
  return problems
}

/** A mark that the cleanup of an effect sets, so that a late answer is dropped: `let isGone = false ... return () => { isGone = true`. */
function hasMarkOfEffect(text: string): boolean {
  const marks = new Map<string, number>()
  for (const { 1: name = '', index } of text.matchAll(/\blet (\w+) = (?:false|true)\b/g))
    if (!marks.has(name)) marks.set(name, index)
  return [...text.matchAll(/return \(\) => \{?\s*(\w+) = /g)].some(
    ({ 1: name = '', index }) => (marks.get(name) ?? index) < index,
  )
}

/** Each effect, from its name to the bracket that ends it. */
function effectsIn(text: string): string[] {
  return [...text.matchAll(/\buse(?:Layout)?Effect\(/g)].map(({ 0: { length }, index }) => {
    let open = 1
    let end = index + length
    for (; open > 0 && end < text.length; end += 1) open += { '(': 1, ')': -1 }[text[end] as string] ?? 0
    return text.slice(index + length, end)
  })
}
