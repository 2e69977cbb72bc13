/** Staff look after events, over HTTP and a real database. */
import { expect, test } from 'vitest'
import { aCollege, aDraft, anOrganiser, copied, paths, save, fieldsOf } from '#server/testing/organisers.ts'
import { aPersonSignedIn, call } from '#server/testing/people.ts'

test('an organiser saves an event; of two who began from the same, the second is told what is stored and by whom', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const sana = await anOrganiser(app, world)
  const before = await zainab.event(eventId)

  const first = await save(zainab, eventId, { venue: 'Hall 2', theme: '  From\u200b Evidence ' })
  expect(first.status).toBe(200)
  expect(first.body.event).toMatchObject({ venue: 'Hall 2', theme: 'From Evidence', version: before.version + 1 })
  const second = await save(sana, eventId, { venue: 'Hall 3', seen: before.version })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'conflict', stored: first.body.event })
  expect((second.body.stored as { changedBy: unknown }).changedBy).toEqual({
    name: expect.stringMatching(/^Person/) as string,
    at: world.now().toISOString(),
  })
})

test('the same save sent twice under one key is one change with one answer, and another under that key is refused', async () => {
  const { world, eventId, zainab } = await aCollege()
  const event = await zainab.event(eventId)
  const wish = { eventId, version: event.version, ...fieldsOf(event), venue: 'Hall 2', actKey: 'once-and-again' }
  const [first, again] = await Promise.all([zainab.act('EventSave', wish), zainab.act('EventSave', wish)])

  expect(again).toEqual(first)
  expect(first.status).toBe(200)
  const acts = await world.db.selectFrom('act').select('id').where('operation', '=', 'EventSave').execute()
  expect(acts).toHaveLength(1)
  expect((await zainab.act('EventSave', { ...wish, venue: 'Hall 3' })).status).toBe(400)
  expect((await zainab.event(eventId)).venue).toBe('Hall 2')
})

test('CON-056: dates that cannot be together change nothing, and each is said at its field', async () => {
  const { eventId, zainab } = await aCollege()
  expect(paths(await save(zainab, eventId, { registrationClosesOn: '2027-01-16', opensOn: '2026-12-05' }))).toEqual([
    'abstractsCloseOn',
    'registrationClosesOn',
  ])
  expect(paths(await save(zainab, eventId, { startsOn: '2027-02-29' }))).toEqual(['startsOn'])
  // A workshop is on the 11th.
  expect(paths(await save(zainab, eventId, { startsOn: '2027-01-09', endsOn: '2027-01-10' }))).toEqual(['endsOn'])
  expect(paths(await save(zainab, eventId, { timeZone: 'Asia/Dubai' }))).toEqual(['timeZone'])
  expect((await zainab.event(eventId)).version).toBe(1)
})

test('a last date moves later at once, and earlier not before today; drafts are counted, and told when time is short', async () => {
  const { world, eventId, zainab } = await aCollege()
  const draft = await aDraft(world, eventId)
  const later = await save(zainab, eventId, { abstractsCloseOn: '2026-12-10' })
  const moved = { which: 'abstracts', from: '2026-12-01', to: '2026-12-10', drafts: 1, told: 0 }
  expect(later.body.moved).toEqual([moved])

  expect(paths(await save(zainab, eventId, { abstractsCloseOn: '2026-10-31' }))).toEqual(['abstractsCloseOn'])
  const earlier = await save(zainab, eventId, { abstractsCloseOn: '2026-11-02' })
  expect(earlier.body.moved).toEqual([{ ...moved, from: '2026-12-10', to: '2026-11-02', told: 1 }])
  const letters = await world.db.selectFrom('mail').select(['recipient', 'subject']).execute()
  expect(letters).toEqual([{ recipient: draft.email, subject: 'Abstracts now close on 2 November 2026' }])
})

test('a pasted list of disciplines is added in one act; what is there stays as it is', async () => {
  const { world, eventId, zainab } = await aCollege()
  const names = async () =>
    ((await zainab.event(eventId)).disciplines as { description: string; fields: { description: string }[] }[]).map(
      ({ description, fields }) => [description, ...fields.map((field) => field.description)],
    )
  const before = await names()
  const [[known, ...fields] = []] = before
  const list = [
    { description: 'Palliative Care', fields: ['Hospice', 'Home care', 'Hospice'] },
    { description: known, fields: [fields[0], 'A new field'] },
  ]
  const { status, body } = await zainab.act('DisciplinesAdd', { eventId, disciplines: list })
  expect([status, body.added]).toEqual([200, { disciplines: 1, fields: 3 }])
  expect(await names()).toEqual([
    [known, ...fields, 'A new field'],
    ...before.slice(1),
    ['Palliative Care', 'Hospice', 'Home care'],
  ])
  const acts = await world.db.selectFrom('act').select('id').where('operation', '=', 'DisciplinesAdd').execute()
  expect(acts).toHaveLength(1)
  const tooLong = [{ description: 'x'.repeat(400), fields: [] }]
  expect((await zainab.act('DisciplinesAdd', { eventId, disciplines: tooLong })).status).toBe(422)
})

