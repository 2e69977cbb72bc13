/** What a person ordered and paid, for the copy of their data. */
import { receiptName } from '#server/booking/orders.ts'
import type { World } from '#server/kernel/world.ts'
import type { Told } from '#server/platform/files/readable.ts'

const paisa = 100
type Telling = { [field: string]: Told }

export async function ordersOf(world: World, accountId: number) {
  const rows = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('receipt', 'receipt.orderId', 'orders.id')
    .select(['orders.id', 'paymentCode', 'state', 'total', 'currency', 'orders.createdAt', 'paidAt', 'closedAt'])
    .select(['event.name as event', 'receipt.eventId as receiptEvent', 'receipt.number', 'receipt.issuedAt'])
    .where('applicant.accountId', '=', accountId)
    .orderBy('orders.id')
    .execute()
  const workshops = await workshopsOf(
    world,
    rows.map(({ id }) => id),
  )
  const payments = await paymentsOf(
    world,
    rows.map(({ id }) => id),
  )
  const vouchers = await vouchersOf(
    world,
    rows.map(({ id }) => id),
  )
  const moved = await movedSeatsOf(
    world,
    rows.map(({ id }) => id),
  )
  const orders = rows.map(({ id, total, receiptEvent, number, issuedAt, ...order }) => ({
    ...order,
    total: total / paisa,
    receipt: receiptEvent && number ? receiptName({ eventId: receiptEvent, number }) : undefined,
    receiptIssuedAt: issuedAt,
    workshops: workshops.get(id) ?? [],
    payments: payments.get(id) ?? [],
    vouchers: vouchers.get(id) ?? [],
    ...(moved.has(id) && { movedSeats: moved.get(id) }),
  }))
  const receipts = orders.flatMap(({ receipt, ...order }) => (receipt ? [{ number: receipt, ...order }] : []))
  return { orders, receipts }
}

/**
 * Orders that staff gave to somebody else: what they were until then. Who has them now is nobody's business here, and neither is what
 * became of them since.
 */
export async function ordersGivenAway(world: World, accountId: number): Promise<Telling[]> {
  const rows = await world.db
    .selectFrom('orderGiven')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'fromApplicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('receipt', (on) => on.onRef('receipt.orderId', '=', 'orders.id').onRef('issuedAt', '<=', 'givenAt'))
    .select(['orders.id', 'paymentCode', 'total', 'currency', 'orders.createdAt', 'givenAt', 'event.name as event'])
    .select(['receipt.eventId as receiptEvent', 'receipt.number'])
    .where('applicant.accountId', '=', accountId)
    .orderBy('orderGiven.id')
    .execute()
  const payments = await paymentsOf(
    world,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, total, receiptEvent, number, ...order }) => ({
    ...order,
    total: total / paisa,
    receipt: receiptEvent && number ? receiptName({ eventId: receiptEvent, number }) : undefined,
    payments: (payments.get(id) ?? []).filter(({ recordedAt }) => Number(recordedAt) <= Number(order.givenAt)),
  }))
}

async function workshopsOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const items = await world.db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['orderId', 'orderItem.topic', 'orderItem.price', 'startsAt', 'venue', 'workshop.cancelledAt'])
    .where('orderId', 'in', orderIds)
    .orderBy('workshopId')
    .execute()
  const told = items.map(({ price, cancelledAt, ...item }) => ({
    ...item,
    price: price / paisa,
    ...(cancelledAt && { cancelledAt }),
  }))
  return withoutIds(Map.groupBy(told, ({ orderId }) => orderId))
}

/** Seats that the college moved to another workshop. */
async function movedSeatsOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const moves = await world.db
    .selectFrom('seatMove')
    .select(['orderId', 'fromTopic', 'toTopic', 'movedAt'])
    .where('orderId', 'in', orderIds)
    .orderBy('id')
    .execute()
  return withoutIds(Map.groupBy(moves, ({ orderId }) => orderId))
}

async function paymentsOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const entries = await world.db
    .selectFrom('ledgerEntry')
    .select(['orderId', 'kind', 'amount', 'currency', 'gatewayReference', 'recordedAt'])
    .where('orderId', 'in', orderIds)
    .orderBy('id')
    .execute()
  const told = entries.map(({ amount, ...entry }) => ({ ...entry, amount: amount / paisa }))
  return withoutIds(Map.groupBy(told, ({ orderId }) => orderId))
}

/** What was handed in at a desk, also what was not confirmed. */
async function vouchersOf(world: World, orderIds: readonly number[]): Promise<Map<number, Telling[]>> {
  if (orderIds.length === 0) return new Map<number, Telling[]>()
  const rows = await world.db
    .selectFrom('offlinePayment')
    .select(['orderId', 'voucher', 'way', 'bank', 'number', 'amount', 'currency', 'state', 'recordedAt', 'decidedAt'])
    .where('orderId', 'in', orderIds)
    .orderBy('id')
    .execute()
  const told = rows.map(({ amount, ...row }) => ({ ...row, amount: amount / paisa }))
  return withoutIds(Map.groupBy(told, ({ orderId }) => orderId))
}

function withoutIds<Item extends { orderId: number }>(groups: Map<number, Item[]>) {
  return new Map([...groups].map(([id, items]) => [id, items.map(({ orderId: _id, ...item }) => item)]))
}
