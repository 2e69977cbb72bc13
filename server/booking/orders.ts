/** An order from its lock to its receipt. */
import { type Expression, sql } from 'kysely'
import type { Row } from '#server/database/tables.ts'
import type { Person as Caller } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { paidKind, paidLetter } from './mail.ts'
import { type Line, receiptName } from './rules.ts'

export { receiptName } from './rules.ts'

/** Whoever ordered, and at which event. */
export type Person = {
  eventId: number
  eventName: string
  timeZone: string
  slug: string
  isCurrent: boolean
  email: string
  fullName: string
}

/** An order with whoever made it. */
export type OrderOfPerson = Pick<Row<'orders'>, 'id' | 'paymentCode' | 'applicantId' | 'state' | 'total' | 'currency'> &
  Pick<Row<'orders'>, 'holdUntil' | 'version'> &
  Person

/** Locks an order until the transaction ends. Payments and workshops are locked after it, never before. */
export async function lockOrder(
  world: Transaction,
  orderId: number | Expression<number>,
): Promise<Locked<OrderOfPerson>> {
  return asLocked(await lockingOrders(world).where('orders.id', '=', orderId).executeTakeFirstOrThrow())
}

/** The same for an order that a person names by its payment code, if it is theirs. */
export async function lockOrderOf(
  world: Transaction,
  { accountId }: Pick<Caller, 'accountId'>,
  paymentCode: string,
): Promise<Locked<OrderOfPerson> | undefined> {
  const own = lockingOrders(world).where('paymentCode', '=', paymentCode).where('account.id', '=', accountId)
  const order = await own.executeTakeFirst()
  return order && asLocked(order)
}

function lockingOrders({ db }: Transaction) {
  return db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['orders.id', 'paymentCode', 'applicantId', 'state', 'total', 'currency', 'holdUntil', 'orders.version'])
    .select(['event.id as eventId', 'event.name as eventName', 'event.timeZone', 'event.slug', 'event.isCurrent'])
    .select(['account.email', 'account.fullName'])
    .forUpdate('orders')
}

export async function linesOf(world: World, orderId: number): Promise<Line[]> {
  return world.db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'workshopId')
    .select(['orderItem.topic', 'orderItem.price'])
    .select(['workshop.id', 'startsAt', 'durationMinutes', 'venue', 'workshop.cancelledAt'])
    .where('orderId', '=', orderId)
    .orderBy('startsAt')
    .orderBy('workshop.id')
    .execute()
}

/** The order is paid: it gets its receipt, and the person an email. The order must hold its seats. */
export async function markPaid(
  world: Transaction,
  order: Locked<Pick<OrderOfPerson, 'id' | 'paymentCode' | 'total'> & Person>,
  lines: readonly Line[],
): Promise<void> {
  const now = world.now()
  const receiptNumber = receiptName({ eventId: order.eventId, number: await payWithReceipt(world, order) })
  const words = paidLetter({ ...order, receiptNumber, lines, publicUrl: addressOf(world, order), writtenAt: now })
  await post(world, { kind: paidKind(lines), ...words, orderId: order.id, to: order.email, eventId: order.eventId })
}

/** Counted up inside the transaction, so that one that fails leaves no gap; the last lock to be taken, because all who pay wait for it. */
async function payWithReceipt(
  world: Transaction,
  { id, eventId }: Locked<{ id: number; eventId: number }>,
): Promise<number> {
  const now = world.now()
  const { rows } = await sql<{ number: number }>`
    with paid as (
      update orders set state = 'paid', paid_at = ${now}, closed_at = null where id = ${id} returning id),
    counted as (
      insert into receipt_counter (event_id, last) values (${eventId}, 1)
      on conflict (event_id) do update set last = receipt_counter.last + 1 returning last)
    insert into receipt (event_id, number, order_id, issued_at)
    select ${eventId}, last, paid.id, ${now} from paid, counted returning number`.execute(world.db)
  return rows[0]?.number as number
}
