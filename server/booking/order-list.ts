/** The orders of an event as staff look through them: by how they stand, by workshop, day and way of paying, and by whoever is looked for. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { OrdersList } from '#contract/booking/order-console.ts'
import type { OrderView, PaidWay } from '#contract/booking/order-words.ts'
import { rowsAtOnce, turned } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { searched } from '#server/kernel/noted-searches.ts'
import { isDue, isInReview, isPaying } from '#server/kernel/order-sql.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { paidWay, receiptName, shownState } from './rules.ts'

type List = ParsedInputOf<typeof OrdersList>
export type OrderFilter = Pick<List, 'eventId' | 'search' | 'state' | 'paidBy' | 'workshopId' | 'from' | 'to' | 'sort'>
type Reading = Pick<World, 'db' | 'now'>

const id = sql.ref('orders.id')
const createdAt = { by: sql.ref('orders.createdAt'), type: 'timestamptz', id } as const
const total = { by: sql.ref('orders.total'), type: 'bigint', id } as const

/** Each has its index. */
export const orderOrders: Record<NonNullable<List['sort']>, Order> = {
  '-createdAt': { ...createdAt, descending: true },
  createdAt,
  '-total': { ...total, descending: true },
  total,
}
export const usualOrder = '-createdAt'

/** SQL: the gateway by which the money of this order came; null when none did. */
export const paidGateway = sql<string | null>`(select gateway from ledger_entry
  where ledger_entry.order_id = orders.id and kind = 'capture' order by ledger_entry.id limit 1)`

/** Every order of an event, with all that lists and files show. */
function everyOrder({ db, now }: Reading, eventId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .leftJoin('receipt', 'receipt.orderId', 'orders.id')
    .select(['orders.id', 'orders.version', 'paymentCode', 'orders.state', 'total', 'currency', 'orders.createdAt'])
    .select([
      'holdUntil',
      'paidAt',
      'closedAt',
      'account.fullName',
      'account.email',
      'receipt.number',
      'orders.eventId',
    ])
    .select([isPaying.as('isPaying'), isDue(now()).as('isDue'), isInReview.as('isInReview')])
    .select([paidGateway.as('gateway'), topics.as('topics')])
    .where('orders.eventId', '=', eventId)
}
const topics = sql<
  string[]
>`array(select topic from order_item where order_item.order_id = orders.id order by workshop_id)`

type Orders = ReturnType<typeof everyOrder>
export type OrderRow = Orders extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

export function ordersFitting(world: Reading, filter: Omit<OrderFilter, 'sort'>): Orders {
  const { eventId, search, state, paidBy, workshopId, from, to } = filter
  const conditions: RawBuilder<boolean>[] = []
  if (state !== undefined) conditions.push(orNot(turned<OrderView>(state), (view) => inView(world, view)))
  if (paidBy !== undefined) conditions.push(orNot(turned<PaidWay>(paidBy), isPaidBy))
  if (workshopId !== undefined) conditions.push(orNot(turned(workshopId), isFor))
  if (from !== undefined) conditions.push(sql`orders.created_at >= ${dayIn(eventId, from)}`)
  if (to !== undefined) conditions.push(sql`orders.created_at < ${dayIn(eventId, to, 1)}`)
  if (search) conditions.push(isFound(eventId, search))
  return conditions.reduce((query, condition) => query.where(condition), everyOrder(world, eventId))
}

type Turned<Value extends string> = { value: Value; isNot: boolean }

function orNot<Value extends string>(
  { value, isNot }: Turned<Value>,
  condition: (value: Value) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return isNot ? sql`not ${condition(value)}` : condition(value)
}

function inView({ now }: Reading, view: OrderView): RawBuilder<boolean> {
  switch (view) {
    case 'held':
      return sql`(orders.state = 'pending' and not ${isDue(now())})`
    case 'lapsed':
      return sql`(orders.state = 'lapsed' or ${isDue(now())})`
    case 'review':
      return sql`orders.id in (select order_id from payment_exception where resolved_at is null and order_id is not null)`
    case 'paid':
    case 'cancelled':
      return sql`orders.state = ${view}`
  }
}

export function isPaidBy(way: PaidWay): RawBuilder<boolean> {
  if (way === 'free') return sql`(orders.paid_at is not null and orders.total = 0)`
  const gateway = way === 'card' ? sql`not in ('cash', 'draft')` : sql`= ${way}`
  return sql`exists (select from ledger_entry where ledger_entry.order_id = orders.id and kind = 'capture' and gateway ${gateway})`
}

const isFor = (workshopId: string): RawBuilder<boolean> =>
  sql`exists (select from order_item where order_item.order_id = orders.id and workshop_id = ${Number(workshopId)})`

/** The moment at which a day begins where the event is held. */
export function dayIn(eventId: number, day: string, after = 0): RawBuilder<Date> {
  return sql`((${day}::date + ${after}::int)::timestamp at time zone (select time_zone from event where id = ${eventId}))`
}

