/** REV-052, 065: what an author reads of a decision, and when. */
import { expect, test } from 'vitest'
import { list } from '#server/testing/abstracts.ts'
import { signIn } from '#server/testing/people.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aReview, askTold, isTold, underReview } from '#server/testing/told.ts'

test('REV-052: what is only pending is nowhere that its author looks', async () => {
  const { team, world, app, pk, author } = await underReview()
  await aReview(team, pk)
  const before = await list(app, author.token)
  const letters = () => world.db.selectFrom('mail').select('id').where('recipient', '=', author.email).execute()
  const written = (await letters()).length
  await asStaff(world, ({ db }) =>
    db
      .insertInto('decision')
      .values({ abstractId: pk, outcome: 'accepted', asType: 'Oral', note: 'Well done', at: world.now() })
      .execute(),
  )

  expect(await list(app, author.token)).toEqual(before)
  const unknown = await askTold(app, 'DecisionRead', { token: author.token, pk: 999 })
  const read = await askTold(app, 'DecisionRead', { token: author.token, pk })
  expect(read.http).toBe(404)
  expect({ ...read.body, RequestID: '' }).toEqual({ ...unknown.body, RequestID: '' })
  const answer = { token: author.token, pk, answer: 'yes' } as const
  expect((await askTold(app, 'PresentingAnswer', answer)).status).toBe('This abstract is not accepted any more.')
  expect((await askTold(app, 'RevisionSend', answer)).status).toBe('No revision is asked for.')
  expect(await letters()).toHaveLength(written)
})

test('REV-065: an author reads the note, and comments by alias; the list says that there is something to read', async () => {
  const { team, world, app, pk, author } = await underReview()
  const script = '<img src=x onerror="document.title=1">Say who filled it in.'
  const first = await aReview(team, pk, { toAuthor: script, toChairs: 'Only for you', total: 4 })
  const second = await aReview(team, pk, { toAuthor: 'By Mehak herself?', total: 3 })
  await aReview(team, pk, { toAuthor: 'I know them', recommendation: 'abstain', total: null })
  await isTold(world, pk, { outcome: 'accepted', note: 'Please bring a table.', leftOut: [second.assignmentId] })

  const { body } = await askTold(app, 'DecisionRead', { token: author.token, pk })
  expect(body).toEqual({
    number: 1,
    title: 'Ultrasound in the first hour',
    type: 'Oral',
    state: 'accepted',
    outcome: 'accepted',
    acceptedAs: 'Poster',
    submittedAt: '2026-11-01T09:00:00.000Z',
    toldAt: '2026-11-01T09:00:00.000Z',
    note: 'Please bring a table.',
    feedback: 'comments',
    reviews: 2,
    comments: [
      { alias: 1, text: script },
      { alias: 3, text: 'I know them' },
    ],
    answerUntil: '2026-11-08',
    authors: [{ name: expect.any(String), institution: '', department: '', presents: true }],
  })
  const words = JSON.stringify(body)
  for (const hidden of [first.email, 'Only for you', 'Mehak']) expect(words).not.toContain(hidden)
  expect((await list(app, author.token))[0]).toMatchObject({
    Status: 'Accepted',
    AbstractLevel: 2,
    AcceptedAs: 'Poster',
    HasDecision: true,
    AnswerUntil: '2026-11-08',
  })

  const say = (feedback: 'none' | 'totals') =>
    asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ feedback }).execute())
  await say('totals')
  const totals = (await askTold(app, 'DecisionRead', { token: author.token, pk })).body.comments
  expect(totals).toEqual([
    { alias: 1, text: script, total: 4 },
    { alias: 3, text: 'I know them' },
  ])
  await say('none')
  expect((await askTold(app, 'DecisionRead', { token: author.token, pk })).body).toMatchObject({
    reviews: 0,
    comments: [],
  })
})

