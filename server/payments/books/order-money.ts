/** The money of one order: what is due, what came, and what of it can go back. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { exceptionTexts } from '#contract/payments/exception-kinds.ts'
import { financeTexts } from '#contract/payments/finance-words.ts'
import type { OrderMoney } from '#contract/payments/offline.ts'
import type { World } from '#server/kernel/world.ts'
import { keptFromCard, openOf } from '#server/payments/card/initiate.ts'
import { financeRule, needsTwo } from '#server/payments/refunds/finance-rule.ts'
import { wayOf } from '#server/payments/rules.ts'
import type { Money } from '#server/platform/gateways/gateway.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { isAside, isAskedBack } from './ledger.ts'

type OrderRow = { id: number; total: number; currency: string }

/** What a payment at the desk must come to: less than the total where too little came by the bank and the rest was asked for. */
export async function dueOf({ db }: Pick<World, 'db'>, { id, total, currency }: OrderRow): Promise<Money> {
  const { rows } = await sql<{ came: number }>`
    select coalesce(sum(ledger_entry.amount), 0)::bigint as came from ledger_entry
    where kind = 'capture' and order_id = ${id} and currency = ${currency} and exists (
      select from payment_exception where attempt_id = ledger_entry.attempt_id and way = 'rest' and resolved_at is null)`.execute(
    db,
  )
  return { amount: total - Number(rows[0]?.came ?? 0), currency }
}

/** Why no cash or draft can be recorded for this order as it stands; null when one can. */
export async function whyNotRecorded(world: World, order: { id: number; state: string }): Promise<string | null> {
  if (order.state === 'paid') return financeTexts.paid
  if (order.state === 'cancelled') return financeTexts.cancelled
  if (await openOf(world, order.id)) return financeTexts.cardOpen
  const kept = await keptFromCard(world, order.id)
  if (kept === 'desk') return financeTexts.waiting
  return kept === 'review' && !(await waitsForRest(world, order.id)) ? financeTexts.inReview : null
}

/** Too little came, and the person was asked for the rest. */
async function waitsForRest({ db }: World, orderId: number): Promise<boolean> {
  const open = await db
    .selectFrom('paymentException')
    .select('way')
    .where('orderId', '=', orderId)
    .where('resolvedAt', 'is', null)
    .execute()
  return open.length > 0 && open.every(({ way }) => way === 'rest')
}

/** The order of an event, by its code; one of another event does not exist. */
export async function orderIn(
  { db }: World,
  { eventId, paymentCode }: { eventId: number; paymentCode: string },
): Promise<number> {
  const found = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('paymentCode', '=', paymentCode)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return (
    found?.id ??
    refuse('invalid', { fields: [{ path: 'paymentCode', message: 'No order of this event has this code.' }] })
  )
}

export type PaymentOfOrder = {
  attemptId: number
  gateway: string
  reference: string
  amount: number
  currency: string
  /** What went back already, or is about to beside the bank. */
  back: number
  pays: boolean
  isRefunding: boolean
  isPaidOut: boolean
  isWaiting: boolean
}

/** To be called with the order locked: a refund that was begun since somebody looked may be with the bank, and its money is used for nothing else. */
export async function refuseAskedBack({ db }: World, attemptId: number | null): Promise<void> {
  const { rows } = await sql<{ isAsked: boolean }>`select ${isAskedBack(sql`${attemptId}::int`)} as is_asked`.execute(
    db,
  )
  if (rows[0]?.isAsked) refuse('conflict', { sentence: exceptionTexts.askedBack })
}

/** Every payment that came for an order, oldest first. To be asked with the order locked where something follows from it. */
export async function paymentsOf({ db }: Pick<World, 'db'>, orderId: number): Promise<PaymentOfOrder[]> {
  const { rows } = await sql<PaymentOfOrder>`
    select taken.attempt_id, taken.gateway, taken.gateway_reference as reference, taken.amount, taken.currency,
      coalesce((select sum(amount) from ledger_entry given where given.attempt_id = taken.attempt_id and given.kind <> 'capture'), 0)::bigint as back,
      orders.state = 'paid' and not ${isAside(sql`taken.attempt_id`)} as pays,
      exists (select from refund where refund.attempt_id = taken.attempt_id and refund.state <> 'failed') as is_refunding,
      exists (select from payout where payout.attempt_id = taken.attempt_id and payout.state = 'confirmed') as is_paid_out,
      exists (select from payout where payout.attempt_id = taken.attempt_id and payout.state = 'recorded')
        or exists (select from refund_proposal where refund_proposal.attempt_id = taken.attempt_id and refund_proposal.state = 'proposed') as is_waiting
    from ledger_entry taken join orders on orders.id = taken.order_id
    where taken.order_id = ${orderId} and taken.kind = 'capture' order by taken.id`.execute(db)
  return rows
}

/** Why the bank cannot be asked to give this payment back; null when it can. */
export function refundShut({ gateway }: World, payment: PaymentOfOrder): string | null {
  if (payment.amount <= payment.back) return financeTexts.nothingLeft
  if (payment.gateway !== gateway.name) return financeTexts.otherGateway
  if (payment.isPaidOut) return financeTexts.partPaidOut
  return payment.isRefunding || payment.isWaiting ? financeTexts.beingGiven : null
}

export function payoutShut(payment: PaymentOfOrder): string | null {
  if (payment.amount <= payment.back) return financeTexts.nothingLeft
  return payment.isRefunding || payment.isWaiting ? financeTexts.beingGiven : null
}

export async function orderMoney(
  world: World,
  wish: ParsedInputOf<typeof OrderMoney>,
): Promise<ReplyOf<typeof OrderMoney>> {
  const orderId = await orderIn(world, wish)
  const order = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['orders.id', 'orders.state', 'total', 'currency', 'holdUntil', 'paymentCode'])
    .select(['accountId', 'fullName', 'email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const seats = await world.db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['workshopId', 'orderItem.topic', 'orderItem.price', 'holds', 'orderItem.cancelledAt'])
    .select('workshop.cancelledAt as offAt')
    .where('orderId', '=', orderId)
    .orderBy('workshopId')
    .execute()
  const rule = await financeRule(world)
  return {
    paymentCode: order.paymentCode,
    state: order.state,
    person: { accountId: order.accountId, name: order.fullName, email: order.email },
    total: { amount: order.total, currency: order.currency },
    due: await dueOf(world, order),
    holdUntil: order.holdUntil.toISOString(),
    shut: await whyNotRecorded(world, order),
    seats: seats.map(({ workshopId, topic, price, holds, cancelledAt, offAt }) => ({
      workshopId,
      topic,
      price,
      isHeld: holds,
      isCancelled: cancelledAt !== null,
      isOff: offAt !== null,
    })),
    payments: (await paymentsOf(world, orderId)).map((payment) => ({
      attemptId: payment.attemptId,
      way: wayOf(payment.gateway),
      reference: payment.reference,
      captured: { amount: payment.amount, currency: payment.currency },
      left: { amount: Math.max(0, payment.amount - payment.back), currency: payment.currency },
      pays: payment.pays,
      refundShut: refundShut(world, payment),
      payoutShut: payoutShut(payment),
      needsSecond: !rule.alone && needsTwo(rule, payment),
    })),
  }
}
