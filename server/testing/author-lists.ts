/** The authors of an abstract and whom they name under "not to", as its author saves the page. */
import { expect } from 'vitest'
import type { Team } from './team.ts'

export type Owned = { pk: number; author: { token: string; email: string } }
type Lists = { authors?: readonly string[]; notTo?: readonly string[]; notToNames?: readonly string[] }

/** Themself first, and whom else they name. */
export async function saveLists(
  { app }: Pick<Team, 'app'>,
  { pk, author }: Owned,
  { authors = [], notTo = [], notToNames = [] }: Lists,
): Promise<void> {
  const headers = { host: 'localhost', authorization: `Bearer ${author.token}` }
  const read = (await app.inject({ url: `/api/AuthorsRead?pk=${pk}`, headers })).json<{ version: number }>()
  const line = (email: string, at: number) => ({
    name: `Author ${at + 1}`,
    email,
    institution: '',
    department: '',
    presents: at === 0,
  })
  const payload = {
    pk,
    version: read.version,
    authors: [author.email, ...authors].map(line),
    notTo: [...notTo.map((email) => ({ name: 'Somebody', email })), ...notToNames.map((name) => ({ name, email: '' }))],
  }
  const saved = await app.inject({ method: 'POST', url: '/api/AuthorsSave', headers, payload })
  expect(saved.json()).toMatchObject({ status: 'Success' })
}
