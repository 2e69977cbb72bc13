/** Staff look after orders, over HTTP and a real database: find them, hold them longer, move a seat, cancel what is not paid. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { cancelOrder } from '#server/payments/refunds/cancel.ts'
import { staffCaller, theNextEvent } from '#server/testing/finance.ts'
import { anOrder, anOrderOffice, orderOf, toOrder } from '#server/testing/orders.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aWorkshop, outage, pay, toTheBank } from '#server/testing/shop.ts'
import { listOrders } from './order-list.ts'
import { listReceipts } from './receipts.ts'

type Listed = { rows: { paymentCode: string; state: string; receipt: string | null }[]; total: number }

test('orders are found by how they stand, by workshop, way and day, also turned round, and by code, receipt, name and address', async () => {
  const office = await anOrderOffice()
  const { world, app, clock, eventId, echo, scans } = office
  const lapsed = await anOrder(office, [scans], { isPaid: false, fullName: 'Zubair Mirani' })
  clock.pass(24 * 60)
  const zainab = await anOrganiser(app, world)
  const paid = await anOrder(office, [echo], { fullName: 'کومل بھٹو' })
  const held = await anOrder(office, [echo, scans], { isPaid: false })
  const cancelled = await anOrder(office, [scans], { isPaid: false })
  await toOrder(zainab, cancelled.code, ['OrderCancelUnpaid', {}])
  const wrong = await anOrder(office, [echo], { isPaid: false })
  await pay(world, wrong, { code: wrong.code, outcome: 'wrong-amount' })
  const codes = async (filter: Record<string, string | number>) =>
    ((await zainab.ask('OrdersList', { eventId, sort: 'createdAt', ...filter })).body as Listed).rows.map(
      ({ paymentCode }) => paymentCode,
    )
  const all = [lapsed, paid, held, cancelled, wrong].map(({ code }) => code)

  expect(await codes({})).toEqual(all)
  expect(await codes({ sort: '-createdAt' })).toEqual(all.toReversed())
  expect(await codes({ state: 'held' })).toEqual([held.code, wrong.code])
  expect(await codes({ state: 'lapsed' })).toEqual([lapsed.code])
  expect(await codes({ state: 'cancelled' })).toEqual([cancelled.code])
  expect(await codes({ state: 'review' })).toEqual([wrong.code])
  expect(await codes({ state: '!paid' })).toEqual(all.filter((code) => code !== paid.code))
  expect(await codes({ workshopId: String(echo) })).toEqual([paid.code, held.code, wrong.code])
  expect(await codes({ workshopId: `!${echo}` })).toEqual([lapsed.code, cancelled.code])
  expect(await codes({ paidBy: 'card' })).toEqual([paid.code, wrong.code])
  expect(await codes({ paidBy: '!card', state: 'paid' })).toEqual([])
  expect(await codes({ to: '2026-11-01' })).toEqual([lapsed.code])
  expect(await codes({ from: '2026-11-02', to: '2026-11-02', state: 'paid' })).toEqual([paid.code])
  expect(await codes({ search: paid.code.slice(0, 6).toLowerCase() })).toContain(paid.code)
  expect(await codes({ search: `R${eventId}-000001` })).toEqual([paid.code])
  expect(await codes({ search: 'بھٹو' })).toEqual([paid.code])
  expect(await codes({ search: 'zubair' })).toEqual([lapsed.code])
  expect(await codes({ search: held.email })).toEqual([held.code])
  expect(await codes({ search: '%' })).toEqual([])
  const { body } = await zainab.ask('OrdersList', { eventId, limit: 2 })
  expect(body).toMatchObject({
    timeZone: 'Asia/Karachi',
    views: { all: 5, held: 2, paid: 1, review: 1, lapsed: 1, cancelled: 1 },
    total: 5,
  })
  expect(
    ((await zainab.ask('OrdersList', { eventId, limit: 2, cursor: String(body.next) })).body as Listed).rows,
  ).toHaveLength(2)
  const odd = await zainab.ask('OrdersList', {
    eventId,
    state: '!!paid',
    workshopId: '9'.repeat(19),
    from: '2026-02-30',
  })
  expect([odd.status, (odd.body.fields as { path: string }[]).map(({ path }) => path)]).toEqual([
    422,
    ['state', 'workshopId', 'from'],
  ])
})

test('one order has its seats, money, tries with the bank’s words, letters and receipt; a hold is longer, again, and never for what is over', async () => {
  const office = await anOrderOffice()
  const { world, clock, eventId, echo, suture, zainab } = office
  const person = await anOrder(office, [echo, suture], { isPaid: false })
  await pay(world, person, { code: person.code, outcome: 'decline-51' })
  const { code } = person
  expect(await orderOf(zainab, code)).toMatchObject({
    state: 'held',
    holdUntil: '2026-11-01T09:40:00.000Z',
    tries: [{ state: 'failed', words: expect.any(String), said: [{ source: 'browser' }] }],
    ways: { hold: null, cancel: null, give: null },
  })

  const longer = await toOrder(zainab, code, ['OrderHoldLonger', { hours: 1 }])
  expect(longer.body.order).toMatchObject({ holdUntil: '2026-11-01T10:00:00.000Z', version: 2 })
  expect((await toOrder(zainab, code, ['OrderHoldLonger', { hours: 1 }])).body.fields).toEqual([
    { path: 'hours', message: 'It is held as long already.' },
  ])
  clock.pass(65)
  expect(await orderOf(zainab, code)).toMatchObject({ state: 'lapsed', holdUntil: null })
  // Somebody takes the last seats of one of them: the hold is over for good, and nothing of it is taken again.
  const others = [await anOrder(office, [echo]), await anOrder(office, [echo]), await anOrder(office, [echo])]
  const again = await toOrder(zainab, code, ['OrderHoldLonger', { hours: 1 }])
  expect(again.body.order).toMatchObject({ state: 'held', letters: [{ subject: 'Your seats are held for you' }, {}] })
  clock.pass(65)
  await anOrder(office, [echo])
  const late = await toOrder(zainab, code, ['OrderHoldLonger', { hours: 24 }])
  expect([late.status, late.body.message]).toEqual([409, 'Seats not available.'])

  await toOrder(zainab, others[0]?.code as string, ['OrderHoldLonger', { hours: 24 }]).then(({ body }) =>
    expect(body.message).toBe('This order is paid: its seats are kept.'),
  )
  expect(await orderOf(zainab, others[0]?.code as string)).toMatchObject({
    state: 'paid',
    paidBy: 'card',
    receipt: `R${eventId}-000001`,
    ledger: [{ kind: 'capture', money: { amount: 500_000, currency: 'PKR' } }],
    ways: { hold: 'This order is paid: its seats are kept.', cancel: 'This order is paid.', give: null },
  })
  expect(await brokenInvariants(world)).toEqual([])
})

test('a paid seat moves to a free one at the same price: the order keeps its money and receipt, which says so, and the person gets a letter', async () => {
  const office = await anOrderOffice()
  const { world, clock, app, eventId, echo, scans, suture, zainab } = office
  const person = await anOrder(office, [echo, suture])
  const { code } = person
  const move = (toWorkshopId: number, workshopId = echo) =>
    toOrder(zainab, code, ['OrderMoveSeat', { workshopId, toWorkshopId }])
  const problemOf = async (toWorkshopId: number) =>
    ((await move(toWorkshopId)).body.fields as { message: string }[])[0]?.message

  expect(await problemOf(suture)).toBe('They have a seat there already.')
  const dear = await aWorkshop(world, eventId, { price: 600_000 })
  expect(await problemOf(dear)).toBe('Other price: RS 6,000 there, RS 5,000 here.')
  const begun = await aWorkshop(world, eventId, { topic: 'Begun', startsAt: new Date('2026-11-01T08:00:00Z') })
  expect(await problemOf(begun)).toBe('“Begun” has begun already.')
  const full = await aWorkshop(world, eventId, { seats: 1 })
  const first = await anOrder(office, [full], { isPaid: false })
  expect(await problemOf(full)).toBe('Seats not available.')
  await sql`update workshop set sales_stopped_at = now() where id = ${dear}`.execute(world.db)
  expect(await problemOf(dear)).toBe('Its sales are stopped.')
  expect(await problemOf(999_999)).toBe('This event has no such workshop.')
  expect((await orderOf(zainab, code)).targets.map(({ workshopId }) => workshopId)).toEqual([scans])

  // A seat whose hold is over is free, whoever gets round to taking it back.
  clock.pass(60)
  const moved = await move(full)
  expect(moved.body.order).toMatchObject({
    state: 'paid',
    version: 2,
    receipt: `R${eventId}-000001`,
    items: [
      { workshopId: suture },
      { workshopId: full, topic: 'Basic Laparoscopic Skills', price: 500_000, holds: true },
    ],
    moves: [{ from: 'Focused Echo in Shock', to: 'Basic Laparoscopic Skills' }],
    letters: [{}, { subject: 'Your seat was moved to “Basic Laparoscopic Skills”' }],
  })
  expect(await orderOf(zainab, first.code)).toMatchObject({ state: 'lapsed' })
  expect((await move(scans)).status).toBe(404)
  // Seen before the move, and answered as it is now.
  const { orderId: ofMoved } = moved.body.order as { orderId: number }
  const before = { eventId, orderId: ofMoved, version: 1, reason: 'They asked.' }
  const stale = await zainab.act('OrderMoveSeat', { ...before, workshopId: full, toWorkshopId: scans })
  expect([stale.status, (stale.body.stored as { version: number }).version]).toEqual([409, 2])

  // The way out of a workshop that is cancelled.
  await sql`update workshop set sales_stopped_at = now(), cancelled_at = now() where id = ${full}`.execute(world.db)
  expect((await orderOf(zainab, code)).items).toMatchObject([{}, { isCancelled: true, whyNotMoved: null }])
  expect((await move(scans, full)).status).toBe(200)
  expect(await brokenInvariants(world)).toEqual([])

  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect((await desk.ask('OrderShow', { paymentCode: code })).status).toBe(200)
  const listedFor = async (search?: string) =>
    (await desk.ask('OrdersList', { eventId, ...(search !== undefined && { search }) })).body as Listed
  expect(await listedFor()).toMatchObject({ isSearchOnly: true, rows: [], total: 0, next: null })
  expect((await listedFor(code.slice(0, 2))).rows).toEqual([])
  expect((await listedFor(code)).rows.map(({ paymentCode }) => paymentCode)).toEqual([code])
  expect((await toOrder(desk, code, ['OrderMoveSeat', { workshopId: scans, toWorkshopId: echo }])).status).toBe(403)
  const other = await theNextEvent(world)
  const stranger = await anOrganiser(app, world, { eventId: other })
  expect((await stranger.ask('OrderShow', { paymentCode: code })).status).toBe(404)
  expect((await stranger.ask('OrdersList', { eventId })).status).toBe(404)
  const { orderId, version } = await orderOf(zainab, code)
  const foreign = { eventId: other, orderId, version, reason: 'They asked.' }
  expect((await stranger.act('OrderHoldLonger', { ...foreign, hours: 1 })).status).toBe(404)
  expect((await stranger.post('/payments/OrderCancelUnpaid', foreign)).status).toBe(404)
})

test('what is not paid is cancelled with a letter; a payment under way is taken back first, or keeps the order', async () => {
  const office = await anOrderOffice()
  const { world, echo, zainab } = office
  const cancel = (code: string) => toOrder(zainab, code, ['OrderCancelUnpaid', {}])
  const held = await anOrder(office, [echo], { isPaid: false })
  await toTheBank(world, held, held.code)
  expect(await orderOf(zainab, held.code)).toMatchObject({
    state: 'paying',
    items: [{ whyNotMoved: 'Payment is being confirmed.' }],
  })
  const { gateway } = world
  world.gateway = outage(gateway, 'reverse', 'status')
  expect((await cancel(held.code)).body).toMatchObject({
    answer: 'Payment is being confirmed',
    order: { state: 'paying' },
  })
  world.gateway = gateway
  expect((await cancel(held.code)).body).toMatchObject({
    answer: 'cancelled',
    order: { state: 'cancelled', letters: [{ subject: `Your order ${held.code} was cancelled` }] },
  })
  expect((await cancel(held.code)).body.answer).toBe('Not held')
  const paid = await anOrder(office, [echo])
  expect((await cancel(paid.code)).body.answer).toBe('Already paid')
  const acts = await world.db
    .selectFrom('act')
    .innerJoin('actEnd', 'actEnd.actId', 'act.id')
    .select(['actEnd.outcome', 'actEnd.refusal'])
    .where('operation', '=', 'OrderCancelUnpaid')
    .orderBy('act.id')
    .execute()
  expect(acts.map(({ outcome, refusal }) => refusal || outcome)).toEqual([
    'Payment is being confirmed',
    'done',
    'Not held',
    'Already paid',
  ])
  expect(await brokenInvariants(world)).toEqual([])
})

test('an order whose money a person has in hand is not cancelled, by staff or by whoever ordered: it says why, and frees no seat', async () => {
  const office = await anOrderOffice()
  const { world, app, eventId, echo, zainab } = office
  const cancel = (code: string) => toOrder(zainab, code, ['OrderCancelUnpaid', {}])
  const looked = await anOrder(office, [echo], { isPaid: false })
  await pay(world, looked, { code: looked.code, outcome: 'wrong-amount' })
  expect((await orderOf(zainab, looked.code)).ways.cancel).toBe('Finance looks after its money first.')
  expect((await cancel(looked.code)).body).toMatchObject({ answer: 'In review', order: { items: [{ holds: true }] } })
  expect(await cancelOrder(world, looked, looked.code)).toBe('Payment is being confirmed')

  const desk = await staffCaller(app, world, { role: 'desk', eventId })
  const waits = await anOrder(office, [echo], { isPaid: false })
  const cash = { eventId, paymentCode: waits.code, way: 'cash', bank: '', number: '', amountInRupees: 5000 }
  expect((await desk.post('/staff/OfflineRecord', cash)).status).toBe(200)
  expect((await orderOf(zainab, waits.code)).ways.cancel).toBe('Its money waits to be confirmed or given back.')
  expect((await cancel(waits.code)).body).toMatchObject({ answer: 'Waits at the desk' })
  expect(await cancelOrder(world, waits, waits.code)).toBe('Payment is being confirmed')
  const { seatsTaken } = await world.db
    .selectFrom('workshop')
    .select('seatsTaken')
    .where('id', '=', echo)
    .executeTakeFirstOrThrow()
  expect(seatsTaken).toBe(2)
  expect(await brokenInvariants(world)).toEqual([])
})

test('the register has every receipt once, in order, and marks what was cancelled; a list asks as often for 1 row as for 200', async () => {
  const office = await anOrderOffice()
  const { world, app, eventId } = office
  const many = await aWorkshop(world, eventId, { seats: 300, price: 0 })
  const finance = await staffCaller(app, world, { role: 'finance' })
  const { world: counted, since } = countQueries(world)
  const asked: number[][] = []
  for (const rows of [1, 3, 60]) {
    const { total } = await listOrders(world, { eventId })
    for (let each = total; each < rows; each += 1) await anOrder(office, [many], { isPaid: false })
    since()
    expect((await listOrders(counted, { eventId, limit: 200 })).rows).toHaveLength(rows)
    const ofOrders = since()
    expect((await listReceipts(counted, { eventId, limit: 200 })).rows).toHaveLength(rows)
    asked.push([ofOrders, since()])
  }
  expect(asked).toEqual([
    [3, 3],
    [3, 3],
    [3, 3],
  ])
  // As a refund leaves it.
  await sql`update order_item set holds = false where order_id = (select order_id from receipt where number = 2)`.execute(
    world.db,
  )
  await sql`update orders set state = 'cancelled', closed_at = now() where id = (select order_id from receipt where number = 2)`.execute(
    world.db,
  )
  const register = async (filter: Record<string, string | number> = {}) =>
    (await finance.get('/staff/ReceiptsRegister', { eventId, ...filter })).body
  expect(await register({ sort: 'number', limit: 3 })).toMatchObject({
    rows: [
      { receipt: `R${eventId}-000001`, isCancelled: false, paidBy: 'free' },
      { receipt: `R${eventId}-000002`, isCancelled: true },
      { receipt: `R${eventId}-000003`, isCancelled: false },
    ],
    figures: { receipts: 60, cancelled: 1, missing: 0 },
    total: 60,
  })
  expect(((await register({ state: 'cancelled' })) as Listed).rows.map(({ receipt }) => receipt)).toEqual([
    `R${eventId}-000002`,
  ])
  expect(((await register({ search: '-000017' })) as Listed).rows).toHaveLength(1)
})
