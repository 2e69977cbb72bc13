import { sql } from 'kysely'
import type { WorkshopCancel, WorkshopSave, WorkshopStopSales } from '#contract/events/workshop-console.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { closeHoldsOfWorkshop } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import { isDue, isPaying } from '#server/kernel/order-sql.ts'
import { changeRow } from '#server/kernel/versions.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
/** Staff add workshops, change them, stop their sales and cancel them. A checkout at the same moment waits, or was first. */
import { lockShownEvent } from './event-detail.ts'
import { workshopProblems } from './rules.ts'
import { type Detail, showWorkshop } from './workshop-detail.ts'
import { holdersOf, instantOf, tellHolders } from './workshop-emails.ts'

type Save = ParsedInputOf<typeof WorkshopSave>
type Seen = { eventId: number; workshopId: number; version: number }
type Workshop = Locked<Row<'workshop'>>
type Shown = { workshop: Detail }

export async function saveWorkshop(world: Acting, wish: Save): Promise<ReplyOf<typeof WorkshopSave>> {
  const { eventId, workshopId, version = 0, actKey: _key, date, time, priceInRupees, tell, ...words } = wish
  const event = await lockShownEvent(world, eventId)
  const before = workshopId === undefined ? undefined : await lockHeld(world, { eventId, workshopId, version })
  const startsAt = await instantOf(world, { date, time, timeZone: event.timeZone })
  const taken = before && { ...before, paid: await paidSeats(world, before.id) }
  const problems = workshopProblems({ seats: words.seats, date, startsAt }, taken, {
    endsOn: event.endsOn,
    now: world.now(),
  })
  if (problems.length > 0) refuse('invalid', { fields: problems })
  const fields = { ...words, startsAt, price: priceInRupees * paisaInRupee }
  if (!before) return { workshop: await add(world, { eventId, ...fields }), keepOldPrice: null, told: 0 }
  await change(world, before, fields)
  const keepOldPrice = fields.price === before.price ? null : await olderPrices(world, before.id, fields.price)
  const told =
    tell && isMoved(before, fields) ? await tellHolders(world, before, { change: 'moved', to: fields, tell }) : 0
  return { workshop: await showWorkshop(world, before.id), keepOldPrice, told }
}

type WhenAndWhere = Pick<Row<'workshop'>, 'startsAt' | 'venue'>
const isMoved = (before: WhenAndWhere, after: WhenAndWhere) =>
  before.startsAt.getTime() !== after.startsAt.getTime() || before.venue !== after.venue

async function add(world: World, fields: Omit<Row<'workshop'>, Given>): Promise<Detail> {
  const { id } = await world.db.insertInto('workshop').values(fields).returning('id').executeTakeFirstOrThrow()
  return showWorkshop(world, id)
}
type Given = 'id' | 'version' | 'seatsTaken' | 'salesStoppedAt' | 'cancelledAt'

async function paidSeats({ db }: World, workshopId: number): Promise<number> {
  const { paid } = await db
    .selectFrom('orderItem')
    .innerJoin('orders', 'orders.id', 'orderItem.orderId')
    .select((row) => row.fn.countAll<number>().as('paid'))
    .where('workshopId', '=', workshopId)
    .where('holds', '=', true)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  return paid
}

type Kept = NonNullable<ReplyOf<typeof WorkshopSave>['keepOldPrice']>

/** Their items froze the price that they were made at. Counted under the lock: nobody makes another at the old price. */
async function olderPrices(world: World, workshopId: number, price: number): Promise<Kept> {
  const { rows } = await sql<Omit<Kept, 'until'> & { until: Date | null }>`
    select count(*)::int as orders, count(*) filter (where ${isPaying})::int as paying, max(hold_until) as until
    from order_item join orders on orders.id = order_id
    where workshop_id = ${workshopId} and holds and order_item.price <> ${price}
    and state = 'pending' and not ${isDue(world.now())}`.execute(world.db)
  const { until, ...kept } = rows[0] as (typeof rows)[number]
  return { ...kept, until: until?.toISOString() ?? null }
}

