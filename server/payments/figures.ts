/** Payments as the metrics tell them, in one question. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import type { Figure } from '#server/platform/process/metrics.ts'

export type PaymentsState = {
  attempts: { gateway: string; outcome: string; many: number }[] | null
  open: number
  openSince: Date | null
  exceptions: number
  exceptionsSince: Date | null
}

export async function paymentsState({ db }: Pick<World, 'db'>): Promise<PaymentsState> {
  const { rows } = await sql<PaymentsState>`
    with open as (select count(*) as many, min(created_at) as since from payment_attempt where state in ('created', 'registered')),
    exceptions as (select count(*) as many, min(opened_at) as since from payment_exception where resolved_at is null)
    select (select json_agg(counted) from (
        select gateway, state as outcome, count(*) as many from payment_attempt group by gateway, state order by gateway, state) as counted) as attempts,
      open.many as open, open.since as open_since, exceptions.many as exceptions, exceptions.since as exceptions_since
    from open, exceptions`.execute(db)
  return rows[0] as PaymentsState
}

export async function paymentFigures({ db, now }: Pick<World, 'db' | 'now'>): Promise<Figure[]> {
  const said = await paymentsState({ db })
  const age = (since: Date | null) => (since ? Math.max(0, (now().getTime() - since.getTime()) / 1000) : 0)
  return [
    {
      name: 'colloquium_payments_total',
      help: 'Attempts to pay by gateway and what became of them',
      values: (said.attempts ?? []).map(({ gateway, outcome, many }) => ({
        labels: { gateway, outcome },
        value: many,
      })),
    },
    { name: 'colloquium_attempts_open', help: 'Payments that are not finished', values: said.open },
    {
      name: 'colloquium_attempt_oldest_seconds',
      help: 'Since when the oldest of them was begun',
      values: age(said.openSince),
    },
    { name: 'colloquium_payment_exceptions_open', help: 'Payments that need a person', values: said.exceptions },
    {
      name: 'colloquium_payment_exception_oldest_seconds',
      help: 'How long the oldest of them has been waiting',
      values: age(said.exceptionsSince),
    },
  ]
}
