/** REV-064: a waiting list has an order that people change. And the pairs that look alike, settled by what becomes of them. */
import { expect, test } from 'vitest'
import { aRanking } from '#server/testing/decisions.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { asStaff } from '#server/testing/selection.ts'
import { stepUp } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

const good = [4, 4.5, 4]

const waitingIn = async ({ eventId }: Team, { get }: Pick<Team['owner'], 'get'>): Promise<string[]> => {
  const { body } = await get('/staff/DecisionList', { eventId, decision: 'waiting', sort: 'place' })
  return (body.rows as { number: string }[]).map(({ number }) => number)
}

async function publish({ world, owner, eventId }: Team) {
  await stepUp(world, owner.token)
  const { digest } = (await owner.get('/staff/DecisionPreview', { eventId })).body
  expect((await owner.post('/staff/DecisionPublish', { eventId, digest })).status).toBe(200)
}

test('a waiting list is put in order by hand, before and after it was told; nothing else of a decision changes', async () => {
  const team = await aTeam()
  const { eventId, owner, world } = team
  const { ids } = await aRanking(team, [good, good, good, good])
  const [first, second, third, fourth] = ids as [number, number, number, number]
  const set = (abstractIds: number[], outcome: string) =>
    owner.post('/staff/DecisionSet', { eventId, abstractIds, outcome })
  const move = async (abstractId: number, pastId: number) =>
    (await owner.post('/staff/WaitingMove', { eventId, abstractId, way: 'up', pastId })).status
  await set([first, second, third], 'waiting')
  expect(await waitingIn(team, owner)).toEqual(['A-0001', 'A-0002', 'A-0003'])
  await publish(team)
  await set([fourth], 'waiting')
  // Told ones and a pending one change places alike.
  expect(await move(fourth, third)).toBe(200)
  expect(await move(second, first)).toBe(200)
  expect(await waitingIn(team, owner)).toEqual(['A-0002', 'A-0001', 'A-0004', 'A-0003'])
  // Two chairs press the same button: it moves by one.
  expect((await Promise.all([move(third, fourth), move(third, fourth)])).toSorted()).toEqual([200, 409])
  expect(await move(third, second)).toBe(409)
  expect(await move(third, 0)).toBe(422)
  await set([second], 'accepted')
  expect(await move(first, second)).toBe(404)
  // Somebody is offered a place, and somebody withdraws: the others stay where they are until a person moves them.
  const told = await world.db
    .selectFrom('decision')
    .select('place')
    .where('abstractId', 'in', [first, third])
    .where('batchId', 'is not', null)
    .orderBy('abstractId')
    .execute()
  expect(told).toEqual([{ place: 2 }, { place: 3 }])
  await expect(
    world.db.updateTable('decision').set({ note: 'Other words' }).where('abstractId', '=', first).execute(),
  ).rejects.toThrow('decisions only grow')
})

test('what was accepted is accepted again only as another type: a letter that corrects nothing is not written', async () => {
  const team = await aTeam()
  const { eventId, owner } = team
  const { ids } = await aRanking(team, [good])
  const accept = async (asType: string) =>
    (await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'accepted', asType })).status
  expect(await accept('Poster')).toBe(200)
  await publish(team)
  expect(await accept('Poster')).toBe(422)
  expect(await accept('Oral')).toBe(200)
})

test('whoever may not see one of those who wait moves the others past it', async () => {
  const team = await aTeam()
  const { eventId, owner, world, app } = team
  const { ids } = await aRanking(team, [good, good, good])
  const [first, own, last] = ids as [number, number, number]
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: own, position: 1, name: 'The chair', accountId: chair.accountId, presents: true })
      .execute(),
  )
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'waiting' })
  expect((await chair.post('/staff/WaitingMove', { eventId, abstractId: own, way: 'up', pastId: first })).status).toBe(
    404,
  )
  expect((await chair.post('/staff/WaitingMove', { eventId, abstractId: last, way: 'up', pastId: first })).status).toBe(
    200,
  )
  expect(await waitingIn(team, chair)).toEqual(['A-0003', 'A-0001'])
  expect(await waitingIn(team, owner)).toEqual(['A-0003', 'A-0002', 'A-0001'])
})

test('two that look alike are settled by a word, by a merge or as a duplicate, and can be looked at again', async () => {
  const team = await aTeam()
  const { eventId, owner, world } = team
  const { ids } = await aRanking(team, [good, good, good])
  const [a, b, c] = ids as [number, number, number]
  const at = world.now()
  const pairs = [
    { a, b, share: 91, isSameOwner: false, at },
    { a: b, b: c, share: 60, isSameOwner: true, at },
    { a, b: c, share: 55, isSameOwner: false, at },
  ]
  await asStaff(world, ({ db }) => db.insertInto('likeness').values(pairs).execute())
  const list = async (state?: string) =>
    (await owner.get('/staff/LikenessList', { eventId, ...(state && { state }) })).body.pairs as {
      a: { abstractId: number; state: string }
      share: number
      state: string
    }[]
  const states = async () => (await list()).map(({ share, state }) => [share, state])
  expect(await list('new')).toMatchObject([
    { a: { abstractId: a, state: 'under_review' }, b: { number: 'A-0002' }, share: 91 },
    { share: 60, isSameOwner: true },
    { share: 55 },
  ])
  const settle = (state: string) => owner.post('/staff/LikenessSettle', { eventId, a, b, state })
  await settle('different')
  expect(await states()).toEqual([
    [91, 'different'],
    [60, 'new'],
    [55, 'new'],
  ])
  await settle('new')
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: [a], outcome: 'duplicate', intoId: b })
  await owner.post('/staff/AbstractMerge', { eventId, abstractId: c, intoId: b, reason: 'One study' })
  expect(await states()).toEqual([
    [91, 'same'],
    [60, 'same'],
    [55, 'new'],
  ])
  // What was merged stands for itself again by a reset.
  await stepUp(world, owner.token)
  expect((await owner.post('/staff/DecisionReset', { eventId, abstractId: c, reason: 'Two studies' })).status).toBe(200)
  expect((await list('same')).map(({ a }) => a.state)).toEqual(['under_review', 'under_review'])
})
