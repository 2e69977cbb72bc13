/** The office's own texts: reworded, previewed, sent, taken back; nothing that an email needs can be lost. */
import { expect, test } from 'vitest'
import { textProblems } from '#contract/mail/text-rules.ts'
import { paidLetter } from '#server/booking/mail.ts'
import { post, postAll } from '#server/kernel/outbox/outbox.ts'
import { textOf, withWords, wordedKinds } from '#server/kernel/outbox/worded.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aCollege } from '#server/testing/organisers.ts'
import { factsOf } from './letter-texts.ts'

const of = { kind: 'order_paid' }
const own = {
  subject: 'Welcome: receipt {receipt number}',
  body: 'Dear colleague, your seats at {event} are booked.\n\n{receipt lines}\n\nReceipt {receipt number}, code {payment code}.\n\n{link}',
}
const order = {
  eventName: 'Annual Conference',
  timeZone: 'Asia/Karachi',
  paymentCode: 'ABCDEFGHJKLMN',
  receiptNumber: '2027-00041',
  lines: [
    {
      id: 1,
      topic: 'Airway {name}',
      price: 500_000,
      startsAt: new Date('2027-01-12T04:00:00Z'),
      durationMinutes: 180,
      venue: 'Skills lab',
      cancelledAt: null,
    },
  ],
  total: 500_000,
  publicUrl: 'https://conference.example.org',
  writtenAt: new Date('2026-11-01T09:00:00Z'),
}

