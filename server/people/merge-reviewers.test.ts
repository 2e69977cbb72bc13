/** Who reviews under one address and writes under another is one person once the two are merged. */
import { expect, test } from 'vitest'
import { aReviewUnderWay } from '#server/testing/reviews.ts'
import { aReviewer } from '#server/testing/selection.ts'

const reason = 'Both are hers, she phoned'

test('nobody reads their own work on: it is taken from them, and the rest of their reviews goes with them', async () => {
  const { world, owner, readers, ask, send, abstracts } = await aReviewUnderWay({ abstracts: 2, readers: 1 })
  const [reader] = readers
  const [own, other] = abstracts
  if (!reader || !own || !other) throw new Error('nobody reviews')
  await send('ReviewSave', reader)
  const both = { kept: own.author.accountId, gone: reader.accountId }
  const { status, body } = await owner.post('/staff/MergeAccounts', { ...both, reason })
  expect([status, body.message]).toEqual([200, undefined])
  const whose = async () =>
    (
      await world.db
        .selectFrom('reviewer')
        .select('accountId')
        .where('id', '=', reader.reviewerId)
        .executeTakeFirstOrThrow()
    ).accountId
  const states = async () =>
    (
      await world.db
        .selectFrom('assignment')
        .select('state')
        .where('id', 'in', reader.assignments)
        .orderBy('abstractId')
        .execute()
    ).map(({ state }) => state)
  expect([await whose(), await states()]).toEqual([own.author.accountId, ['cancelled', 'assigned']])
  expect((await ask('ReviewInbox', { token: own.author.token })).body.rows).toMatchObject([
    { assignmentId: reader.assignments[1] },
  ])

  // Two again: what was written as one would be lost to whoever wrote it.
  const undo = () => owner.post('/staff/MergeUndo', { mergeId: body.mergeId, reason })
  const later = { assignmentId: reader.assignments[1], token: own.author.token }
  world.now = () => new Date('2026-11-01T09:00:01Z')
  await send('ReviewSave', reader, later)
  expect((await undo()).body).toMatchObject({
    message: expect.stringMatching(/^A review at .+ was written since\.$/),
  })
  await world.db
    .updateTable('review')
    .set({ savedAt: new Date('2026-11-01T09:00:00Z') })
    .where('assignmentId', '=', later.assignmentId as number)
    .execute()
  expect((await undo()).status).toBe(200)
  // What was taken stays taken: it is one person.
  expect([await whose(), await states()]).toEqual([reader.accountId, ['cancelled', 'begun']])
})

test('two who review at one event are not made one before one of them is removed', async () => {
  const team = await aReviewUnderWay({ readers: 1 })
  const { world, owner, eventId, readers } = team
  const [kept] = readers
  const gone = await aReviewer(team)
  if (!kept) throw new Error('nobody reviews')
  const both = { kept: kept.accountId, gone: gone.accountId }
  const merge = () => owner.post('/staff/MergeAccounts', { ...both, reason })
  expect(await merge()).toMatchObject({
    status: 409,
    body: {
      stored: { obstacles: [expect.stringMatching(/^Both are reviewers at .+\. Remove .+ first, or keep that/)] },
    },
  })
  const { version } = await world.db
    .selectFrom('reviewer')
    .select('version')
    .where('id', '=', gone.reviewerId)
    .executeTakeFirstOrThrow()
  await owner.post('/staff/ReviewerRemove', { eventId, reviewerId: gone.reviewerId, version, reason })
  expect((await merge()).status).toBe(200)
})
