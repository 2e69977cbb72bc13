import type { Programme } from '#contract/events/site.ts'
import type { World } from '#server/world.ts'

export async function listProgrammes(world: World): Promise<Programme[]> {
  return world.db
    .selectFrom('programme')
    .select(['id', 'name', 'courseCoordinator', 'registrationFee', 'endDate', 'image', 'description'])
    .orderBy('endDate')
    .orderBy('id')
    .execute()
}
