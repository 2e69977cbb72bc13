/** Staff look after workshops, over HTTP and a real database. */
import { expect, test } from 'vitest'
import { checkOut } from '#server/booking/checkout.ts'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import { settle } from '#server/payments/card/settle.ts'
import { aCollege, anOrganiser, copied, paths } from '#server/testing/organisers.ts'
import { call } from '#server/testing/people.ts'
import { aBuyer, aClock, aWorkshop, atTheBank, booksOf, pay, tokenOf, toTheBank } from '#server/testing/shop.ts'
import { aSeat, aTopic, pricesIn, saveAs, toWorkshop, workshopOf } from '#server/testing/workshops.ts'

type Rows = { rows: Record<string, unknown>[] }
const topics = (body: Record<string, unknown>) => (body as Rows).rows.map(({ topic }) => topic)

test('an organiser adds a workshop by the clock of the event, and people can book it', async () => {
  const { world, eventId, zainab } = await aCollege()
  const { status, body } = await zainab.act('WorkshopSave', {
    eventId,
    ...aTopic,
    seats: ' 16',
    priceInRupees: '99',
  })

  expect([status, body.keepOldPrice]).toEqual([200, null])
  expect(body.workshop).toEqual({
    workshopId: expect.any(Number) as number,
    eventId,
    version: 1,
    topic: 'Focused Echo in Shock',
    // Nine in the morning in Karachi.
    startsAt: '2027-01-12T04:00:00.000Z',
    date: '2027-01-12',
    time: '09:00',
    timeZone: 'Asia/Karachi',
    durationMinutes: 240,
    venue: 'Simulation Centre',
    facilitators: 'Dr Hina Talpur',
    focal: 'Dr Imran Jatoi',
    price: 9_900,
    state: 'selling',
    seats: 16,
    paid: 0,
    held: 0,
    free: 16,
    received: 0,
    lowest: 0,
    holds: { paying: 0, next: null, last: null },
    orders: 0,
    salesStoppedAt: null,
    cancelledAt: null,
    changedBy: { name: expect.any(String) as string, at: world.now().toISOString() },
  })
  const { workshopId } = body.workshop as { workshopId: number }
  await aSeat(world, { eventId, workshopId, isPaid: false })
  expect(await pricesIn(world, workshopId)).toEqual([9_900])
})

test('what cannot be is said at its field, and nothing is changed', async () => {
  const { eventId, workshopId, zainab } = await aCollege()
  const wrong = { topic: ' \u200b ', date: '2027-02-29', time: '24:00', seats: '1e3', priceInRupees: 0.001 }
  expect(paths(await saveAs(zainab, workshopId, wrong))).toEqual(['topic', 'date', 'time', 'seats', 'priceInRupees'])
  const afterEnd = { date: '2027-01-17' }
  expect(paths(await saveAs(zainab, workshopId, afterEnd))).toEqual(['date'])
  expect(paths(await saveAs(zainab, workshopId, { date: '2026-10-31' }))).toEqual(['time'])
  expect(paths(await zainab.act('WorkshopSave', { eventId, ...aTopic, durationMinutes: 0 }))).toEqual([
    'durationMinutes',
  ])
  expect((await workshopOf(zainab, workshopId)).version).toBe(1)
})

test('of two who began from the same, the second is told what is stored and by whom; one key is one workshop', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const sana = await anOrganiser(app, world)
  const first = await saveAs(zainab, workshopId, { venue: 'Seminar Room A' })
  const second = await saveAs(sana, workshopId, { venue: 'Seminar Room B', seen: 1 })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'conflict', stored: first.body.workshop })

  const wish = { eventId, ...aTopic, actKey: 'once-and-again' }
  expect(await zainab.act('WorkshopSave', wish)).toEqual(await zainab.act('WorkshopSave', wish))
  expect(topics((await zainab.ask('WorkshopsOfEvent', { eventId })).body)).toHaveLength(2)
})

test('g1: fewer seats than are taken are refused with the numbers, and as few as are taken are not', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  await aSeat(world, { eventId, workshopId })
  await aSeat(world, { eventId, workshopId })
  await aSeat(world, { eventId, workshopId, isPaid: false })

  const refused = await saveAs(zainab, workshopId, { seats: 2, venue: 'Ward 4' })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      fields: [{ path: 'seats', message: '3 seats are taken: 2 paid, 1 held. The lowest you can set is 3.' }],
    },
  })
  expect(await workshopOf(zainab, workshopId)).toMatchObject({ seats: 10, venue: 'Skills Laboratory', lowest: 3 })
  expect((await saveAs(zainab, workshopId, { seats: 3 })).body.workshop).toMatchObject({ state: 'full', free: 0 })
  expect(await checkOut(world, await aBuyer(world, eventId), [workshopId])).toMatchObject({
    obstacles: [{ status: 'Seats not available' }],
  })
})

test('g2: whoever ordered before a new price keeps theirs, and the answer says how many and until when', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  await aSeat(world, { eventId, workshopId })
  const early = await aSeat(world, { eventId, workshopId, isPaid: false })
  const paying = await aSeat(world, { eventId, workshopId, isPaid: false })
  await toTheBank(world, paying, paying.code)

  const { body } = await saveAs(zainab, workshopId, { priceInRupees: 5500 })
  expect(body.keepOldPrice).toEqual({ orders: 2, paying: 1, until: '2026-11-01T09:40:00.000Z' })
  expect(body.workshop).toMatchObject({ price: 550_000, paid: 1, held: 2, received: 500_000 })
  await aSeat(world, { eventId, workshopId, isPaid: false })
  expect(await pricesIn(world, workshopId)).toEqual([500_000, 500_000, 500_000, 550_000])
  await pay(world, early, { code: early.code })
  expect(await booksOf(world, early.code)).toMatchObject({ state: 'paid', ledger: [500_000] })
  // The same price again concerns nobody.
  expect((await saveAs(zainab, workshopId, { venue: 'Ward 4' })).body.keepOldPrice).toBeNull()
})