test('CON-068: a discipline is named, ordered and retired; what was submitted to it stays', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  type Part = {
    id: number
    version: number
    description: string
    isRetired: boolean
    abstracts: number
    fields: Part[]
  }
  const parts = async () => (await zainab.event(eventId)).disciplines as Part[]
  await aDraft(world, eventId)
  const [radiology, pathology] = (await parts()) as [Part, Part]
  expect(radiology).toMatchObject({ description: 'Radiology', abstracts: 1 })

  const rename = { eventId, kind: 'discipline', id: pathology.id, version: 1, description: 'Radiology' }
  expect(paths(await zainab.act('DisciplineSave', rename))).toEqual(['description'])
  expect((await zainab.act('DisciplineSave', { ...rename, description: 'Laboratory' })).status).toBe(200)
  expect((await zainab.act('DisciplineSave', { ...rename, description: 'Blood' })).status).toBe(409)
  await zainab.act('DisciplineOrder', { eventId, ids: [pathology.id, radiology.id] })
  expect((await zainab.act('DisciplineOrder', { eventId, ids: [pathology.id] })).status).toBe(409)

  const offered = async () =>
    (
      (await call(app, 'SpecialityList', { EventID: eventId })).reply.json() as { Table: { Description: string }[] }
    ).Table.map((row) => row.Description)
  expect(await offered()).toEqual(['Laboratory', 'Radiology'])
  const [laboratory, radiologyNow] = (await parts()) as [Part, Part]
  const retire = (part: Part, retired = true) =>
    zainab.act('DisciplineRetire', { eventId, kind: 'discipline', id: part.id, version: part.version, retired })
  expect((await retire(radiologyNow)).status).toBe(200)
  expect(await offered()).toEqual(['Laboratory'])
  const last = await retire(laboratory)
  expect([last.status, last.body.message]).toEqual([409, 'It is the last one that abstracts can be submitted to.'])
  expect((await parts()).map(({ description, isRetired, abstracts }) => [description, isRetired, abstracts])).toEqual([
    ['Laboratory', false, 0],
    ['Radiology', true, 1],
  ])
  // Of another event it does not exist.
  const other = await copied(zainab, eventId)
  const foreign = {
    eventId: other,
    kind: 'discipline',
    id: laboratory.id,
    version: laboratory.version,
    description: 'X',
  }
  expect((await zainab.act('DisciplineSave', foreign)).status).toBe(404)
})

test('programmes are added, saved by version, and no longer shown once retired', async () => {
  const { zainab } = await aCollege()
  const course = {
    name: 'Ultrasound at the bedside',
    courseCoordinator: 'Dr Sana Abro',
    registrationFee: 'RS 5,000',
    endDate: '2027-03-01',
    image: '/art/flyer-pocus.svg',
    description: 'Two days\r\nwith patients',
  }
  const { body } = await zainab.act('ProgrammeSave', course)
  const made = body.programme as { id: number; version: number }
  expect(body.programme).toEqual({
    ...course,
    description: 'Two days\nwith patients',
    id: made.id,
    version: 1,
    isRetired: false,
  })
  const change = { ...course, ...made, isRetired: undefined, name: 'Ultrasound' }
  expect((await zainab.act('ProgrammeSave', change)).body.programme).toMatchObject({ name: 'Ultrasound', version: 2 })
  const late = await zainab.act('ProgrammeSave', { ...change, name: 'Too late' })
  expect([late.status, (late.body.stored as { name: string }).name]).toEqual([409, 'Ultrasound'])
  await zainab.act('ProgrammeRetire', { id: made.id, version: 2, retired: true })
  expect((await zainab.ask('ProgrammeList')).body.programmes).toMatchObject([{ name: 'Ultrasound', isRetired: true }])
})

test('S22: programmes of the college are not changed by an organiser of one event', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const ofEvent = await anOrganiser(app, world, { eventId })
  const course = {
    name: 'Ultrasound',
    courseCoordinator: 'Dr Sana Abro',
    registrationFee: 'RS 5,000',
    endDate: '2027-03-01',
  }
  const fields = { ...course, image: '/art/flyer-pocus.svg', description: 'Two days' }
  const made = (await zainab.act('ProgrammeSave', fields)).body.programme as { id: number }

  const saved = await ofEvent.act('ProgrammeSave', { ...fields, id: made.id, version: 1, name: 'Ours' })
  const retired = await ofEvent.act('ProgrammeRetire', { id: made.id, version: 1, retired: true })

  expect([saved.status, retired.status]).toEqual([403, 403])
  expect((await zainab.ask('ProgrammeList')).body.programmes).toMatchObject([
    { name: 'Ultrasound', version: 1, isRetired: false },
  ])
})

test('CON-002: an id of another event under one’s own is not found, and a person’s token opens nothing here', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const other = await copied(zainab, eventId)
  const ofOther = await anOrganiser(app, world, { eventId: other })
  expect((await ofOther.ask('EventShow', { eventId })).status).toBe(404)
  expect((await ofOther.ask('EventsOfStaff')).body.events).toHaveLength(1)
  const give = { eventId: other, kind: 'abstracts', until: '2027-12-20', reason: 'ill', emails: ['a@example.org'] }
  expect((await ofOther.act('ExtensionGive', give)).status).toBe(200)
  const { rows } = (await ofOther.ask('ExtensionList', { eventId: other })).body as { rows: { id: number }[] }
  const end = { eventId, id: rows[0]?.id, reason: 'well' }
  expect((await zainab.act('ExtensionEnd', end)).status).toBe(404)
  const { token } = await aPersonSignedIn(world)
  const reply = await app.inject({
    url: `/staff/EventShow?eventId=${eventId}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  expect(reply.statusCode).toBe(401)
})
