/** What a person has bought and what waits for payment, for the person to see and print. */
import { sql } from 'kysely'
import type { orderStatuses } from '#contract/booking/texts.ts'
import { refundNote, seatsAfter } from '#contract/payments/refund-texts.ts'
import { dayInWords, giftsOf, givenNote, nameOnReceipt } from '#server/booking/gifts.ts'
import { receiptName } from '#server/booking/orders.ts'
import type { Row } from '#server/database/tables.ts'
import type { Person } from '#server/kernel/callers.ts'
import { isDue, isInReview, isPaying } from '#server/kernel/order-sql.ts'
import type { World } from '#server/kernel/world.ts'
import { refundsOf } from '#server/payments/books/ledger.ts'
import { type AtDesk, atDeskOf } from '#server/payments/desk/at-desk.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type BoughtWorkshop = {
  workshopId: number
  topic: string
  price: number
  startsAt: Date
  venue: string
  durationMinutes: number
  /** The workshop does not take place. */
  isCancelled: boolean
  /** Its price was paid out, and the seat given up. */
  isPaidOut: boolean
}

type OrderRow = Pick<Row<'orders'>, 'id' | 'paymentCode' | 'state' | 'total' | 'currency' | 'holdUntil' | 'paidAt'> & {
  eventId: number
  isPaying: boolean
  isDue: boolean
  isInReview: boolean
  timeZone: string
  receiptEvent: number | null
  receiptNumber: number | null
  receiptIssuedAt: Date | null
}

export type Purchase = {
  eventId: number
  paymentCode: string
  status: (typeof orderStatuses)[number]
  /** Of the event that the order is for. */
  timeZone: string
  total: number
  workshops: BoughtWorkshop[]
  holdUntil: Date | undefined
  isConfirming: boolean
  /** Cash or a draft that nobody has confirmed yet. */
  atDesk: AtDesk | undefined
  paidAt: Date | undefined
  receiptNumber: string | undefined
  refundNote: string | undefined
}

/** Of every event, newest first. Orders that lapsed or were cancelled are not shown, unless money came for them, whether it went back or not. */
export async function purchasesOf(world: World, { accountId }: Person): Promise<Purchase[]> {
  const all = await ordersOf(world, accountId)
  const notes = await refundNotes(world, all)
  const orders = all.filter(
    ({ id, isInReview, ...order }) => isInReview || order.state === 'paid' || isWaiting(order) || notes.has(id),
  )
  const ids = orders.map(({ id }) => id)
  const workshops = await workshopsOf(world, ids)
  const atDesk = await atDeskOf(world, ids)
  return orders.map((order) => ({
    eventId: order.eventId,
    paymentCode: order.paymentCode,
    status: statusOf(order, notes.has(order.id)),
    timeZone: order.timeZone,
    total: order.total,
    // A seat that was paid out is on the receipt still, and nobody's any more.
    workshops: (workshops.get(order.id) ?? []).filter(({ isPaidOut }) => !isPaidOut || order.state !== 'paid'),
    holdUntil: order.state === 'pending' && !order.isPaying ? order.holdUntil : undefined,
    isConfirming: order.state === 'pending' && order.isPaying,
    atDesk: order.state === 'pending' ? atDesk.get(order.id) : undefined,
    paidAt: order.state === 'paid' ? (order.paidAt ?? undefined) : undefined,
    receiptNumber: receiptOf(order),
    refundNote: notes.get(order.id),
  }))
}

const isWaiting = ({ state, isDue }: Pick<OrderRow, 'state' | 'isDue'>): boolean => state === 'pending' && !isDue

function statusOf(order: OrderRow, isRefunded: boolean): Purchase['status'] {
  if (order.state === 'paid') return 'PAID'
  // Some of it went back, and somebody looks after the rest: the note says so.
  if (order.isInReview && !isRefunded) return 'review'
  return isWaiting(order) ? 'added' : 'refunded'
}

