/** Money given back: the whole of what the bank took with a payment, once. The books say what the bank confirmed. */
import { sql } from 'kysely'
import type { refundAnswers } from '#contract/payments/exception-kinds.ts'
import { seatsAfter } from '#contract/payments/refund-texts.ts'
import { linesOf, lockOrder, type OrderOfPerson } from '#server/booking/orders.ts'
import type { Row } from '#server/database/tables.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type World, type Locked, type Transaction } from '#server/kernel/world.ts'
import { capturedOf, fileException, isAside, recordRefund, resolveExceptions } from '#server/payments/books/ledger.ts'
import { type Attempt, attemptWith, paymentOf } from '#server/payments/card/settle.ts'
import { refundLetter } from '#server/payments/mail.ts'
import type { Money, Refunded } from '#server/platform/gateways/gateway.ts'
import { giveUpSeats } from './give-up.ts'

/** `differs`: the bank gave another amount back, and a person has to look after the rest. */
export type RefundAnswer = (typeof refundAnswers)[number]
/** The person reads the reason in the letter. `agree` is done in the transaction that opens the refund: both are there, or neither. */
type Wish = {
  attemptId: number
  by: string
  reason: string
  proposedBy?: number
  approvedBy?: number
  alone?: boolean
  agree?: (world: Transaction) => Promise<void>
}
type Refund = Row<'refund'>
type Done = Extract<Refunded, { kind: 'done' }>

/** Longer than the gateway is waited for. */
const callTakes = 120_000

/**
 * Gives a payment back. Two who ask at once make one refund. When the gateway's answer is lost, nothing is sent again: whoever asks later
 * makes us find out what became of the first.
 */
export async function refundPayment(world: World, wish: Wish): Promise<RefundAnswer> {
  const attempt = await attemptWith(world, wish.attemptId)
  if (attempt.gateway !== world.gateway.name) return 'another gateway'
  const { refund, isMine, isPaidOut } = await inTransaction(world, (world) => openRefund(world, attempt, wish))
  if (isPaidOut) return 'paid out'
  if (!refund) return 'not captured'
  return isMine ? give(world, attempt, refund) : followUp(world, attempt, refund)
}

/** What became of a refund that was asked for. It is never sent again. */
export async function refundAgain(world: World, attemptId: number): Promise<RefundAnswer> {
  const attempt = await attemptWith(world, attemptId)
  if (attempt.gateway !== world.gateway.name) return 'another gateway'
  const refund = await livingRefund(world, attemptId)
  return refund ? followUp(world, attempt, refund) : 'failed'
}

async function give(world: World, attempt: Attempt, refund: Refund): Promise<RefundAnswer> {
  const captured = { amount: refund.amount, currency: refund.currency }
  return finish(world, refund, await world.gateway.refund(paymentOf(attempt), captured))
}

async function followUp(world: World, attempt: Attempt, refund: Refund): Promise<RefundAnswer> {
  if (refund.state === 'done') return answerOf(refund)
  const captured = { amount: refund.amount, currency: refund.currency }
  if (refund.state === 'asked' && world.now().getTime() - refund.askedAt.getTime() < callTakes) return 'being done'
  return finish(world, refund, await world.gateway.refundStatus(paymentOf(attempt), captured))
}

function answerOf({ amount, currency, confirmedAmount, confirmedCurrency }: Refund): 'done' | 'differs' {
  const isSame = confirmedAmount === null || (confirmedAmount === amount && confirmedCurrency === currency)
  return isSame ? 'done' : 'differs'
}

