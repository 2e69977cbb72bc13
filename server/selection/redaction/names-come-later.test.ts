/** Whoever becomes an author, or is called otherwise, after a text was released; and whoever was erased. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inBlindWorld } from '#server/reviews/blind-world.ts'
import { aPerson } from '#server/testing/people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { prepareBlind } from './prepare-blind.ts'

const words = {
  BackGround: '<p>Rubina Shaikh and Hira Channa asked.</p>',
  Results: '<p>Shaikh counted, and so did Memon.</p>',
}

/** Released, with what was found in the results left as it is. */
async function released() {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk, author } = await aSubmittedAbstract(team, words)
  await called(team, author.accountId, 'Rubina Shaikh')
  const hira = await aPerson(world, { fullName: 'Hira Channa' })
  await named(team, pk, 1, 'Hira Channa', hira)
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  const row = { abstractId: pk, reviewerId, alias: 1, assignedAt: world.now(), changedAt: world.now() }
  await asStaff(world, ({ db }) => db.insertInto('assignment').values(row).execute())
  await prepareBlind(world)
  const save = { eventId, abstractId: pk, version: 1, saves: 0, file: 'none', hide: [0, 1], release: true }
  expect((await owner.post('/staff/RedactionSave', save)).body).toMatchObject({ redaction: { state: 'ready' } })
  return { team, pk, author, hira: hira.accountId, read: () => readBy(team, reviewerId) }
}

const called = ({ world }: Team, accountId: number, fullName: string) =>
  asStaff(world, ({ db }) => db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute())

type Known = { accountId: number; email: string }

const named = ({ world }: Team, abstractId: number, position: number, name: string, known?: Known) =>
  asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({
        abstractId,
        position,
        name,
        presents: position === 1,
        ...(known && { accountId: known.accountId, email: known.email, emailKey: known.email }),
      })
      .execute(),
  )

const readBy = async ({ world }: Team, reviewerId: number) => {
  const [row] = await inBlindWorld(world, { reviewerId }, ({ db }) =>
    db.selectFrom('myAbstract').select(['redaction', 'background', 'results', 'fileSize']).execute(),
  )
  return row
}

const hidden = '<p>[name removed] and [name removed] asked.</p>'
const asReleased = {
  redaction: 'ready',
  background: hidden,
  results: '<p>Shaikh counted, and so did Memon.</p>',
  fileSize: null,
}

test('with an author or a name that comes later nobody reads on before it is looked through; only what is new waits for somebody', async () => {
  const { team, pk, author, read } = await released()
  const { world, owner, eventId } = team
  expect(await read()).toEqual(asReleased)
  // Named nowhere in it: what was released is released, with what was hidden, left and withheld.
  await named(team, pk, 2, 'Zubaida Qureshi')
  expect(await read()).toMatchObject({ redaction: 'preparing', background: null, results: null })
  await prepareBlind(world)
  expect(await read()).toEqual(asReleased)

  await named(team, pk, 3, 'Sana Memon')
  await prepareBlind(world)
  expect(await read()).toMatchObject({ redaction: 'waiting', results: null })
  const { body } = await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })
  const { findings } = body.redaction as { findings: { text: string; isHidden: boolean }[] }
  expect(findings.map(({ text, isHidden }) => [text, isHidden])).toEqual([
    ['Rubina Shaikh', true],
    ['Hira Channa', true],
    ['Shaikh', false],
    ['Memon', true],
  ])
  await owner.post('/staff/RedactionSave', { eventId, abstractId: pk, version: 1, saves: 1, release: true })
  expect(await read()).toMatchObject({
    redaction: 'ready',
    results: '<p>Shaikh counted, and so did [name removed].</p>',
  })

  // Somebody's name is corrected, to one that stands in the text.
  await called(team, author.accountId, 'Rubina Asked')
  expect(await read()).toMatchObject({ redaction: 'preparing' })
  await prepareBlind(world)
  expect(await read()).toMatchObject({ redaction: 'waiting' })
})

const erase = ({ world }: Team, accountId: number) =>
  asStaff(world, ({ db }) => sql`select erase_person(${accountId}, ${world.now()}, false)`.execute(db))

test('whoever is erased stays hidden, also when it is looked through anew or saved once more', async () => {
  const { team, pk, author, hira, read } = await released()
  const { world, owner, eventId } = team
  await erase(team, hira)
  expect(await read()).toEqual(asReleased)
  const again = { eventId, abstractId: pk, version: 1, release: true }
  expect((await owner.post('/staff/RedactionSave', { ...again, saves: 1 })).status).toBe(200)
  expect(await read()).toEqual(asReleased)
  await called(team, author.accountId, 'Rubina Sheikh')
  await prepareBlind(world)
  expect((await owner.post('/staff/RedactionSave', { ...again, saves: 2 })).status).toBe(200)
  expect(await read()).toMatchObject({ redaction: 'ready', background: hidden })
})

test('what is prepared after somebody was erased waits for a person: nobody knows the name any more', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk } = await aSubmittedAbstract(team, { Results: '<p>Hira Channa counted.</p>' })
  const hira = await aPerson(world, { fullName: 'Hira Channa' })
  await named(team, pk, 1, 'Hira Channa', hira)
  await reviewBegins(world, eventId)
  await erase(team, hira.accountId)
  await prepareBlind(world)
  const { body } = await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })
  expect(body.redaction).toMatchObject({
    state: 'waiting',
    file: { why: 'Somebody who wrote it was erased. Their name is not known here any more: please look for it.' },
  })
})
