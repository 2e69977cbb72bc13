import { lastDateTypes } from '#contract/events/events.ts'
import type { Person } from '#server/callers.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'

export async function currentEvent(world: Pick<World, 'db'>): Promise<Row<'event'> | undefined> {
  return world.db.selectFrom('event').selectAll().where('isCurrent', '=', true).executeTakeFirst()
}

export async function specialitiesOf(world: World, eventId: number): Promise<Row<'speciality'>[]> {
  return world.db.selectFrom('speciality').selectAll().where('eventId', '=', eventId).orderBy('position').execute()
}

export async function subSpecialitiesOf(world: World, specialityId: number): Promise<Row<'subSpeciality'>[]> {
  return world.db
    .selectFrom('subSpeciality')
    .selectAll()
    .where('specialityId', '=', specialityId)
    .orderBy('position')
    .execute()
}

export async function lastDate(world: World, which: { eventId: number; type: number }): Promise<string | undefined> {
  const event = await world.db
    .selectFrom('event')
    .select(['registrationClosesOn', 'abstractsCloseOn'])
    .where('id', '=', which.eventId)
    .executeTakeFirst()
  return which.type === lastDateTypes.registration ? event?.registrationClosesOn : event?.abstractsCloseOn
}

/** Where a person took part. What was withdrawn or removed does not count. */
export async function eventsOf(world: World, { accountId }: Person) {
  return world.db
    .selectFrom('applicant')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('abstract', (on) =>
      on.onRef('abstract.applicantId', '=', 'applicant.id').on('removedAt', 'is', null).on('withdrawnAt', 'is', null),
    )
    .select(['event.id as eventId', 'applicant.id as applicantId', 'name', 'startsOn', 'timeZone', 'isCurrent'])
    .select((row) => row.fn.count<number>('abstract.id').as('abstracts'))
    .where('accountId', '=', accountId)
    .groupBy(['event.id', 'applicant.id'])
    .orderBy('startsOn', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
}
