/** An event from its draft to the archive, over HTTP and a real database. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkOut } from '#server/booking/checkout.ts'
import { saved } from '#server/testing/abstracts.ts'
import { aCollege, aDraft, anOrganiser, copied, paths, save } from '#server/testing/organisers.ts'
import { aPersonSignedIn, call } from '#server/testing/people.ts'
import { aBuyer, order, pay, toTheBank } from '#server/testing/shop.ts'

test('CON-061: what stops publishing stops it on the server; then it is published, and only the chosen one is current', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const begun = await zainab.act('EventBegin', { name: 'Winter Meeting', startsOn: '2027-02-01', endsOn: '2027-02-02' })
  const draft = begun.body.eventId as number
  const { body } = await zainab.act('DisciplineSave', { eventId: draft, kind: 'discipline', description: 'Surgery' })
  const refused = await zainab.toEvent('EventPublish', draft)
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    [{ path: 'no_discipline', message: 'There is no discipline with a field to submit abstracts to.' }],
  ])
  const check = await zainab.ask('EventCheck', { eventId: draft })
  expect((check.body.stops as { code: string }[]).map(({ code }) => code)).toEqual(['no_discipline'])

  const [{ id: disciplineId }] = (body.event as { disciplines: [{ id: number }] }).disciplines
  await zainab.act('DisciplineSave', { eventId: draft, kind: 'field', disciplineId, description: 'Trauma' })
  expect((await zainab.toEvent('EventPublish', draft)).body.event).toMatchObject({
    state: 'published',
    isCurrent: false,
  })
  // A participant of the current one is asked about neither a draft nor another.
  expect((await call(app, 'EventsPortal')).EventId).toBe(eventId)
  const chosen = await zainab.toEvent('EventMakeCurrent', draft)
  expect(chosen.body.event).toMatchObject({ state: 'published', isCurrent: true })
  expect((await call(app, 'EventsPortal')).EventId).toBe(draft)
  expect((await zainab.event(eventId)).isCurrent).toBe(false)
  const acts = await world.db
    .selectFrom('act')
    .select(['operation', 'outcome', 'steppedUp'])
    .where('operation', '=', 'EventPublish')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { operation: 'EventPublish', outcome: 'refused', steppedUp: true },
    { operation: 'EventPublish', outcome: 'done', steppedUp: true },
  ])
})

test('a draft is nobody’s business: its dates, disciplines and workshops answer as if there were none', async () => {
  const { app, eventId, zainab } = await aCollege()
  const draft = await copied(zainab, eventId)
  const ask = async (name: string, input: object) =>
    ((await call(app, name, { ...input })).reply.json() as { Table: unknown[] }).Table.length
  const speciality = ((await zainab.event(draft)).disciplines as { id: number }[])[0]?.id
  for (const [event, rows] of [
    [eventId, 1],
    [draft, 0],
  ] as const) {
    expect(Math.min(1, await ask('LastDates', { EventID: event, typ: '1' }))).toBe(rows)
    expect(Math.min(1, await ask('SpecialityList', { EventID: event }))).toBe(rows)
    expect(Math.min(1, await ask('WorkshopsList', { EventID: event, ApplicantID: 0 }))).toBe(rows)
  }
  expect(await ask('SubSpecialityList', { SupecialityID: speciality })).toBe(0)
})

test('what asks for step-up is refused without it, and changes nothing', async () => {
  const { world, eventId, zainab } = await aCollege()
  const draft = await copied(zainab, eventId)
  await sql`update staff_session set stepped_up_until = null`.execute(world.db)
  for (const name of ['EventPublish', 'EventUnpublish', 'EventMakeCurrent', 'EventEnd'])
    expect((await zainab.toEvent(name, draft)).body.code).toBe('step_up')
  expect((await zainab.event(draft)).state).toBe('draft')
})

test('CON-063: an event is unpublished with a payment open: the receipt comes, and nobody else can book', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const [buyer, other] = [await aBuyer(world, eventId), await aBuyer(world, eventId)]
  const code = await order(world, buyer, [workshopId])
  await toTheBank(world, buyer, code)
  expect(paths(await zainab.toEvent('EventUnpublish', eventId, { name: 'Something else' }))).toEqual(['name'])
  expect((await zainab.toEvent('EventUnpublish', eventId)).body.event).toMatchObject({
    state: 'draft',
    isCurrent: false,
  })

  await pay(world, buyer, { code })
  expect(await world.db.selectFrom('receipt').select('number').execute()).toEqual([{ number: 1 }])
  expect(await checkOut(world, other, [workshopId])).toMatchObject({ kind: 'refused' })
  expect((await call(app, 'EventsPortal')).EventId).toBe(undefined)
  // With a paid order only an owner may.
  await zainab.toEvent('EventPublish', eventId)
  const refused = await zainab.toEvent('EventUnpublish', eventId)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    '1 order is paid: only an owner can unpublish this event.',
  ])
  const owner = await anOrganiser(app, world, { role: 'owner' })
  expect((await owner.toEvent('EventUnpublish', eventId)).status).toBe(200)
})

test('ending closes sales, holds and extensions; it stays current until another is chosen, and only then is archived', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const [buyer, other] = [await aBuyer(world, eventId), await aBuyer(world, eventId)]
  await order(world, buyer, [workshopId])
  const give = { eventId, kind: 'abstracts', until: '2026-12-20', reason: 'ill', emails: ['a@example.org'] }
  await zainab.act('ExtensionGive', give)

  const ended = await zainab.toEvent('EventEnd', eventId)
  expect(ended.body).toMatchObject({ closed: { holds: 1, extensions: 1 }, event: { state: 'ended', isCurrent: true } })
  expect(await checkOut(world, other, [workshopId])).toMatchObject({ kind: 'refused' })
  expect((await zainab.toEvent('EventArchive', eventId)).status).toBe(409)
  expect((await zainab.act('ExtensionGive', give)).status).toBe(409)

  const next = await copied(zainab, eventId)
  await zainab.toEvent('EventPublish', next, { makeCurrent: true })
  expect((await zainab.toEvent('EventArchive', eventId)).body.event).toMatchObject({ state: 'archived' })
})

test('CON-073: in the archive only money moves', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const buyer = await aBuyer(world, eventId)
  const code = await order(world, buyer, [workshopId])
  await toTheBank(world, buyer, code)
  await aDraft(world, eventId)
  await zainab.toEvent('EventEnd', eventId)
  const next = await copied(zainab, eventId)
  await zainab.toEvent('EventPublish', next, { makeCurrent: true })
  await zainab.toEvent('EventArchive', eventId)

  for (const name of ['EventPublish', 'EventEnd', 'EventDelete'])
    expect([name, (await zainab.toEvent(name, eventId)).status]).toEqual([name, 409])
  expect((await save(zainab, eventId, { venue: 'Elsewhere' })).status).toBe(409)
  const writes = [
    "update event set venue = 'x'",
    'delete from event',
    "update speciality set description = 'x'",
    "insert into speciality (event_id, description) select id, 'x' from event",
    'update sub_speciality set position = 9',
    "update workshop set topic = 'x'",
    'insert into applicant (account_id, event_id, created_at) select account.id, event.id, now() from account, event',
    'update abstract set versions = versions + 1, current_version = current_version + 1',
  ]
  for (const write of writes)
    await expect(sql.raw(write).execute(world.db)).rejects.toMatchObject({ constraint: 'event_is_not_archived' })
  // The bank's answer comes late, and still counts.
  await pay(world, buyer, { code })
  expect(await world.db.selectFrom('receipt').select('eventId').execute()).toEqual([{ eventId }])
})

test('a participant who writes to an archived event is told that it is only read', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const { token } = await aPersonSignedIn(world)
  const pk = await saved(app, { token })
  await zainab.toEvent('EventEnd', eventId)
  await zainab.toEvent('EventPublish', await copied(zainab, eventId), { makeCurrent: true })
  await zainab.toEvent('EventArchive', eventId)
  const reply = await app.inject({
    method: 'POST',
    url: '/api/RemoveAbstract',
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { pk, EventID: eventId },
  })
  expect([reply.statusCode, reply.body]).toEqual([403, expect.stringContaining('It can only be read.') as string])
  const list = await app.inject({
    url: `/api/GetAbstracts?EventID=${eventId}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  expect(list.json()).toMatchObject({ Table: [{ pk }] })
})

test('somebody is erased although their event is in the archive', async () => {
  const { world, eventId, zainab } = await aCollege()
  const person = await aDraft(world, eventId)
  await zainab.toEvent('EventEnd', eventId)
  await zainab.toEvent('EventPublish', await copied(zainab, eventId), { makeCurrent: true })
  await zainab.toEvent('EventArchive', eventId)
  await sql`select erase_person(${person.accountId}, now(), false)`.execute(world.db)
  expect(await world.db.selectFrom('abstract').select('id').execute()).toEqual([])
})

test('a draft that nobody needs is deleted with its name typed; one with people is not', async () => {
  const { world, eventId, zainab } = await aCollege()
  const draft = await copied(zainab, eventId)
  expect(paths(await zainab.toEvent('EventDelete', draft, { name: 'conference' }))).toEqual(['name'])
  expect((await zainab.toEvent('EventDelete', draft)).status).toBe(200)
  expect((await zainab.ask('EventShow', { eventId: draft })).status).toBe(404)
  expect((await zainab.ask('EventsOfStaff')).body.events).toHaveLength(1)

  const other = await copied(zainab, eventId)
  await world.db
    .insertInto('applicant')
    .values({ accountId: zainab.accountId, eventId: other, createdAt: world.now() })
    .execute()
  const refused = await zainab.toEvent('EventDelete', other)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'People took part in it, or something of it is in use. It cannot be deleted.',
  ])
})
