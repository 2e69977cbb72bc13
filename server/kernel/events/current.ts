/** The event that a call is about. */
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'

export async function currentEvent(world: Pick<World, 'db'>): Promise<Row<'event'> | undefined> {
  return world.db.selectFrom('event').selectAll().where('isCurrent', '=', true).executeTakeFirst()
}

export async function eventWith(world: Pick<World, 'db'>, id: number): Promise<Row<'event'> | undefined> {
  return world.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The event that a call names, or else the current one. */
export async function eventMeant(world: Pick<World, 'db'>, eventId: number | undefined): Promise<number | undefined> {
  return eventId ?? (await currentEvent(world))?.id
}
