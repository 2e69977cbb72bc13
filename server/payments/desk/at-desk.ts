/** Cash and drafts that were handed in and wait to be confirmed, for the people whose orders they pay. */
import type { OfflineWay } from '#contract/payments/finance-words.ts'
import type { World } from '#server/kernel/world.ts'
import { voucherName } from '#server/payments/rules.ts'

export type AtDesk = { way: OfflineWay; voucher: string; heldUntil: Date }

/** By order. */
export async function atDeskOf({ db }: World, orderIds: readonly number[]): Promise<Map<number, AtDesk>> {
  if (orderIds.length === 0) return new Map()
  const waiting = await db
    .selectFrom('offlinePayment')
    .select(['orderId', 'eventId', 'way', 'voucher', 'heldUntil'])
    .where('orderId', 'in', orderIds)
    .where('state', '=', 'recorded')
    .execute()
  return new Map(
    waiting.map(({ orderId, way, heldUntil, ...paper }) => [
      orderId,
      { way: way === 'draft' ? 'draft' : 'cash', voucher: voucherName(paper), heldUntil },
    ]),
  )
}
