/** The files of all domains, looked at every night. */
import { abstractFiles } from '#server/abstracts/files.ts'
import type { World } from '#server/kernel/world.ts'
import { pictureFiles } from '#server/pages/pictures.ts'
import { draftPhotoFiles } from '#server/payments/desk/offline-photo.ts'
import { photoFiles } from '#server/people/profiles.ts'
import { damagedAmong, missingFrom, type NamedFile, sampleOf } from '#server/platform/files/check.ts'
import { noteCheck } from '#server/platform/jobs/checks.ts'
import { blindCopyFiles } from '#server/selection/redaction/blind-copies.ts'

/** Pieces of uploads and exports are not looked for: they live for a day and for an hour, and have no sum. */
const kinds = {
  'an abstract': abstractFiles,
  'a portrait': photoFiles,
  'a page': pictureFiles,
  'a voucher': draftPhotoFiles,
  'a blind copy': blindCopyFiles,
}

type Looking = Pick<World, 'db' | 'files'>

/** A sentence for each file that a row names and that is not there. */
export async function missingFiles(world: Looking): Promise<string[]> {
  const sentences: string[] = []
  for (const [kind, named] of Object.entries(kinds))
    for (const key of await missingFrom(world.files, () => named(world)))
      sentences.push(`The file ${key} of ${kind} is not where files are kept.`)
  return sentences
}

/** Looks for all of them, and compares some with their sums. */
export async function checkFiles(world: World): Promise<void> {
  const problems = await missingFiles(world)
  const all = (await Promise.all(Object.values(kinds).map((named) => named(world)))).flat()
  const sample = sampleOf(all)
  for (const key of await damagedAmong(world.files, sample))
    problems.push(`The file ${key} is not what it was when it arrived: its sum is another.`)
  for (const sentence of problems) world.log.error(sentence)
  const withoutSum = all.filter(({ sha256 }: NamedFile) => sha256 === null).length
  world.log.info({ files: all.length, compared: sample.length, withoutSum }, 'the files were checked')
  await noteCheck(world, 'files', problems)
}
