/** A new event: from nothing, or from an earlier one with all its days moved by whole weeks. */
import { sql } from 'kysely'
import { dayIn, homeTimeZone } from '#contract/days.ts'
import type { EventBegin, EventCopy } from '#contract/events/console.ts'
import { dateProblems, eventDates } from '#contract/events/event-fields.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { giveGrant } from '#server/accounts/staff/grants.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { copyTexts } from '#server/mail/letter-texts.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { firstDates, weeksLater } from './rules.ts'

export async function beginEvent(
  world: Acting,
  staff: Staff,
  { name, startsOn, endsOn }: ParsedInputOf<typeof EventBegin>,
): Promise<ReplyOf<typeof EventBegin>> {
  const dates = firstDates({ startsOn, endsOn }, dayIn(homeTimeZone, world.now()))
  const problems = dateProblems(dates)
  if (problems.length > 0) refuse('invalid', { fields: problems })
  const { id } = await world.db
    .insertInto('event')
    .values({ name, ...dates, timeZone: homeTimeZone })
    .returning('id')
    .executeTakeFirstOrThrow()
  await becomeOrganiser(world, staff, id)
  return { eventId: id }
}

/** People, orders, abstracts, reviews and roles stay where they are; so do disciplines that are no longer offered. */
export async function copyEvent(
  world: Acting,
  staff: Staff,
  { eventId: from, name, weeks }: ParsedInputOf<typeof EventCopy>,
): Promise<ReplyOf<typeof EventCopy>> {
  const source = await world.db
    .selectFrom('event')
    .select(['theme', 'lead', 'venue', 'flyer', 'timeZone', 'shortName', ...eventDates])
    .where('id', '=', from)
    // Whoever changes the source meanwhile waits: half of the old and half of the new would be neither.
    .forShare()
    .executeTakeFirst()
  if (!source) return refuse('not_found')
  const { id: eventId } = await world.db
    .insertInto('event')
    .values({ ...source, ...weeksLater(source, weeks), name, copiedFrom: from, copiedWeeks: weeks })
    .returning('id')
    .executeTakeFirstOrThrow()
  const copied = {
    disciplines: await copyDisciplines(world, from, eventId),
    fields: await copyFields(world, from, eventId),
    workshops: await copyWorkshops(world, { from, eventId, weeks }),
  }
  await copyTexts(world, { from, eventId })
  await becomeOrganiser(world, staff, eventId)
  return { eventId, copied }
}

async function copyDisciplines({ db }: World, from: number, eventId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into speciality (event_id, description, position)
    select ${eventId}, description, position from speciality where event_id = ${from} and retired_at is null order by position, id`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function copyFields({ db }: World, from: number, eventId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into sub_speciality (speciality_id, description, position)
    select copied.id, field.description, field.position
    from speciality as original join sub_speciality as field on field.speciality_id = original.id and field.retired_at is null
    join speciality as copied on copied.event_id = ${eventId} and copied.description = original.description
    where original.event_id = ${from} and original.retired_at is null order by field.position, field.id`.execute(db)
  return Number(numAffectedRows)
}

/** By the clock on the wall: nine in the morning stays nine, whatever the clocks did in between. */
async function copyWorkshops(
  { db }: World,
  { from, eventId, weeks }: { from: number; eventId: number; weeks: number },
) {
  const { numAffectedRows } = await sql`
    insert into workshop (event_id, topic, starts_at, duration_minutes, price, facilitators, venue, focal, seats)
    select ${eventId}, topic, (starts_at at time zone time_zone + make_interval(weeks => ${weeks}::int)) at time zone time_zone,
      duration_minutes, price, facilitators, workshop.venue, focal, seats
    from workshop join event on event.id = event_id
    where event_id = ${from} and cancelled_at is null order by starts_at, workshop.id`.execute(db)
  return Number(numAffectedRows)
}

/** Nobody gives themselves a role: the act does, and says so. */
async function becomeOrganiser(world: World, { accountId }: Staff, eventId: number): Promise<void> {
  await giveGrant(world, null, { accountId, role: 'organiser', eventId })
}
