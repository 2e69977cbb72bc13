/** Money given back: the whole of a payment, once. */
import { recordRefund, resolveExceptions } from '#server/ledger/service.ts'
import { lockOrder } from '#server/orders/service.ts'
import type { Refunded } from '#server/platform/gateways/gateway.ts'
import { release } from '#server/seats/service.ts'
import { type Attempt, attemptWith, paymentOf } from '#server/settlements/service.ts'
import type { Row } from '#server/tables.ts'
import { together, type World } from '#server/world.ts'

export type RefundAnswer = 'done' | 'being done' | 'unknown' | 'failed' | 'not captured'
type Wish = { attemptId: number; by: string; reason: string }

/** Longer than the gateway is waited for. */
const callTakes = 120_000

/**
 * Gives a payment back. Two who ask at once make one refund. When the gateway's answer is lost, nothing is sent again: whoever asks later
 * makes us find out what became of the first.
 */
export async function refundPayment(world: World, wish: Wish): Promise<RefundAnswer> {
  const attempt = await attemptWith(world, wish.attemptId)
  const { refund, isMine } = await together(world, (world) => openRefund(world, attempt, wish))
  if (!refund) return 'not captured'
  if (refund.state === 'done') return 'done'
  if (isMine) return finish(world, refund, await world.gateway.refund(paymentOf(attempt)))
  if (refund.state === 'asked' && world.now().getTime() - refund.askedAt.getTime() < callTakes) return 'being done'
  return finish(world, refund, await world.gateway.refundStatus(paymentOf(attempt)))
}

async function openRefund(
  world: World,
  attempt: Attempt,
  { by, reason }: Wish,
): Promise<{ refund: Row<'refund'> | undefined; isMine: boolean }> {
  await lockOrder(world, attempt.orderId)
  const living = await world.db
    .selectFrom('refund')
    .selectAll()
    .where('attemptId', '=', attempt.id)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  if (living || attempt.state !== 'captured') return { refund: living, isMine: false }
  const captured = await world.db
    .selectFrom('ledgerEntry')
    .select('amount')
    .where('attemptId', '=', attempt.id)
    .where('kind', '=', 'capture')
    .executeTakeFirstOrThrow()
  const refund = await world.db
    .insertInto('refund')
    .values({ attemptId: attempt.id, amount: captured.amount, askedBy: by, reason, askedAt: world.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { refund, isMine: true }
}

async function finish(world: World, { id, attemptId, amount }: Row<'refund'>, told: Refunded): Promise<RefundAnswer> {
  const attempt = await attemptWith(world, attemptId)
  await together(world, async (world) => {
    const order = await lockOrder(world, attempt.orderId)
    const settledAt = told.kind === 'unknown' ? null : world.now()
    await world.db.updateTable('refund').set({ state: told.kind, settledAt }).where('id', '=', id).execute()
    if (told.kind !== 'done') return
    const { gatewayReference } = told
    await recordRefund(world, attempt, { amount, currency: attempt.currency, gatewayReference })
    if (order.state === 'paid' && (await isWhatPaid(world, attempt))) await release(world, [order.id], 'cancelled')
    await resolveExceptions(world, attempt.id, 'refunded')
  })
  return told.kind
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
