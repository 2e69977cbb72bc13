/** REV-056, 060: taken back at the last moment, with somebody who withdraws, or whose letter goes, meanwhile. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliver } from '#server/kernel/outbox/outbox.ts'
import { inTransaction } from '#server/kernel/world.ts'
import { list } from '#server/testing/abstracts.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { call } from '#server/testing/people.ts'
import { untilWaiting } from '#server/testing/races.ts'
import { stepUp } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { askTold } from '#server/testing/told.ts'

const good = [4, 4.5, 4]

async function published(team: Team, abstractIds: number[], outcome: string): Promise<number> {
  const { owner, eventId } = team
  await owner.post('/staff/DecisionSet', { eventId, abstractIds, outcome })
  await stepUp(team.world, owner.token)
  const { body } = await owner.get('/staff/DecisionPreview', { eventId })
  const { status, body: batch } = await owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })
  expect([status, batch]).toEqual([200, batch])
  return batch.batchId as number
}

const letters = ({ world }: Team) =>
  world.db
    .selectFrom('mail')
    .select(['id', 'subject', 'sentAt', 'givenUpAt', 'lastError'])
    .where('decisionId', 'is not', null)
    .orderBy('id')
    .execute()

const holds = {
  'waits for an abstract': (id: number) => sql`select id from abstract where id = ${id} for no key update`,
  'has much to write': () => sql`lock table decision in share mode`,
}

test.each(Object.entries(holds))(
  'whoever %s at 9:59 while letters go hears that they have gone: nothing is taken back',
  async (_why, hold) => {
    const team = await aTeam()
    const { world, owner, eventId, clock } = team
    const { ids } = await aRanking(team, [good])
    const batchId = await published(team, ids, 'accepted')
    clock.pass(9 + 59 / 60)
    await stepUp(world, owner.token)
    const { taken } = await inTransaction(world, async (held) => {
      await hold(ids[0] as number).execute(held.db)
      const taken = owner.post('/staff/DecisionTakeBack', { eventId, batchId })
      await untilWaiting(world, 1)
      clock.pass(1)
      for (const { id } of await letters(team)) await deliver(world, id)
      return { taken }
    })
    const { status, body } = await taken
    expect([status, body.message]).toEqual([
      409,
      'Its letters have gone out. Decide again: that goes out as a correction.',
    ])
    expect(await letters(team)).toMatchObject([{ sentAt: clock.now(), givenUpAt: null }])
    const { state } = await world.db.selectFrom('abstract').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('accepted')
  },
)

test('an author reads a decision when it can no longer be taken back, and until then what held before', async () => {
  const team = await aTeam()
  const { world, app, owner, eventId, clock } = team
  const { ids, abstracts } = await aRanking(team, [good])
  const [pk = 0] = ids
  const { token } = abstracts[0]!.author
  const read = async () => {
    const [row] = await list(app, token)
    const { http, body } = await askTold(app, 'DecisionRead', { token, pk })
    return {
      status: row?.Status,
      hasDecision: row?.HasDecision ?? false,
      http,
      state: body.state,
      outcome: body.outcome,
    }
  }
  const nothing = { status: 'Under review', hasDecision: false, http: 404, state: undefined, outcome: undefined }
  const accepted = { status: 'Accepted', hasDecision: true, http: 200, state: 'accepted', outcome: 'accepted' }
  const answer = () => askTold(app, 'PresentingAnswer', { token, pk, answer: 'yes' })

  const first = await published(team, ids, 'accepted')
  expect(await read()).toEqual(nothing)
  expect((await answer()).status).toBe('This abstract is not accepted any more.')
  clock.pass(9 + 59 / 60)
  expect(await read()).toEqual(nothing)
  await stepUp(world, owner.token)
  expect((await owner.post('/staff/DecisionTakeBack', { eventId, batchId: first })).status).toBe(200)
  expect(await read()).toEqual(nothing)

  await published(team, ids, 'accepted')
  clock.pass(10)
  expect(await read()).toEqual(accepted)
  await published(team, ids, 'rejected')
  const waiting = await published(team, ids, 'waiting')
  expect(await read()).toEqual(accepted)
  expect((await owner.post('/staff/DecisionTakeBack', { eventId, batchId: waiting })).status).toBe(200)
  expect(await read()).toEqual(accepted)
  clock.pass(10)
  expect(await read()).toMatchObject({ status: 'Rejected', outcome: 'rejected' })
})

test('a letter that was replaced stays where it is when its author has withdrawn before the other is taken back', async () => {
  const team = await aTeam()
  const { world, app, owner, eventId, clock } = team
  const { ids, abstracts } = await aRanking(team, [good, good])
  await published(team, ids, 'accepted')
  const corrected = await published(team, ids, 'rejected')
  await call(app, 'RemoveAbstract', { token: abstracts[0]!.author.token, pk: ids[0] })
  const { status, body } = await owner.post('/staff/DecisionTakeBack', { eventId, batchId: corrected })
  expect([status, body]).toEqual([200, { takenBack: 2 }])
  clock.pass(11)
  for (const { id } of await letters(team)) await deliver(world, id)
  const sent = (await letters(team)).filter(({ sentAt }) => sentAt !== null)
  // The other author's first letter goes after all.
  expect(sent.map(({ subject }) => subject)).toEqual(['Your abstract is accepted (number 2)'])
})

test('what was taken back, replaced or withdrawn is not sent after all because somebody tries letters again', async () => {
  const team = await aTeam()
  const { world, app, owner, eventId } = team
  const { ids, abstracts } = await aRanking(team, [good, good, good])
  await published(team, ids.slice(0, 2), 'accepted')
  await published(team, ids.slice(0, 1), 'rejected')
  await call(app, 'RemoveAbstract', { token: abstracts[1]!.author.token, pk: ids[1] })
  const batchId = await published(team, ids.slice(2), 'rejected')
  await owner.post('/staff/DecisionTakeBack', { eventId, batchId })
  const dropped = (await letters(team)).filter(({ givenUpAt }) => givenUpAt !== null)
  expect(dropped.map(({ lastError }) => lastError)).toEqual(['replaced', 'withdrawn', 'taken back'])
  const { body } = await owner.post('/staff/LetterRetry', { ids: dropped.map(({ id }) => id) })
  expect(body.rows).toEqual(dropped.map(({ id }) => ({ id, outcome: 'no longer holds' })))
  for (const { id } of dropped) await deliver(world, id)
  expect((await letters(team)).filter(({ sentAt }) => sentAt !== null)).toEqual([])
})