test('what reviewers write about a revision is not for its author before the next decision', async () => {
  const { team, world, clock, app, pk, author } = await underReview()
  const { assignmentId } = await aReview(team, pk, { toAuthor: 'Give the numbers.', recommendation: 'revise' })
  await isTold(world, pk, { outcome: 'revise', note: 'Shorten it.' })
  clock.pass(1)
  expect((await askTold(app, 'RevisionSend', { token: author.token, pk })).status).toBe('Success')
  clock.pass(1)
  const now = world.now()
  await asStaff(world, async ({ db }) => {
    await db.updateTable('review').set({ toAuthor: 'Now I would take it.' }).execute()
    const body = JSON.stringify({ toAuthor: 'Now I would take it.' })
    await db.insertInto('reviewVersion').values({ assignmentId, number: 2, at: now, body }).execute()
  })

  expect((await askTold(app, 'DecisionRead', { token: author.token, pk })).body).toMatchObject({
    state: 'under_review',
    outcome: 'revise',
    note: 'Shorten it.',
    comments: [{ alias: 1, text: 'Give the numbers.' }],
  })
  clock.pass(1)
  await isTold(world, pk, { outcome: 'accepted' })
  expect((await askTold(app, 'DecisionRead', { token: author.token, pk })).body).toMatchObject({
    outcome: 'accepted',
    comments: [{ alias: 1, text: 'Now I would take it.' }],
  })
})

test('what was published stays to be read, also when a review is sent back or its reviewer turns out to be in conflict', async () => {
  const { team, world, clock, app, pk, author, owner, eventId } = await underReview()
  const back = await aReview(team, pk, { toAuthor: 'Give the numbers.' })
  const taken = await aReview(team, pk, { toAuthor: 'Name the scanner.' })
  const kin = await aReview(team, pk, { toAuthor: 'State the limits.' })
  await isTold(world, pk, { outcome: 'revise' })
  const read = async () => (await askTold(app, 'DecisionRead', { token: author.token, pk })).body
  const before = await read()
  expect(before).toMatchObject({ reviews: 3, comments: [{ alias: 1 }, { alias: 2 }, { alias: 3 }] })
  clock.pass(1)
  await askTold(app, 'RevisionSend', { token: author.token, pk })
  const said = { eventId, reason: 'It was seen late' }
  for (const [name, input] of [
    ['ReviewSendBack', { assignmentId: back.assignmentId }],
    ['Unassign', { assignmentId: taken.assignmentId }],
    ['ConflictSet', { abstractId: pk, reviewerId: kin.reviewerId, kind: 'personal', strength: 'hard' }],
  ] as const)
    expect((await owner.post(`/staff/${name}`, { ...said, ...input })).status).toBe(200)
  expect(await read()).toEqual({ ...before, state: 'under_review', reviseUntil: undefined })

  // The next decision rests on none of them.
  clock.pass(30 * 24 * 60)
  await isTold(world, pk, { outcome: 'accepted' })
  const token = await signIn(app, author)
  expect((await askTold(app, 'DecisionRead', { token, pk })).body).toMatchObject({ reviews: 0, comments: [] })
})

test('whoever said yes may find that they cannot; a yes after its day is too late, a no never', async () => {
  const { world, clock, app, pk, author } = await underReview()
  await isTold(world, pk, { outcome: 'accepted' })
  const answer = async (word: 'yes' | 'no') =>
    (await askTold(app, 'PresentingAnswer', { token: author.token, pk, answer: word })).status
  const state = async () => world.db.selectFrom('abstract').select(['state', 'acceptedAs']).executeTakeFirstOrThrow()

  expect([await answer('yes'), await answer('yes')]).toEqual(['Success', 'Success'])
  expect(await state()).toEqual({ state: 'confirmed', acceptedAs: 'Poster' })
  expect((await list(app, author.token))[0]).toMatchObject({ Status: 'Confirmed', AbstractLevel: 3 })
  expect(await answer('no')).toBe('Success')
  expect(await answer('yes')).toBe('Success')
  expect(await answer('no')).toBe('Success')
  expect(await state()).toEqual({ state: 'not_presenting', acceptedAs: 'Poster' })
  clock.pass(8 * 24 * 60)
  const token = await signIn(app, author)
  const late = (word: 'yes' | 'no') => askTold(app, 'PresentingAnswer', { token, pk, answer: word })
  expect((await late('yes')).status).toBe('The answer was due on 8 November 2026.')
  expect((await late('no')).status).toBe('Success')
})
