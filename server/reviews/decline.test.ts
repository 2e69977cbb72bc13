/** REV-028, 046: an abstract is given back, taken back, and what happens when two things happen at once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { aReviewUnderWay, askReview, decided, type Reader } from '#server/testing/reviews.ts'
import { aReviewer, asStaff } from '#server/testing/selection.ts'

const stateOf = (world: World, id: number | undefined) =>
  world.db
    .selectFrom('assignment')
    .select(['state', 'reason', 'note'])
    .where('id', '=', id as number)
    .executeTakeFirstOrThrow()

test('REV-028: a conflict is gone from list and counts, and stays a conflict; the text stays with the chairs', async () => {
  const { world, eventId, owner, readers, send, ask } = await aReviewUnderWay({ abstracts: 2 })
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const [assignmentId] = one.assignments
  await send('ReviewSave', one)
  const decline = (body: object) => ask('ReviewDecline', { token: one.token, assignmentId, ...body })
  expect((await decline({ reason: 'conflict' })).http).toBe(400)
  expect((await decline({ reason: 'time', kind: 'personal' })).http).toBe(400)
  const told = await decline({ reason: 'conflict', kind: 'department', note: 'We share an office.' })
  expect(told.body).toEqual({ status: 'Success' })
  const { body } = await ask('ReviewInbox', { token: one.token })
  expect(body.rows).toHaveLength(1)
  expect((await ask('ReviewTakeBack', { token: one.token, assignmentId })).http).toBe(404)
  expect(await stateOf(world, assignmentId)).toEqual({
    state: 'cancelled',
    reason: 'conflict',
    note: 'We share an office.',
  })
  expect(await world.db.selectFrom('review').select('toAuthor').execute()).toHaveLength(1)
  const conflicts = (await owner.get('/staff/ConflictList', { eventId: String(eventId) })).body
  expect(conflicts.rows).toMatchObject([{ kind: 'department', source: 'reviewer', strength: 'hard' }])
  const overview = (await owner.get('/staff/ReviewOverview', { eventId: String(eventId) })).body
  expect(overview).toMatchObject({ figures: { declined: 1, declinedForConflict: 1, begun: 0 } })
  expect((await owner.get('/staff/ReviewerList', { eventId: String(eventId) })).body.rows).toMatchObject([
    { assigned: 1, declined: 0 },
    { assigned: 2, declined: 0 },
  ])
})

test('what is declined for want of time is taken back until somebody else has it, and changes no offer', async () => {
  const { team, world, eventId, owner, readers, send, ask, abstracts } = await underWay()
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const [assignmentId] = one.assignments
  const decline = () => ask('ReviewDecline', { token: one.token, assignmentId, reason: 'time', note: 'On call' })
  const takeBack = () => ask('ReviewTakeBack', { token: one.token, assignmentId })
  await send('ReviewSave', one)
  expect((await decline()).body).toEqual({ status: 'Success' })
  expect((await decline()).body).toEqual({ status: 'You declined it.' })
  expect((await send('ReviewSave', one, { version: 1 })).body).toEqual({ status: 'You declined it.' })
  const inbox = (await ask('ReviewInbox', { token: one.token })).body
  expect(inbox).toMatchObject({ me: { quota: 12 }, rows: [{ state: 'assigned' }, { state: 'declined', title: null }] })

  expect((await takeBack()).body).toEqual({ status: 'Success' })
  expect((await takeBack()).body).toEqual({ status: 'Success' })
  const again = (await ask('ReviewOpen', { token: one.token, assignmentId })).body
  expect(again).toMatchObject({ abstract: { state: 'begun' }, own: { version: 1 } })

  await decline()
  const third = await aReviewer(team)
  const pair = { eventId, abstractId: abstracts[0]?.pk, reviewerId: third.reviewerId }
  expect((await owner.post('/staff/AssignByHand', pair)).status).toBe(200)
  expect((await takeBack()).body).toEqual({ status: 'Somebody else has it now.' })
  expect(await stateOf(world, assignmentId)).toMatchObject({ state: 'declined', reason: 'time', note: 'On call' })

  // What was submitted is not declined, unless it is a conflict.
  await send('ReviewSubmit', two)
  const submitted = { token: two.token, assignmentId: two.assignments[0] }
  expect((await ask('ReviewDecline', { ...submitted, reason: 'other' })).body).toEqual({
    status: 'Submitted already. Submit it again to change it.',
  })
  expect((await ask('ReviewDecline', { ...submitted, reason: 'conflict', kind: 'coauthor' })).body).toEqual({
    status: 'Success',
  })
})

/** Two reviews are wanted of each. */
async function underWay() {
  const all = await aReviewUnderWay({ abstracts: 2 })
  await asStaff(all.world, ({ db }) =>
    db.updateTable('reviewCall').set({ reviewsToDecide: 2, reviewsWanted: 2 }).execute(),
  )
  return { ...all, team: all }
}

