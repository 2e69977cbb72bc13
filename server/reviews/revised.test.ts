/** What changed since one's review, of released texts only; and reviews for more than one event. */
import { expect, test } from 'vitest'
import { send as save } from '#server/testing/abstracts.ts'
import { anEvent, tokenFor } from '#server/testing/people.ts'
import { askReview, aReviewUnderWay } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'
import { askTold, isTold } from '#server/testing/told.ts'

test('a reviewer sees what they reviewed beside what was revised, once that is released, until they submit again', async () => {
  const { world, app, clock, abstracts, readers, send, ask } = await aReviewUnderWay({ readers: 1 })
  const [one] = readers
  const [abstract] = abstracts
  if (!one || !abstract) throw new Error('nobody reviews')
  const { pk, author } = abstract
  await asStaff(world, ({ db }) => db.updateTable('redaction').set({ results: '<p>[removed]</p>' }).execute())
  await send('ReviewSubmit', one)

  clock.pass(60)
  await isTold(world, pk, { outcome: 'revise', reviseUntil: '2026-11-10' })
  const token = await tokenFor(world, author.accountId)
  const words = { pk: String(pk), Title: 'Work, revised', Results: '<p>By Dr Memon.</p>' }
  expect((await save(app, { token, words })).row.Status).toBe('Success')
  const seen = async () => {
    const opened = (await ask('ReviewOpen', { token: one.token, assignmentId: one.assignments[0] })).body
    const [row] = (await ask('ReviewInbox', { token: one.token })).body.rows as { isRevised: boolean }[]
    return { title: (opened.abstract as { title: string }).title, reviewed: opened.reviewed, ...row }
  }
  const release = (version: number, state: 'ready' | 'waiting') =>
    asStaff(world, ({ db }) =>
      db.updateTable('redaction').set({ state }).where('abstractId', '=', pk).where('version', '=', version).execute(),
    )
  const nothing = { title: null, reviewed: null, isRevised: false }
  expect(await seen()).toMatchObject(nothing)
  expect((await askTold(app, 'RevisionSend', { token, pk })).status).toBe('Success')
  expect(await seen()).toMatchObject(nothing)

  await release(2, 'ready')
  // As it was redacted then, not as it was written.
  const reviewed = {
    title: 'Work 1',
    background: '<p>Two hundred people came.</p>',
    material: '<p>We counted them.</p>',
    results: '<p>[removed]</p>',
    discussion: '<p>More is needed.</p>',
  }
  expect(await seen()).toMatchObject({ title: 'Work, revised', reviewed, isRevised: true })
  // What is not released any more is compared with nothing.
  await release(1, 'waiting')
  expect(await seen()).toMatchObject({ title: 'Work, revised', reviewed: null, isRevised: false })
  await release(1, 'ready')
  await release(2, 'waiting')
  expect(await seen()).toMatchObject(nothing)

  await release(2, 'ready')
  await send('ReviewSubmit', one, { version: 1 })
  expect(await seen()).toMatchObject({ title: 'Work, revised', reviewed: null, isRevised: false })
})

test('whoever reviews for two events has both, and opens each by its assignment; one that ended is gone', async () => {
  const { world, app, eventId, abstracts, readers } = await aReviewUnderWay({ abstracts: 2 })
  const [one, stranger] = readers
  if (!one || !stranger) throw new Error('nobody reviews')
  const ask = (name: 'MyReviews' | 'ReviewInbox' | 'ReviewOpen', more: object = {}) =>
    askReview(app, name, { token: one.token, ...more })
  const open = (assignmentId: number | undefined) => ask('ReviewOpen', { assignmentId })
  expect((await ask('MyReviews')).body).toEqual({ events: [{ eventId, name: 'Annual Medical Conference', toDo: 2 }] })
  expect((await ask('ReviewInbox')).body).not.toHaveProperty('elsewhere')

  // The next event is the current one now; its review has not begun.
  const next = await asStaff(world, async ({ db }) => {
    await db.updateTable('event').set({ isCurrent: false }).execute()
    const id = await anEvent({ ...world, db }, { name: 'Spring Meeting' })
    const now = world.now()
    const { email, accountId } = one
    const row = { eventId: id, email, emailKey: email.toLowerCase(), accountId, state: 'active' } as const
    await db
      .insertInto('reviewer')
      .values({ ...row, invitedAt: now, expiresAt: now, answeredAt: now })
      .execute()
    return id
  })
  expect((await ask('ReviewInbox')).body).toMatchObject({
    eventName: 'Spring Meeting',
    rows: [],
    elsewhere: [{ eventName: 'Annual Medical Conference', rows: [{ number: 'A-0001' }, { number: 'A-0002' }] }],
  })
  expect((await ask('MyReviews')).body).toEqual({
    events: [
      { eventId: next, name: 'Spring Meeting', toDo: 0 },
      { eventId, name: 'Annual Medical Conference', toDo: 2 },
    ],
  })
  expect((await open(one.assignments[0])).body).toMatchObject({ abstract: { number: 'A-0001' } })
  expect((await open(stranger.assignments[0])).http).toBe(404)

  await asStaff(world, ({ db }) =>
    db.updateTable('event').set({ eventState: 'ended' }).where('id', '=', eventId).execute(),
  )
  expect((await open(one.assignments[0])).http).toBe(404)
  expect((await ask('ReviewInbox')).body).not.toHaveProperty('elsewhere')
  const author = await tokenFor(world, abstracts[0]?.author.accountId ?? 0)
  expect((await askReview(app, 'MyReviews', { token: author })).body).toEqual({ events: [] })
})
