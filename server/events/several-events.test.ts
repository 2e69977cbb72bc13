import { sql } from 'kysely'
/** More than one event is announced: where each is found, which one a call means, and what becomes of it later. */
import { expect, test } from 'vitest'
import { keepContent } from '#server/events/site-content.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { firstVersions } from '#server/pages/words.ts'
import { comeBack } from '#server/payments/card/finalize.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import { saved } from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { aCollege, aDraft, anOrganiser, copied } from '#server/testing/organisers.ts'
import { aPerson, aPersonSignedIn, call, pinFor } from '#server/testing/people.ts'
import { untilWaiting } from '#server/testing/races.ts'
import { aBuyer, order } from '#server/testing/shop.ts'
import { builtSite } from '#server/testing/site.ts'

/** A college whose second event is announced beside the current one, with its pages. */
async function twoEvents() {
  const { world, eventId } = await aCollege()
  await firstVersions(world, 'content')
  const site = { ...builtSite(), render: async () => 'a page', content: keepContent(world) }
  const app = await makeTestApp(world, { site })
  const zainab = await anOrganiser(app, world)
  const second = await copied(zainab, eventId, 'Spring Meeting')
  await zainab.toEvent('EventPublish', second)
  return { world, app, eventId, second, zainab }
}

const table = async (app: Awaited<ReturnType<typeof makeTestApp>>, name: string, input: object) =>
  (await call(app, name, { ...input })).reply.json<{ Table: Record<string, unknown>[] }>().Table

test('a call means the event that it names; none and 0 mean the current one', async () => {
  const { world, app, eventId, second } = await twoEvents()
  for (const [EventID, date, discipline] of [
    [undefined, '2026-12-20', eventId],
    [0, '2026-12-20', eventId],
    [second, '2027-12-19', second],
  ] as const) {
    const named = EventID === undefined ? {} : { EventID }
    expect(await table(app, 'LastDates', { ...named, typ: '1' })).toEqual([{ theDate: date }])
    const own = await world.db
      .selectFrom('speciality')
      .select('id')
      .where('eventId', '=', discipline)
      .orderBy('id')
      .execute()
    expect((await table(app, 'SpecialityList', named)).map(({ id }) => id)).toEqual(own.map(({ id }) => id))
    expect(await table(app, 'WorkshopsList', { ...named, ApplicantID: 0 })).toHaveLength(1)
  }
})

test('whoever signs up and in on the pages of the second event is at that one alone; a call that names another joins it', async () => {
  const { world, app, eventId, second } = await twoEvents()
  await sql`update event set registration_closes_on = '2026-10-01' where id = ${eventId}`.execute(world.db)
  const signUp = { UserID: 'sana@example.org', Fullname: 'Sana Memon', Password: 'correct horse', DeviceID: 'd1' }
  expect((await call(app, 'EventRegister', signUp)).Status).toBe('Registration Date has Expired.')
  expect((await call(app, 'EventRegister', { ...signUp, EventID: 77 })).Status).toBe('Registration Date has Expired.')
  expect((await call(app, 'EventRegister', { ...signUp, EventID: second })).Status).toBe('Success')
  const letter = await world.db.selectFrom('mail').select('bodyText').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(letter.bodyText).toContain('/e/spring-meeting/verify-email#')
  const OTP = await pinFor(world, signUp.UserID)
  await call(app, 'EventEmailVerify', { ...signUp, OTP })

  const login = { UserID: signUp.UserID, Password: signUp.Password, EventID: second }
  const { Column1: token, EventID } = await call(app, 'Login', login)
  expect(EventID).toBe(second)
  const mine = async () =>
    (await world.db.selectFrom('applicant').select('eventId').orderBy('eventId').execute()).map((row) => row.eventId)
  await call(app, 'Sessions', { token: String(token) })
  const words = { Title: 'Of the second' }
  await saved(app, { token: String(token), words: { ...words, EventID: String(second) } })
  expect(await mine()).toEqual([second])
  await call(app, 'ProfileExists', { token: String(token), EventID: 0 })
  expect(await mine()).toEqual([eventId, second])
  // An event that nobody announced takes nobody in, be it by a call or by signing in.
  const draft = await copied(await anOrganiser(app, world), eventId)
  expect((await call(app, 'ProfileExists', { token: String(token), EventID: draft })).http).toBe(403)
  expect((await call(app, 'Login', { ...login, EventID: draft })).EventID).toBe(eventId)
})

test('its pages are there while it is announced, and after it ended or was archived; a draft has none', async () => {
  const { app, second, zainab } = await twoEvents()
  const statusOf = async (url: string) =>
    (await app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })).statusCode
  // A page may be a second old.
  const later = () => new Promise((done) => setTimeout(done, 1050))
  const all = ['/e/spring-meeting', '/e/spring-meeting/', '/e/spring-meeting/events', '/e/spring-meeting/signup']
  const statuses = () => Promise.all(all.map(statusOf))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  for (const url of ['/e/autumn-meeting/', '/e/spring-meeting/faq', '/e/Spring-Meeting/', '/e/'])
    expect([url, await statusOf(url)]).toEqual([url, 404])
  const sitemap = async () => (await app.inject({ url: '/sitemap.xml', headers: { host: 'localhost' } })).body
  expect(await sitemap()).toContain('/e/spring-meeting/events</loc>')
  expect(await sitemap()).not.toContain('/e/spring-meeting/login')

  await zainab.toEvent('EventUnpublish', second)
  await later()
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect(await sitemap()).not.toContain('spring-meeting')
  await zainab.toEvent('EventPublish', second)
  await zainab.toEvent('EventEnd', second)
  await zainab.toEvent('EventArchive', second)
  await later()
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect(await sitemap()).not.toContain('spring-meeting')
})