test('REV-046: a review that is submitted while a decision is made waits for it; the text is kept', async () => {
  const submitDuring = async (change: (world: World) => World) => {
    const { world, readers, abstracts, whole, send } = await aReviewUnderWay()
    const [one] = readers
    if (!one) throw new Error('nobody reviews')
    const { assignments, token } = one
    await send('ReviewSave', one)
    const app = await makeTestApp(change(world))
    const sent = { token, assignmentId: assignments[0], version: 1, saveKey: 'the-last-moment', ...whole }
    const submit = () => askReview(app, 'ReviewSubmit', sent)
    const pk = abstracts[0]?.pk as number
    const [, reply] = await inOrder(world, sql`select from abstract where id = ${pk} for no key update`, [
      () => decided(world, pk),
      submit,
    ] as const)
    return { http: reply.http, ...(await stateOf(world, assignments[0])), kept: await textOf(world) }
  }
  const text = 'State how many scans each reader performed.'
  expect(await submitDuring((world) => world)).toMatchObject({ http: 404, state: 'cancelled', kept: [text] })
  // Control: without the lock it is submitted behind the back of whoever decides.
  expect(await submitDuring(withoutLocks)).toMatchObject({ http: 200, state: 'submitted' })
})

const textOf = async ({ db }: World) =>
  (await db.selectFrom('review').select('toAuthor').execute()).map(({ toAuthor }) => toAuthor)

test('two windows that save at once: one is told; without the lock one would lose what it typed', async () => {
  const saveTwice = async (change: (world: World) => World) => {
    const { world, readers, whole, send } = await aReviewUnderWay()
    const [one] = readers
    if (!one) throw new Error('nobody reviews')
    await send('ReviewSave', one)
    const app = await makeTestApp(change(world))
    const save = (saveKey: string) => () =>
      askReview(app, 'ReviewSave', {
        token: one.token,
        assignmentId: one.assignments[0],
        version: 1,
        saveKey,
        ...whole,
      })
    // Held by the row that both write.
    const ends = await inOrder(world, sql`select from review for update`, [save('window-one'), save('window-two')])
    return ends.map(({ body }) => body.status)
  }
  expect(await saveTwice((world) => world)).toEqual(['Success', 'Changed in another window since you opened it.'])
  expect(await saveTwice(withoutLocks)).toEqual(['Success', 'Success'])
})

test('submit, decline and a conflict at once end in a state that the rules allow', async () => {
  const { world, eventId, owner, readers, send, ask, abstracts } = await aReviewUnderWay({
    abstracts: often(3, 20),
    readers: 1,
  })
  const [one] = readers as [Reader]
  const ends: string[] = []
  for (const [at, assignmentId] of one.assignments.entries()) {
    const pair = { eventId, abstractId: abstracts[at]?.pk, reviewerId: one.reviewerId }
    const conflict = { ...pair, kind: 'personal', strength: 'hard', reason: 'Friends' }
    const answers = await Promise.all([
      send('ReviewSubmit', one, { assignmentId }).then(({ http }) => http),
      ask('ReviewDecline', { token: one.token, assignmentId, reason: 'time' }).then(({ http }) => http),
      owner.post('/staff/ConflictSet', conflict).then(({ status }) => status),
    ])
    expect(answers.filter((http) => http !== 200 && http !== 404)).toEqual([])
    ends.push((await stateOf(world, assignmentId)).state)
  }
  // Declined before the conflict came, it stays declined; nothing that is in conflict is still read.
  expect(ends.filter((state) => state !== 'cancelled' && state !== 'declined')).toEqual([])
})
