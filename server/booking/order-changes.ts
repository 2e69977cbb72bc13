/** Staff hold seats longer and move them. Whoever buys, pays or lapses meanwhile waits, or was first. */
import type { OrderHoldLonger, OrderMoveSeat } from '#contract/booking/order-console.ts'
import type { ParsedInputOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { isAtDesk, isDue, isInReview, isMoneyMoving, isPaying } from '#server/kernel/order-sql.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, Locked, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { cancelledLetter, heldLetter, movedLetter } from './mail.ts'
import { type Detail, itemsOf, showOrder } from './order-detail.ts'
import { linesOf, lockOrder, type OrderOfPerson } from './orders.ts'
import { heldUntil, whyNotHeld, whyNotMoved, whyNotThere } from './rules.ts'
import { lockWithDue, release, takeAgain } from './seats.ts'

export type Seen = { eventId: number; orderId: number; version: number }

export async function holdLonger(
  world: Acting,
  { hours, reason: why, ...seen }: ParsedInputOf<typeof OrderHoldLonger>,
): Promise<Detail> {
  const { order, items, standing } = await lockSeen(world, seen)
  const now = world.now()
  const shut = whyNotHeld(standing, items, now)
  if (shut) return refuseNow(world, seen, shut)
  const until = heldUntil(hours, items, now)
  if (order.state === 'pending' && until <= order.holdUntil && !standing.isDue)
    return refuse('invalid', { fields: [{ path: 'hours', message: 'It is held as long already.' }] })
  if (order.state === 'lapsed' && !(await takeAgain(world, order)))
    return refuseNow(world, seen, 'Seats not available.')
  await change(world, order, { state: 'pending', closedAt: null, holdUntil: until })
  // Whoever only began to pay may have given up at the bank.
  const isMoneyHere = standing.isInReview || standing.isAtDesk
  const letter = heldLetter({ ...order, until, why, isMoneyHere, lines: items, publicUrl: addressOf(world, order) })
  await post(world, {
    to: order.email,
    eventId: order.eventId,
    kind: 'order_held',
    orderId: order.id,
    number: order.version + 1,
    ...letter,
  })
  return showOrder(world, order.id)
}

/** The order keeps its total, its payment and its receipt, which gets a note. */
export async function moveSeat(
  world: Acting,
  staff: Pick<Staff, 'accountId'>,
  { workshopId, toWorkshopId, reason: why, ...seen }: ParsedInputOf<typeof OrderMoveSeat>,
): Promise<Detail> {
  const { order, items, standing } = await lockSeen(world, seen, [workshopId, toWorkshopId])
  const now = world.now()
  const item = items.find((each) => each.workshopId === workshopId) ?? refuse('not_found')
  const shut = whyNotMoved(standing, item, now)
  if (shut) return refuseNow(world, seen, shut)
  const target = await targetOf(world, { eventId: seen.eventId, workshopId: toWorkshopId })
  const { price, topic: fromTopic } = item
  const hasSeat = await holdsIn(world, order.applicantId, toWorkshopId)
  const message = whyNotThere(target, { price, hasSeat }, now)
  if (message) return refuse('invalid', { fields: [{ path: 'toWorkshopId', message }] })
  await world.db
    .updateTable('orderItem')
    .set({ workshopId: toWorkshopId, topic: target.topic })
    .where('orderId', '=', order.id)
    .where('workshopId', '=', workshopId)
    .execute()
  await change(world, order, {})
  const moved = { fromTopic, toTopic: target.topic, price, movedBy: staff.accountId, movedAt: now }
  const { id } = await world.db
    .insertInto('seatMove')
    .values({ orderId: order.id, fromWorkshopId: workshopId, toWorkshopId, ...moved })
    .returning('id')
    .executeTakeFirstOrThrow()
  const letter = movedLetter({
    ...order,
    from: fromTopic,
    to: target,
    why,
    publicUrl: addressOf(world, order),
    writtenAt: now,
  })
  await post(world, {
    kind: 'seat_moved',
    orderId: order.id,
    seatMoveId: id,
    to: order.email,
    eventId: order.eventId,
    ...letter,
  })
  return showOrder(world, order.id)
}

/** The order as it was seen, with all that is judged of it, read after the locks were had. One of another event does not exist. */
export async function lockSeen(world: Transaction, { eventId, orderId, version }: Seen, also: readonly number[] = []) {
  const { eventState } = await lockOpenEvent(world, eventId)
  const its = await world.db
    .selectFrom('orders')
    .innerJoin('orderItem', 'orderItem.orderId', 'orders.id')
    .select('workshopId')
    .where('orders.id', '=', orderId)
    .where('orders.eventId', '=', eventId)
    .execute()
  if (its.length === 0) return refuse('not_found')
  await lockWithDue(world, orderId, [...its.map(({ workshopId }) => workshopId), ...also])
  const order = await lockOrder(world, orderId)
  if (order.version !== version) return refuse('conflict', { stored: await showOrder(world, orderId) })
  const now = world.now()
  const judged = await world.db
    .selectFrom('orders')
    .select([isPaying.as('isPaying'), isDue(now).as('isDue')])
    .select([isInReview.as('isInReview'), isAtDesk.as('isAtDesk'), isMoneyMoving.as('isMoneyMoving')])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const standing = { ...judged, state: order.state, eventState }
  return { order, items: await itemsOf(world, orderId), standing }
}

export async function refuseNow(world: World | Transaction, { orderId }: Seen, sentence: string): Promise<never> {
  return refuse('conflict', { sentence, stored: await showOrder(world, orderId) })
}

async function targetOf({ db }: Transaction, { eventId, workshopId }: { eventId: number; workshopId: number }) {
  const found = await db
    .selectFrom('workshop')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['workshop.id', 'topic', 'price', 'startsAt', 'durationMinutes', 'workshop.venue'])
    .select(['seats', 'seatsTaken', 'salesStoppedAt', 'cancelledAt'])
    .select('timeZone')
    .where('workshop.id', '=', workshopId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!found)
    return refuse('invalid', { fields: [{ path: 'toWorkshopId', message: 'This event has no such workshop.' }] })
  const { seats, seatsTaken, ...target } = found
  return { ...target, seatsLeft: seats - seatsTaken }
}

async function holdsIn({ db }: Transaction, applicantId: number, workshopId: number): Promise<boolean> {
  const held = await db
    .selectFrom('orderItem')
    .select('orderId')
    .where('applicantId', '=', applicantId)
    .where('workshopId', '=', workshopId)
    .where('holds', '=', true)
    .executeTakeFirst()
  return held !== undefined
}

type Values = Partial<Pick<Row<'orders'>, 'state' | 'closedAt' | 'holdUntil' | 'applicantId'>>

export async function change(
  world: Transaction,
  { id, version }: Locked<OrderOfPerson>,
  values: Values,
): Promise<void> {
  if (!(await changeRow(world, 'orders', { id, version, ...values })))
    refuse('conflict', { stored: await showOrder(world, id) })
}

/** Gives up an order that is not paid, and tells the person why. */
export async function giveUp(world: Transaction, order: Locked<OrderOfPerson>, why: string): Promise<void> {
  await release(world, [order], 'cancelled')
  const lines = await linesOf(world, order.id)
  const letter = cancelledLetter({ ...order, why, lines, publicUrl: addressOf(world, order) })
  await post(world, { kind: 'order_cancelled', orderId: order.id, to: order.email, eventId: order.eventId, ...letter })
}