/** What went back, in a sentence for each order of which something did. */
async function refundNotes(world: World, orders: readonly OrderRow[]): Promise<Map<number, string>> {
  const refunds = await refundsOf(
    world,
    orders.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(refunds, ({ orderId }) => orderId)
  const given = orders.filter(({ id }) => byOrder.has(id))
  return new Map(
    given.map((order) => {
      const { id, timeZone } = order
      return [id, refundNote({ refunds: byOrder.get(id) ?? [], seats: seatsAfter(order), timeZone })]
    }),
  )
}

/** The receipt of an order of the caller's own, at whatever event; somebody else's is as if it did not exist. */
export async function receiptFor(world: World, { accountId }: Person, paymentCode: string) {
  const [order] = await ordersOf(world, accountId, paymentCode)
  const receiptNumber = order && receiptOf(order)
  if (!order || !receiptNumber || !order.receiptIssuedAt) return refuse('not_found')
  const person = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { printed } = await world.db
    .selectFrom('orders')
    .select(nameOnReceipt.as('printed'))
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  const gifts = await giftsOf(world, order.id)
  const event = await world.db
    .selectFrom('event')
    .select('name')
    .where('id', '=', order.receiptEvent)
    .executeTakeFirstOrThrow()
  const payment = await world.db
    .selectFrom('ledgerEntry')
    .innerJoin('paymentAttempt', 'paymentAttempt.id', 'ledgerEntry.attemptId')
    .select('transactionId')
    .where('ledgerEntry.orderId', '=', order.id)
    .where('kind', '=', 'capture')
    .orderBy('ledgerEntry.id')
    .executeTakeFirst()
  return {
    receiptNumber,
    issuedAt: order.receiptIssuedAt,
    order,
    // Corrected or given since: what was printed keeps the name it had.
    person: { fullName: printed, email: gifts.length > 0 ? '' : person.email },
    eventName: event.name,
    workshops: (await workshopsOf(world, [order.id])).get(order.id) ?? [],
    transactionId: payment?.transactionId ?? undefined,
    refundNote: (await refundNotes(world, [order])).get(order.id),
    moveNote:
      [await moveNote(world, order), ...gifts.map((gift) => givenNote(gift, order.timeZone))]
        .filter(Boolean)
        .join(' ') || undefined,
  }
}

/** A receipt keeps its number; what was moved since is said on it. */
async function moveNote({ db }: World, { id, timeZone }: OrderRow): Promise<string | undefined> {
  const moves = await db
    .selectFrom('seatMove')
    .select(['fromTopic', 'toTopic', 'movedAt'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()
  const sentences = moves.map(
    ({ fromTopic, toTopic, movedAt }) =>
      `Moved from “${fromTopic}” to “${toTopic}” on ${dayInWords(movedAt, timeZone)}.`,
  )
  return sentences.join(' ') || undefined
}

function receiptOf({ receiptEvent, receiptNumber }: OrderRow): string | undefined {
  if (receiptEvent === null || receiptNumber === null) return undefined
  return receiptName({ eventId: receiptEvent, number: receiptNumber })
}

async function ordersOf(world: World, accountId: number, paymentCode?: string): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select orders.id, applicant.event_id, payment_code, orders.state, total, currency, hold_until, paid_at, event.time_zone,
      ${isPaying} as is_paying, ${isDue(world.now())} as is_due,
      ${isInReview} as is_in_review,
      receipt.event_id as receipt_event, receipt.number as receipt_number, receipt.issued_at as receipt_issued_at
    from orders join applicant on applicant.id = applicant_id join event on event.id = applicant.event_id
    left join receipt on receipt.order_id = orders.id
    where account_id = ${accountId} and (${paymentCode ?? null}::text is null or payment_code = ${paymentCode ?? null})
    order by orders.id desc limit 200`.execute(world.db)
  return rows
}

/** Topic and price as they were ordered; time and place as they are now. */
async function workshopsOf(world: World, orderIds: readonly number[]): Promise<Map<number, BoughtWorkshop[]>> {
  if (orderIds.length === 0) return new Map()
  const items = await world.db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['orderId', 'workshopId', 'orderItem.topic', 'orderItem.price', 'startsAt', 'venue', 'durationMinutes'])
    .select((row) => [
      row('orderItem.cancelledAt', 'is not', null).as('isPaidOut'),
      row('workshop.cancelledAt', 'is not', null).as('isCancelled'),
    ])
    .where('orderId', 'in', orderIds)
    .orderBy('startsAt')
    .orderBy('workshopId')
    .execute()
  return Map.groupBy(
    items.map(({ isCancelled, isPaidOut, ...item }) => ({
      ...item,
      isCancelled: Boolean(isCancelled),
      isPaidOut: Boolean(isPaidOut),
    })),
    ({ orderId }) => orderId,
  )
}
