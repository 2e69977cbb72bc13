/** Payments at the desk whose order is over before anybody confirmed them. */
import { sql } from 'kysely'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { lapsedLetter } from '#server/payments/mail.ts'
import { voucherName } from '#server/payments/rules.ts'

type Ended = {
  id: number
  orderId: number
  eventId: number
  slug: string
  isCurrent: boolean
  voucher: number
  way: string
  amount: number
  currency: string
  email: string
  eventName: string
  paymentCode: string
}

/** The person is told: what was handed in is theirs, and the seats are not. To be called with the orders locked. */
export async function endOffline(world: Transaction, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Ended>`
    with ended as (
      update offline_payment set state = 'lapsed', decided_at = ${world.now()}, version = version + 1
      where state = 'recorded' and order_id = any(${orderIds}::int[]) returning *)
    select ended.id, ended.order_id, ended.event_id, voucher, way, amount, ended.currency, email, event.name as event_name, event.slug, event.is_current,
      payment_code
    from ended join orders on orders.id = ended.order_id join applicant on applicant.id = orders.applicant_id
    join account on account.id = applicant.account_id join event on event.id = ended.event_id order by ended.id`.execute(
    world.db,
  )
  for (const { id, orderId, email, ...offline } of rows) {
    const words = lapsedLetter({ ...offline, voucher: voucherName(offline), publicUrl: addressOf(world, offline) })
    await post(world, {
      kind: 'offline_lapsed',
      orderId,
      offlinePaymentId: id,
      to: email,
      eventId: offline.eventId,
      ...words,
    })
  }
}
