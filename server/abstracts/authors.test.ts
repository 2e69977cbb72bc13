/** The list of authors as its owner reads and saves it. */
import { expect, test } from 'vitest'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { aSubmittedAbstract, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

const author = (name: string, presents = false) => ({ name, email: '', institution: '', department: '', presents })

test('a list begins with whoever submits it; of two who save the second sees both; with reviewers it is only read', async () => {
  const team = await aTeam()
  const { world, eventId, app } = team
  const { pk, author: person } = await aSubmittedAbstract(team)
  const ask = async (token = person.token) => {
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    const reply = await app.inject({ url: `/api/AuthorsRead?pk=${pk}`, headers })
    return { code: reply.statusCode, body: reply.json<Record<string, unknown>>() }
  }
  const save = async (version: number, authors: object[]) => {
    const headers = { host: 'localhost', authorization: `Bearer ${person.token}` }
    const payload = { pk, version, authors, notTo: [{ name: 'Waqar Bhatti', email: '' }] }
    const reply = await app.inject({ method: 'POST', url: '/api/AuthorsSave', headers, payload })
    return reply.json<Record<string, unknown>>()
  }
  const { fullName } = await world.db
    .selectFrom('account')
    .select('fullName')
    .where('emailKey', '=', person.email.toLowerCase())
    .executeTakeFirstOrThrow()
  const self = { name: fullName, email: person.email, institution: '', department: '' }
  const { body } = await ask()
  expect(body).toMatchObject({ version: 1, isOpen: true, authors: [], notTo: [], self })

  const mine = [author(fullName, true), author('Sorath Bughio')]
  expect(await save(1, mine)).toEqual({ status: 'Success', version: 2 })
  expect(await save(1, [author('Aftab Channar', true)])).toMatchObject({
    status: 'This abstract was changed elsewhere since you opened it.',
    stored: { version: 2, authors: mine },
  })
  expect((await ask((await aPersonSignedIn(world)).token)).code).toBe(404)

  await reviewBegins(world, eventId)
  expect((await ask()).body).toMatchObject({ version: 2, isOpen: false, authors: mine })
  expect(await save(2, [author('Aftab Channar', true)])).toEqual({
    status: 'The authors can no longer be changed. Please write to the conference office.',
  })
})
