/** The files that versions refer to, for whoever looks after where files are kept. */
import type { NamedFile } from '#server/platform/files/check.ts'
import type { World } from '#server/world.ts'

const hour = 3_600_000
/** What erase_person() writes for an abstract whose author is gone. */
const erased = `abstracts/00/${'0'.repeat(30)}`

/** Removes files that no version refers to: their save was killed, or their draft is long gone. */
export async function sweepAbstractFiles(world: World): Promise<void> {
  const before = new Date(world.now().getTime() - hour)
  for await (const { key, changedAt } of world.files.list('abstracts')) {
    // A younger one may be about to get its version.
    if (changedAt >= before) continue
    const known = await world.db
      .selectFrom('abstractVersion')
      .select('abstractId')
      .where('fileKey', '=', key)
      .executeTakeFirst()
    if (!known) await world.files.remove(key)
  }
}

/** Each file that a version refers to, with the sum that it had when it arrived. */
export async function abstractFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  return db
    .selectFrom('abstractVersion')
    .select(['fileKey as key', 'fileSha256 as sha256'])
    .where('fileKey', '<>', erased)
    .distinct()
    .execute()
}
