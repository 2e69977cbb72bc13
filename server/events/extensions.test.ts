/** A later last date for one person: who has it, how long, and what it opens. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { saved } from '#server/testing/abstracts.ts'
import { aCollege, type Organiser } from '#server/testing/organisers.ts'
import { aPersonSignedIn, call } from '#server/testing/people.ts'
import { aClock } from '#server/testing/shop.ts'

/** As if they had just signed in. */
async function stillSignedIn(world: World): Promise<void> {
  await sql`update session set created_at = ${world.now()}, last_seen_at = ${world.now()}`.execute(world.db)
  await sql`update staff_session set created_at = ${world.now()}, last_seen_at = ${world.now()}`.execute(world.db)
}

const give = (who: Organiser, eventId: number, change: object = {}) =>
  who.act('ExtensionGive', {
    eventId,
    kind: 'abstracts',
    until: '2026-12-05',
    reason: 'Her father is in hospital',
    emails: ['sana@example.org'],
    ...change,
  })

test('each address gets a row of answer, a letter and its own link; what is no address is named', async () => {
  const { world, eventId, zainab } = await aCollege()
  const emails = ['Sana@Example.org', 'not an address', 'sana@example.org', 'bilal@example.org']
  const { body } = await give(zainab, eventId, { emails })
  expect(body.rows).toEqual([
    { email: 'Sana@Example.org', outcome: 'given' },
    { email: 'not an address', outcome: 'not an address' },
    { email: 'sana@example.org', outcome: 'twice' },
    { email: 'bilal@example.org', outcome: 'given' },
  ])
  const letters = await world.db.selectFrom('mail').select(['recipient', 'subject', 'bodyText']).orderBy('id').execute()
  expect(letters.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['Sana@Example.org', 'You can submit abstracts until 5 December 2026'],
    ['bilal@example.org', 'You can submit abstracts until 5 December 2026'],
  ])
  const links = letters.map(({ bodyText }) => /\/signup\?extension=([\w-]{43})/.exec(bodyText)?.[1])
  expect(new Set(links).size).toBe(2)

  expect((await give(zainab, eventId, { until: '2026-12-10' })).body.rows).toEqual([
    { email: 'sana@example.org', outcome: 'replaced' },
  ])
  const list = await zainab.ask('ExtensionList', { eventId, state: 'open', sort: 'until' })
  expect((list.body.rows as { email: string; until: string }[]).map(({ email, until }) => [email, until])).toEqual([
    ['bilal@example.org', '2026-12-05'],
    ['sana@example.org', '2026-12-10'],
  ])
})

test('giving and ending writes an address ten emails an hour', async () => {
  const { world, eventId, zainab } = await aCollege()
  const end = async () => {
    const { body } = await zainab.ask('ExtensionList', { eventId, state: 'open' })
    const [{ id } = { id: 0 }] = body.rows as { id: number }[]
    return (await zainab.act('ExtensionEnd', { eventId, id, reason: 'She is well again' })).status
  }
  for (let times = 1; times <= 5; times += 1)
    expect([(await give(zainab, eventId)).status, await end()]).toEqual([200, 200])
  expect((await give(zainab, eventId)).status).toBe(429)
  expect((await give(zainab, eventId, { emails: ['bilal@example.org'] })).status).toBe(200)
  expect(await world.db.selectFrom('mail').select('id').execute()).toHaveLength(11)
})

test.each([
  ['that is over', '2026-10-31', 'This day is over.'],
  ['that everybody has', '2026-12-01', 'Everybody has as long as this.'],
  ['after the event', '2027-01-16', 'This is after the end of the event.'],
])('nobody is given a day %s', async (_what, until, message) => {
  const { eventId, zainab } = await aCollege()
  const answer = await give(zainab, eventId, { until })
  expect([answer.status, answer.body.fields]).toEqual([422, [{ path: 'until', message }]])
})

test('more than 200 at once, nobody, or no reason are refused', async () => {
  const { eventId, zainab } = await aCollege()
  const many = Array.from({ length: 201 }, (_, at) => `p${at}@example.org`)
  for (const change of [{ emails: many }, { emails: [] }, { reason: '  ' }])
    expect((await give(zainab, eventId, change)).status).toBe(422)
  expect((await zainab.ask('ExtensionList', { eventId })).body.total).toBe(0)
})

