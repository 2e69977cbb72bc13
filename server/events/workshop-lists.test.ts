/** Staff look at the workshops of an event and at who has a seat, over HTTP and a real database. */
import { expect, test } from 'vitest'
import { aCollege, anOrganiser, copied } from '#server/testing/organisers.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aWorkshop } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { aSeat, aTopic, workshopOf } from '#server/testing/workshops.ts'
import { rosterOf } from './roster.ts'
import { workshopsOfEvent } from './workshop-detail.ts'

type Rows = { rows: Record<string, unknown>[] }
const topics = (body: Record<string, unknown>) => (body as Rows).rows.map(({ topic }) => topic)

test('the list is narrowed by day, seats and words, and sums up the whole event', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const full = await aWorkshop(world, eventId, {
    topic: 'Airway',
    seats: 1,
    startsAt: new Date('2027-01-12T04:00:00Z'),
  })
  await aWorkshop(world, eventId, { topic: 'Ward round', seats: 4, startsAt: new Date('2027-01-12T09:00:00Z') })
  await aSeat(world, { eventId, workshopId: full })
  await aSeat(world, { eventId, workshopId, isPaid: false })
  const list = async (filter: Record<string, string | number> = {}) =>
    (await zainab.ask('WorkshopsOfEvent', { eventId, ...filter })).body

  expect(await list()).toMatchObject({
    timeZone: 'Asia/Karachi',
    total: 3,
    figures: {
      workshops: 3,
      seats: 15,
      paid: 1,
      held: 1,
      free: 13,
      full: 1,
      received: 500_000,
      days: ['2027-01-11', '2027-01-12'],
      nextLapse: '2026-11-01T09:40:00.000Z',
    },
  })
  expect(topics(await list({ day: '2027-01-12' }))).toEqual(['Airway', 'Ward round'])
  expect(topics(await list({ seats: 'full' }))).toEqual(['Airway'])
  expect(topics(await list({ seats: 'half', sort: 'topic' }))).toEqual(['Basic Laparoscopic Skills', 'Ward round'])
  expect(topics(await list({ search: 'skills LAB', sort: '-startsAt' }))).toHaveLength(3)
  const first = await list({ limit: 2 })
  expect(topics(await list({ limit: 2, cursor: first.next as string }))).toEqual(['Ward round'])
  expect((await zainab.ask('WorkshopsOfEvent', { eventId, seats: 'odd' })).status).toBe(422)
})

test('the roster has who paid and who holds, with receipt or end of the hold, and no way to reach them but their address', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  await world.db.updateTable('account').set({ fullName: 'Amna Shah' }).where('id', '=', held.accountId).execute()
  const { body } = await zainab.ask('RosterList', { eventId, workshopId })
  expect((body as Rows).rows).toEqual([
    {
      id: held.applicantId,
      name: 'Amna Shah',
      email: held.email,
      institution: '',
      seat: 'held',
      price: 500_000,
      paymentCode: held.code,
      receipt: null,
      since: '2026-11-01T09:00:00.000Z',
      until: '2026-11-01T09:40:00.000Z',
      isPaying: false,
    },
    expect.objectContaining({ id: paid.applicantId, seat: 'paid', receipt: `R${eventId}-000001`, until: null }),
  ])
  expect((await zainab.ask('RosterList', { eventId, workshopId, seat: 'held' })).body.total).toBe(1)
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect((await desk.ask('RosterList', { eventId, workshopId })).body).toMatchObject({
    isSearchOnly: true,
    rows: [],
    total: 0,
  })
  expect((await desk.ask('RosterList', { eventId, workshopId, search: 'am' })).body.rows).toEqual([])
  expect((await desk.ask('RosterList', { eventId, workshopId, search: 'amn' })).body).toMatchObject({
    rows: [{ id: held.applicantId }],
    total: 1,
  })
  const noted = world.db
    .selectFrom('act')
    .select('id')
    .where('operation', '=', 'RosterList')
    .where('outcome', '=', 'read')
  expect(await noted.execute()).toHaveLength(1)
  expect((await desk.act('WorkshopDelete', { eventId, workshopId, version: 1 })).status).toBe(403)
})

test('a chair, who may not see orders, reads no money of workshops', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  await aSeat(world, { eventId, workshopId, isPaid: true })
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const moneySeenBy = async (who: typeof zainab) => {
    const list = (await who.ask('WorkshopsOfEvent', { eventId })).body as { rows: Money[]; figures: Money }
    const shown = (await who.ask('WorkshopShow', { workshopId })).body as { workshop: Money }
    const roster = (await who.ask('RosterList', { eventId, workshopId })).body as { rows: { price: number | null }[] }
    const { figures } = (await who.ask('ConsoleOverview', { eventId })).body as {
      figures: Money & { heldMoney: unknown }
    }
    const everywhere = [list.rows[0], list.figures, shown.workshop, figures].map((each) => each?.received)
    return [...everywhere, roster.rows[0]?.price, figures.heldMoney]
  }
  type Money = { received: number | null }

  expect(await moneySeenBy(zainab)).toEqual([500_000, 500_000, 500_000, 500_000, 500_000, 0])
  expect(await moneySeenBy(chair)).toEqual([null, null, null, null, null, null])
})

test('CON-002: a workshop of another event is not found under one’s own', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const other = await copied(zainab, eventId)
  const ofOther = await anOrganiser(app, world, { eventId: other })
  expect((await ofOther.ask('WorkshopShow', { workshopId })).status).toBe(404)
  await aSeat(world, { eventId, workshopId })
  expect((await ofOther.ask('RosterList', { eventId: other, workshopId })).body.rows).toEqual([])
  expect((await ofOther.ask('RosterList', { eventId, workshopId })).status).toBe(404)
  for (const [name, input] of [
    ['WorkshopSave', aTopic],
    ['WorkshopStopSales', { stopped: true }],
    ['WorkshopCancel', { cancelled: true, paid: 0 }],
    ['WorkshopDelete', {}],
  ] as const)
    expect([name, (await ofOther.act(name, { eventId: other, workshopId, version: 1, ...input })).status]).toEqual([
      name,
      404,
    ])
  expect((await workshopOf(zainab, workshopId)).version).toBe(1)
})

test('CON-075: the list and the roster ask as often for 1 row as for 3 and 200', async () => {
  const college = await aCollege()
  const { eventId, workshopId } = college
  const { world, since } = countQueries(college.world)
  const staff = await staffWith(college.world, college.zainab.token)
  const asked: number[] = []
  for (const many of [1, 3, 200]) {
    const there = (await workshopsOfEvent(world, staff, { eventId, limit: 1 })).total
    for (let each = there; each < many; each += 1) await aWorkshop(world, eventId, { topic: `Workshop ${each}` })
    since()
    expect((await workshopsOfEvent(world, staff, { eventId, limit: 200 })).rows).toHaveLength(many)
    asked.push(since())
  }
  expect(asked).toEqual([3, 3, 3])
  await aSeat(college.world, { eventId, workshopId })
  since()
  await rosterOf(world, staff, { eventId, workshopId, requestId: 'a request' })
  expect(since()).toBe(2)
})
