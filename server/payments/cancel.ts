/** Giving up an order that is not paid. */
import { lockOrder } from '#server/booking/orders.ts'
import { release } from '#server/booking/seats.ts'
import type { Person } from '#server/callers.ts'
import { inTransaction, type World } from '#server/world.ts'
import { openOf, orderOf } from './initiate.ts'
import { ask, attemptWith, paymentOf, settle } from './settle.ts'

export type Cancelled = 'Success' | 'Already paid' | 'Payment is being confirmed' | 'Not found'

/** Gives up an order that is not paid. A payment that is under way is taken back first, or keeps the order. */
export async function cancelOrder(world: World, caller: Person, paymentCode: string): Promise<Cancelled> {
  const orderId = await orderOf(world, caller, paymentCode)
  if (orderId === undefined) return 'Not found'
  const open = await openOf(world, orderId)
  if (open) {
    const { kind } = await world.gateway.reverse(paymentOf(await attemptWith(world, open.id)))
    const fact = { kind: 'cancelled', code: 'reversed', words: 'Cancelled by the applicant' } as const
    if (kind === 'done') await settle(world, open.id, { fact, source: 'browser' })
    else await ask(world, open.id, { how: 'look', source: 'browser' })
  }
  return inTransaction(world, async (world) => {
    const order = await lockOrder(world, orderId)
    if (order.state === 'paid') return 'Already paid'
    if (await openOf(world, orderId)) return 'Payment is being confirmed'
    if (order.state === 'pending') await release(world, [order], 'cancelled')
    return 'Success'
  })
}
