import { type RawBuilder, sql } from 'kysely'
import type { Row } from '#server/database/tables.ts'
/** Who holds a seat. Rows are locked in one order everywhere: orders by id, then payments, then workshops by id. */
import { isAtDesk, isDue, isPaying } from '#server/kernel/order-sql.ts'
import { asLocked, inTransaction, type Locked, type Transaction, type World } from '#server/kernel/world.ts'

export type LockedWorkshop = Pick<
  Row<'workshop'>,
  'id' | 'eventId' | 'topic' | 'price' | 'startsAt' | 'durationMinutes' | 'venue' | 'cancelledAt'
> & {
  seatsLeft: number
}

/** How many orders one request lapses on its way; the schedule finds the others. */
const atOnce = 200

/** Nobody else moves a seat of these until the transaction ends. One whose sales are stopped has none left, however many are free. */
export async function lockWorkshops(world: Transaction, ids: readonly number[]): Promise<LockedWorkshop[]> {
  const rows = await world.db
    .selectFrom('workshop')
    .select(['id', 'eventId', 'topic', 'price', 'startsAt', 'durationMinutes', 'venue', 'cancelledAt'])
    .select(['seats', 'seatsTaken', 'salesStoppedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ seats, seatsTaken, salesStoppedAt, ...workshop }) => ({
    ...workshop,
    seatsLeft: salesStoppedAt ? 0 : seats - seatsTaken,
  }))
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

/**
 * Locks an order together with those whose hold is over in these workshops, and gives the seats of the latter back: they are free, and
 * whoever is about to count must find them so. All orders first, by id, then all workshops, by id.
 */
export async function lockWithDue(world: Transaction, orderId: number, workshopIds: readonly number[]): Promise<void> {
  const over = (await dueOrders(world, workshopIds)).filter((id) => id !== orderId)
  const ids = [orderId, ...over]
  await world.db.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  // Asked after the lock was had, as in `lapse`.
  const due = await world.db
    .selectFrom('orders')
    .innerJoin('orderItem', 'orderItem.orderId', 'orders.id')
    .select(['orders.id', 'workshopId'])
    .where('orders.id', 'in', ids)
    .where('orders.id', '<>', orderId)
    .where(isDue(world.now()))
    .execute()
  await lockWorkshops(world, [...workshopIds, ...due.map(({ workshopId }) => workshopId)])
  await release(
    world,
    [...new Set(due.map(({ id }) => id))].map((id) => asLocked({ id })),
    'lapsed',
  )
}

/**
 * The event is over: what nobody is paying for counts as free from now on. An order that somebody has in hand at this moment is left to
 * them; its own hold ends it. To be called when no new order can be made.
 */
export async function closeHolds(world: Transaction, eventId: number): Promise<number> {
  return (await endHolds(world, sql`applicant.event_id = ${eventId}`)).length
}

/** The workshop is cancelled: unpaid orders with a seat in it end, and their people check out again without it. To be called when its sales are stopped. Gives the orders. */
export function closeHoldsOfWorkshop(world: Transaction, workshopId: number): Promise<number[]> {
  return endHolds(
    world,
    sql`exists (select from order_item where order_id = orders.id and workshop_id = ${workshopId} and holds)`,
  )
}

async function endHolds(world: Transaction, these: RawBuilder<unknown>): Promise<number[]> {
  const now = world.now()
  const { rows } = await sql<{ id: number }>`
    update orders set hold_until = ${now} where id in (
      select orders.id from orders join applicant on applicant.id = orders.applicant_id
      where ${these} and state = 'pending' and hold_until > ${now} and not ${isPaying} and not ${isAtDesk} for update of orders skip locked)
    returning id`.execute(world.db)
  return rows.map(({ id }) => id)
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
  await world.endDeskPayments(world, orderIds)
}

/** Gives one seat of an order back and keeps the others. Gives how many are left. */
export async function cancelItem(
  world: Transaction,
  order: Locked<{ id: number }>,
  workshopId: number,
): Promise<number> {
  await lockWorkshops(world, [workshopId])
  await world.db
    .updateTable('orderItem')
    .set({ holds: false, cancelledAt: world.now() })
    .where('orderId', '=', order.id)
    .where('workshopId', '=', workshopId)
    .execute()
  const left = await world.db
    .selectFrom('orderItem')
    .select('workshopId')
    .where('orderId', '=', order.id)
    .where('cancelledAt', 'is', null)
    .execute()
  return left.length
}

/** Keeps the seats of an order until then; those of one that lapsed are taken again, all or none. */
export async function holdUntil(
  world: Transaction,
  order: Locked<{ id: number; applicantId: number; state: string }>,
  until: Date,
): Promise<boolean> {
  if (order.state === 'lapsed' && !(await takeAgain(world, order))) return false
  await world.db
    .updateTable('orders')
    .set((row) => ({
      state: 'pending',
      closedAt: null,
      holdUntil: sql<Date>`greatest(${row.ref('holdUntil')}, ${until})`,
    }))
    .where('id', '=', order.id)
    .execute()
  return true
}

/** Puts another workshop of the same price into an order that holds no seats. */
export async function swapItem(
  world: Transaction,
  order: Locked<{ id: number }>,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const items = await world.db.selectFrom('orderItem').select('workshopId').where('orderId', '=', order.id).execute()
  // All that will be locked, in one go: one more afterwards could be out of turn.
  const locked = await lockWorkshops(world, [...items.map(({ workshopId }) => workshopId), to])
  const isThere = items.some(({ workshopId }) => workshopId === to)
  const wanted = locked.find(({ id, startsAt }) => id === to && startsAt > world.now())
  const before = locked.find(({ id }) => id === from)
  if (!wanted || isThere || wanted.eventId !== before?.eventId) return false
  const { numUpdatedRows } = await world.db
    .updateTable('orderItem')
    .set({ workshopId: to, topic: wanted.topic })
    .where('orderId', '=', order.id)
    .where('workshopId', '=', from)
    .where('price', '=', wanted.price)
    .where('holds', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Takes the seats of a lapsed order again, all or none. */
export async function takeAgain(
  world: Transaction,
  order: Locked<{ id: number; applicantId: number }>,
): Promise<boolean> {
  const items = await world.db
    .selectFrom('orderItem')
    .select('workshopId')
    .where('orderId', '=', order.id)
    .where('cancelledAt', 'is', null)
    .execute()
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
  await world.db
    .updateTable('orderItem')
    .set({ holds: true })
    .where('orderId', '=', order.id)
    .where('cancelledAt', 'is', null)
    .execute()
  return true
}
