/** The ledger of an event as staff read it: by entry, and as the sums of a day. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import { homeCurrency } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { FinanceToday, LedgerList } from '#contract/payments/closings.ts'
import { type MoneyWay, moneyWays } from '#contract/payments/finance-words.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { wayOf } from '#server/payments/rules.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type Sum = ReplyOf<typeof FinanceToday>['sums'][number]
type List = ParsedInputOf<typeof LedgerList>
export type LedgerFilter = Omit<List, 'cursor' | 'limit'>

const recordedAt = {
  by: sql.ref('ledgerEntry.recordedAt'),
  type: 'timestamptz',
  id: sql.ref('ledgerEntry.id'),
} as const
export const ledgerOrders: Record<NonNullable<List['sort']>, Order> = {
  recordedAt,
  '-recordedAt': { ...recordedAt, descending: true },
}

/** SQL: one person recorded and confirmed what this entry is of, also when it turns out later that two accounts are theirs. */
export const isAlone = sql<boolean>`(
  exists (select from offline_payment where offline_payment.attempt_id = ledger_entry.attempt_id and ledger_entry.kind = 'capture'
    and (alone or is_same_person(recorded_by, decided_by)))
  or exists (select from payout where payout.attempt_id = ledger_entry.attempt_id and ledger_entry.kind = 'payout'
    and ledger_entry.gateway_reference = 'payout ' || payout.id and (alone or is_same_person(recorded_by, decided_by)))
  or exists (select from refund where refund.attempt_id = ledger_entry.attempt_id and ledger_entry.kind = 'refund'
    and (alone or is_same_person(proposed_by, approved_by))))`

function everyEntry({ db }: Pick<World, 'db'>) {
  return db
    .selectFrom('ledgerEntry')
    .innerJoin('orders', 'orders.id', 'ledgerEntry.orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('closingEntry', 'closingEntry.ledgerEntryId', 'ledgerEntry.id')
    .leftJoin('closing', 'closing.id', 'closingEntry.closingId')
    .select(['ledgerEntry.id', 'ledgerEntry.recordedAt', 'ledgerEntry.kind', 'ledgerEntry.gateway'])
    .select(['ledgerEntry.amount', 'ledgerEntry.currency', 'ledgerEntry.gatewayReference', 'paymentCode'])
    .select(['accountId', 'account.fullName', 'account.email', 'closing.number as closing', isAlone.as('alone')])
}
type Entries = ReturnType<typeof everyEntry>
export type EntryRow = Entries extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

export function entriesWithin(world: Pick<World, 'db'>, scope: Scope, filter: LedgerFilter): Entries {
  const { eventId, kind, way, day, search } = filter
  const named = ['cash', 'draft', 'transfer', 'matched']
  return everyEntry(world)
    .where('applicant.eventId', '=', eventId)
    .$if(scope !== 'college', (query) => query.where(sql<boolean>`applicant.event_id = any(${scope})`))
    .$if(kind !== undefined, (query) => query.where('ledgerEntry.kind', '=', kind as NonNullable<typeof kind>))
    .$if(way === 'card', (query) => query.where('ledgerEntry.gateway', 'not in', named))
    .$if(way !== undefined && way !== 'card', (query) => query.where('ledgerEntry.gateway', '=', way as string))
    .$if(day !== undefined, (query) =>
      query.where(sql<boolean>`ledger_entry.recorded_at >= ${day}::date::timestamp at time zone event.time_zone
        and ledger_entry.recorded_at < (${day}::date + 1)::timestamp at time zone event.time_zone`),
    )
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`has_words(${search}, concat_ws(' ', payment_code, gateway_reference, full_name, account.email))`,
      ),
    )
}

export async function listLedger(world: World, list: List): Promise<ReplyOf<typeof LedgerList>> {
  const { cursor, limit = rowsAtOnce, sort = '-recordedAt', ...filter } = list
  const of = ['LedgerList', sort, filter.eventId, filter.kind, filter.way, filter.day, filter.search]
  const page = await pageBy(world, entriesWithin(world, 'college', filter), {
    of,
    order: ledgerOrders[sort],
    cursor,
    limit,
  })
  return {
    ...page,
    rows: page.rows.map(({ accountId, fullName, email, closing, ...row }) => ({
      ...toldEntry(row),
      person: { accountId, name: fullName, email },
      closing,
    })),
  }
}

