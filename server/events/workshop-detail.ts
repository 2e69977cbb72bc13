/** The workshops of an event as staff see them: how many seats are paid, held and free, and what was received. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { WorkshopDetail, WorkshopsOfEvent } from '#contract/events/workshop-console.ts'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isDue, isPaying } from '#server/kernel/order-sql.ts'
import { mayAnywhere, whereMay } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lastChange } from './event-detail.ts'
import { workshopState } from './rules.ts'

export type Detail = z.output<typeof WorkshopDetail>
type List = ParsedInputOf<typeof WorkshopsOfEvent>
type Listed = ReplyOf<typeof WorkshopsOfEvent>
type Reading = Pick<World, 'db' | 'now'>

/** Every workshop with its seats counted: what is over counts as free, as participants see it. */
function everyWorkshop({ db, now }: Reading) {
  const isHeld = sql`orders.state = 'pending' and not ${isDue(now())}`
  return db
    .selectFrom('workshop')
    .innerJoin('event', 'event.id', 'workshop.eventId')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('orderItem')
          .innerJoin('orders', 'orders.id', 'orderItem.orderId')
          .whereRef('orderItem.workshopId', '=', 'workshop.id')
          .where('orderItem.holds', '=', true)
          .select([
            sql<number>`count(*) filter (where orders.state = 'paid')::int`.as('paid'),
            sql<number>`count(*) filter (where ${isHeld})::int`.as('held'),
            sql<number>`count(*) filter (where ${isHeld} and ${isPaying})::int`.as('paying'),
            sql<Date | null>`min(orders.hold_until) filter (where ${isHeld} and not ${isPaying})`.as('nextLapse'),
            sql<Date | null>`max(orders.hold_until) filter (where ${isHeld})`.as('lastLapse'),
            sql<number>`coalesce(sum(order_item.price) filter (where orders.state = 'paid'), 0)::bigint`.as('received'),
            sql<number>`coalesce(sum(order_item.price) filter (where ${isHeld}), 0)::bigint`.as('heldMoney'),
          ])
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['workshop.id', 'workshop.version', 'topic', 'startsAt', 'durationMinutes', 'workshop.venue'])
    .select(['facilitators', 'price', 'seats', 'salesStoppedAt', 'cancelledAt', 'paid', 'held', 'received'])
    .select(sql<number>`greatest(seats - paid - held, 0)`.as('free'))
}

const id = sql.ref('workshop.id')
const startsAt = { by: sql.ref('workshop.startsAt'), type: 'timestamptz', id } as const
const orders: Record<NonNullable<List['sort']>, Order> = {
  startsAt,
  '-startsAt': { ...startsAt, descending: true },
  topic: { by: sql.ref('workshop.topic'), type: 'text', id },
}

export async function workshopsOfEvent(world: World, staff: Staff, list: List): Promise<Listed> {
  const { cursor, limit = rowsAtOnce, sort = 'startsAt', ...filter } = list
  const of = ['WorkshopsOfEvent', sort, filter.search, filter.day, filter.seats, filter.eventId]
  const page = await pageBy(world, narrowed(world, filter), { of, order: orders[sort], cursor, limit })
  const now = world.now()
  const rows = page.rows.map(({ salesStoppedAt, cancelledAt, ...row }) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    state: workshopState({ ...row, salesStoppedAt, cancelledAt }, now),
  }))
  const { figures, ...about } = await figuresOf(world, filter.eventId)
  const shown = <Row extends { received: number | null }>(row: Row) => withoutMoney(staff, filter.eventId, row)
  return { ...page, rows: rows.map(shown), figures: shown(figures), ...about }
}

/** What was received is for staff who may see orders. */
function withoutMoney<Row extends { received: number | null }>(staff: Staff, eventId: number, row: Row): Row {
  return mayAnywhere(staff, 'orders.read', eventId) ? row : { ...row, received: null }
}

type Filter = Pick<List, 'eventId' | 'day' | 'seats' | 'search'>

