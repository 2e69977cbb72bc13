/** Proves that a backup can be restored: all of a restore, into a place of its own, which is removed again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generateHybridIdentity, generateIdentity, identityToRecipient } from 'age-encryption'
import type { World } from '#server/kernel/world.ts'
import { knownPortal } from '#server/platform/database/portal-id.ts'
import type { Config } from '#server/platform/process/config.ts'
import { afterRestore } from './after-restore.ts'
import { type BackupPlan, backUp } from './back-up.ts'
import { unsound } from './check-loaded.ts'
import { readErasures } from './erasures.ts'
import type { Manifest } from './format.ts'
import { afterDamage, faultsOfParts } from './kept-parts.ts'
import { loadBackup, refuseNewer } from './load.ts'
import { thisVersion } from './plan.ts'
import { checkBackup, type Source } from './read.ts'
import { BackupBusy, BackupRefused, damaged, sentenceOf } from './refused.ts'
import { noteFailure, noteRun } from './runs.ts'
import { openScratch } from './scratch.ts'

type Target = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>
export type Drilled = {
  manifest: Manifest
  rows: number
  /** How much would be lost if this backup had to be restored now, and how long that would take, in seconds. */
  lostSeconds: number
  tookSeconds: number
}

export async function drill(world: Pick<World, 'now' | 'log'>, target: Target, source: Source): Promise<Drilled> {
  const { now, log } = world
  const began = now().getTime()
  const manifest = await checkBackup(source)
  await refuseNewer(manifest, thisVersion())
  const scratch = await openScratch(target)
  try {
    await loadBackup(
      {
        url: scratch.url,
        source,
        manifest,
        log,
        admit: async () => {},
        async take({ size, bytes }) {
          let read = 0
          for await (const chunk of bytes) read += chunk.length
          if (read !== size) throw new BackupRefused(damaged)
        },
        async finish(db) {
          const portal = await knownPortal({ db })
          // Which list an older backup belongs to a person says, at a restore.
          const listed = portal && (await readErasures({ path: source.path }, portal))
          const erasures = listed?.erasures ?? []
          await afterRestore({ db, now }, { by: 'drill', erasures, reason: manifest.beganAt })
          const problems = await unsound(db, manifest)
          if (problems.length > 0) throw new BackupRefused(`What was backed up is not sound. ${problems.join(' ')}`)
        },
      },
      { commits: false },
    )
  } finally {
    await scratch.remove()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const ended = now().getTime()
  const lostSeconds = (ended - new Date(manifest.beganAt).getTime()) / 1000
  return { manifest, rows, lostSeconds, tookSeconds: (ended - began) / 1000 }
}

/**
 * Makes a fresh backup and restores the very file that lies on the disk. The machine cannot read its own backups: this one is also for a key
 * that is made now, written nowhere, and forgotten when this returns.
 */
export async function drillFresh(world: World, target: Target, plan: BackupPlan): Promise<Drilled> {
  const beganAt = world.now()
  let name = ''
  try {
    const identity = await newIdentity(plan.recipients)
    const recipients = plan.recipients.length > 0 ? [...plan.recipients, await identityToRecipient(identity)] : []
    const backup = await backUp(world, { ...plan, recipients })
    name = backup.name
    // First of all backups, so that what is damaged is written anew by the next one.
    const faults = await faultsOfParts(plan.folder, { reads: true })
    if (faults.length > 0) throw new BackupRefused(`${faults.join(' ')} ${afterDamage}`)
    const drilled = await drill(world, target, { path: backup.path, identities: [identity] })
    await noteRun(world, { kind: 'drill', beganAt, name, bytes: backup.bytes })
    return drilled
  } catch (error) {
    if (!(error instanceof BackupBusy))
      await noteFailure(world, { kind: 'drill', beganAt, name, bytes: 0, failure: sentenceOf(error) })
    throw error
  }
}

/** Of the same kind as the others: one of a weaker kind would weaken them all. */
function newIdentity(recipients: readonly string[]): Promise<string> {
  const areHybrid = recipients.length > 0 && recipients.every((recipient) => recipient.startsWith('age1pq1'))
  return areHybrid ? generateHybridIdentity() : generateIdentity()
}

/** Where backups go nowhere yet, it is made beside the database and removed. */
export async function drillNow(world: World, target: Target, planFor: (folder: string | undefined) => BackupPlan) {
  const folder = await mkdtemp(join(target.DATA_DIR, 'drilled-'))
  try {
    return await drillFresh(world, target, planFor(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
