/** REV-041, 042, 045, 047 to 050: a review is saved while it is written, and submitted until a decision is made. */
import { expect, test } from 'vitest'
import { aPerson, tokenFor } from '#server/testing/people.ts'
import { aReviewUnderWay, decided } from '#server/testing/reviews.ts'
import { anOwner } from '#server/testing/team.ts'

test('REV-041, 042: a save whose answer was lost counts once, and a second window is told and loses nothing', async () => {
  const { world, readers, send, ask, criteria } = await aReviewUnderWay()
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const first = { saveKey: 'the-first-save', recommendation: null, toAuthor: 'Half a' }
  const saved = await send('ReviewSave', one, first)
  expect(saved.body).toEqual({ status: 'Success', version: 1, savedAt: '2026-11-01T09:00:00.000Z', total: 4 })
  expect((await send('ReviewSave', one, first)).body).toEqual(saved.body)

  // Another window, which has not heard of it.
  const other = await send('ReviewSave', one, { toAuthor: 'From the other window' })
  expect(other.body).toMatchObject({
    status: 'Changed in another window since you opened it.',
    stored: { version: 1, toAuthor: 'Half a', recommendation: null, total: 4 },
  })
  expect(other.body.version).toBe(undefined)
  const score = { criterionId: criteria[0], score: 1 }
  expect((await send('ReviewSave', one, { version: 1, scores: [score] })).body).toMatchObject({ version: 2, total: 1 })
  const { body } = await ask('ReviewOpen', { token: one.token, assignmentId: one.assignments[0] })
  expect(body).toMatchObject({ abstract: { state: 'begun' }, own: { version: 2, scores: [score], submittedAt: null } })
  expect(await world.db.selectFrom('reviewVersion').selectAll().execute()).toEqual([])
})

test('REV-045: what is missing is named and what was typed is kept; each submit is kept, until a decision', async () => {
  const { world, readers, send, ask, criteria, abstracts } = await aReviewUnderWay()
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const half = await send('ReviewSubmit', one, { scores: [], sure: null, toAuthor: 'Too short.' })
  expect(half.body).toMatchObject({
    status: 'Something is missing in your review.',
    version: 1,
    missing: [
      { field: 'score', criterionId: criteria[0], name: 'Question' },
      { field: 'score', criterionId: criteria[1], name: 'Method' },
      { field: 'sure', name: 'How sure are you?' },
      { field: 'toAuthor', name: 'Comments to the author' },
    ],
  })
  const whole = { version: 1, saveKey: 'the-whole-review' }
  const done = await send('ReviewSubmit', one, whole)
  expect(done.body).toMatchObject({ status: 'Success', version: 2, total: 4, isLate: false })
  expect((await send('ReviewSubmit', one, whole)).body).toEqual(done.body)

  // Nobody reads half a change: it is replaced whole, or not at all.
  expect((await send('ReviewSave', one, { version: 2, toAuthor: '' })).body).toEqual({
    status: 'Submitted already. Submit it again to change it.',
  })
  expect((await send('ReviewSubmit', one, { version: 2, toAuthor: '' })).body).toEqual({
    status: 'Something is missing in your review.',
    missing: [{ field: 'toAuthor', name: 'Comments to the author' }],
  })
  expect((await send('ReviewSubmit', one, { version: 2, recommendation: 'reject' })).body).toMatchObject({ version: 3 })
  const versions = await world.db.selectFrom('reviewVersion').select(['number', 'body']).orderBy('number').execute()
  expect(versions).toMatchObject([
    { number: 2, body: { recommendation: 'accept', total: 4 } },
    { number: 3, body: { recommendation: 'reject', total: 4 } },
  ])

  await decided(world, abstracts[0]?.pk as number)
  for (const name of ['ReviewSave', 'ReviewSubmit'] as const)
    expect((await send(name, one, { version: 3 })).body).toEqual({ status: 'A decision has been made.' })
  const { body } = await ask('ReviewOpen', { token: one.token, assignmentId: one.assignments[0] })
  expect(body).toMatchObject({ abstract: { isOpen: false }, own: { version: 3, recommendation: 'reject' } })
})

test('REV-047: late within the grace, refused after it and kept; what a chair sent back is taken', async () => {
  const { world, clock, app, eventId, readers, send, ask } = await aReviewUnderWay({ dueOn: '2026-11-01' })
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const inbox = await ask('ReviewInbox', { token: one.token })
  // In Karachi the day ends at 19:00 of Greenwich.
  expect(inbox.body).toMatchObject({ dueAt: '2026-11-01T19:00:00.000Z', closesAt: '2026-11-02T07:00:00.000Z' })
  clock.pass(10 * 60)
  expect((await send('ReviewSubmit', one)).body).toMatchObject({ status: 'Success', isLate: true })
  clock.pass(12 * 60)
  for (const reader of [one, two]) reader.token = await tokenFor(world, reader.accountId)
  const late = await send('ReviewSubmit', two)
  expect(late.body).toMatchObject({
    status: 'Reviews are closed. What you wrote is kept; please ask the chair.',
    version: 1,
  })
  const assignmentId = one.assignments[0]
  const owner = await anOwner(app, world)
  const back = { eventId, assignmentId, reason: 'The comment names a colleague.' }
  expect((await owner.post('/staff/ReviewSendBack', { ...back, reason: ' ' })).status).toBe(422)
  expect((await owner.post('/staff/ReviewSendBack', back)).status).toBe(200)
  expect((await owner.post('/staff/ReviewSendBack', back)).body).toMatchObject({ message: 'It is not submitted.' })
  const shown = await ask('ReviewInbox', { token: one.token })
  expect(shown.body.rows).toMatchObject([{ state: 'sent_back', sentBack: 'The comment names a colleague.' }])
  expect((await send('ReviewSubmit', one, { version: 1 })).body).toMatchObject({ status: 'Success', isLate: true })
  const letter = await world.db.selectFrom('mail').select('bodyText').where('recipient', '=', one.email).execute()
  expect(letter.map(({ bodyText }) => bodyText).join()).not.toMatch(/colleague|Work 1/)
})