test('CON-065: one person submits later than the others, until its midnight; the call says so to them alone', async () => {
  const clock = aClock()
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now })
  const [sana, bilal] = [await aPersonSignedIn(world), await aPersonSignedIn(world)]
  await give(zainab, eventId, { emails: [sana.email] })
  const lastDay = async (token?: string) =>
    (await call(app, 'LastDates', { EventID: eventId, typ: '2', ...(token && { token }) })).theDate
  expect([await lastDay(), await lastDay(bilal.token), await lastDay(sana.token)]).toEqual([
    '2026-12-01',
    '2026-12-01',
    '2026-12-05',
  ])

  const drafts = [await saved(app, sana), await saved(app, bilal)]
  const second = await saved(app, sana)
  const to = async (moment: string) => {
    clock.pass((Date.parse(moment) - clock.now().getTime()) / 60_000)
    await stillSignedIn(world)
  }
  await to('2026-12-05T23:59:00+05:00')
  const submit = async (token: string, pk: number) => (await call(app, 'SubmitAbstract', { token, pk })).Status
  expect(await submit(sana.token, drafts[0] as number)).toBe('Success')
  expect(await submit(bilal.token, drafts[1] as number)).toBe('Abstract submission date has passed.')
  expect(await world.db.selectFrom('abstract').select('isLate').where('state', '=', 'submitted').execute()).toEqual([
    { isLate: false },
  ])
  await to('2026-12-06T00:31:00+05:00')
  expect(await submit(sana.token, second)).toBe('Abstract submission date has passed.')
})

test('what began to arrive before an extension was ended is judged by it; what comes after is not', async () => {
  const clock = aClock()
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now })
  const sana = await aPersonSignedIn(world)
  await give(zainab, eventId, { emails: [sana.email] })
  clock.pass(32 * 24 * 60)
  await stillSignedIn(world)
  const pk = await saved(app, sana)
  clock.pass(1)
  const { rows } = (await zainab.ask('ExtensionList', { eventId })).body as { rows: { id: number }[] }
  const ended = await zainab.act('ExtensionEnd', { eventId, id: rows[0]?.id, reason: 'Given by mistake' })
  expect(ended.status).toBe(200)
  // The save began a minute before; the submit follows it within the grace.
  expect((await call(app, 'SubmitAbstract', { token: sana.token, pk })).Status).toBe('Success')
  expect((await call(app, 'LastDates', { EventID: eventId, typ: '2', token: sana.token })).theDate).toBe('2026-12-01')
})

test('ending one tells the person, and a second end is told that it is done', async () => {
  const { world, eventId, zainab } = await aCollege()
  await give(zainab, eventId)
  const { rows } = (await zainab.ask('ExtensionList', { eventId })).body as { rows: { id: number }[] }
  const end = { eventId, id: rows[0]?.id, reason: 'Given by mistake' }
  expect((await zainab.act('ExtensionEnd', end)).body.extension).toMatchObject({ endedAt: world.now().toISOString() })
  expect((await zainab.act('ExtensionEnd', end)).status).toBe(409)
  const letters = await world.db.selectFrom('mail').select('subject').orderBy('id').execute()
  expect(letters.map(({ subject }) => subject)).toEqual([
    'You can submit abstracts until 5 December 2026',
    'Your deadline extension for Annual Medical Conference has ended',
  ])
})

test('the link of the letter opens sign-up for its address alone, until its day', async () => {
  const clock = aClock()
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now })
  await give(zainab, eventId, { kind: 'registration', until: '2026-12-28' })
  const { bodyText } = await world.db.selectFrom('mail').select('bodyText').executeTakeFirstOrThrow()
  const Extension = /extension=([\w-]+)/.exec(bodyText)?.[1]
  clock.pass(52 * 24 * 60)
  const signUp = async (UserID: string, extra: object = {}) =>
    (await call(app, 'EventRegister', { UserID, Fullname: 'Sana Abro', Password: 'correct horse', ...extra })).Status
  const closed = 'Registration Date has Expired.'
  const lastDay = async (extra: object = {}) =>
    (await call(app, 'LastDates', { EventID: eventId, typ: '1', ...extra })).theDate

  expect([await lastDay(), await lastDay({ Extension }), await lastDay({ Extension: 'made-up' })]).toEqual([
    '2026-12-20',
    '2026-12-28',
    '2026-12-20',
  ])
  expect(await signUp('sana@example.org')).toBe(closed)
  expect(await signUp('bilal@example.org', { Extension })).toBe(closed)
  expect(await signUp('Sana@example.org', { Extension })).toBe('Success')
  const inAddress = await app.inject({
    method: 'POST',
    url: `/api/LastDates?EventID=${eventId}&typ=1&Extension=${Extension}`,
    headers: { host: 'localhost' },
  })
  expect(inAddress.statusCode).toBe(400)
  clock.pass(6 * 24 * 60)
  expect(await signUp('sana2@example.org', { Extension })).toBe(closed)
  expect(await signUp('sana@example.org', { Extension })).toBe(closed)
})

test('nothing of an extension is left of somebody who is erased', async () => {
  const { world, eventId, zainab } = await aCollege()
  const sana = await aPersonSignedIn(world)
  await give(zainab, eventId, { emails: [sana.email] })
  await sql`select erase_person(${sana.accountId}, now(), true)`.execute(world.db)
  expect(await world.db.selectFrom('extension').select('id').execute()).toEqual([])
  const { rows } = await sql`select id from act_change where concat(before, after) like ${`%${sana.email}%`}`.execute(
    world.db,
  )
  expect(rows).toEqual([])
})
