/** The register of receipts: every number of an event once, without a gap. What was cancelled keeps its number, and is marked. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ReceiptsRegister } from '#contract/booking/order-console.ts'
import type { PaidWay } from '#contract/booking/order-words.ts'
import { rowsAtOnce, turned } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { nameOnReceipt } from './gifts.ts'
import { dayIn, isPaidBy, paidGateway } from './order-list.ts'
import { paidWay, receiptName } from './rules.ts'

type List = ParsedInputOf<typeof ReceiptsRegister>
type Reply = ReplyOf<typeof ReceiptsRegister>
export type ReceiptFilter = Pick<List, 'eventId' | 'search' | 'state' | 'paidBy' | 'from' | 'to' | 'sort'>
type Reading = Pick<World, 'db'>

const number = { by: sql.ref('receipt.number'), type: 'bigint', id: sql.ref('orders.id') } as const
export const receiptOrders: Record<NonNullable<List['sort']>, Order> = {
  '-number': { ...number, descending: true },
  number,
}
export const usualReceiptOrder = '-number'

/** SQL: what went back of the money of this order. What was matched to another order is that one's; dollars are no part of rupees. */
const givenBack = sql<number | null>`(select sum(amount)::bigint from ledger_entry
  where ledger_entry.order_id = orders.id and kind <> 'capture' and gateway <> 'matched' and ledger_entry.currency = orders.currency)`

function everyReceipt({ db }: Reading, eventId: number) {
  return db
    .selectFrom('receipt')
    .innerJoin('orders', 'orders.id', 'receipt.orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['orders.id', 'receipt.eventId', 'receipt.number', 'issuedAt', 'paymentCode', 'orders.state', 'total'])
    .select(['currency', nameOnReceipt.as('fullName'), 'account.email', paidGateway.as('gateway')])
    .select(givenBack.as('givenBack'))
    .where('receipt.eventId', '=', eventId)
}
type Receipts = ReturnType<typeof everyReceipt>
export type ReceiptRow = Receipts extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

export function receiptsFitting(world: Reading, filter: Omit<ReceiptFilter, 'sort'>): Receipts {
  const { eventId, search, state, paidBy, from, to } = filter
  const conditions: RawBuilder<boolean>[] = []
  if (state !== undefined) conditions.push(sql`(orders.state = 'cancelled') = ${state === 'cancelled'}`)
  if (from !== undefined) conditions.push(sql`receipt.issued_at >= ${dayIn(eventId, from)}`)
  if (to !== undefined) conditions.push(sql`receipt.issued_at < ${dayIn(eventId, to, 1)}`)
  if (search)
    conditions.push(
      sql`has_words(${search}, concat_ws(' ', ${nameInSql}, payment_code, ${nameOnReceipt}, account.full_name, account.email))`,
    )
  if (paidBy !== undefined) {
    const { value, isNot } = turned<PaidWay>(paidBy)
    conditions.push(isNot ? sql`not ${isPaidBy(value)}` : isPaidBy(value))
  }
  return conditions.reduce((query, condition) => query.where(condition), everyReceipt(world, eventId))
}

/** As `receiptName` writes it. */
const nameInSql = sql`'R' || receipt.event_id || '-' || lpad(receipt.number::text, greatest(6, length(receipt.number::text)), '0')`

export async function listReceipts(world: World, list: List): Promise<Reply> {
  const { cursor, limit = rowsAtOnce, sort = usualReceiptOrder, ...filter } = list
  const { eventId, search, state, paidBy, from, to } = filter
  const of = ['ReceiptsRegister', sort, eventId, search, state, paidBy, from, to]
  const request = { of, order: receiptOrders[sort], cursor, limit }
  const page = await pageBy(world, receiptsFitting(world, filter), request)
  return { ...page, rows: page.rows.map(listed), ...(await besideRegister(world, eventId)) }
}

function listed(row: ReceiptRow): Reply['rows'][number] {
  const { id, eventId, number, issuedAt, paymentCode, state, total: amount, currency, fullName: name, email } = row
  return {
    id,
    receipt: receiptName({ eventId, number }),
    issuedAt: issuedAt.toISOString(),
    paymentCode,
    person: { name, email },
    total: { amount, currency },
    paidBy: paidWay(row.gateway, amount, true),
    isCancelled: state === 'cancelled',
    givenBack: row.givenBack === null ? null : { amount: row.givenBack, currency },
  }
}

type Beside = Pick<Reply, 'timeZone' | 'eventName' | 'figures'>

async function besideRegister({ db }: Reading, eventId: number): Promise<Beside> {
  const { rows } = await sql<Beside>`
    select time_zone, name as event_name, (
      select json_build_object('receipts', count(*), 'cancelled', count(*) filter (where state = 'cancelled'),
        'received', coalesce(sum(total), 0), 'missing', coalesce(max(number), 0) - count(*))
      from receipt join orders on orders.id = order_id where receipt.event_id = event.id) as figures
    from event where id = ${eventId}`.execute(db)
  return rows[0] ?? refuse('not_found')
}
