/** The states of an order and its money as SQL, the same in every statement. */
import { type RawBuilder, sql } from 'kysely'

/** SQL: a payment for this order may still come in. */
export const isPaying: RawBuilder<boolean> = sql`exists (
  select from payment_attempt where payment_attempt.order_id = orders.id and payment_attempt.state in ('created', 'registered'))`

/** SQL: money came for this order that no rule could place, and a person looks at it. */
export const isInReview: RawBuilder<boolean> = sql`exists (
  select from payment_exception where payment_exception.order_id = orders.id and resolved_at is null)`

/** SQL: cash or a draft was recorded for this order, and nobody has confirmed it yet. */
export const isAtDesk: RawBuilder<boolean> = sql`exists (
  select from offline_payment where offline_payment.order_id = orders.id and offline_payment.state = 'recorded')`

/** SQL: money of this order waits for a second person, or for the bank that was asked to give it back. */
export const isMoneyMoving: RawBuilder<boolean> = sql`(${isAtDesk}
  or exists (select from payout where payout.order_id = orders.id and payout.state = 'recorded')
  or exists (select from payment_attempt join refund on refund.attempt_id = payment_attempt.id
    where payment_attempt.order_id = orders.id and refund.state in ('asked', 'unknown'))
  or exists (select from payment_attempt join refund_proposal on refund_proposal.attempt_id = payment_attempt.id
    where payment_attempt.order_id = orders.id and refund_proposal.state = 'proposed'))`

/** SQL: the hold of this order is over. From that moment its seats count as free, also before they are released. */
export function isDue(now: Date): RawBuilder<boolean> {
  return sql`(orders.state = 'pending' and orders.hold_until <= ${now} and not ${isPaying})`
}
