/** Who has a seat in a workshop, paid or held. How to reach people beside their address is not told here. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { RosterList } from '#contract/events/workshop-console.ts'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { receiptName } from '#server/booking/orders.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isSearchOnly, searched } from '#server/kernel/noted-searches.ts'
import { isDue, isPaying } from '#server/kernel/order-sql.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'

type List = ParsedInputOf<typeof RosterList>
export type RosterFilter = Pick<List, 'eventId' | 'workshopId' | 'seat' | 'search' | 'sort'>

const id = sql.ref('applicant.id')
const since = { by: sql.ref('orders.createdAt'), type: 'timestamptz', id } as const
export const rosterOrders: Record<NonNullable<List['sort']>, Order> = {
  name: { by: sql`lower(account.full_name)`, type: 'text', id },
  since,
  '-since': { ...since, descending: true },
}

export const usualRosterOrder = 'name'

type Reading = Pick<World, 'db' | 'now'>
type Roster = ReturnType<typeof rosterFitting>
export type RosterRow = Roster extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

/** Whoever may not see orders neither reads nor finds somebody by what an order is called. */
type Sight = { orders: boolean }
export const rosterSight = (staff: Staff, eventId: number): Sight => ({
  orders: mayAnywhere(staff, 'orders.read', eventId),
})

export function rosterFitting(
  { db, now }: Reading,
  { eventId, workshopId, seat, search }: RosterFilter,
  { orders }: Sight,
) {
  const code = orders ? sql`payment_code` : sql`''`
  return (
    db
      .selectFrom('orderItem')
      .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
      .innerJoin('orders', 'orders.id', 'orderItem.orderId')
      .innerJoin('applicant', 'applicant.id', 'orderItem.applicantId')
      .innerJoin('account', 'account.id', 'applicant.accountId')
      .leftJoin('profile', 'profile.applicantId', 'applicant.id')
      .leftJoin('receipt', 'receipt.orderId', 'orders.id')
      .select(['applicant.id', 'fullName as name', 'account.email', 'institution', 'orderItem.price', 'paymentCode'])
      .select('orderItem.topic')
      .select(['orders.state', 'orders.createdAt as since', 'holdUntil', 'receipt.number', isPaying.as('isPaying')])
      .where('workshopId', '=', workshopId)
      // Of a workshop of another event nobody is told here.
      .where('workshop.eventId', '=', eventId)
      .where('holds', '=', true)
      .where(sql<boolean>`not ${isDue(now())}`)
      .$if(seat !== undefined, (query) => query.where('orders.state', '=', seat === 'paid' ? 'paid' : 'pending'))
      .$if(Boolean(search), (query) =>
        query.where(sql<boolean>`has_words(${search}, concat_ws(' ', full_name, account.email, institution, ${code}))`),
      )
  )
}

type Asked = List & { requestId: string }

export async function rosterOf(
  world: World,
  staff: Staff,
  { requestId, ...list }: Asked,
): Promise<ReplyOf<typeof RosterList>> {
  const { cursor, limit = rowsAtOnce, sort = usualRosterOrder, ...filter } = list
  const { eventId, workshopId, seat, search } = filter
  const sight = rosterSight(staff, eventId)
  const of = ['RosterList', sort, search, seat, workshopId, sight.orders]
  const isAlone = isSearchOnly(staff, eventId)
  const find = (most: number) =>
    rosterFitting(world, { eventId, workshopId, search }, sight)
      .orderBy(rosterOrders.name.by)
      .orderBy(id)
      .limit(most)
      .execute()
  const page = isAlone
    ? await searched(world, staff, { operation: 'RosterList', eventId, requestId, search, find })
    : await pageBy(world, rosterFitting(world, filter, sight), { of, order: rosterOrders[sort], cursor, limit })
  const rows = page.rows.map(
    ({ state, holdUntil, number, since, institution, topic: _topic, paymentCode, ...row }) => ({
      ...row,
      price: sight.orders ? row.price : null,
      paymentCode: sight.orders ? paymentCode : null,
      institution: institution ?? '',
      seat: state === 'paid' ? ('paid' as const) : ('held' as const),
      since: since.toISOString(),
      until: state === 'paid' ? null : holdUntil.toISOString(),
      receipt: number === null || !sight.orders ? null : receiptName({ eventId, number }),
    }),
  )
  return { ...page, rows, isSearchOnly: isAlone }
}