export async function stopSales(
  world: Acting,
  { stopped, ...seen }: ParsedInputOf<typeof WorkshopStopSales>,
): Promise<Shown> {
  await lockShownEvent(world, seen.eventId)
  const workshop = await lockHeld(world, seen)
  await change(world, workshop, { salesStoppedAt: stopped ? world.now() : null })
  return { workshop: await showWorkshop(world, workshop.id) }
}

/** Paid seats stay as they are, for finance to settle. */
export async function cancelWorkshop(
  world: Acting,
  { cancelled, paid, tell, ...seen }: ParsedInputOf<typeof WorkshopCancel>,
): Promise<ReplyOf<typeof WorkshopCancel>> {
  await lockShownEvent(world, seen.eventId)
  const workshop = await lockSeen(world, seen)
  const now = world.now()
  if (cancelled && workshop.startsAt <= now) await refuseNow(world, workshop, 'It has begun already.')
  if (cancelled && (await paidSeats(world, workshop.id)) !== paid) refuse('count_changed')
  const salesStoppedAt = workshop.salesStoppedAt ?? now
  await change(world, workshop, { cancelledAt: cancelled ? now : null, salesStoppedAt })
  // Counted before their holds end: afterwards they hold no seat.
  const holders = tell ? await holdersOf(world, workshop.id) : []
  const released = cancelled ? await closeHoldsOfWorkshop(world, workshop.id) : []
  const kind = cancelled ? 'cancelled' : 'reinstated'
  const told = tell ? await tellHolders(world, workshop, { change: kind, tell, holders, released }) : 0
  return { workshop: await showWorkshop(world, workshop.id), givenUp: released.length, told }
}

/** An order names what it was for, also one that is over. */
export async function deleteWorkshop(world: Acting, seen: Seen): Promise<void> {
  await lockShownEvent(world, seen.eventId)
  const workshop = await lockSeen(world, seen)
  const { orders } = await showWorkshop(world, workshop.id)
  if (orders > 0) await refuseNow(world, workshop, 'Orders name this workshop. It can be cancelled, not deleted.')
  // Its seats may have moved to another workshop since: the emails about it stay with their orders, and name it.
  const told = await world.db.selectFrom('mail').select('id').where('workshopId', '=', workshop.id).executeTakeFirst()
  if (told)
    await refuseNow(world, workshop, 'People were emailed about this workshop. It can be cancelled, not deleted.')
  await world.db.deleteFrom('workshop').where('id', '=', workshop.id).execute()
}

/** The same lock that a checkout takes. One of another event does not exist. */
async function lockSeen(world: Transaction, { eventId, workshopId, version }: Seen): Promise<Workshop> {
  const workshop = await world.db
    .selectFrom('workshop')
    .selectAll()
    .where('id', '=', workshopId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!workshop) return refuse('not_found')
  if (workshop.version !== version) return refuse('conflict', { stored: await showWorkshop(world, workshopId) })
  return asLocked(workshop)
}

async function lockHeld(world: Transaction, seen: Seen): Promise<Workshop> {
  const workshop = await lockSeen(world, seen)
  if (workshop.cancelledAt) await refuseNow(world, workshop, 'This workshop is cancelled.')
  return workshop
}

async function refuseNow(world: World, { id }: Workshop, sentence: string): Promise<never> {
  return refuse('conflict', { sentence, stored: await showWorkshop(world, id) })
}

type Values = Partial<Omit<Row<'workshop'>, 'id' | 'eventId' | 'version' | 'seatsTaken'>>

async function change(world: World, { id, version }: Workshop, values: Values): Promise<void> {
  if (!(await changeRow(world, 'workshop', { id, version, ...values })))
    refuse('conflict', { stored: await showWorkshop(world, id) })
}
