/** Whose a backup folder is, and whether it is the disk that it should be: see docs/decisions/0085. */
import { readdir, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { type PortalId, portalId } from '#server/platform/database/portal-id.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { markStore, ofAnother, readMark } from '#server/platform/files/store-mark.ts'
import { BackupRefused } from './refused.ts'
import { timeOf } from './rules.ts'
import { madeBackups } from './runs.ts'

export type Folder = {
  folder: string
  /** Of the portal, for the mark. */
  address: string
  /** Named in a command and not in the settings: it may be a new one. */
  isChosen?: boolean
  /** Marked as this portal's, whatever is in it. */
  claims?: boolean
}

type Road = Pick<World, 'db' | 'now'>

/** The folder is another portal's: no disk that is mounted later changes that. */
export class AnothersFolder extends BackupRefused {}

/** Throws a sentence unless this folder is ours; marks one that is new. Nothing is returned by a database that is older than the marks. */
export async function admitFolder(world: Road, target: Folder): Promise<PortalId | undefined> {
  const { folder, claims = false } = target
  const found = await stat(folder).catch(() => undefined)
  // Not made by us: a disk that is not mounted would be an empty folder of the same name.
  if (!found?.isDirectory()) throw new BackupRefused(`There is no folder ${folder}: make it, or mount its disk.`)
  const portal = await portalIfKnown(world)
  // The portal that claims it may have found a damaged one.
  const mark = claims ? undefined : readMark(await filesIn(folder).mark.read(), folder)
  if (mark && mark.portal === portal?.id) return portal
  if (mark) throw new AnothersFolder(`${ofAnother(folder, mark)} ${ownFolder} ${wayOut(target)}`)
  if (!portal) return undefined
  if (!claims) await refuseUnmarked(world, target)
  await markStore(world, {
    files: filesIn(folder),
    portal: portal.id,
    location: folder,
    address: target.address,
    mayBeEmpty: true,
  })
  return portal
}

/** The first thing before an upgrade is a backup by the new version, when there is no id yet. */
export async function portalIfKnown(world: Road): Promise<PortalId | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('portal') is not null as is_there`.execute(
    world.db,
  )
  return rows[0]?.isThere ? portalId(world) : undefined
}

const ownFolder = "Set BACKUP_TO to a folder of this portal's own."
const wayOut = ({ folder, isChosen = false }: Folder): string =>
  `If it is this portal's all the same, run npm run backup -- --claim${isChosen ? ` ${folder}` : ''}.`

async function refuseUnmarked(world: Road, target: Folder): Promise<void> {
  const { folder, isChosen = false } = target
  const names = (await readdir(folder)).filter((name) => timeOf(name))
  const made = await madeBackups(world)
  const isOurs = names.some((name) => made.some((backup) => backup.name === name))
  const wasHere = made.some((backup) => backup.folder === folder)
  // Rows of versions without marks do not say where.
  const mayHaveBeenHere = !isChosen && made.some((backup) => backup.folder === '')
  if (names.length > 0 && !isOurs)
    throw new AnothersFolder(
      `${folder} has backups that this portal did not make, and no mark. ${ownFolder} ${wayOut(target)}`,
    )
  if (wasHere || (mayHaveBeenHere && !isOurs))
    throw new BackupRefused(
      `${folder} has neither this portal's mark nor the backups that were made: mount its disk. ${wayOut(target)}`,
    )
}
