/** Words that do not belong: those of conferences in a platform, which carries any site, and those that a new engineer would have to ask about. */
import { domains } from './tree.ts'

const conferenceWords = /applicant|abstract|workshop|seat|programme|specialit|specialty|conference|event_?id/i
const domainImport = new RegExp(`#contract/(?:${domains.join('|')})/`)

/** The first word of conferences in a file of one of these folders. Tests may name whom they like. */
export function conferenceWordIn(folders: readonly string[], file: string, text: string): string[] {
  if (!/\.tsx?$/.test(file) || file.includes('.test.')) return []
  if (!folders.some((folder) => file.startsWith(`${folder}/`))) return []
  const code = withoutComments(text)
  const found = domainImport.exec(code) ?? conferenceWords.exec(code)
  return found ? [`${file}: ${found[0]} belongs to a domain; the platform knows nothing of conferences`] : []
}

/** Strings stay: a fixed sentence of one domain has no place in a platform either. */
function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('/*')
  const afterBlocks = others.map((part) => part.slice(part.indexOf('*/') + 2))
  const lines = [first, ...afterBlocks].join('').split('\n')
  return lines.map((line) => ` ${line}`.split(' //')[0]).join('\n')
}

/** The table "Words we do not use" of the glossary: each banned word, and what is said in its place. */
export function bannedIn(glossary: string): Map<string, string> {
  return new Map(rowsUnder('Words we do not use', glossary).map(([word = '', instead = '']) => [plain(word), instead]))
}

type Bound = { word: string; meaning: string; folders: string[] }

/** The table "Words with one meaning" of the glossary: each word, what it means, and the folders or files that may use it. */
export function boundIn(glossary: string): Bound[] {
  return rowsUnder('Words with one meaning', glossary).map(([word = '', meaning = '', where = '']) => ({
    word: plain(word),
    meaning,
    folders: where.split(',').map((folder) => plain(folder.trim())),
  }))
}

const plain = (cell: string): string => cell.replaceAll('`', '')

function rowsUnder(heading: string, glossary: string): string[][] {
  const [, after = ''] = glossary.split(`## ${heading}\n`)
  const [table = ''] = after.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** A word that means something elsewhere, in the name of another thing. Tests may name whom they like. */
export function strayWords(file: string, text: string, bound: readonly Bound[]): string[] {
  if (!/\.tsx?$/.test(file) || /\.test\.|\/testing\//.test(file)) return []
  const names = new Set(namesIn(text).flatMap(wordsOf))
  return bound
    .filter(({ word, folders }) => [word, `${word}s`].some((each) => names.has(each)) && !liesIn(file, folders))
    .map(({ word, meaning }) => `${file}: "${word}" is ${meaning}; another thing has another name`)
}

const liesIn = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`))

/** Names in code that a new engineer would have to ask about. Texts and comments may use any word. */
export function bannedWords(file: string, text: string, banned: Map<string, string>): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const names = new Set(namesIn(text).flatMap(wordsOf))
  return [...banned]
    .filter(([word]) => names.has(word))
    .map(([word, instead]) => `${file}: "${word}" is not a word of ours: ${instead}`)
}

/** Without comments and texts, also those between tags; what a template puts in stays. */
function namesIn(text: string): string[] {
  const code = withoutComments(text)
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, ' ')
    .replaceAll(/(?<=[>}])[^<>{}=;()[\]]*(?=[<{])/g, ' ')
  return code.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []
}

/** `uploadTimeout` is made of `upload` and `timeout`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
}