function narrowed(world: Reading, { eventId, day, seats, search }: Filter) {
  const isHeld = sql<boolean>`cancelled_at is null`
  return everyWorkshop(world)
    .where('workshop.eventId', '=', eventId)
    .$if(day !== undefined, (query) => query.where(sql<boolean>`(starts_at at time zone time_zone)::date = ${day}`))
    .$if(seats === 'full', (query) => query.where(isHeld).where(sql<boolean>`paid + held >= seats`))
    .$if(seats === 'half', (query) => query.where(isHeld).where(sql<boolean>`(paid + held) * 2 < seats`))
    .$if(seats === 'stopped', (query) => query.where(isHeld).where('salesStoppedAt', 'is not', null))
    .$if(seats === 'cancelled', (query) => query.where('cancelledAt', 'is not', null))
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`has_words(${search}, concat_ws(' ', topic, facilitators, workshop.venue))`),
    )
}

/** Every workshop of an event, with what its seats bring in. */
export async function seatsByWorkshop(world: Reading, eventId: number) {
  const rows = await everyWorkshop(world).select('heldMoney').where('workshop.eventId', '=', eventId).execute()
  return rows.map(({ id, topic, seats, paid, held, free, received, heldMoney, ...row }) => {
    const state = workshopState({ ...row, free }, world.now())
    return { id, topic, seats, paid, held, free, received: Number(received), heldMoney: Number(heldMoney), state }
  })
}

async function figuresOf(world: Reading, eventId: number): Promise<Pick<Listed, 'timeZone' | 'figures'>> {
  const { rows } = await sql<Listed['figures'] & { timeZone: string; nextLapse: Date | null }>`
    with one as (${everyWorkshop(world).select('nextLapse').where('workshop.eventId', '=', eventId)})
    select time_zone,
      count(one.id) filter (where cancelled_at is null)::int as workshops,
      count(*) filter (where cancelled_at is null and free = 0)::int as full,
      coalesce(sum(seats) filter (where cancelled_at is null), 0)::int as seats,
      coalesce(sum(paid) filter (where cancelled_at is null), 0)::int as paid,
      coalesce(sum(held) filter (where cancelled_at is null), 0)::int as held,
      coalesce(sum(free) filter (where cancelled_at is null), 0)::int as free,
      coalesce(sum(received) filter (where cancelled_at is null), 0)::bigint as received,
      min(next_lapse) as next_lapse,
      array(select distinct to_char(starts_at at time zone time_zone, 'YYYY-MM-DD') from one order by 1) as days
    from event left join one on true where event.id = ${eventId} group by event.id`.execute(world.db)
  const { timeZone, nextLapse, ...figures } = rows[0] ?? refuse('not_found')
  return { timeZone, figures: { ...figures, nextLapse: nextLapse?.toISOString() ?? null } }
}

/** Where the caller may not look it is as if it did not exist. */
export async function workshopFor(world: World, staff: Staff, workshopId: number): Promise<Detail> {
  const workshop = await showWorkshop(world, workshopId)
  const scope = whereMay(staff, 'event.read')
  if (scope !== 'college' && !scope.includes(workshop.eventId)) return refuse('not_found')
  return withoutMoney(staff, workshop.eventId, workshop)
}

export async function showWorkshop(world: Reading, workshopId: number): Promise<Detail> {
  const found = await everyWorkshop(world)
    .select(['workshop.eventId', 'focal', 'timeZone', 'seatsTaken as lowest', 'paying', 'nextLapse', 'lastLapse'])
    .select([
      sql<string>`to_char(starts_at at time zone time_zone, 'YYYY-MM-DD')`.as('date'),
      sql<string>`to_char(starts_at at time zone time_zone, 'HH24:MI')`.as('time'),
      sql<number>`(select count(*)::int from order_item where workshop_id = workshop.id)`.as('orders'),
    ])
    .where('workshop.id', '=', workshopId)
    .executeTakeFirst()
  if (!found) return refuse('not_found')
  const { id: _id, paying, nextLapse, lastLapse, ...workshop } = found
  return {
    ...workshop,
    workshopId,
    startsAt: workshop.startsAt.toISOString(),
    salesStoppedAt: workshop.salesStoppedAt?.toISOString() ?? null,
    cancelledAt: workshop.cancelledAt?.toISOString() ?? null,
    state: workshopState(workshop, world.now()),
    holds: { paying, next: nextLapse?.toISOString() ?? null, last: lastLapse?.toISOString() ?? null },
    changedBy: await lastChange(world, 'workshop', workshopId),
  }
}