export function toldEntry(row: Omit<EntryRow, 'accountId' | 'fullName' | 'email' | 'closing'>) {
  const { id, recordedAt, kind, gateway, amount, currency, gatewayReference, paymentCode, alone } = row
  return {
    id,
    recordedAt: recordedAt.toISOString(),
    kind,
    way: wayOf(gateway),
    money: { amount, currency },
    reference: gatewayReference,
    paymentCode,
    alone,
  }
}

type Moved = { gateway: string; kind: string; amount: number; currency: string; many: number }

/** A line of rupees for each way, also for those by which nothing moved; then what a bank took in other currencies. */
export function sumsOf(moved: readonly Moved[]): Sum[] {
  const named = (way: MoneyWay, currency: string) => `${currency} ${way}`
  const sums = new Map<string, Sum>(moneyWays.map((way) => [named(way, homeCurrency), emptySum(way, homeCurrency)]))
  for (const { gateway, kind, amount, currency, many } of moved) {
    const way = wayOf(gateway)
    const sum = sums.get(named(way, currency)) ?? emptySum(way, currency)
    sums.set(named(way, currency), sum)
    if (kind === 'capture') {
      sum.received += Number(amount)
      sum.payments += Number(many)
    } else {
      sum.givenBack += Number(amount)
      sum.refunds += Number(many)
    }
  }
  return [...sums.values()]
}

const emptySum = (way: MoneyWay, currency: string): Sum => ({
  way,
  currency,
  received: 0,
  payments: 0,
  givenBack: 0,
  refunds: 0,
})

const inRupees = ({ currency }: { currency: string }): boolean => currency === homeCurrency

const netOf = (sums: readonly Sum[]): number =>
  sums.filter(inRupees).reduce((net, { received, givenBack }) => net + received - givenBack, 0)

type Today = { day: string; timeZone: string }
type Waiting = ReplyOf<typeof FinanceToday>['waiting']
type LastClosing = { id: number; number: number; closedAt: Date }

/** Five statements, however much came. */
export async function financeToday(world: World, eventId: number): Promise<ReplyOf<typeof FinanceToday>> {
  const { db } = world
  const now = world.now()
  const event = await sql<Today>`
    select time_zone, to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from event where id = ${eventId}`.execute(
    db,
  )
  const { day, timeZone } = event.rows[0] ?? refuse('not_found')
  const moved = await sql<Moved & { day: string }>`
    select to_char(recorded_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, gateway, kind::text, ledger_entry.currency, sum(amount)::bigint as amount,
      count(*)::int as many
    from ledger_entry join orders on orders.id = order_id
    where orders.event_id = ${eventId} and recorded_at >= (${day}::date - 13)::timestamp at time zone ${timeZone} group by 1, 2, 3, 4`.execute(
    db,
  )
  const waiting = await sql<Waiting>`select
    (select count(*)::int from payment_exception join orders on orders.id = order_id
      where resolved_at is null and orders.event_id = ${eventId}) as exceptions,
    (select count(*)::int from offline_payment where event_id = ${eventId} and state = 'recorded') as offline,
    (select count(*)::int from refund_proposal where event_id = ${eventId} and state = 'proposed') as proposals,
    (select count(*)::int from payout where event_id = ${eventId} and state = 'recorded') as payouts,
    (select count(*)::int from refund join payment_attempt on payment_attempt.id = attempt_id join orders on orders.id = order_id
      where refund.state in ('asked', 'unknown') and orders.event_id = ${eventId}) as unanswered`.execute(db)
  const last = await lastClosing(world, eventId)
  const sums = sumsOf(moved.rows.filter((row) => row.day === day))
  return {
    day,
    timeZone,
    sums,
    net: netOf(sums),
    days: lastDays(day, 14).map((each) => {
      const its = sumsOf(moved.rows.filter((row) => row.day === each && row.gateway !== 'matched' && inRupees(row)))
      return {
        day: each,
        received: its.reduce((all, { received }) => all + received, 0),
        givenBack: its.reduce((all, { givenBack }) => all + givenBack, 0),
      }
    }),
    waiting: waiting.rows[0] as Waiting,
    lastClosing: last ? { id: last.id, number: last.number, closedAt: last.closedAt.toISOString() } : null,
  }
}

export async function lastClosing({ db }: Pick<World, 'db'>, eventId: number): Promise<LastClosing | undefined> {
  return db
    .selectFrom('closing')
    .select(['id', 'number', 'closedAt'])
    .where('eventId', '=', eventId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const dayLength = 86_400_000

function lastDays(last: string, many: number): string[] {
  return Array.from({ length: many }, (_, at) =>
    new Date(Date.parse(`${last}T00:00:00Z`) - (many - 1 - at) * dayLength).toISOString().slice(0, 10),
  )
}