test('the bank leads back to the pages of the event, or to the plain one when they are gone', async () => {
  const { world, second, zainab } = await twoEvents()
  const { id: workshopId } = await world.db
    .selectFrom('workshop')
    .select('id')
    .where('eventId', '=', second)
    .executeTakeFirstOrThrow()
  const buyer = await aBuyer(world, second)
  const code = await order(world, buyer, [workshopId])
  const page = '/e/spring-meeting/payment-processing'
  await initiate(world, buyer, { paymentCode: code, returnPath: page, host: undefined })
  const { returnKey } = await world.db.selectFrom('paymentAttempt').select('returnKey').executeTakeFirstOrThrow()
  expect(await comeBack(world, returnKey, {})).toBe(page)
  await zainab.toEvent('EventUnpublish', second)
  expect(await comeBack(world, returnKey, {})).toBe('/payment-processing')
})

test('an extension follows its person to a new address, and the later of two counts', async () => {
  const { world, eventId, zainab } = await aCollege()
  const { accountId } = await aPerson(world, { email: 'old@example.org' })
  const give = (email: string, until: string) =>
    zainab.act('ExtensionGive', { eventId, kind: 'abstracts', until, reason: 'A flood', emails: [email] })
  await give('old@example.org', '2026-12-05')
  await give('new@example.org', '2026-12-03')
  const move = (email: string) =>
    world.db.updateTable('account').set({ email, emailKey: email }).where('id', '=', accountId).execute()
  const open = () => world.db.selectFrom('extension').select(['email', 'until']).where('endedAt', 'is', null).execute()
  await move('new@example.org')
  expect(await open()).toEqual([{ email: 'new@example.org', until: '2026-12-05' }])

  // Also when the event is in the archive by then, where nothing else changes.
  await zainab.toEvent('EventEnd', eventId)
  await zainab.toEvent('EventPublish', await copied(zainab, eventId), { makeCurrent: true })
  await zainab.toEvent('EventArchive', eventId)
  await move('third@example.org')
  const all = await world.db.selectFrom('extension').select('email').distinct().execute()
  expect(all).toEqual([{ email: 'third@example.org' }])
})

/** Somebody writes, and has not committed, while the event is archived. Says what each of them got. */
async function writeAndArchive({ world, zainab, eventId }: Awaited<ReturnType<typeof aCollege>>) {
  const begun = await inTransaction(world, async (held) => {
    await sql`update abstract set created_at = created_at + interval '1 second' where event_id = ${eventId}`.execute(
      held.db,
    )
    const archived = zainab.toEvent('EventArchive', eventId)
    let isDone = false
    void archived.finally(() => (isDone = true))
    await untilWaiting(world, 1, () => isDone)
    return { archived, archivedFirst: isDone }
  })
  return { archivedFirst: begun.archivedFirst, status: (await begun.archived).status }
}

async function ended(college: Awaited<ReturnType<typeof aCollege>>) {
  await aDraft(college.world, college.eventId)
  await college.zainab.toEvent('EventEnd', college.eventId)
  await college.zainab.toEvent('EventPublish', await copied(college.zainab, college.eventId), { makeCurrent: true })
  return college
}

test('an archive waits for whoever is writing, and whoever comes after it is told that it is only read', async () => {
  for (let round = 0; round < often(1, 20); round += 1) {
    const college = await ended(await aCollege())
    expect(await writeAndArchive(college)).toEqual({ archivedFirst: false, status: 200 })
    const write = sql`update abstract set created_at = now()`.execute(college.world.db)
    await expect(write).rejects.toMatchObject({ constraint: 'event_is_not_archived' })
  }
})

test('control: without the lock the archive does not wait, and a write is committed after it', async () => {
  const college = await ended(await aCollege())
  await withoutArchiveLock(college.world, async () => {
    expect(await writeAndArchive(college)).toEqual({ archivedFirst: true, status: 200 })
  })
})

async function withoutArchiveLock({ db }: World, work: () => Promise<void>): Promise<void> {
  await sql`alter table event disable trigger archive_waits_for_writes`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table event enable trigger archive_waits_for_writes`.execute(db)
  }
}

test('somebody with a session from before is at the second event with their first call about it', async () => {
  const { world, app, eventId, second } = await twoEvents()
  const { token, accountId } = await aPersonSignedIn(world)
  const reply = await app.inject({
    url: `/api/MyEvents?EventID=${second}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  const { events } = reply.json<{ events: { eventId: number; slug: string }[] }>()
  expect(events.map((each) => each.eventId).toSorted((one, other) => one - other)).toEqual([eventId, second])
  expect(events.find((each) => each.eventId === second)?.slug).toBe('spring-meeting')
  expect(await world.db.selectFrom('applicant').select('accountId').where('eventId', '=', second).execute()).toEqual([
    { accountId },
  ])
})