async function openRefund(
  world: Transaction,
  attempt: Attempt,
  { by, reason, proposedBy, approvedBy, alone = false, agree }: Wish,
): Promise<{ refund: Refund | undefined; isMine: boolean; isPaidOut?: true }> {
  await lockOrder(world, attempt.orderId)
  await agree?.(world)
  const living = await livingRefund(world, attempt.id)
  // Read after the lock: what was asked for is not always what the bank took.
  const captured = await capturedOf(world, attempt.id)
  if (living || !captured) return { refund: living, isMine: false }
  if (await isPaidOutBeside(world, attempt.id)) return { refund: undefined, isMine: false, isPaidOut: true }
  const refund = await world.db
    .insertInto('refund')
    .values({
      attemptId: attempt.id,
      ...captured,
      askedBy: by,
      reason,
      askedAt: world.now(),
      proposedBy,
      approvedBy,
      alone,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { refund, isMine: true }
}

async function livingRefund({ db }: World, attemptId: number): Promise<Refund | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('attemptId', '=', attemptId)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
}

/** The bank gives back all or nothing: what went back beside it, is about to, or was matched to another order is not given twice. */
async function isPaidOutBeside({ db }: World, attemptId: number): Promise<boolean> {
  const { rows } = await sql<{ isOut: boolean }>`
    select exists (select from payout where attempt_id = ${attemptId} and state <> 'rejected')
      or exists (select from ledger_entry where attempt_id = ${attemptId} and kind = 'payout') as is_out`.execute(db)
  return rows[0]?.isOut === true
}

async function finish(world: World, { id, attemptId }: Refund, told: Refunded): Promise<RefundAnswer> {
  const attempt = await attemptWith(world, attemptId)
  return inTransaction(world, async (world) => {
    const order = await lockOrder(world, attempt.orderId)
    const refund = await world.db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // Two who ask what became of a refund may both be told: the second one changes nothing.
    if (refund.state === 'done') return answerOf(refund)
    if (told.kind !== 'done') {
      const settledAt = told.kind === 'unknown' ? null : world.now()
      await world.db.updateTable('refund').set({ state: told.kind, settledAt }).where('id', '=', id).execute()
      return told.kind
    }
    const done = await world.db
      .updateTable('refund')
      .set({ state: 'done', settledAt: world.now() })
      .set({ confirmedAmount: told.money.amount, confirmedCurrency: told.money.currency })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await book(world, { order, attempt, refund: done, told })
    return answerOf(done)
  })
}

type Booking = { order: Locked<OrderOfPerson>; attempt: Attempt; refund: Refund; told: Done }

async function book(world: Transaction, { order, attempt, refund, told }: Booking): Promise<void> {
  const { money, gatewayReference } = told
  await recordRefund(world, attempt, { ...money, gatewayReference })
  const isGivenUp = order.state === 'paid' && (await isWhatPaid(world, attempt))
  if (isGivenUp) await giveUpSeats(world, order, attempt.id)
  await resolveExceptions(world, attempt.id, 'refunded')
  if (answerOf(refund) === 'differs') await fileDifference(world, attempt, refund)
  await tell(world, { order, attempt, refund, money })
}

/** The seats as they are by now: giving the money back may have freed them. */
async function tell(
  world: World,
  { order, attempt, refund, money }: Omit<Booking, 'told'> & { money: Money },
): Promise<void> {
  const { state, paidAt, holdUntil } = await world.db
    .selectFrom('orders')
    .select(['state', 'paidAt', 'holdUntil'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const captured = { amount: refund.amount, currency: refund.currency }
  const words = refundLetter({
    ...order,
    transactionId: attempt.transactionId,
    topics: (await linesOf(world, order.id)).map(({ topic }) => topic),
    refund: { given: money, captured, on: world.now() },
    seats: seatsAfter({ state, paidAt, isDue: holdUntil <= world.now() }),
    reason: refund.reason,
    publicUrl: addressOf(world, order),
  })
  await post(world, {
    kind: 'refund_done',
    orderId: order.id,
    refundId: refund.id,
    to: order.email,
    eventId: order.eventId,
    ...words,
  })
}

async function fileDifference(world: World, attempt: Attempt, refund: Refund): Promise<void> {
  await fileException(world, {
    kind: 'refund_difference',
    gateway: attempt.gateway,
    gatewayReference: attempt.transactionId ?? attempt.reference,
    note: `The bank was asked to give back all that it had taken, by ${refund.askedBy}.`,
    attempt,
  })
}

/** A payment that is an exception paid for nothing: the order that another one paid stays as it is. */
async function isWhatPaid({ db }: World, { id }: Attempt): Promise<boolean> {
  const { rows } = await sql<{ aside: boolean }>`select ${isAside(sql`${id}::int`)} as aside`.execute(db)
  return rows[0]?.aside === false
}
