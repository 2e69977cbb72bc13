/** A list of reviewers to invite, line by line: who is invited, and why a line cannot be used as it is. Nothing is left out in silence. */
import { accountLimits, asEmail, isEmail, sameEmail } from '#contract/accounts/email.ts'
import { plainText } from '#contract/plain-text.ts'
import { mostInvitedFields } from '#contract/selection/words.ts'
import { cellsOf, linesOfTable, separatorOf, type TableLine } from './table-lines.ts'

export type Discipline = { id: number; description: string; isRetired: boolean }
export type InvitedLine = TableLine & { email: string; name: string; fields: number[]; problem: string }
/** `unused` are columns whose heading is not known; `isCut`: there are more lines than are read. */
export type InvitedList = { lines: InvitedLine[]; unused: string[]; isCut: boolean }

type Found = { address: string; name: string; fields: string[] }
type Role = 'email' | 'name' | 'first' | 'last' | 'fields'

export const mostLines = 2000

const headings: readonly (readonly [Role, RegExp])[] = [
  ['email', /^(e-?mails?|mail)( ?address(es)?)?$|^address(es)?$/i],
  ['first', /^(first|given) ?names?$|^forenames?$/i],
  ['last', /^(last|family) ?names?$|^surnames?$/i],
  ['name', /^((full|reviewer'?s?) ?)?names?$|^reviewers?$/i],
  ['fields', /^(fields?|disciplines?|special(i?ty|i?ties)|areas?|expertise|subjects?)$/i],
]
const roleOf = (heading: string): Role | undefined => headings.find(([, words]) => words.test(heading))?.[0]

type Heading = { separator: string; roles: (Role | undefined)[]; unused: string[] }

/** A first line without an address, and with a column for addresses. */
function headingIn(first: TableLine | undefined): Heading | undefined {
  if (!first || first.text.includes('@')) return undefined
  const separator = separatorOf(first.text)
  const cells = cellsOf(first.text, separator)
  const roles = cells.map(roleOf)
  const unused = cells.filter((cell, at) => cell !== '' && roles[at] === undefined)
  return roles.includes('email') ? { separator, roles, unused } : undefined
}

export function invitedIn(table: string, disciplines: readonly Discipline[]): InvitedList {
  const { lines: all, isCut } = linesOfTable(table, mostLines)
  const heading = headingIn(all[0])
  const people = heading ? all.slice(1) : all
  const seen = new Map<string, number>()
  const lines = people.flatMap((line) =>
    (heading ? foundUnder(heading, line) : foundIn(line)).map((found) => {
      const judged = judge(line, found, disciplines)
      const key = sameEmail(judged.email)
      const before = judged.email === '' ? undefined : seen.get(key)
      if (before !== undefined) return { ...judged, problem: `The same address as in line ${before}.` }
      if (judged.email !== '') seen.set(key, line.line)
      return judged
    }),
  )
  return { lines, unused: heading?.unused ?? [], isCut }
}

function foundUnder({ separator, roles }: Heading, { text }: TableLine): Found[] {
  const cells = cellsOf(text, separator)
  if (cells.every((cell) => cell === '')) return []
  const under = (role: Role) => cells.filter((cell, at) => roles[at] === role && cell !== '')
  const written = under('email').join(' ')
  const name = under('name').join(' ') || [...under('first'), ...under('last')].join(' ')
  return [{ address: addressIn(written), name: name || nameBefore(written), fields: under('fields') }]
}

/** By position: the address wherever it stands, then the name, then disciplines. Several addresses in a line are several people. */
function foundIn({ text }: TableLine): Found[] {
  const entries = cellsOf(text, ',;\t').filter((cell) => cell !== '')
  if (entries.length === 0) return []
  if (entries.filter((entry) => isEmail(asEmail(addressIn(entry)))).length > 1)
    return entries.map((entry) => ({ address: addressIn(entry), name: nameBefore(entry), fields: [] }))
  // As mail programs write it, also `Channa, Hira <hira@example.org>`.
  if (/^[^<>@]*<[^<>]+>[;,]?$/.test(text)) return [{ address: addressIn(text), name: nameBefore(text), fields: [] }]
  const cells = cellsOf(text, separatorOf(text)).filter((cell) => cell !== '')
  const at = cells.findIndex((cell) => cell.includes('@'))
  const written = cells[at] ?? cells[0] ?? ''
  const [name = '', ...fields] = [nameBefore(written), ...cells.filter((cell) => cell !== written)].filter(Boolean)
  return [{ address: addressIn(written), name, fields }]
}

const inBrackets = /<([^<>]*)>[;,\s]*$/
const addressIn = (cell: string): string => (inBrackets.exec(cell)?.[1] ?? cell).trim().replace(/^mailto:/i, '')
const nameBefore = (cell: string): string =>
  inBrackets.test(cell) ? cell.replace(inBrackets, '').trim().replaceAll(/^"|"$/g, '') : ''

function judge(line: TableLine, { address, name, fields }: Found, disciplines: readonly Discipline[]): InvitedLine {
  const email = asEmail(address)
  const known = fields.flatMap((cell) => fieldsIn(cell, disciplines))
  const ids = [...new Set(known.flatMap(({ id }) => (id === undefined ? [] : [id])))]
  const plain = plainText(name)
  const good = { ...line, email, name: plain, fields: ids, problem: '' }
  if (email === '') return { ...good, problem: 'No email address.' }
  if (!isEmail(email)) return { ...good, email: '', problem: `“${shown(address)}” is not an email address.` }
  if (plain.length > accountLimits.fullName)
    return { ...good, problem: `The name is longer than ${accountLimits.fullName} characters.` }
  const unknown = known.find(({ id }) => id === undefined)
  if (unknown) return { ...good, problem: `“${shown(unknown.text)}” is not a discipline of this event.` }
  if (ids.length > mostInvitedFields) return { ...good, problem: `More than ${mostInvitedFields} disciplines.` }
  return good
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
const folded = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').toLowerCase()

/** A name may have a comma or a slash itself: the whole cell counts first. */
function fieldsIn(cell: string, disciplines: readonly Discipline[]): { text: string; id: number | undefined }[] {
  const idOf = (text: string) =>
    disciplines.find(({ description, isRetired }) => !isRetired && folded(description) === folded(text))?.id
  const whole = idOf(cell)
  if (whole !== undefined) return [{ text: cell, id: whole }]
  const parts = cell.split(/[;,|/\n]/).map((part) => part.trim())
  return parts.filter(Boolean).map((text) => ({ text, id: idOf(text) }))
}

/** The list without these lines. */
export function withoutLines(table: string, gone: readonly number[]): string {
  const dropped = new Set(gone)
  return linesOfTable(table, mostLines)
    .lines.filter(({ line }) => !dropped.has(line))
    .map(({ text }) => text)
    .join('\n')
}
