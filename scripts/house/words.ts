/** A platform carries any site: what it knows of conferences belongs to a domain. */
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
