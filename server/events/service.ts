import { lastDateTypes } from '#contract/events.ts'
import { statement } from '#server/platform/statement.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'

export async function currentEvent(world: World): Promise<Row<'event'> | undefined> {
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
  const [event] = await datesOf(world.db, which)
  return which.type === lastDateTypes.registration ? event?.registrationClosesOn : event?.abstractsCloseOn
}

const datesOf = statement((db: World['db'], { eventId }: { eventId: number }) =>
  db.selectFrom('event').select(['registrationClosesOn', 'abstractsCloseOn']).where('id', '=', eventId),
)
