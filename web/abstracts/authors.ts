/** The list of authors while it is changed: what can be wrong with it, and how it is put in order. */
import { authorTexts } from '#contract/abstracts/author-texts.ts'
import type { AuthorList } from '#contract/abstracts/authors.ts'
import { asEmail, isEmail, sameEmail } from '#contract/accounts/email.ts'
import { plainText } from '#contract/plain-text.ts'

/** `key` is only for the screen: two authors may have the same name, or none yet. */
export type AuthorRow = Omit<AuthorList['authors'][number], 'presents'> & { key: number }
export type NamedRow = AuthorList['notTo'][number] & { key: number }
export type Authors = { authors: AuthorRow[]; notTo: NamedRow[]; presents: number }

/** What this device keeps until it is saved, with the version that it was begun from. */
export type KeptAuthors = Pick<AuthorList, 'version' | 'authors' | 'notTo'>

let keys = 0
export const newKey = (): number => (keys += 1)

export function rowsOf({ authors, notTo }: Pick<AuthorList, 'authors' | 'notTo'>): Authors {
  const rows = authors.map(({ presents, ...author }) => ({ ...author, presents, key: newKey() }))
  return {
    authors: rows.map(({ presents: _presents, ...row }) => row),
    notTo: notTo.map((named) => ({ ...named, key: newKey() })),
    presents: rows.find(({ presents }) => presents)?.key ?? 0,
  }
}

/** As it is sent and kept. */
export function listOf({ authors, notTo, presents }: Authors): Pick<AuthorList, 'authors' | 'notTo'> {
  return {
    authors: authors.map(({ key, ...author }) => ({ ...author, presents: key === presents })),
    notTo: notTo.map(({ name, email }) => ({ name, email })),
  }
}

/** By the key of the row; `form` is for what is wrong with the whole. */
export type AuthorProblems = { form?: string; rows: Map<number, { name?: string; email?: string }> }

export function problemsOf({ authors, notTo, presents }: Authors): AuthorProblems {
  const rows: AuthorProblems['rows'] = new Map()
  const seen = new Set<string>()
  const note = (key: number, wrong: { name?: string; email?: string }) => rows.set(key, { ...rows.get(key), ...wrong })
  for (const { key, name, email } of [...authors, ...notTo]) {
    if (plainText(name) === '') note(key, { name: 'Please enter a name.' })
    if (asEmail(email) !== '' && !isEmail(asEmail(email))) note(key, { email: 'Enter a valid email.' })
  }
  for (const { key, email } of authors) {
    const same = sameEmail(email)
    if (same !== '' && seen.has(same)) note(key, { email: authorTexts.twice })
    seen.add(same)
  }
  const isPresented = authors.length === 0 || authors.some(({ key }) => key === presents)
  return { rows, ...(!isPresented && { form: authorTexts.noPresenter }) }
}

export function moved<Row extends { key: number }>(rows: readonly Row[], key: number, by: -1 | 1): Row[] {
  const from = rows.findIndex((row) => row.key === key)
  const row = rows[from]
  const to = from + by
  if (!row || to < 0 || to >= rows.length) return [...rows]
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}
