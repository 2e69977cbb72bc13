/** Emails to the people with a seat in a workshop that is cancelled, reinstated or moved; and their preview before the change is made. */
import { sql } from 'kysely'
import type { WorkshopCancel, WorkshopEmailPreview } from '#contract/events/workshop-console.ts'
import { type SeatGroup, seatGroups, type WorkshopChange } from '#contract/events/workshop-fields.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { limits } from '#server/kernel/limits.ts'
import { isAtDesk, isDue, isPaying } from '#server/kernel/order-sql.ts'
import { textAsSent } from '#server/kernel/outbox/letterhead.ts'
import { postAll } from '#server/kernel/outbox/outbox.ts'
import type { Locked, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { type Slot, workshopChangedLetter } from './mail.ts'

export type Holder = {
  orderId: number
  paymentCode: string
  email: string
  fullName: string
  isPaid: boolean
  /** A payment is under way, by card or at the desk: the order does not end. */
  isPaying: boolean
  holdUntil: Date
  price: number
  /** Of the same order. */
  otherTopics: string[]
}
type Reading = Pick<World, 'db' | 'now'>
type Tell = NonNullable<ParsedInputOf<typeof WorkshopCancel>['tell']>

/** Everybody with a seat, paid or held. A hold that is over is none. */
export async function holdersOf({ db, now }: Reading, workshopId: number): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select orders.id as order_id, payment_code, account.email, full_name, orders.state = 'paid' as is_paid,
      orders.state <> 'paid' and (${isPaying} or ${isAtDesk}) as is_paying, hold_until, order_item.price,
      array(select other.topic from order_item as other
        where other.order_id = orders.id and other.workshop_id <> ${workshopId} and other.holds order by other.workshop_id) as other_topics
    from order_item join orders on orders.id = order_item.order_id
    join applicant on applicant.id = orders.applicant_id join account on account.id = applicant.account_id
    where order_item.workshop_id = ${workshopId} and order_item.holds and not ${isDue(now())} and erased_at is null
    order by orders.id`.execute(db)
  return rows
}

type Change = {
  change: WorkshopChange
  tell: Tell
  /** Where it is held from now on. */
  to?: Slot
  /** As they were before the change, where the change ends holds. */
  holders?: readonly Holder[]
  /** The orders that end with it. */
  released?: readonly number[]
}

/** Gives how many emails were written. The workshop is locked, and its version counted. */
export async function tellHolders(
  world: Transaction,
  workshop: Locked<Row<'workshop'>>,
  { change, tell, to = workshop, holders: before, released = [] }: Change,
): Promise<number> {
  const holders = before ?? (await holdersOf(world, workshop.id))
  if (holders.length !== tell.people) refuse('count_changed')
  if (holders.length > 0) await count(world, limits.changesTold, String(workshop.id))
  const event = await eventOf(world, workshop.eventId)
  const letters = holders.map((holder) => ({
    to: holder.email,
    eventId: event.id,
    kind: `workshop_${change}` as const,
    orderId: holder.orderId,
    workshopId: workshop.id,
    number: workshop.version + 1,
    ...workshopChangedLetter({
      change,
      workshop,
      to,
      holder,
      reason: tell.reason,
      group: groupOf(holder, change, released),
      event: { ...event, publicUrl: addressOf(world, event) },
      writtenAt: world.now(),
    }),
  }))
  if (letters.length > 0) await postAll(world, letters, world.now())
  return letters.length
}

function groupOf(
  { orderId, isPaid, isPaying }: Holder,
  change: WorkshopChange,
  released: readonly number[],
): SeatGroup {
  if (isPaid) return 'paid'
  if (released.includes(orderId)) return 'released'
  return isPaying || change === 'cancelled' ? 'paying' : 'held'
}

type Preview = ParsedInputOf<typeof WorkshopEmailPreview>

/** The first of each group, with a blank in place of the name. */
export async function previewEmails(
  world: World,
  { eventId, workshopId, change, reason = '', date, time, ...wish }: Preview,
): Promise<ReplyOf<typeof WorkshopEmailPreview>> {
  const workshop = await world.db
    .selectFrom('workshop')
    .selectAll()
    .where('id', '=', workshopId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!workshop) return refuse('not_found')
  const event = await eventOf(world, eventId)
  const { durationMinutes = workshop.durationMinutes, venue = workshop.venue } = wish
  const startsAt = date && time ? await instantOf(world, { date, time, timeZone: event.timeZone }) : workshop.startsAt
  const holders = await holdersOf(world, workshopId)
  const ending = change === 'cancelled' ? holders.filter((each) => !each.isPaid && !each.isPaying) : []
  const released = ending.map(({ orderId }) => orderId)
  const groups = []
  for (const group of seatGroups) {
    const its = holders.filter((holder) => groupOf(holder, change, released) === group)
    const [first] = its
    if (!first) continue
    const words = workshopChangedLetter({
      change,
      workshop,
      to: { startsAt, durationMinutes, venue },
      reason,
      group,
      holder: { ...first, paymentCode: '[payment code]' },
      event: { ...event, publicUrl: addressOf(world, event) },
      writtenAt: world.now(),
    })
    const text = await textAsSent(world, words, '[name]')
    groups.push({ group, people: its.length, subject: words.subject, paragraphs: text.trim().split('\n\n') })
  }
  return { people: holders.length, groups }
}

function eventOf({ db }: Pick<World, 'db'>, eventId: number) {
  return db
    .selectFrom('event')
    .select(['id', 'name', 'timeZone', 'slug', 'isCurrent'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
}

type Local = { date: string; time: string; timeZone: string }

/** A clock that is put forward leaves out an hour: a time within it does not exist. */
export async function instantOf({ db }: Pick<World, 'db'>, { date, time, timeZone }: Local): Promise<Date> {
  const { rows } = await sql<{ at: Date; isReal: boolean }>`
    select at, at at time zone ${timeZone} = typed as is_real
    from (select ${`${date} ${time}`}::timestamp as typed) as wish, lateral (select typed at time zone ${timeZone} as at) as meant`.execute(
    db,
  )
  const { at, isReal } = rows[0] as { at: Date; isReal: boolean }
  if (!isReal) refuse('invalid', { fields: [{ path: 'time', message: 'The clocks leave out this time on that day.' }] })
  return at
}
