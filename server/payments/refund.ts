/** Money given back: the whole of what the bank took with a payment, once. The books say what the bank confirmed. */
import { seatsAfter } from '#contract/payments/refund-texts.ts'
import { linesOf, lockOrder, type OrderOfPerson } from '#server/booking/orders.ts'
import { release } from '#server/booking/seats.ts'
import { post } from '#server/mail/outbox.ts'
import type { Money, Refunded } from '#server/platform/gateways/gateway.ts'
import type { Row } from '#server/tables.ts'
import { inTransaction, type World, type Locked, type Transaction } from '#server/world.ts'
import { capturedOf, fileException, recordRefund, resolveExceptions } from './ledger.ts'
import { refundLetter } from './mail.ts'
import { type Attempt, attemptWith, paymentOf } from './settle.ts'

/** `differs`: the bank gave another amount back, and a person has to look after the rest. */
export type RefundAnswer = 'done' | 'differs' | 'being done' | 'unknown' | 'failed' | 'not captured' | 'another gateway'
/** The person reads the reason in the letter. */
type Wish = { attemptId: number; by: string; reason: string }
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
  const { refund, isMine } = await inTransaction(world, (world) => openRefund(world, attempt, wish))
  if (!refund) return 'not captured'
  if (refund.state === 'done') return answerOf(refund)
  const captured = { amount: refund.amount, currency: refund.currency }
  if (isMine) return finish(world, refund, await world.gateway.refund(paymentOf(attempt), captured))
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
  { by, reason }: Wish,
): Promise<{ refund: Refund | undefined; isMine: boolean }> {
  await lockOrder(world, attempt.orderId)
  const living = await world.db
    .selectFrom('refund')
    .selectAll()
    .where('attemptId', '=', attempt.id)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  // Read after the lock: what was asked for is not always what the bank took.
  const captured = await capturedOf(world, attempt.id)
  if (living || !captured) return { refund: living, isMine: false }
  const refund = await world.db
    .insertInto('refund')
    .values({ attemptId: attempt.id, ...captured, askedBy: by, reason, askedAt: world.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { refund, isMine: true }
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
  if (isGivenUp) await release(world, [order], 'cancelled')
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
    publicUrl: world.publicUrl,
  })
  await post(world, { to: order.email, about: `refund ${refund.id} done`, ...words })
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
async function isWhatPaid(world: World, { id }: Attempt): Promise<boolean> {
  const exception = await world.db
    .selectFrom('paymentException')
    .select('id')
    .where('attemptId', '=', id)
    .executeTakeFirst()
  return exception === undefined
}
