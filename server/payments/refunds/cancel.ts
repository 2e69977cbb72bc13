/** Giving up an order that is not paid: by whoever made it, or by staff. */
import type { OrderCancelUnpaid } from '#contract/booking/order-console.ts'
import type { CancelAnswer } from '#contract/booking/order-words.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { giveUp } from '#server/booking/order-changes.ts'
import { showOrder } from '#server/booking/order-detail.ts'
import { lockOrder } from '#server/booking/orders.ts'
import { release } from '#server/booking/seats.ts'
import type { Person } from '#server/kernel/callers.ts'
import type { End } from '#server/kernel/serve.ts'
import { inTransaction, type Steps, type World } from '#server/kernel/world.ts'
import { keptFromCard, openOf, orderOf } from '#server/payments/card/initiate.ts'
import { ask, attemptWith, paymentOf, settle, type Source } from '#server/payments/card/settle.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type Cancelled = 'Success' | 'Already paid' | 'Payment is being confirmed' | 'Not found'

/** Gives up an order that is not paid. A payment that is under way is taken back first, or keeps the order. */
export async function cancelOrder(world: World, caller: Person, paymentCode: string): Promise<Cancelled> {
  const orderId = await orderOf(world, caller, paymentCode)
  if (orderId === undefined) return 'Not found'
  await takeBackOpen(world, orderId, { source: 'browser', words: 'Cancelled by the applicant' })
  return inTransaction(world, async (world) => {
    const order = await lockOrder(world, orderId)
    if (order.state === 'paid') return 'Already paid'
    if (await openOf(world, orderId)) return 'Payment is being confirmed'
    // Their money lies at the desk, or a person looks after it: the seats are not given to others behind its back.
    if (order.state === 'pending' && (await keptFromCard(world, orderId))) return 'Payment is being confirmed'
    if (order.state === 'pending') await release(world, [order], 'cancelled')
    return 'Success'
  })
}

type Wish = ParsedInputOf<typeof OrderCancelUnpaid>
type Told = ReplyOf<typeof OrderCancelUnpaid>

export async function cancelUnpaid(world: Steps, { eventId, orderId, version, reason }: Wish): Promise<Told> {
  const seen = await world.db
    .selectFrom('orders')
    .select(['state', 'version'])
    .where('id', '=', orderId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!seen) return refuse('not_found')
  if (seen.version !== version) return refuse('conflict', { stored: await showOrder(world, orderId) })
  if (seen.state === 'pending')
    await takeBackOpen(world, orderId, { source: 'staff', words: 'Cancelled by the college' })
  const answer = await inTransaction(world, async (world): Promise<CancelAnswer> => {
    const order = await lockOrder(world, orderId)
    // Read again: a colleague may have held it longer, or given it to somebody else, while the bank was asked.
    if (order.version !== version) return refuse('conflict', { stored: await showOrder(world, orderId) })
    if (order.state === 'paid') return 'Already paid'
    if (await openOf(world, orderId)) return 'Payment is being confirmed'
    if (order.state !== 'pending') return 'Not held'
    const kept = await keptFromCard(world, orderId)
    if (kept) return kept === 'desk' ? 'Waits at the desk' : 'In review'
    await giveUp(world, order, reason)
    return 'cancelled'
  })
  return { answer, order: await showOrder(world, orderId) }
}

/** How the act came out: an order that stays as it is was not cancelled, whatever was answered. */
export function endOfCancel({ answer }: Told): End {
  return answer === 'cancelled' ? { outcome: 'done' } : { outcome: 'refused', refusal: answer }
}

/** The bank takes back what it has not taken yet, or says how it stands. No transaction is open meanwhile. */
async function takeBackOpen(
  world: World,
  orderId: number,
  { source, words }: { source: Source; words: string },
): Promise<void> {
  const open = await openOf(world, orderId)
  if (!open) return
  const { kind } = await world.gateway.reverse(paymentOf(await attemptWith(world, open.id)))
  const fact = { kind: 'cancelled', code: 'reversed', words } as const
  if (kind === 'done') await settle(world, open.id, { fact, source })
  else await ask(world, open.id, { how: 'look', source })
}
