import type { Config } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
/** Backups and drills that nobody has to think of. What fails leaves a row, for the doctor and the metric, and is tried again within the hour or the week. */
import { timeZoneOf } from '#server/pages/versions.ts'
import { backUp } from './back-up.ts'
import { drillFresh } from './drill.ts'
import { writeErasures } from './erasures.ts'
import { admitFolder } from './folder.ts'
import { planBackup } from './plan.ts'
import { BackupBusy } from './refused.ts'
import { isBackupDue, isDrillDue } from './rules.ts'
import { lastRun, lastTry } from './runs.ts'

/** Where the portal's database is, and what was set. */
export type Backups = { config: Config; url: string }

/** Of the college: the night is when its people sleep. */
const timeZone = (world: World) => timeZoneOf(world, null)

/** Asked every hour. */
export async function backUpWhenDue(world: World, { config, url }: Backups): Promise<void> {
  const { done: last, failure } = await lastRun(world, 'backup')
  const isEmbedded = config.DATABASE_URL === undefined
  const state = { last, hasFailed: failure !== '', isEmbedded }
  if (!isBackupDue({ now: world.now(), timeZone: await timeZone(world), ...state })) return
  await told(world, 'a backup failed', () => backUp(world, planBackup(config, url)))
}

/** Asked every hour; one that failed is tried again after a week, or by hand. */
export async function drillWhenDue(world: World, { config, url }: Backups): Promise<void> {
  if (!isDrillDue({ now: world.now(), timeZone: await timeZone(world), last: await lastTry(world, 'drill') })) return
  await told(world, 'a drill failed', () => drillFresh(world, config, planBackup(config, url)))
}

/** After people were erased. */
export async function keepErasures(world: World, { config, url }: Backups): Promise<void> {
  await told(world, 'the list of erasures was not written', async () => {
    const plan = planBackup(config, url)
    const portal = await admitFolder(world, plan)
    if (portal) await writeErasures(world, portal, plan.folder)
  })
}

/** The job itself has not failed: to do it again at once, with the library's own pauses, would fill the disk or the log. */
async function told(world: World, sentence: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Asked again within the hour: nothing has failed.
    if (error instanceof BackupBusy) return world.log.info(error.message)
    world.log.error({ err: error }, sentence)
  }
}
