/** Who holds a seat. Rows are locked in one order everywhere: orders by id, then payments, then workshops by id. */
import { type RawBuilder, sql } from 'kysely'
import type { Row } from '#server/tables.ts'
import { asLocked, inTransaction, type Locked, type Transaction, type World } from '#server/world.ts'

export type LockedWorkshop = Pick<Row<'workshop'>, 'id' | 'eventId' | 'topic' | 'price' | 'startsAt'> & {
  seatsLeft: number
}

/** How many orders one request lapses on its way; the schedule finds the others. */
const atOnce = 200

/** SQL: a payment for this order may still come in. */
export const isPaying: RawBuilder<boolean> = sql`exists (
  select from payment_attempt where payment_attempt.order_id = orders.id and payment_attempt.state in ('created', 'registered'))`

/** SQL: the hold of this order is over. From that moment its seats count as free, whoever gets round to taking them back. */
export function isDue(now: Date): RawBuilder<boolean> {
  return sql`(orders.state = 'pending' and orders.hold_until <= ${now} and not ${isPaying})`
}

/** Nobody else moves a seat of these until the transaction ends. */
export async function lockWorkshops(world: Transaction, ids: readonly number[]): Promise<LockedWorkshop[]> {
  const rows = await world.db
    .selectFrom('workshop')
    .select(['id', 'eventId', 'topic', 'price', 'startsAt', 'seats', 'seatsTaken'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ seats, seatsTaken, ...workshop }) => ({ ...workshop, seatsLeft: seats - seatsTaken }))
}

/** The orders whose hold is over; of these workshops, when they are named. */
export async function dueOrders(world: World, workshopIds?: readonly number[]): Promise<number[]> {
  let query = world.db.selectFrom('orders').select('id').where(isDue(world.now())).orderBy('holdUntil').limit(atOnce)
  if (workshopIds) {
    query = query.where(
      'id',
      'in',
      world.db
        .selectFrom('orderItem')
        .select('orderId')
        .where('holds', '=', true)
        .where('workshopId', 'in', workshopIds),
    )
  }
  return (await query.execute()).map(({ id }) => id)
}

/** Takes back the seats of orders whose hold is over. One for which somebody began to pay meanwhile is left alone. */
export async function lapse(world: World, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await inTransaction(world, async (world) => {
    const now = world.now()
    const waiting = await world.db
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', orderIds)
      .where('state', '=', 'pending')
      .where('holdUntil', '<=', now)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    // Asked after the lock was had: a payment that began while we waited for it cannot be seen by the statement that waited.
    const due = await world.db.selectFrom('orders').select('id').where('id', 'in', ids).where(isDue(now)).execute()
    await release(world, due.map(asLocked), 'lapsed')
  })
}

/** Gives the seats back. */
export async function release(
  world: Transaction,
  orders: readonly Locked<{ id: number }>[],
  state: 'lapsed' | 'cancelled',
): Promise<void> {
  if (orders.length === 0) return
  const orderIds = orders.map(({ id }) => id)
  const held = await world.db
    .selectFrom('orderItem')
    .select('workshopId')
    .distinct()
    .where('orderId', 'in', orderIds)
    .where('holds', '=', true)
    .execute()
  if (held.length > 0) {
    await lockWorkshops(
      world,
      held.map(({ workshopId }) => workshopId),
    )
    await world.db
      .updateTable('orderItem')
      .set({ holds: false })
      .where('orderId', 'in', orderIds)
      .where('holds', '=', true)
      .execute()
  }
  await world.db.updateTable('orders').set({ state, closedAt: world.now() }).where('id', 'in', orderIds).execute()
}

/** Takes the seats of a lapsed order again, all or none. */
export async function takeAgain(
  world: Transaction,
  order: Locked<{ id: number; applicantId: number }>,
): Promise<boolean> {
  const items = await world.db.selectFrom('orderItem').select('workshopId').where('orderId', '=', order.id).execute()
  const ids = items.map(({ workshopId }) => workshopId)
  const workshops = await lockWorkshops(world, ids)
  if (workshops.some(({ seatsLeft }) => seatsLeft < 1)) return false
  const again = await world.db
    .selectFrom('orderItem')
    .select('workshopId')
    .where('applicantId', '=', order.applicantId)
    .where('workshopId', 'in', ids)
    .where('holds', '=', true)
    .executeTakeFirst()
  if (again) return false
  await world.db.updateTable('orderItem').set({ holds: true }).where('orderId', '=', order.id).execute()
  return true
}