test('REV-048: whoever abstains has not reviewed: their place is offered again, and they may still talk', async () => {
  const { world, eventId, owner, readers, send, ask } = await aReviewUnderWay({ readers: 3 })
  const [one, two, three] = readers
  if (!one || !two || !three) throw new Error('nobody reviews')
  const abstained = await send('ReviewSubmit', one, { recommendation: 'abstain', sure: null, toAuthor: '' })
  expect(abstained.body).toMatchObject({ status: 'Success', total: null })
  expect(await world.db.selectFrom('reviewScore').selectAll().execute()).toEqual([])
  await send('ReviewSubmit', two)
  const talk = () =>
    ask('RemarkAdd', { token: one.token, assignmentId: one.assignments[0], text: 'I know the method.' })
  expect((await talk()).body).toEqual({ status: 'Discussion is not open.' })
  await send('ReviewSubmit', three)
  expect((await talk()).body).toMatchObject({ status: 'Success' })

  const settings = { each: 3, most: 12, expertFirst: false, keepUnopened: true }
  const { body } = await owner.post('/staff/AssignmentPropose', { eventId, settings })
  const { computeRun } = await import('#server/selection/assignment/runs.ts')
  await computeRun(world, Number(body.runId))
  const run = (await owner.get('/staff/RunShow', { eventId: String(eventId) })).body
  expect(run).toMatchObject({ figures: { wanted: 3, filled: 2 }, short: [{ has: 2, declined: 1 }] })
})

test('REV-049: an author’s name and a stranger’s are answered alike; chairs alone get the flag', async () => {
  const { world, readers, send, abstracts } = await aReviewUnderWay()
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const stranger = await aPerson(world, { fullName: 'Zulfiqar Qureshi' })
  await world.db
    .updateTable('account')
    .set({ fullName: 'Mehwish Talpur' })
    .where('id', '=', abstracts[0]?.author.accountId as number)
    .execute()
  expect(stranger.accountId).toBeGreaterThan(0)
  const said = (name: string) => ({ toAuthor: `The group of ${name} has shown this before.` })
  const flags = async () =>
    (await world.db.selectFrom('assignment').select('namesAuthor').orderBy('id').execute()).map(
      (row) => row.namesAuthor,
    )
  const [author, other] = [
    await send('ReviewSubmit', one, said('Talpur')),
    await send('ReviewSubmit', two, said('Qureshi')),
  ]
  expect(author.body).toEqual(other.body)
  expect(await flags()).toEqual([true, false])

  // What is written as a name is asked about, whoever it is; and once only.
  const asked = await Promise.all([
    send('ReviewSubmit', one, { version: 1, toAuthor: 'Please thank Dr Talpur for the scans.' }),
    send('ReviewSubmit', two, { version: 1, toAuthor: 'Please thank Dr Qureshi for the scans.' }),
  ])
  expect(asked.map(({ body }) => body)).toEqual([
    { status: 'Your comments may name somebody. Please look again.', namesFound: ['Dr Talpur'] },
    { status: 'Your comments may name somebody. Please look again.', namesFound: ['Dr Qureshi'] },
  ])
  const seen = { version: 1, toAuthor: 'Please thank Dr Qureshi for the scans.', namesSeen: true }
  expect((await send('ReviewSubmit', two, seen)).body).toMatchObject({ status: 'Success', version: 2 })
})

test('REV-050: markup in comments stays text, and what is too long or unseen is not taken', async () => {
  const { readers, send, ask } = await aReviewUnderWay()
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const hostile = '<img src=x onerror=alert(1)> =HYPERLINK("http://x") is not what we asked for\u202e'
  expect((await send('ReviewSubmit', one, { toAuthor: hostile })).body).toMatchObject({ status: 'Success' })
  await send('ReviewSubmit', two)
  const { body, headers } = await ask('ReviewOpen', { token: two.token, assignmentId: two.assignments[0] })
  expect(body.others).toMatchObject([{ toAuthor: hostile.replace('\u202e', '') }])
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect((await send('ReviewSave', one, { version: 1, toAuthor: 'a'.repeat(10_001) })).http).toBe(400)
  expect((await send('ReviewSave', one, { version: 1, scores: [{ criterionId: 1, score: 6 }] })).http).toBe(400)
})
