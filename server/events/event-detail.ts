/** An event as staff see it. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventDetail, EventsOfStaff } from '#contract/events/console.ts'
import { eventDates } from '#contract/events/event-fields.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { isSubmitted } from '#server/abstracts/list.ts'
import type { Row } from '#server/database/tables.ts'
import { actorName } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { whereMay } from '#server/kernel/permissions.ts'
import { takesPart } from '#server/kernel/taking-part.ts'
import type { Locked, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type Detail = z.output<typeof EventDetail>
type Reading = Pick<World, 'db'>

export async function eventsOfStaff(world: Reading, staff: Staff): Promise<ReplyOf<typeof EventsOfStaff>> {
  const scope = whereMay(staff, 'event.read')
  const events = await world.db
    .selectFrom('event')
    .select(['id as eventId', 'name', 'eventState as state', 'isCurrent', 'slug', 'startsOn', 'endsOn'])
    .select((row) =>
      row
        .selectFrom('applicant')
        .whereRef('applicant.eventId', '=', 'event.id')
        .where(takesPart(sql.ref('applicant.id')))
        .select((of) => of.fn.countAll<number>().as('people'))
        .$asScalar()
        .$notNull()
        .as('people'),
    )
    .$if(scope !== 'college', (query) => query.where(sql<boolean>`event.id = any(${scope})`))
    .orderBy('startsOn', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { events }
}

/** The lock for a change on the screen of the event: of an archived one, the refusal shows what is stored. */
export const lockShownEvent = (world: Transaction<Reading>, eventId: number): Promise<Locked<Row<'event'>>> =>
  lockOpenEvent(world, eventId, () => showEvent(world, eventId))

export async function showEvent(world: Reading, eventId: number): Promise<Detail> {
  const { db } = world
  const event = await db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!event) return refuse('not_found')
  const { id, eventState: state, copiedFrom, copiedWeeks, ...rest } = event
  const source = copiedFrom === null ? undefined : await sourceOf(world, copiedFrom)
  return {
    eventId: id,
    state,
    ...rest,
    copiedFrom: source ? { ...source, weeks: copiedWeeks ?? 0 } : null,
    changedBy: await lastChange(world, 'event', id),
    counts: await countsOf(world, id),
    disciplines: await disciplinesOf(world, id),
  }
}

async function sourceOf({ db }: Reading, eventId: number) {
  return db
    .selectFrom('event')
    .select(['id as eventId', 'name', ...eventDates])
    .where('id', '=', eventId)
    .executeTakeFirst()
}

/** From the audit trail: who changed this row last, and when. */
export async function lastChange(
  { db }: Reading,
  table: 'event' | 'workshop',
  id: number,
): Promise<Detail['changedBy']> {
  const found = await db
    .selectFrom('actChange')
    .innerJoin('act', 'act.id', 'actChange.actId')
    .leftJoin('account', 'account.id', 'act.accountId')
    // A command and the database itself have a name of their own.
    .select(actorName.as('name'))
    .select('act.at')
    .where('tableName', '=', table)
    .where('rowKey', '=', String(id))
    .orderBy('actChange.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { name: found.name, at: found.at.toISOString() } : null
}

async function countsOf({ db }: Reading, eventId: number): Promise<Detail['counts']> {
  const { rows } = await sql<Detail['counts']>`
    select
      (select count(*)::int from applicant where event_id = ${eventId} and ${takesPart(sql`applicant.id`)}) as people,
      (select count(*)::int from abstract where event_id = ${eventId} and state = 'draft' and removed_at is null) as draft_abstracts,
      (select count(*)::int from abstract where event_id = ${eventId} and ${isSubmitted}) as submitted_abstracts,
      (select count(*)::int from orders where event_id = ${eventId} and state = 'paid') as paid_orders,
      (select count(*)::int from orders where event_id = ${eventId} and state = 'pending') as open_holds,
      (select count(*)::int from extension where event_id = ${eventId} and ended_at is null) as extensions,
      (select count(*)::int from workshop where event_id = ${eventId}) as workshops`.execute(db)
  return rows[0] as Detail['counts']
}

async function disciplinesOf({ db }: Reading, eventId: number): Promise<Detail['disciplines']> {
  const { rows } = await sql<{
    id: number
    version: number
    description: string
    isRetired: boolean
    abstracts: number
    specialityId: number | null
  }>`
    with written as (
      select sub_speciality_id, count(*)::int as many from abstract
      join abstract_version on abstract_id = abstract.id and abstract_version.number = current_version
      where event_id = ${eventId} and removed_at is null and withdrawn_at is null group by 1),
    field as (
      select sub_speciality.*, coalesce(many, 0) as abstracts from sub_speciality
      join speciality on speciality.id = speciality_id left join written on sub_speciality_id = sub_speciality.id
      where event_id = ${eventId})
    select id, version, description, retired_at is not null as is_retired, position, null as speciality_id,
      (select coalesce(sum(abstracts), 0)::int from field where speciality_id = speciality.id) as abstracts
      from speciality where event_id = ${eventId}
    union all select id, version, description, retired_at is not null, position, speciality_id, abstracts from field
    order by position, id`.execute(db)
  const shown = ({ id, version, description, isRetired, abstracts }: (typeof rows)[number]) => {
    return { id, version, description, isRetired, abstracts }
  }
  return rows
    .filter(({ specialityId }) => specialityId === null)
    .map((row) => ({ ...shown(row), fields: rows.filter((each) => each.specialityId === row.id).map(shown) }))
}
