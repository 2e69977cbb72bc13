/** REV-029, 053, 066: many at once, in a fixed number of statements; and what a chair who is an author sees of it. */
import { expect, test } from 'vitest'
import type { Staff } from '#server/kernel/callers.ts'
import { often } from '#server/testing/counts.ts'
import { aRanking, manyReviewed } from '#server/testing/decisions.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { countQueries } from '#server/testing/queries.ts'
import { asStaff } from '#server/testing/selection.ts'
import { stepUp } from '#server/testing/staff.ts'
import { aTeam } from '#server/testing/team.ts'
import { listDecisions } from './decision-list.ts'

const many = often(60, 2000)

test(`${many} decisions are published in one go, with one letter each; the list takes the same statements for one, three and all of them`, async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const staff = { accountId: owner.accountId, email: '' } as Staff
  const { ids } = await aRanking(team, [[4, 4.5, 4]])
  const counted = countQueries(world)
  const list = async () => {
    counted.since()
    const began = performance.now()
    const { total } = await listDecisions(counted.world, staff, { eventId })
    return { total, queries: counted.since(), took: performance.now() - began }
  }
  const one = await list()
  await manyReviewed(team, 2)
  const three = await list()
  await manyReviewed(team, many - 3)
  const all = await list()
  expect([one, three, all].map(({ total }) => total)).toEqual([1, 3, many])
  expect(one.queries).toBeLessThanOrEqual(10)
  expect([three.queries, all.queries]).toEqual([one.queries, one.queries])
  const times = []
  for (let round = 0; round < often(2, 20); round += 1) times.push((await list()).took)

  const abstracts = await world.db.selectFrom('abstract').select('id').orderBy('id').execute()
  expect(abstracts[0]?.id).toBe(ids[0])
  const set = { eventId, abstractIds: abstracts.map(({ id }) => id), outcome: 'accepted' }
  expect((await owner.post('/staff/DecisionSet', set)).body).toEqual({ set: many })
  const { body } = await owner.get('/staff/DecisionPreview', { eventId })
  const began = performance.now()
  const published = await owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })
  const took = performance.now() - began
  expect(published.body).toMatchObject({ letters: many })
  expect(took).toBeLessThan(10_000)
  const letters = await world.db
    .selectFrom('mail')
    .select(['recipient', (row) => row.fn.countAll<number>().as('letters')])
    .where('decisionId', 'is not', null)
    .groupBy('recipient')
    .execute()
  expect([letters.length, letters.every(({ letters }) => Number(letters) === 1)]).toEqual([many, true])
  process.stdout.write(
    `${many} published in ${Math.round(took)} ms; list ${Math.round(times.toSorted((a, b) => a - b).at(-1) ?? 0)} ms at worst\n`,
  )
})

test('what a chair wrote is in none of their lists and figures, and they neither decide nor publish it', async () => {
  const team = await aTeam()
  const { eventId, world, app, owner } = team
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { ids } = await aRanking(team, [
    [4, 4.5, 4],
    [2, 5, 3],
  ])
  const [own, other] = ids as [number, number]
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: own, position: 1, name: 'The chair', accountId: chair.accountId, presents: true })
      .execute(),
  )
  const seen = (await chair.get('/staff/DecisionList', { eventId })).body
  expect(seen).toMatchObject({
    rows: [{ number: 'A-0002', isDivided: true, spread: 3 }],
    hidden: [{ number: 'A-0001' }],
    figures: { all: 1, undecided: 1, divided: 1 },
    total: 1,
  })
  expect((await chair.post('/staff/DecisionSet', { eventId, abstractIds: [own], outcome: 'accepted' })).status).toBe(
    404,
  )
  expect(
    (await chair.post('/staff/AbstractMerge', { eventId, abstractId: other, intoId: own, reason: 'x' })).status,
  ).toBe(404)
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'rejected' })
  const { digest, rows } = (await chair.get('/staff/DecisionPreview', { eventId })).body
  expect(rows).toMatchObject([{ number: 'A-0002' }])
  await stepUp(world, chair.token)
  expect((await chair.post('/staff/DecisionPublish', { eventId, digest })).body).toMatchObject({ letters: 1 })
  const left = (await owner.get('/staff/DecisionPreview', { eventId })).body.rows
  expect(left).toMatchObject([{ number: 'A-0001' }])
})

test('whoever gives a point more than the others is counted as giving less, the more reviews the more', async () => {
  const team = await aTeam()
  const { eventId, owner } = team
  // The first gives 5 where the others give 3, five times; of the last only they and one other have read.
  await aRanking(team, [
    [5, 3, 3],
    [5, 3, 3],
    [5, 3, 3],
    [5, 3, 3],
    [5, 3, 3],
    [4, 3],
  ])
  const { rows } = (await owner.get('/staff/DecisionList', { eventId, search: 'a-0006' })).body
  const [{ mean, adjusted }] = rows as [{ mean: number; adjusted: number }]
  // Theirs are six, on average 11/6 above the others: 6/11 of that is a whole point. The other's are six, a point below: 6/11 of a point.
  expect([mean, adjusted.toFixed(3)]).toEqual([3.5, ((4 - 1 + 3 + 6 / 11) / 2).toFixed(3)])
})

test('a warning of the preview names every abstract that it counts', async () => {
  const team = await aTeam()
  const { ids } = await aRanking(team, [[4, 4, 4]])
  await manyReviewed(team, 14)
  const { owner, eventId } = team
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'accepted' })
  const { warnings } = (await owner.get('/staff/DecisionPreview', { eventId })).body
  const numbers = Array.from({ length: 14 }, (_, at) => `A-${String(at + 2).padStart(4, '0')}`)
  expect(warnings).toEqual([{ kind: 'undecided', count: 14, numbers }])
})
