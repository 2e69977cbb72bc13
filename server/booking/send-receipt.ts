/** Whoever has lost their receipt gets it once more. */
import type { ReceiptSend } from '#contract/booking/order-console.ts'
import { mostReceiptsAgain } from '#contract/booking/order-words.ts'
import type { ParsedInputOf } from '#contract/operation.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { receiptAgainLetter } from './mail.ts'
import { type Detail, showOrder } from './order-detail.ts'
import { linesOf, lockOrder } from './orders.ts'

/** Two who send it at the same moment wait for each other at the order. */
export async function sendReceipt(
  world: Acting,
  { eventId, orderId }: ParsedInputOf<typeof ReceiptSend>,
): Promise<Detail> {
  const ofEvent = await world.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!ofEvent) return refuse('not_found')
  const order = await lockOrder(world, orderId)
  const stored = await showOrder(world, orderId)
  const { ways, receipt: receiptNumber, receiptFor } = stored
  if (ways.sendReceipt !== null || receiptNumber === null)
    return refuse('conflict', { sentence: ways.sendReceipt ?? 'This order has no receipt.', stored })
  const sent = await sentAgain(world, orderId)
  if (sent >= mostReceiptsAgain)
    return refuse('conflict', { sentence: `It was sent again ${sent} times. Please print it, or write.`, stored })
  const publicUrl = addressOf(world, order)
  const letter = receiptAgainLetter({
    ...order,
    receiptNumber,
    receiptFor: receiptFor ?? order.fullName,
    lines: await linesOf(world, orderId),
    publicUrl,
    writtenAt: world.now(),
  })
  await post(world, { to: order.email, eventId, kind: 'receipt_again', orderId, number: sent + 1, ...letter })
  return showOrder(world, orderId)
}

async function sentAgain({ db }: Transaction, orderId: number): Promise<number> {
  const { sent } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('kind', '=', 'receipt_again')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return sent
}
