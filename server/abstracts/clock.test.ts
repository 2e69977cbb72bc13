/** The last date, by the clock of the server where the event is: whoever is in time is in, and whoever is late loses no word. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { list, portalWithAuthors, saved, send, someWords, statusOf } from '#server/testing/abstracts.ts'
import { listen } from '#server/testing/app.ts'
import { call } from '#server/testing/people.ts'
import { formOf } from '#server/testing/profiles.ts'
import { lateness } from './rules.ts'

const closed = 'Abstract submission date has passed.'
const event = { abstractsCloseOn: '2026-12-01', timeZone: 'Asia/Karachi' }

test.each([
  ['2026-12-01T23:59:59+05:00', 'in time'],
  ['2026-12-01T23:59:59.999+05:00', 'in time'],
  ['2026-12-02T00:00:00+05:00', 'late'],
  ['2026-12-02T00:00:01+05:00', 'late'],
  ['2026-12-02T00:29:59.999+05:00', 'late'],
  ['2026-12-02T00:30:00+05:00', 'too late'],
  ['2026-12-02T00:30:01+05:00', 'too late'],
  // Still the first of December in London, and already the second in Auckland.
  ['2026-12-01T23:30:00Z', 'too late'],
  ['2026-12-02T07:59:59+13:00', 'in time'],
])('%s is %s in Karachi', (time, answer) => {
  expect(lateness(event, new Date(time), 30)).toBe(answer)
})

test('the grace is a setting, and without one the day ends at midnight', () => {
  expect(lateness(event, new Date('2026-12-02T00:00:01+05:00'), 0)).toBe('too late')
  expect(lateness(event, new Date('2026-12-02T00:59:59+05:00'), 60)).toBe('late')
})

type Moment = { time: string; save: object; submit: string; isLate: boolean | undefined; update: object }

test.each<Moment>([
  {
    time: '2026-12-01T23:59:59+05:00',
    save: {},
    submit: 'Success',
    isLate: false,
    update: { Status: 'Success', Version: 2 },
  },
  {
    time: '2026-12-02T00:00:01+05:00',
    save: {},
    submit: 'Success',
    isLate: true,
    update: { Status: 'Success', Version: 2 },
  },
  {
    time: '2026-12-02T00:30:01+05:00',
    save: { IsLate: true },
    submit: closed,
    isLate: undefined,
    update: { Status: closed, IsLate: true, Version: 2 },
  },
])('at $time a draft is kept, submitting answers "$submit", and a change is as it should be', async (moment) => {
  const clock = { time: new Date('2026-11-30T09:00:00Z') }
  const { world, app, ayesha } = await portalWithAuthors({ now: () => clock.time })
  const submitted = await saved(app, { token: ayesha.token, words: { Title: 'In good time' } })
  await statusOf(app, 'SubmitAbstract', { token: ayesha.token, pk: submitted })

  clock.time = new Date(moment.time)
  // A session of yesterday is over.
  const { Column1 } = await call(app, 'Login', { UserID: ayesha.email, Password: ayesha.password })
  const token = String(Column1)
  const { row } = await send(app, { token, words: { Title: 'At the last minute' } })
  expect(row).toEqual({ Status: 'Success', pk: 2, Version: 1, ...moment.save })
  expect(await statusOf(app, 'SubmitAbstract', { token, pk: 2 })).toBe(moment.submit)
  const change = await send(app, { token, words: { pk: String(submitted), Title: 'Second thoughts' } })
  expect(change.row).toEqual({ pk: submitted, ...moment.update })

  const isOpen = moment.submit === 'Success'
  expect((await list(app, token)).map(({ TitlePlain, Status }) => [TitlePlain, Status])).toEqual([
    [isOpen ? 'Second thoughts' : 'In good time', 'Pending'],
    ['At the last minute', isOpen ? 'Pending' : ''],
  ])
  const kept = await world.db
    .selectFrom('abstractVersion')
    .select(['titlePlain', 'isAside'])
    .orderBy('abstractId')
    .orderBy('number')
    .execute()
  expect(kept).toEqual([
    { titlePlain: 'In good time', isAside: false },
    { titlePlain: 'Second thoughts', isAside: !isOpen },
    { titlePlain: 'At the last minute', isAside: false },
  ])
  const marked = await world.db.selectFrom('abstract').select('isLate').where('id', '=', 2).executeTakeFirstOrThrow()
  expect(marked.isLate).toBe(moment.isLate ?? false)
  // What was submitted in time stays submitted, and says so again.
  expect(await statusOf(app, 'SubmitAbstract', { token, pk: submitted })).toBe('Success')
})

test('a draft that was kept too late can go on being written', async () => {
  const { app, ayesha } = await portalWithAuthors({ now: () => new Date('2026-12-03T09:00:00Z') })
  const pk = await saved(app, { token: ayesha.token })

  const words = { pk: String(pk), Title: 'Later still', Version: '1' }
  expect((await send(app, { token: ayesha.token, words })).row).toEqual({
    Status: 'Success',
    pk,
    Version: 2,
    IsLate: true,
  })
  expect((await list(app, ayesha.token))[0]).toMatchObject({ Title: 'Later still', Status: '' })
})

type Sent = { begins: string; arrives: string; submits: string }

/** A save whose file is slow on its way, and a submit after it. */
async function saveSlowly({ begins, arrives, submits }: Sent) {
  const clock = { time: new Date(begins) }
  const { world, app, ayesha } = await portalWithAuthors({ now: () => clock.time })
  const { address } = await listen(app)
  const { type, body } = await formOf(someWords, {
    bytes: Buffer.from('%PDF-1.7'),
    name: 'a.pdf',
    field: 'AbstractFile',
  })
  const begun = once(app.server, 'request')
  const slowly = new ReadableStream<Uint8Array>({
    async start(pipe) {
      pipe.enqueue(new Uint8Array(body.subarray(0, 200)))
      await begun
      // While the rest is on its way, the last minute passes.
      clock.time = new Date(arrives)
      pipe.enqueue(new Uint8Array(body.subarray(200)))
      pipe.close()
    },
  })
  const reply = await fetch(`${address}/api/AbstractSave`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ayesha.token}`, 'content-type': type },
    body: slowly,
    duplex: 'half',
  } as RequestInit)
  const answer = await reply.json()
  clock.time = new Date(submits)
  const submit = await statusOf(app, 'SubmitAbstract', { token: ayesha.token, pk: 1 })
  const { isLate } = await world.db.selectFrom('abstract').select('isLate').executeTakeFirstOrThrow()
  return { world, app, clock, ayesha, answer, submit, isLate }
}

test('what began in time and arrives slowly is in time, and so is the submit that follows it', async () => {
  const slow = { begins: '2026-12-01T23:59:40+05:00', arrives: '2026-12-02T00:50:00+05:00' }

  const { answer, submit, isLate } = await saveSlowly({ ...slow, submits: '2026-12-02T00:51:00+05:00' })

  expect(answer).toEqual({ Table: [{ Status: 'Success', pk: 1, Version: 1 }] })
  expect([submit, isLate]).toEqual(['Success', false])
})

test('a save that began within the grace makes a submit that is late, and is taken', async () => {
  const slow = { begins: '2026-12-02T00:29:58+05:00', arrives: '2026-12-02T00:50:00+05:00' }

  const { submit, isLate } = await saveSlowly({ ...slow, submits: '2026-12-02T01:19:59+05:00' })

  expect([submit, isLate]).toEqual(['Success', true])
})

test('a submit long after a save in time is too late, and so is one of words that came later', async () => {
  const slow = { begins: '2026-12-01T23:59:40+05:00', arrives: '2026-12-02T00:50:00+05:00' }
  const long = await saveSlowly({ ...slow, submits: '2026-12-02T01:20:01+05:00' })
  expect(long.submit).toBe(closed)

  const { app, ayesha, clock } = long
  clock.time = new Date('2026-12-02T01:21:00+05:00')
  const words = { pk: '1', Title: 'Second thoughts', Version: '1' }
  expect((await send(app, { token: ayesha.token, words })).row).toMatchObject({ Status: 'Success', IsLate: true })
  expect(await statusOf(app, 'SubmitAbstract', { token: ayesha.token, pk: 1 })).toBe(closed)
})
