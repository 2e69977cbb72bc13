/** Whether what was loaded is sound: every stated truth, and every file that a row names. */
import { sql } from 'kysely'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { World } from '#server/kernel/world.ts'
import { filesOf, type Manifest } from './format.ts'
import { everyNamedKey } from './named-files.ts'

/** A sentence for each thing that is not. */
export async function unsound(db: World['db'], manifest: Manifest): Promise<string[]> {
  return [...(await brokenInvariants({ db })), ...(await wrongFiles(db, manifest))]
}

async function wrongFiles(db: World['db'], manifest: Manifest): Promise<string[]> {
  const { inBucket, lost } = manifest
  const files = filesOf(manifest)
  const excused = new Set([...inBucket.map(({ key }) => key), ...lost])
  const { rows: named } = await sql.raw<{ key: string }>(everyNamedKey).execute(db)
  const missing = named.filter(({ key }) => !excused.has(key) && !files.has(key)).length
  const { rows: known } = await sql<{ key: string; sum: string }>`
    select distinct file_key as key, encode(file_sha256, 'hex') as sum from abstract_version`.execute(db)
  const changed = known.filter(({ key, sum }) => (files.get(key)?.sha256 ?? sum) !== sum).length
  return [
    ...(missing > 0 ? [`${missing} files that rows name are not in the backup.`] : []),
    ...(changed > 0 ? [`${changed} files are not what was once sent.`] : []),
  ]
}
