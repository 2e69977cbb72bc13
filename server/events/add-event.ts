/** Adding an event and its programmes from a file. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import { Site } from '#contract/events/site.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { World } from '#server/kernel/world.ts'
import { readOwnOrSample } from '#server/pages/files.ts'
import { type EventFile, toDay } from './event-file.ts'

/** Adds an event and makes it the current one. */
export async function addEvent(world: Pick<World, 'db' | 'now'>, file: EventFile): Promise<number> {
  const { specialities, workshops, programmes, ...event } = file
  const today = dayIn(event.timeZone, world.now())
  const day = (when: string | number) => toDay(when, today)

  await world.db.updateTable('event').set({ isCurrent: false }).where('isCurrent', '=', true).execute()
  const { id: eventId } = await world.db
    .insertInto('event')
    .values({
      ...event,
      opensOn: day(event.opensOn),
      abstractsCloseOn: day(event.abstractsCloseOn),
      decisionsOn: day(event.decisionsOn),
      registrationClosesOn: day(event.registrationClosesOn),
      workshopsFrom: day(event.workshopsFrom),
      startsOn: day(event.startsOn),
      endsOn: day(event.endsOn),
      isCurrent: true,
      eventState: 'published',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSpecialities(world, eventId, specialities)
  for (const { day: when, time, hours, price, ...workshop } of workshops) {
    const startsAt = sql<Date>`${`${day(when)} ${time}`}::timestamp at time zone ${event.timeZone}`
    await world.db
      .insertInto('workshop')
      .values({ ...workshop, eventId, startsAt, durationMinutes: hours * 60, price: price * paisaInRupee })
      .execute()
  }
  await addProgrammes(world, programmes)
  return eventId
}

async function addSpecialities(
  world: Pick<World, 'db'>,
  eventId: number,
  specialities: EventFile['specialities'],
): Promise<void> {
  for (const [position, { description, subSpecialities }] of specialities.entries()) {
    const { id: specialityId } = await world.db
      .insertInto('speciality')
      .values({ eventId, description, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = subSpecialities.map((name, at) => ({ specialityId, description: name, position: at }))
    if (rows.length > 0) await world.db.insertInto('subSpeciality').values(rows).execute()
  }
}

export async function addProgrammes(
  world: Pick<World, 'db' | 'now'>,
  programmes: EventFile['programmes'],
): Promise<void> {
  const today = dayIn(Site.parse(readOwnOrSample('site')).timeZone, world.now())
  const rows = programmes.map((programme, position) => ({
    ...programme,
    endDate: toDay(programme.endDate, today),
    position,
  }))
  if (rows.length > 0) await world.db.insertInto('programme').values(rows).execute()
}
