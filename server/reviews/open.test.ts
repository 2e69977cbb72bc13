/** REV-006 to 008, 010, 012: what a reviewer sees, in which order, and that everything else is one and the same nothing. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { countQueries, recordStatements } from '#server/testing/queries.ts'
import { aReviewUnderWay, askReview, type CallName } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'
import { readInbox } from './inbox.ts'

test('REV-006 to 008, 012: own work first, others’ reviews after one’s own, by aliases that stay', async () => {
  const { world, eventId, owner, readers, send, ask, abstracts } = await aReviewUnderWay({ abstracts: 3, readers: 3 })
  const [one, two, three] = readers
  if (!one || !two || !three) throw new Error('nobody reviews')
  const open = (reader: typeof one) => ask('ReviewOpen', { token: reader.token, assignmentId: reader.assignments[0] })
  // A withheld text changes neither how many there are nor their order.
  const rows = async () => (await ask('ReviewInbox', { token: one.token })).body.rows as Record<string, unknown>[]
  const before = await rows()
  const pk = abstracts[1]?.pk as number
  await asStaff(world, ({ db }) =>
    db.updateTable('redaction').set({ state: 'waiting' }).where('abstractId', '=', pk).execute(),
  )
  const after = await rows()
  expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number))
  expect(after.map(({ title }) => title)).toEqual(['Work 1', null, 'Work 3'])
  expect(after[0]).toEqual({
    assignmentId: one.assignments[0],
    number: 'A-0001',
    state: 'assigned',
    type: 'Oral',
    speciality: 'Radiology',
    subSpeciality: 'Ultrasound',
    words: 12,
    title: 'Work 1',
    file: null,
    isOpen: true,
    sentBack: '',
    answered: 0,
    asked: 5,
    total: null,
    savedAt: null,
    submittedAt: null,
    isLate: false,
    hasAbstained: false,
    isRevised: false,
  })

  await send('ReviewSubmit', two)
  await send('ReviewSave', one)
  expect((await open(one)).body).toMatchObject({ others: [], discussion: { isOpen: false, remarks: [] } })
  await send('ReviewSubmit', one, { version: 1 })
  const opened = await open(one)
  expect(opened.body).toMatchObject({
    abstract: { alias: 3, background: '<p>Two hundred people came.</p>' },
    others: [{ alias: 2, recommendation: 'accept', total: 4 }],
    discussion: { isOpen: true, remarks: [] },
  })
  for (const header of ['etag', 'last-modified']) expect(opened.headers[header]).toBe(undefined)
  expect(opened.headers['cache-control']).toBe('private, no-store')

  // Sent twice, because nobody answered, it is one remark.
  const remark = { token: one.token, assignmentId: one.assignments[0], text: 'The method <b>decides</b>.' }
  await ask('RemarkAdd', remark)
  expect((await ask('RemarkAdd', remark)).body.remarks).toMatchObject([{ alias: 3, isMine: true }])
  const said = { eventId, abstractId: abstracts[0]?.pk, text: 'Please look at table 2.' }
  await owner.post('/staff/RemarkByChair', { ...said, audience: 'reviewers' })
  await owner.post('/staff/RemarkByChair', { ...said, text: 'Between us.', audience: 'chairs' })
  expect((await open(two)).body).toMatchObject({
    abstract: { alias: 2 },
    others: [{ alias: 3 }],
    discussion: {
      remarks: [
        { alias: 3, isMine: false, text: 'The method <b>decides</b>.' },
        { alias: null, isMine: false, text: 'Please look at table 2.' },
      ],
    },
  })
  expect((await open(three)).body).toMatchObject({ others: [], discussion: { isOpen: false, remarks: [] } })

  // The first look is written down.
  const seen = await world.db
    .selectFrom('assignment')
    .select(['id', 'openedAt'])
    .where('openedAt', 'is not', null)
    .execute()
  expect(seen.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [one, two, three].map(({ assignments }) => assignments[0] as number).toSorted((a, b) => a - b),
  )
})

test('a chair’s word opens the discussion to the one who has submitted', async () => {
  const { eventId, owner, readers, send, ask, abstracts } = await aReviewUnderWay()
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const talk = () => ask('RemarkAdd', { token: one.token, assignmentId: one.assignments[0], text: 'I see.' })
  await send('ReviewSubmit', one)
  expect((await talk()).body).toEqual({ status: 'Discussion is not open.' })
  const said = { eventId, abstractId: abstracts[0]?.pk, text: 'What of the control group?', audience: 'reviewers' }
  expect((await owner.post('/staff/RemarkByChair', said)).status).toBe(200)
  expect((await talk()).body).toMatchObject({ remarks: [{ alias: null }, { alias: 2, isMine: true }] })
})

test('REV-010: unknown, another’s and cancelled are the same bytes, headers and statements; ReviewInbox asks four', async () => {
  const { world, readers, send } = await aReviewUnderWay({ abstracts: 2 })
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  await send('ReviewSave', one)
  await asStaff(world, ({ db }) =>
    db
      .updateTable('assignment')
      .set({ state: 'cancelled' })
      .where('id', '=', one.assignments[0] as number)
      .execute(),
  )
  const bodies: [CallName, object][] = [
    ['ReviewOpen', {}],
    ['ReviewFile', {}],
    ['ReviewSave', { version: 1, saveKey: 'a-save-of-mine' }],
    ['ReviewSubmit', { version: 1, saveKey: 'a-save-of-mine' }],
    ['ReviewDecline', { reason: 'time' }],
    ['ReviewTakeBack', {}],
    ['RemarkAdd', { text: 'Hello' }],
  ]
  const recorded = recordStatements(world)
  const watched = await makeTestApp(recorded.world)
  for (const [name, body] of bodies) {
    const answers = []
    for (const assignmentId of [99_999, two.assignments[0], one.assignments[0]]) {
      recorded.since()
      const { http, raw, headers } = await askReview(watched, name, { token: one.token, assignmentId, ...body })
      const { date: _date, 'x-request-id': _id, 'content-length': _length, ...same } = headers
      // The number under which the log tells of it is another each time.
      answers.push({ http, raw: raw.replace(/"RequestID":"[\w-]+"/, ''), same, statements: recorded.since() })
    }
    expect([name, answers[0]?.http]).toEqual([name, 404])
    expect(answers[0]?.statements.length).toBeGreaterThan(3)
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
  }
  const counted = countQueries(world)
  const caller = { reviewerId: one.reviewerId, elsewhere: [] }
  await readInbox(counted.world, caller)
  expect(counted.since()).toBeLessThanOrEqual(4)
})

test('the blind copy is saved as A-0001.pdf, and only by whoever has it', async () => {
  const { world, readers, ask } = await aReviewUnderWay()
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const name = randomBytes(16).toString('hex')
  const fileKey = `blind/${name.slice(0, 2)}/${name.slice(2)}`
  await world.files.put(fileKey, Buffer.from('%PDF-1.7 blind'))
  const copy = { file: 'copy', fileKey, fileSize: 14, fileType: 'application/pdf' } as const
  await asStaff(world, ({ db }) => db.updateTable('redaction').set(copy).execute())
  const { body } = await ask('ReviewInbox', { token: one.token })
  expect(body.rows).toMatchObject([{ file: { name: 'A-0001.pdf', size: 14, type: 'application/pdf' } }])
  const file = await ask('ReviewFile', { token: one.token, assignmentId: one.assignments[0] })
  expect(file.raw).toBe('%PDF-1.7 blind')
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="A-0001.pdf"; filename*=UTF-8\'\'A-0001.pdf',
    'cache-control': 'private, no-store',
  })
  expect(file.headers.etag).toBe(undefined)
})