async function theOffice() {
  const college = await aCollege()
  const { app, world, eventId } = college
  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const owner = await staffCaller(app, world, { role: 'owner' })
  const sent = async (more: { eventId?: number } = { eventId }) => {
    await post(world, { kind: 'mail_test', to: 'x@example.org', ...more, ...paidLetter(order) })
    const { id, subject, bodyText } = await world.db
      .selectFrom('mail')
      .select(['id', 'subject', 'bodyText'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await world.db.deleteFrom('mail').where('id', '=', id).execute()
    return { subject, bodyText }
  }
  return { ...college, organiser, owner, sent }
}

test('an organiser rewords the booking email, previews it, sends a test, sends it, and takes it back to the default', async () => {
  const { world, eventId, organiser, sent } = await theOffice()
  const before = await sent()
  expect(before.subject).toBe('Your workshops are booked (receipt 2027-00041)')

  const preview = await organiser.post('/staff/LetterTextPreview', { eventId, ...of, ...own })
  expect([preview.status, preview.body.subject]).toEqual([200, 'Welcome: receipt 2027-00041'])
  expect(preview.body.text).toMatch(
    /^Dear Sana Abro,\n\nDear colleague, your seats at Annual Medical Conference 2027 are booked\.\n\n/,
  )
  expect(preview.body.text).toContain('Kind regards,\n')
  expect(preview.body.parts).toContainEqual({ link: `${world.publicUrl}/profile`, label: 'See my workshops' })

  const tried = await organiser.post('/staff/LetterTextTest', { eventId, ...of, ...own })
  expect(tried.status).toBe(200)
  const test = await world.db.selectFrom('mail').select(['recipient', 'subject', 'isSecret']).execute()
  expect(test).toEqual([{ recipient: tried.body.to, subject: 'Test: Welcome: receipt 2027-00041', isSecret: false }])

  const saved = await organiser.post('/staff/LetterTextSave', { eventId, ...of, ...own, version: 0 })
  expect([saved.status, saved.body.text]).toMatchObject([200, { state: 'event', version: 1, ...own }])
  const after = await sent()
  expect(after.subject).toBe('Welcome: receipt 2027-00041')
  // What was filled in is never read for facts.
  expect(after.bodyText).toContain('Airway {name}\n')
  expect(after.bodyText).toContain('Total: RS 5,000')
  expect(after.bodyText).toContain('https://conference.example.org/profile')

  const reset = await organiser.post('/staff/LetterTextReset', { eventId, ...of, version: 1 })
  expect([reset.status, reset.body.text]).toMatchObject([200, { state: 'default', version: 0 }])
  expect(await sent()).toEqual(before)
})

test('an event has its own text, else that of the college, else the default; an event cannot word the emails of accounts', async () => {
  const { eventId, organiser, owner, sent } = await theOffice()
  const college = { ...own, subject: 'Of the college {receipt number}' }
  expect((await organiser.post('/staff/LetterTextSave', { ...of, ...college, version: 0 })).status).toBe(403)
  expect((await owner.post('/staff/LetterTextSave', { ...of, ...college, version: 0 })).status).toBe(200)
  expect([(await sent()).subject, (await sent({})).subject]).toEqual(
    Array.from({ length: 2 }, () => 'Of the college 2027-00041'),
  )
  await organiser.post('/staff/LetterTextSave', { eventId, ...of, ...own, version: 0 })
  expect([(await sent()).subject, (await sent({})).subject]).toEqual([
    'Welcome: receipt 2027-00041',
    'Of the college 2027-00041',
  ])
  const { body } = await organiser.get('/staff/LetterTextsList', { eventId })
  const texts = body.texts as { kind: string; state: string }[]
  expect(texts.map(({ kind }) => kind).toSorted()).toEqual([...wordedKinds].toSorted())
  expect(texts.filter(({ state }) => state !== 'default')).toMatchObject([{ kind: 'order_paid', state: 'event' }])
  const { text } = (await organiser.get('/staff/LetterTextShow', { eventId, ...of })).body
  expect(text).toMatchObject({ ...own, default: { subject: college.subject } })
  const ofAccount = { eventId, kind: 'sign_up_pin', version: 0, subject: 'S', body: '{PIN}\n\n{link}' }
  expect((await organiser.post('/staff/LetterTextSave', ofAccount)).status).toBe(422)
})

test('an unknown fact, a missing link and a block inside a sentence are refused at their place, and nothing is saved', async () => {
  const { world, eventId, organiser } = await theOffice()
  const save = async (words: object) => {
    const { status, body } = await organiser.post('/staff/LetterTextSave', {
      eventId,
      ...of,
      version: 0,
      ...own,
      ...words,
    })
    return [status, (body as { fields?: { path: string; message: string }[] }).fields]
  }
  expect(await save({ subject: 'Booked, {nmae}' })).toEqual([
    422,
    [{ path: 'subject', message: 'This email has no fact {nmae}. Insert one from the list.' }],
  ])
  expect(await save({ body: own.body.replace('{link}', '') })).toEqual([
    422,
    [{ path: 'body', message: 'The email does not work without {link}. Put it back.' }],
  ])
  expect(await save({ body: `${own.body.replace('\n\n{link}', ' Open {link} now')}` })).toEqual([
    422,
    [{ path: 'body', message: '{link} needs a paragraph of its own, with a blank line before and after.' }],
  ])
  expect(await save({ subject: '{link}', body: `${own.body} {` })).toEqual([
    422,
    [
      { path: 'body', message: 'A { or } stands alone. Facts have one on each side.' },
      { path: 'subject', message: '{link} has a paragraph of its own. Use it in the text.' },
      { path: 'body', message: '{link} needs a paragraph of its own, with a blank line before and after.' },
    ],
  ])
  expect(await save({ subject: '', body: '' })).toMatchObject([
    422,
    [{ path: 'subject' }, { path: 'body' }, { path: 'body' }],
  ])
  expect(await world.db.selectFrom('letterText').select('id').execute()).toEqual([])
})

test('of two who save at once one is told, with the copy that is stored', async () => {
  const { eventId, organiser, owner } = await theOffice()
  const wish = { eventId, ...of, ...own, version: 0 }
  const answers = await Promise.all([
    organiser.post('/staff/LetterTextSave', wish),
    owner.post('/staff/LetterTextSave', { ...wish, subject: 'Of the owner' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const beaten = answers.find(({ status }) => status === 409)?.body as { stored?: { version: number; subject: string } }
  const won = answers.find(({ status }) => status === 200)?.body as { text: { subject: string } }
  expect(beaten.stored).toMatchObject({ version: 1, subject: won.text.subject })
  expect((await owner.post('/staff/LetterTextReset', { eventId, ...of, version: 2 })).status).toBe(409)
})

test('the copy of an event has its texts, and an archived event keeps them as they are', async () => {
  const { world, eventId, organiser, zainab } = await theOffice()
  await organiser.post('/staff/LetterTextSave', { eventId, ...of, ...own, version: 0 })
  const { body } = await zainab.act('EventCopy', { eventId, name: 'Next year', weeks: 52 })
  const stored = await world.db
    .selectFrom('letterText')
    .select(['eventId', 'subject', 'version'])
    .orderBy('id')
    .execute()
  expect(stored).toEqual([eventId, body.eventId].map((id) => ({ eventId: id, subject: own.subject, version: 1 })))
  await world.db.updateTable('event').set({ eventState: 'ended', isCurrent: false }).where('id', '=', eventId).execute()
  await world.db.updateTable('event').set({ eventState: 'archived' }).where('id', '=', eventId).execute()
  const save = await organiser.post('/staff/LetterTextSave', { eventId, ...of, ...own, version: 1 })
  expect([
    save.status,
    (await organiser.post('/staff/LetterTextReset', { eventId, ...of, version: 1 })).status,
  ]).toEqual([409, 409])
})

test('emails that are written together have the text of their event', async () => {
  const { world, eventId, organiser } = await theOffice()
  await organiser.post('/staff/LetterTextSave', { eventId, ...of, ...own, version: 0 })
  const letter = { kind: 'mail_test', ...paidLetter(order) } as const
  const all = ['a@example.org', 'b@example.org'].map((to) => ({ ...letter, to, eventId }))
  await postAll(world, [...all, { ...letter, to: 'c@example.org' }], world.now())
  const subjects = await world.db.selectFrom('mail').select('subject').orderBy('recipient').execute()
  const [reworded, byDefault] = ['Welcome: receipt 2027-00041', 'Your workshops are booked (receipt 2027-00041)']
  expect(subjects.map(({ subject }) => subject)).toEqual([reworded, reworded, byDefault])
})

test.each(wordedKinds)('the default text of %s keeps the rules for texts, and has a sample', (kind) => {
  const { name, when, facts, ...words } = textOf(kind)
  expect([name.trim(), when.trim()]).not.toContain('')
  expect(textProblems(words, factsOf(kind))).toEqual([])
  const samples = Object.fromEntries(Object.entries(facts).map(([fact, { sample }]) => [fact, sample]))
  const { subject, text } = withWords(words, { kind, facts: samples })
  expect(`${subject}\n${text}`).not.toMatch(/[{}]/)
})
