import { sql } from 'kysely'
import { lastDateTypes } from '#contract/events/events.ts'
import type { Person } from '#server/kernel/callers.ts'
import { eventMeant } from '#server/kernel/events/current.ts'
import { extendedUntil, extensionWith } from '#server/kernel/events/own-dates.ts'
import type { World } from '#server/kernel/world.ts'

/** What is offered. Of a draft nobody but staff hears anything. */
export async function specialitiesOf(world: World, eventId: number): Promise<{ id: number; description: string }[]> {
  return world.db
    .selectFrom('speciality')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['speciality.id', 'description'])
    .where('eventId', '=', eventId)
    .where('eventState', '<>', 'draft')
    .where('retiredAt', 'is', null)
    .orderBy('position')
    .orderBy('speciality.id')
    .execute()
}

export async function subSpecialitiesOf(
  world: World,
  specialityId: number,
): Promise<{ id: number; description: string }[]> {
  return world.db
    .selectFrom('subSpeciality')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['subSpeciality.id', 'subSpeciality.description'])
    .where('specialityId', '=', specialityId)
    .where('eventState', '<>', 'draft')
    .where('subSpeciality.retiredAt', 'is', null)
    .where('speciality.retiredAt', 'is', null)
    .orderBy('subSpeciality.position')
    .orderBy('subSpeciality.id')
    .execute()
}

type Which = { eventId: number | undefined; type: number; person?: Person | undefined; extension?: string | undefined }

/** The later of the event's date and, where the caller has one, their own: by who is signed in, or by the link of the letter. */
export async function lastDate(
  world: World,
  { type, person, extension, ...named }: Which,
): Promise<string | undefined> {
  const eventId = await eventMeant(world, named.eventId)
  if (eventId === undefined) return undefined
  const event = await world.db
    .selectFrom('event')
    .select(['registrationClosesOn', 'abstractsCloseOn'])
    .where('id', '=', eventId)
    .where('eventState', '<>', 'draft')
    .executeTakeFirst()
  if (!event) return undefined
  const kind = type === lastDateTypes.registration ? 'registration' : 'abstracts'
  const everybody = type === lastDateTypes.registration ? event.registrationClosesOn : event.abstractsCloseOn
  const own = person && (await extendedUntil(world, { eventId, emailKey: person.email, kind }, world.now()))
  const invited = extension && kind === 'registration' ? await extensionWith(world, eventId, extension) : undefined
  return [everybody, own ?? '', invited?.until ?? ''].toSorted().at(-1)
}

/** Where a person takes part. What was withdrawn or removed does not count. */
export async function eventsOf(world: World, { accountId }: Person) {
  return world.db
    .selectFrom('applicant')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('abstract', (on) =>
      on.onRef('abstract.applicantId', '=', 'applicant.id').on('removedAt', 'is', null).on('withdrawnAt', 'is', null),
    )
    .select(['event.id as eventId', 'applicant.id as applicantId', 'name', 'startsOn', 'timeZone', 'isCurrent'])
    .select(sql<string | null>`case when event_state <> 'draft' then slug end`.as('slug'))
    .select((row) => row.fn.count<number>('abstract.id').as('abstracts'))
    .where('accountId', '=', accountId)
    .groupBy(['event.id', 'applicant.id'])
    .orderBy('startsOn', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
}
