/** Staff add workshops, change them, stop their sales and cancel them. Whoever checks out meanwhile waits, or was first. */
import { sql } from 'kysely'
import type { WorkshopCancel, WorkshopSave, WorkshopStopSales } from '#contract/events/workshop-console.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { closeHoldsOfWorkshop, isDue, isPaying } from '#server/booking/seats.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Row } from '#server/tables.ts'
import { changeRow } from '#server/versions.ts'
import { asLocked, type Locked, type Transaction, type World } from '#server/world.ts'
import { lockOpenEvent } from './event-detail.ts'
import { workshopProblems } from './rules.ts'
import { type Detail, showWorkshop } from './workshop-detail.ts'

type Save = ParsedInputOf<typeof WorkshopSave>
type Seen = { eventId: number; workshopId: number; version: number }
type Workshop = Locked<Row<'workshop'>>
type Shown = { workshop: Detail }

/** To be called inside an act, as all here. */
export async function saveWorkshop(world: World, wish: Save): Promise<ReplyOf<typeof WorkshopSave>> {
  const { eventId, workshopId, version = 0, actKey: _key, date, time, priceInRupees, ...words } = wish
  const event = await lockOpenEvent(world, eventId)
  const before = workshopId === undefined ? undefined : await lockHeld(world, { eventId, workshopId, version })
  const startsAt = await instantOf(world, { date, time, timeZone: event.timeZone })
  const taken = before && { ...before, paid: await paidSeats(world, before.id) }
  const problems = workshopProblems({ seats: words.seats, date, startsAt }, taken, {
    endsOn: event.endsOn,
    now: world.now(),
  })
  if (problems.length > 0) refuse('invalid', { fields: problems })
  const fields = { ...words, startsAt, price: priceInRupees * paisaInRupee }
  if (!before) return { workshop: await add(world, { eventId, ...fields }), keepOldPrice: null }
  await change(world, before, fields)
  const keepOldPrice = fields.price === before.price ? null : await olderPrices(world, before.id, fields.price)
  return { workshop: await showWorkshop(world, before.id), keepOldPrice }
}

async function add(world: World, fields: Omit<Row<'workshop'>, Given>): Promise<Detail> {
  const { id } = await world.db.insertInto('workshop').values(fields).returning('id').executeTakeFirstOrThrow()
  return showWorkshop(world, id)
}
type Given = 'id' | 'version' | 'seatsTaken' | 'salesStoppedAt' | 'cancelledAt'

/** A clock that is put forward leaves out an hour: what was typed in it is no time. */
async function instantOf({ db }: World, { date, time, timeZone }: { date: string; time: string; timeZone: string }) {
  const { rows } = await sql<{ at: Date; isReal: boolean }>`
    select at, at at time zone ${timeZone} = typed as is_real
    from (select ${`${date} ${time}`}::timestamp as typed) as wish, lateral (select typed at time zone ${timeZone} as at) as meant`.execute(
    db,
  )
  const { at, isReal } = rows[0] as { at: Date; isReal: boolean }
  if (!isReal) refuse('invalid', { fields: [{ path: 'time', message: 'The clocks leave out this time on that day.' }] })
  return at
}

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
  world: World,
  { stopped, ...seen }: ParsedInputOf<typeof WorkshopStopSales>,
): Promise<Shown> {
  await lockOpenEvent(world, seen.eventId)
  const workshop = await lockHeld(world, seen)
  await change(world, workshop, { salesStoppedAt: stopped ? world.now() : null })
  return { workshop: await showWorkshop(world, workshop.id) }
}

/** What is paid is left as it is, and waits for a person. */
export async function cancelWorkshop(
  world: Transaction,
  { cancelled, paid, ...seen }: ParsedInputOf<typeof WorkshopCancel>,
): Promise<ReplyOf<typeof WorkshopCancel>> {
  await lockOpenEvent(world, seen.eventId)
  const workshop = await lockSeen(world, seen)
  const now = world.now()
  if (cancelled && workshop.startsAt <= now) await refuseNow(world, workshop, 'It has begun already.')
  if (cancelled && (await paidSeats(world, workshop.id)) !== paid) refuse('count_changed')
  const salesStoppedAt = workshop.salesStoppedAt ?? now
  await change(world, workshop, { cancelledAt: cancelled ? now : null, salesStoppedAt })
  const givenUp = cancelled ? await closeHoldsOfWorkshop(world, workshop.id) : 0
  return { workshop: await showWorkshop(world, workshop.id), givenUp }
}

/** An order names what it was for, also one that is over. */
export async function deleteWorkshop(world: World, seen: Seen): Promise<void> {
  await lockOpenEvent(world, seen.eventId)
  const workshop = await lockSeen(world, seen)
  const { orders } = await showWorkshop(world, workshop.id)
  if (orders > 0) await refuseNow(world, workshop, 'Orders name this workshop. It can be cancelled, not deleted.')
  await world.db.deleteFrom('workshop').where('id', '=', workshop.id).execute()
}

/** The same lock that a checkout takes. One of another event does not exist. */
async function lockSeen(world: World, { eventId, workshopId, version }: Seen): Promise<Workshop> {
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

async function lockHeld(world: World, seen: Seen): Promise<Workshop> {
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