/** The beginning of a code, the number of a receipt, or of each word of a name or address. Found first, so that what is sorted are only those. */
function isFound(eventId: number, search: string): RawBuilder<boolean> {
  const number = /^(?:R\d+-)?0*(\d{1,9})$/i.exec(search)?.[1]
  const code = search.toUpperCase()
  return sql`orders.id in (
    select applied.id from person_search join orders as applied on applied.applicant_id = person_search.applicant_id
      where person_search.event_id = ${eventId} and words @@ search_question(${search})
    ${/^[2-9A-HJ-NP-Z]{2,13}$/.test(code) ? sql`union all select id from orders where payment_code like ${`${code}%`}` : sql``}
    ${number ? sql`union all select order_id from receipt where event_id = ${eventId} and number = ${Number(number)}` : sql``})`
}

type Listing = ReplyOf<typeof OrdersList>

/** For staff without the list of people: somebody stands before them and says a name or a code. */
export async function searchOrders(
  world: World,
  staff: Staff,
  { eventId, search, requestId }: Pick<List, 'eventId' | 'search'> & { requestId: string },
): Promise<Listing> {
  const find = (most: number) => newestFitting(world, { eventId, search }).limit(most).execute()
  const page = await searched(world, staff, { operation: 'OrdersList', eventId, requestId, search, find })
  return { ...page, rows: page.rows.map(listed), isSearchOnly: true, ...(await besideList(world, eventId)) }
}

const newestFitting = (world: Reading, filter: Pick<OrderFilter, 'eventId' | 'search'>) =>
  ordersFitting(world, filter).orderBy('orders.createdAt', 'desc').orderBy('orders.id', 'desc')

export async function listOrders(world: World, list: List): Promise<Listing> {
  const { cursor, limit = rowsAtOnce, sort = usualOrder, ...filter } = list
  const { eventId, search, state, paidBy, workshopId, from, to } = filter
  const of = ['OrdersList', sort, eventId, search, state, paidBy, workshopId, from, to]
  const page = await pageBy(world, ordersFitting(world, filter), { of, order: orderOrders[sort], cursor, limit })
  return { ...page, rows: page.rows.map(listed), isSearchOnly: false, ...(await besideList(world, eventId)) }
}

/** The newest that fit what was typed, for whoever looks in all of the console at once. */
export async function ordersFound(
  world: Reading,
  { eventId, search, limit }: { eventId: number; search: string; limit: number },
) {
  const rows = await newestFitting(world, { eventId, search }).limit(limit).execute()
  return rows.map((row) => {
    const { paymentCode, state, receipt } = standingOf(row)
    return { paymentCode, name: row.fullName, state, receipt }
  })
}

function listed(row: OrderRow): ReplyOf<typeof OrdersList>['rows'][number] {
  const { id, version, fullName: name, email, topics } = row
  return { id, version, ...standingOf(row), person: { name, email }, topics }
}

type Standing = Pick<OrderRow, 'paymentCode' | 'state' | 'isPaying' | 'isDue' | 'isInReview' | 'total' | 'currency'> &
  Pick<OrderRow, 'createdAt' | 'holdUntil' | 'paidAt' | 'gateway' | 'eventId' | 'number'>

/** How an order stands, as the list and its own page tell it. */
export function standingOf(row: Standing) {
  const { paymentCode, total: amount, currency, createdAt, holdUntil, paidAt, gateway, eventId, number } = row
  const state = shownState(row)
  return {
    paymentCode,
    state,
    needsPerson: row.isInReview,
    total: { amount, currency },
    createdAt: createdAt.toISOString(),
    holdUntil: state === 'held' || state === 'paying' ? holdUntil.toISOString() : null,
    paidAt: paidAt?.toISOString() ?? null,
    paidBy: paidWay(gateway, amount, paidAt !== null),
    receipt: number === null ? null : receiptName({ eventId, number }),
  }
}

type Beside = Pick<ReplyOf<typeof OrdersList>, 'timeZone' | 'views' | 'workshops'>

/** What stands beside the rows, in one statement. */
async function besideList({ db, now }: Reading, eventId: number): Promise<Beside> {
  const { rows } = await sql<Beside>`
    select time_zone, (
      select json_build_object('all', count(*), 'paid', count(*) filter (where orders.state = 'paid'),
        'cancelled', count(*) filter (where orders.state = 'cancelled'),
        'lapsed', count(*) filter (where orders.state = 'lapsed' or ${isDue(now())}),
        'held', count(*) filter (where orders.state = 'pending' and not ${isDue(now())}),
        'review', (select count(distinct payment_exception.order_id) from payment_exception join orders on orders.id = payment_exception.order_id
          where resolved_at is null and orders.event_id = event.id))
      from orders where orders.event_id = event.id) as views,
      coalesce((select json_agg(json_build_object('workshopId', id, 'topic', topic) order by topic, id)
        from workshop where event_id = event.id), '[]') as workshops
    from event where id = ${eventId}`.execute(db)
  return rows[0] ?? refuse('not_found')
}
