import type { World } from '#server/kernel/world.ts'
/** The files that versions refer to, for whoever looks after where files are kept. */
import type { NamedFile } from '#server/platform/files/check.ts'

/** What erase_person() writes for an abstract whose author is gone. */
const erased = `abstracts/00/${'0'.repeat(30)}`

/** Each file that a version refers to, with the sum that it had when it arrived. */
export async function abstractFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  return db
    .selectFrom('abstractVersion')
    .select(['fileKey as key', 'fileSha256 as sha256'])
    .where('fileKey', '<>', erased)
    .distinct()
    .execute()
}