test('stopped sales take no new seat and leave every other; participants see none left, and they begin again', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  const stopped = await toWorkshop(zainab, workshopId, ['WorkshopStopSales', { stopped: true }])
  expect(stopped.body.workshop).toMatchObject({ state: 'stopped', held: 1, free: 9, version: 2 })

  const token = await tokenOf(world, await aBuyer(world, eventId))
  const book = async () =>
    (await call(app, 'CheckOut', { token, workshopIDs: String(workshopId) })).reply.json<unknown>()
  const row = { Status: 'Seats not available', Description: 'Basic Laparoscopic Skills', WorkshopID: workshopId }
  expect(await book()).toEqual({ Table: [row] })
  await pay(world, held, { code: held.code })
  expect(await booksOf(world, held.code)).toMatchObject({ state: 'paid', seats: 1 })

  await toWorkshop(zainab, workshopId, ['WorkshopStopSales', { stopped: false }])
  expect(await book()).toMatchObject({ Table: [{ Status: 'True' }] })
  const late = await zainab.act('WorkshopStopSales', { eventId, workshopId, version: 1, stopped: true })
  expect(late.status).toBe(409)
})

test('a payment that arrives after its hold, and after sales were stopped, waits for a person', async () => {
  const clock = aClock()
  const { world, eventId, workshopId, zainab } = await aCollege({ now: clock.now })
  const person = await aSeat(world, { eventId, workshopId, isPaid: false })
  const transaction = await toTheBank(world, person, person.code)
  await atTheBank(world, transaction, 'approve')
  await world.db.updateTable('paymentAttempt').set({ state: 'abandoned', nextCheckAt: null }).execute()
  clock.pass(60)
  await lapse(world, await dueOrders(world))
  await toWorkshop(zainab, workshopId, ['WorkshopStopSales', { stopped: true }])
  const { id } = await world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()
  const money = { amount: 500_000, currency: 'PKR' }
  await settle(world, id, { fact: { kind: 'captured', transactionId: transaction, money }, source: 'books' })
  expect(await booksOf(world, person.code)).toMatchObject({ seats: 0, exceptions: ['late_capture_no_seat'] })
})

test('g12: a cancelled workshop sells nothing, gives up what is held, and keeps what is paid for a person to settle', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  const other = await aWorkshop(world, eventId, { topic: 'Writing the Structured Abstract' })

  const wrong = await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: true, paid: 0 }])
  expect([wrong.status, wrong.body.code]).toEqual([409, 'count_changed'])
  const { body } = await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: true, paid: 1 }])
  expect(body.givenUp).toBe(1)
  expect(body.workshop).toMatchObject({ state: 'cancelled', paid: 1, held: 0, cancelledAt: world.now().toISOString() })
  expect(await booksOf(world, paid.code)).toMatchObject({ state: 'paid', seats: 1 })

  const queue = await zainab.ask('RosterList', { eventId, workshopId })
  expect(queue.body).toMatchObject({ total: 1, rows: [{ id: paid.applicantId, seat: 'paid' }] })
  const listed = await call(app, 'WorkshopsList', { EventID: eventId })
  expect(listed.reply.json()).toMatchObject({
    Table: [{ WorkshopID: workshopId, SeatsLeft: 0, IsStopped: true, IsCancelled: true }, { SeatsLeft: 10 }],
  })
  expect((await zainab.ask('WorkshopsOfEvent', { eventId })).body.figures).toMatchObject({ workshops: 1, seats: 10 })
  // Whoever had it in their order checks out again, without it.
  expect(await checkOut(world, held, [workshopId])).toMatchObject({ kind: 'refused' })
  expect(await checkOut(world, held, [other])).toMatchObject({ kind: 'order' })

  const change = await saveAs(zainab, workshopId, { venue: 'Ward 4' })
  expect([change.status, change.body.message]).toEqual([409, 'This workshop is cancelled.'])
  const back = await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: false, paid: 0 }])
  expect(back.body.workshop).toMatchObject({ state: 'stopped', cancelledAt: null })
  const copy = await copied(zainab, eventId)
  expect((await zainab.ask('WorkshopsOfEvent', { eventId: copy })).body.total).toBe(2)
})

test('a workshop that has begun is not cancelled, and only one that no order names is deleted', async () => {
  const clock = aClock(new Date('2027-01-11T03:00:00Z'))
  const { world, eventId, workshopId, zainab } = await aCollege({ now: clock.now })
  const other = await aWorkshop(world, eventId, { topic: 'Nobody came' })
  await aSeat(world, { eventId, workshopId, isPaid: false })
  clock.pass(90)
  const begun = await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: true, paid: 0 }])
  expect([begun.status, begun.body.message]).toEqual([409, 'It has begun already.'])
  const named = await toWorkshop(zainab, workshopId, ['WorkshopDelete', {}])
  expect([named.status, named.body.message]).toEqual([
    409,
    'Orders name this workshop. It can be cancelled, not deleted.',
  ])
  expect((await toWorkshop(zainab, other, ['WorkshopDelete', {}])).status).toBe(200)
  expect((await zainab.ask('WorkshopShow', { workshopId: other })).status).toBe(404)
})
