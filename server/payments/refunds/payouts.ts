/** Money that goes back beside the bank: one records what is to be paid out, another confirms that it was. */
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import { financeTexts, type PayoutKind } from '#contract/payments/finance-words.ts'
import type { PayoutConfirm, PayoutRecord, PayoutReject } from '#contract/payments/give-back.ts'
import { linesOf, lockOrder, markPaid, type OrderOfPerson } from '#server/booking/orders.ts'
import { cancelItem, takeAgain } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { whyNoSecondPerson } from '#server/kernel/persons.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { recordPayout as writePayout } from '#server/payments/books/ledger.ts'
import { type PaymentOfOrder, payoutShut } from '#server/payments/books/order-money.ts'
import { payoutLetter } from '#server/payments/mail.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { financeRule } from './finance-rule.ts'
import { giveUpSeats } from './give-up.ts'
import { orderOfAttempt, paymentOrRefuse } from './propose.ts'

type Payout = Row<'payout'>
type Paper = Pick<Payout, 'way' | 'number' | 'reason'>

export async function recordPayout(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof PayoutRecord>,
): Promise<{ id: number }> {
  const { eventId, attemptId, workshopId, amount } = wish
  const orderId = await orderOfAttempt(world, { eventId, attemptId })
  const order = await lockOrder(world, orderId)
  const payment = await paymentOrRefuse(world, { orderId, attemptId })
  if (!payment.pays) refuse('conflict', { sentence: financeTexts.inReview })
  const left = payment.amount - payment.back
  const due = workshopId === undefined ? left : await priceOfSeat(world, { orderId, workshopId })
  if (due !== amount) refuse('count_changed')
  if (due > left) refuse('conflict', { sentence: financeTexts.nothingLeft })
  const kind = workshopId === undefined ? 'whole' : 'item'
  return insertPayout(world, staff, { order, payment, kind, amount, workshopId, exceptionId: null, ...paperOf(wish) })
}

/** Cash has no number; everything else has one. */
export function paperOf({ way, number, reason }: Paper): Paper {
  if (way !== 'cash' && number === '')
    refuse('invalid', { fields: [{ path: 'number', message: 'Please write the number of the draft or transfer.' }] })
  return { way, number: way === 'cash' ? '' : number, reason }
}

async function priceOfSeat(
  { db }: World,
  { orderId, workshopId }: { orderId: number; workshopId: number },
): Promise<number> {
  const seat = await db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'workshopId')
    .select(['orderItem.price', 'workshop.cancelledAt as offAt'])
    .where('orderId', '=', orderId)
    .where('workshopId', '=', workshopId)
    .where('orderItem.cancelledAt', 'is', null)
    .executeTakeFirst()
  if (!seat) return refuse('conflict', { sentence: financeTexts.nothingLeft })
  return seat.offAt ? seat.price : refuse('conflict', { sentence: financeTexts.notCancelled })
}

type NewPayout = Paper & {
  order: Locked<OrderOfPerson>
  payment: PaymentOfOrder
  kind: PayoutKind
  amount: number
  workshopId?: number | undefined
  exceptionId: number | null
}

