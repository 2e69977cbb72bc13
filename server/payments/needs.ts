/** Payments that need a person, for the overview. */
import { sql } from 'kysely'
import type { Needs } from '#server/kernel/needs.ts'
import type { World } from '#server/kernel/world.ts'

type Counted = { isOfEvent: boolean; count: number; since: Date; amount: number | null; currency: string | null }

/** Of this event, and apart from them what belongs to no event. */
export async function needsYou({ db }: Pick<World, 'db'>, eventId: number): Promise<Needs> {
  const { rows } = await sql<Counted>`
    select orders.event_id is not null as is_of_event, count(*)::int as count, min(opened_at) as since,
      sum(payment_exception.amount)::bigint as amount, min(payment_exception.currency) as currency
    from payment_exception left join orders on orders.id = payment_exception.order_id
    where resolved_at is null and (orders.event_id = ${eventId} or orders.event_id is null) group by 1`.execute(db)
  const { rows: waiting } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(at) as since from (
      select recorded_at as at from offline_payment where event_id = ${eventId} and state = 'recorded'
      union all select recorded_at from payout where event_id = ${eventId} and state = 'recorded'
      union all select proposed_at from refund_proposal where event_id = ${eventId} and state = 'proposed') as open`.execute(
    db,
  )
  return Object.fromEntries([
    ['second', waiting[0]],
    ...rows.map(({ isOfEvent, count, since, amount, currency }) => [
      isOfEvent ? 'exceptions' : 'orphans',
      { count, since, ...(amount !== null && currency !== null && { money: { amount: Number(amount), currency } }) },
    ]),
  ])
}
