import type { World } from '#server/kernel/world.ts'
/** Whether backups can be made, asked at the start: nobody should wait a day to be told that they cannot. */
import { BadConfig } from '#server/platform/process/config.ts'
import type { Backups } from './by-schedule.ts'
import { admitFolder, AnothersFolder } from './folder.ts'
import { planBackup } from './plan.ts'
import { BackupRefused, sentenceOf } from './refused.ts'
import { noteFailure } from './runs.ts'
import { refuseNewerDatabase } from './snapshot.ts'
import { backupFolderFault, tryRecipients } from './trial.ts'

/**
 * Another portal's folder and keys that encrypt nothing refuse the start. A folder that is away, and a database that is newer than this version, leave a row for the doctor,
 * the console and the alert; the portal opens.
 */
export async function tryBackups(world: Pick<World, 'db' | 'now' | 'log'>, { config, url }: Backups): Promise<void> {
  tryRecipients(config)
  if (!config.BACKUP_TO) return
  const beganAt = world.now()
  try {
    const fault = await backupFolderFault(config)
    if (fault) throw new BackupRefused(fault)
    await admitFolder(world, planBackup(config, url))
    await refuseNewerDatabase(world)
  } catch (error) {
    if (error instanceof AnothersFolder) throw new BadConfig(error.message, { cause: error })
    world.log.error(`no backup can be made: ${sentenceOf(error)}`)
    await noteFailure(world, { kind: 'backup', beganAt, name: '', bytes: 0, failure: sentenceOf(error) })
  }
}