/** To be called with the order locked: of two at once, the second finds the first waiting. */
export async function insertPayout(
  world: Transaction,
  { accountId }: Staff,
  { order, payment, workshopId, ...payout }: NewPayout,
): Promise<{ id: number }> {
  const why = payoutShut(payment)
  // What was given back by the bank with another amount is done with as far as the bank goes.
  if (why && !(payout.kind === 'aside' && payment.isRefunding && !payment.isWaiting && payment.back > 0))
    refuse('conflict', { sentence: why })
  return world.db
    .insertInto('payout')
    .values({
      ...payout,
      eventId: order.eventId,
      orderId: order.id,
      attemptId: payment.attemptId,
      workshopId: workshopId ?? null,
      currency: payment.currency,
      recordedBy: accountId,
      recordedAt: world.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function confirmPayout(
  world: Acting,
  staff: Staff,
  seen: ParsedInputOf<typeof PayoutConfirm>,
): Promise<Record<string, never>> {
  const { orderId } = await payoutIn(world, seen)
  const order = await lockOrder(world, orderId)
  const payout = await lockSeen(world, seen)
  const why = await whyNoSecondPerson(world, { asked: payout.recordedBy, confirms: staff.accountId })
  const alone = why === 'same person'
  if (why && !(await financeRule(world)).alone)
    refuse('not_allowed', { sentence: alone ? financeTexts.ownEntry : financeTexts.notIndependent })
  const { attemptId, amount, currency, way, id } = payout
  const payment = await paymentOrRefuse(world, { orderId, attemptId })
  if (payment.amount - payment.back < amount) refuse('conflict', { sentence: financeTexts.nothingLeft })
  const kept = await seatsFollow(world, order, payout)
  await writePayout(world, { id: attemptId, orderId }, { amount, currency, way, gatewayReference: `payout ${id}` })
  await decide(world, payout, { state: 'confirmed', decidedBy: staff.accountId, alone })
  await resolveFor(world, staff, payout)
  await tell(world, order, { payout, kept })
  return {}
}

/** What becomes of the seats. Gives whether the order still holds some. */
async function seatsFollow(world: Transaction, order: Locked<OrderOfPerson>, payout: Payout): Promise<boolean> {
  const { kind, attemptId, workshopId } = payout
  if (kind === 'aside') return order.state === 'paid'
  if (kind === 'rest') {
    if (order.state === 'paid' || order.state === 'cancelled') refuse('conflict', { sentence: financeTexts.tooLate })
    if (order.state === 'lapsed' && !(await takeAgain(world, order)))
      refuse('conflict', { sentence: financeTexts.noSeats })
    await markPaid(world, order, await linesOf(world, order.id))
    return true
  }
  if (order.state !== 'paid') refuse('conflict', { sentence: financeTexts.tooLate })
  if (kind === 'item' && workshopId !== null) {
    await priceOfSeat(world, { orderId: order.id, workshopId })
    if ((await cancelItem(world, order, workshopId)) > 0) return true
  }
  await giveUpSeats(world, order, attemptId)
  return false
}

/** Somebody may have closed it with a note while it waited: their note stays, but this is the way that the money went. */
async function resolveFor(world: Transaction, { accountId }: Staff, payout: Payout): Promise<void> {
  const { exceptionId, kind, reason } = payout
  if (exceptionId === null) return
  await world.db
    .updateTable('paymentException')
    .set((row) => ({
      resolvedAt: row.fn.coalesce('resolvedAt', row.val(world.now())),
      resolvedBy: row.fn.coalesce('resolvedBy', row.val(accountId)),
      resolution: sql<string>`case when resolved_at is null then ${reason} else resolution end`,
      way: kind === 'rest' ? 'accept' : 'payout',
      version: row('version', '+', 1),
    }))
    .where('id', '=', exceptionId)
    .execute()
}

async function tell(
  world: Transaction,
  order: OrderOfPerson,
  { payout, kept }: { payout: Payout; kept: boolean },
): Promise<void> {
  const { id, workshopId } = payout
  const item = workshopId === null ? undefined : await topicOf(world, { orderId: order.id, workshopId })
  const words = payoutLetter({ ...order, ...payout, topic: item, kept, publicUrl: addressOf(world, order) })
  await post(world, {
    kind: 'payout_done',
    orderId: order.id,
    payoutId: id,
    to: order.email,
    eventId: order.eventId,
    ...words,
  })
}

async function topicOf({ db }: World, { orderId, workshopId }: { orderId: number; workshopId: number }) {
  const { topic } = await db
    .selectFrom('orderItem')
    .select('topic')
    .where('orderId', '=', orderId)
    .where('workshopId', '=', workshopId)
    .executeTakeFirstOrThrow()
  return topic
}

/** A case that had waited for it is open for other ways again. */
export async function rejectPayout(
  world: Acting,
  staff: Staff,
  seen: ParsedInputOf<typeof PayoutReject>,
): Promise<Record<string, never>> {
  const { orderId } = await payoutIn(world, seen)
  await lockOrder(world, orderId)
  const payout = await lockSeen(world, seen)
  await decide(world, payout, { state: 'rejected', decidedBy: staff.accountId })
  if (payout.exceptionId !== null)
    await world.db
      .updateTable('paymentException')
      .set((row) => ({ way: null, version: row('version', '+', 1) }))
      .where('id', '=', payout.exceptionId)
      .where('resolvedAt', 'is', null)
      .execute()
  return {}
}

async function decide(
  world: Transaction,
  { id, version }: Payout,
  decision: Partial<Pick<Payout, 'state' | 'decidedBy' | 'alone'>>,
): Promise<void> {
  await world.db
    .updateTable('payout')
    .set({ ...decision, decidedAt: world.now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

type Seen = { eventId: number; id: number; version: number }

/** Read again after the lock: another may have decided meanwhile. */
async function lockSeen(world: Transaction, { id, version }: Seen): Promise<Locked<Payout>> {
  const payout = await world.db
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (payout.version !== version || payout.state !== 'recorded') refuse('conflict', { sentence: financeTexts.tooLate })
  return asLocked(payout)
}

async function payoutIn({ db }: World, { eventId, id }: Seen): Promise<{ orderId: number }> {
  const found = await db
    .selectFrom('payout')
    .select('orderId')
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return found ?? refuse('not_found')
}
