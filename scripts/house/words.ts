/** Words that do not belong: those of conferences in the platform, and those that stand between a new engineer and the domain. */

const ofConferences =
  /applicant|abstract|workshop|seat|programme|speciality|conference|eventId|#contract\/(events|people|abstracts|booking|payments)\//i

/** The platform serves any portal: what is sold, written and held in it belongs to the domains. */
export function conferenceWords(file: string, text: string): string[] {
  if (!file.startsWith('server/platform/') || file.includes('.test.')) return []
  const found = ofConferences.exec(codeOf(text))
  return found ? [`${file}: the platform knows nothing of conferences ("${found[0]}")`] : []
}

/** Without comments: a comment may give an example. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('\n')
}

/** The table "Words we do not use" of the glossary: each banned word, and what is said in its place. */
export function bannedIn(glossary: string): Map<string, string> {
  const [, table = ''] = glossary.split('## Words we do not use')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.map((row) => {
      const [, word = '', instead = ''] = row.split('|').map((cell) => cell.trim())
      return [word.replaceAll('`', ''), instead] as const
    }),
  )
}

/** Names in code that a new engineer would have to ask about. Texts and comments may use any word. */
export function bannedWords(file: string, text: string, banned: Map<string, string>): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const names = new Set(namesIn(text).flatMap(wordsOf))
  return [...banned]
    .filter(([word]) => names.has(word))
    .map(([word, instead]) => `${file}: "${word}" is not a word of ours: ${instead}`)
}

/** Without comments and texts; what a template puts in stays. */
function namesIn(text: string): string[] {
  const code = codeOf(text)
    .replaceAll(/\/\/.*$/gm, ' ')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, ' ')
  return code.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []
}

/** `uploadPatience` is made of `upload` and `patience`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
}
