import type { PublicWorkshop } from '#contract/site.ts'
import type { World } from '#server/world.ts'

export async function listWorkshops(world: World, eventId: number): Promise<PublicWorkshop[]> {
  const workshops = await world.db
    .selectFrom('workshop')
    .select(['id', 'topic', 'startsAt', 'durationMinutes', 'price', 'facilitators', 'venue', 'seats'])
    .where('eventId', '=', eventId)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return workshops.map((workshop) => ({ ...workshop, startsAt: workshop.startsAt.toISOString() }))
}
