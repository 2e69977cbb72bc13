/** Where decisions end: ten minutes to the millisecond, two that would each be the other, a review without a total, and what an author reads after a merge. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRanking } from '#server/testing/decisions.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { stepUp } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { aReview, askTold, isTold, underReview } from '#server/testing/told.ts'

const publish = async ({ owner, eventId }: Team) => {
  const { body } = await owner.get('/staff/DecisionPreview', { eventId })
  return owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })
}

test('REV-056: at 9:59.999 a batch is taken back, at 10:00.000 it is not, to the millisecond', async () => {
  const team = await aTeam()
  const { owner, eventId, clock } = team
  const { ids } = await aRanking(team, [[4, 4, 4]])
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'accepted' })
  const takeBack = (batchId: unknown) => owner.post('/staff/DecisionTakeBack', { eventId, batchId })
  const first = (await publish(team)).body
  const began = clock.now().getTime()
  clock.pass(599_999 / 60_000)
  expect(clock.now().getTime() - began).toBe(599_999)
  await stepUp(team.world, owner.token)
  expect((await takeBack(first.batchId)).body).toEqual({ takenBack: 1 })
  const second = (await publish(team)).body
  clock.pass(10)
  await stepUp(team.world, owner.token)
  const late = await takeBack(second.batchId)
  expect([late.status, late.body.message]).toEqual([
    409,
    'Its letters have gone out. Decide again: that goes out as a correction.',
  ])
})

test('two abstracts are not each a duplicate of the other: not when it is decided, not when it is published, not in the database', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const { ids } = await aRanking(team, [
    [4, 4, 4],
    [3, 3, 3],
    [2, 2, 2],
  ])
  const [one, two, three] = ids as [number, number, number]
  const set = async (abstractId: number, intoId: number) => {
    const { body } = await owner.post('/staff/DecisionSet', {
      eventId,
      abstractIds: [abstractId],
      outcome: 'duplicate',
      intoId,
    })
    return (body.fields as { message: string }[] | undefined)?.[0]?.message ?? body.set
  }
  expect(await set(one, two)).toBe(1)
  expect(await set(two, one)).toBe('That one is to be a duplicate itself. Choose what it is the same as.')
  // Nor is one that another goes on as.
  expect(await set(two, three)).toBe('Another is to be a duplicate of this one. Decide that one first.')
  expect(await set(three, one)).toBe('That one is to be a duplicate itself. Choose what it is the same as.')
  expect(await set(one, three)).toBe(1)
  expect(await set(one, two)).toBe(1)

  // As if both had been decided before anybody looked.
  await asStaff(world, ({ db }) =>
    db
      .insertInto('decision')
      .values({ abstractId: two, outcome: 'duplicate', intoId: one, by: owner.accountId, at: world.now() })
      .execute(),
  )
  const preview = await owner.get('/staff/DecisionPreview', { eventId })
  expect((preview.body.stops as { abstractId: number; kind: string }[]).map(({ kind }) => kind)).toEqual([
    'gone_into',
    'gone_into',
  ])
  expect((await publish(team)).status).toBe(409)
  const alone = (abstractId: number, intoId: number) => sql`
    update abstract set status = 'Duplicate', level = 2, duplicate_of = ${intoId}, told_at = ${world.now()} where id = ${abstractId}`
  await expect(
    asStaff(world, async ({ db }) => {
      await alone(one, two).execute(db)
      await alone(two, three).execute(db)
      await alone(three, one).execute(db)
    }),
  ).rejects.toThrow(/would go on as itself/)
})

test('a review without a total counts as submitted everywhere, and has no part in a mean', async () => {
  const { team, pk } = await underReview()
  const { owner, eventId } = team
  await aReview(team, pk, { total: 4 })
  await aReview(team, pk, { total: null })
  await aReview(team, pk, { total: 2 })
  const { body } = await owner.get('/staff/DecisionList', { eventId })
  expect(body.rows).toMatchObject([{ reviews: 3, mean: 3, spread: 2 }])
  const listed = await owner.get('/staff/AbstractList', { eventId, reviews: 'complete' })
  expect(listed.body.rows).toMatchObject([{ reviews: 3, mean: 3 }])
  expect((await owner.get('/staff/ReviewOverview', { eventId })).body.figures).toMatchObject({
    submitted: 3,
    enough: 1,
  })
  // Enough to decide: nobody is asked why.
  const set = { eventId, abstractIds: [pk], outcome: 'accepted' }
  expect((await owner.post('/staff/DecisionSet', set)).body).toEqual({ set: 1 })
  const preview = await owner.get('/staff/DecisionPreview', { eventId })
  expect((preview.body.warnings as { kind: string }[]).filter(({ kind }) => kind === 'few_reviews')).toEqual([])
  expect((await owner.post('/staff/ReviewRemind', { eventId })).body).toEqual({ reminded: 0 })
})

test('a merge and a reset bring their author no comments: nobody has looked through them', async () => {
  const team = await aTeam()
  const { owner, eventId, world, app } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const { pk: intoId } = await aSubmittedAbstract(team, { Title: 'Another' })
  await reviewBegins(world, eventId)
  await aReview(team, pk, { toAuthor: 'Not yet for its author.' })
  const read = async () => (await askTold(app, 'DecisionRead', { token: author.token, pk })).body
  await isTold(world, pk, { outcome: 'rejected' })
  expect(await read()).toMatchObject({ outcome: 'rejected', comments: [{ text: 'Not yet for its author.' }] })
  await owner.post('/staff/DecisionReset', { eventId, abstractId: pk, reason: 'A mistake' })
  expect(await read()).toMatchObject({ outcome: 'reset', comments: [] })
  const merge = { eventId, abstractId: pk, intoId, reason: 'One study' }
  expect((await owner.post('/staff/AbstractMerge', merge)).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'merged', comments: [] })
})

test('a refusal does not tell a chair that their own abstract is to be a duplicate', async () => {
  const team = await aTeam()
  const { app, world, owner, eventId } = team
  const { ids } = await aRanking(team, [
    [4, 4, 4],
    [4, 4, 4],
    [4, 4, 4],
  ])
  const [own, one, other] = ids as [number, number, number]
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const author = { abstractId: own, position: 1, name: 'The chair', accountId: chair.accountId, presents: true }
  await asStaff(world, ({ db }) => db.insertInto('abstractAuthor').values(author).execute())
  const duplicate = (abstractId: number, intoId: number) => ({
    eventId,
    abstractIds: [abstractId],
    outcome: 'duplicate',
    intoId,
  })
  expect((await owner.post('/staff/DecisionSet', duplicate(own, one))).status).toBe(200)
  expect((await chair.post('/staff/DecisionSet', duplicate(one, other))).body).toEqual({ set: 1 })
  // Whoever may know of both is stopped before it is published.
  const { stops } = (await owner.get('/staff/DecisionPreview', { eventId })).body as { stops: unknown[] }
  expect(stops).toMatchObject([{ abstractId: own, kind: 'gone_into' }])
})
