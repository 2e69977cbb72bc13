/** How many registered for an event, day by day. */
import { sql } from 'kysely'
import { takesPart } from '#server/kernel/taking-part.ts'
import type { World } from '#server/kernel/world.ts'

export async function registrationsByDay(
  { db }: Pick<World, 'db'>,
  { eventId, timeZone }: { eventId: number; timeZone: string },
): Promise<{ day: string; people: number }[]> {
  const { rows } = await sql<{ day: string; people: number }>`
    select (created_at at time zone ${timeZone})::date as day, count(*)::int as people
    from applicant where event_id = ${eventId} and ${takesPart(sql`applicant.id`)} group by 1 order by 1`.execute(db)
  return rows
}
