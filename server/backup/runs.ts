/** Which backups were made, which were proved, and whether that was too long ago. */
import { sql } from 'kysely'
import type { HealthPart } from '#contract/health.ts'
import type { Row } from '#server/database/tables.ts'
import { partOf } from '#server/kernel/health-part.ts'
import type { World } from '#server/kernel/world.ts'
import type { Figure } from '#server/platform/process/metrics.ts'
import { oldBackup, oldDrill } from './rules.ts'

type Kind = Row<'backupRun'>['kind']
export type Run = { kind: Kind; beganAt: Date; name: string; bytes: number; failure?: string; folder?: string }

export async function noteRun(world: Pick<World, 'db' | 'now'>, run: Run): Promise<void> {
  // The first thing before an upgrade is a backup with the new version, when this table is not there yet.
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('backup_run') is not null as is_there`.execute(
    world.db,
  )
  if (rows[0]?.isThere)
    await world.db
      .insertInto('backupRun')
      .values({ ...run, endedAt: world.now() })
      .execute()
}

/** Why it failed is what the caller must hear, not that this could not be written down either. */
export async function noteFailure(world: Pick<World, 'db' | 'now' | 'log'>, run: Run): Promise<void> {
  await noteRun(world, run).catch((lost: unknown) => world.log.error({ err: lost }, 'a failure was not written down'))
}

/** Every backup that was made and where. A portal removes no other, as old as it may be. */
export async function madeBackups({ db }: Pick<World, 'db'>): Promise<{ name: string; folder: string }[]> {
  const made = db.selectFrom('backupRun').select(['name', 'folder']).where('kind', '=', 'backup')
  return made.where('failure', '=', '').execute()
}

type Last = { done: Date | undefined; failure: string }

/** When one last went well, and why the last one did not. */
export async function lastRun({ db }: Pick<World, 'db'>, kind: Kind): Promise<Last> {
  const { rows } = await sql<{ done: Date | null; failure: string | null }>`
    select max(ended_at) filter (where failure = '') as done, (array_agg(failure order by ended_at desc, id desc))[1] as failure
    from backup_run where kind = ${kind}`.execute(db)
  return { done: rows[0]?.done ?? undefined, failure: rows[0]?.failure ?? '' }
}

/** When one last ended, well or not. */
export async function lastTry({ db }: Pick<World, 'db'>, kind: Kind): Promise<Date | undefined> {
  const last = db.selectFrom('backupRun').select('endedAt').where('kind', '=', kind).orderBy('endedAt', 'desc')
  return (await last.limit(1).executeTakeFirst())?.endedAt
}

type Kept = { goesSomewhere: boolean; production: boolean }

/** The last backup and the last drill, in sentences. Nobody is told that a demonstration has none. */
export async function backupParts(world: Pick<World, 'db' | 'now'>, { goesSomewhere, production }: Kept) {
  if (!goesSomewhere)
    return [
      production
        ? partOf('backup', 'bad', 'No backup is made by itself.', 'Set BACKUP_TO to a folder on another disk.')
        : partOf('backup', 'off', 'Of a demonstration no backup is made.'),
    ]
  return [
    ofRuns(await lastRun(world, 'backup'), {
      topic: 'backup',
      never: 'No backup was ever made.',
      failed: 'The last backup failed',
      old: (hours) => `The last good backup is ${hours} hours old.`,
      good: 'A backup was made, and nothing went wrong.',
      next: 'Run npm run backup, and read in the log why the last one was not made.',
      tooOld: oldBackup,
      now: world.now(),
    }),
    ofRuns(await lastRun(world, 'drill'), {
      topic: 'drill',
      never: 'It was never proved that a backup can be restored.',
      failed: 'The last drill failed, so that nobody knows whether a backup can be restored',
      old: (hours) => `The last drill that restored a backup is ${Math.floor(hours / 24)} days old.`,
      good: 'A backup was restored beside the portal, and everything was there.',
      next: 'Run npm run restore -- --drill.',
      tooOld: oldDrill,
      now: world.now(),
    }),
  ]
}

type Words = {
  topic: HealthPart['topic']
  never: string
  failed: string
  old: (hours: number) => string
  good: string
  next: string
  tooOld: number
  now: Date
}

function ofRuns({ done, failure }: Last, { topic, never, failed, old, good, next, tooOld, now }: Words): HealthPart {
  const bad = (says: string) => partOf(topic, 'bad', says, next, { at: done })
  if (failure) return bad(`${failed}: ${failure}`)
  if (!done) return bad(never)
  const age = now.getTime() - done.getTime()
  return age > tooOld ? bad(old(Math.floor(age / 3_600_000))) : partOf(topic, 'good', good, '', { at: done })
}

/** Both ages by one question. Never is Infinity; so is a drill that failed, whatever was before. */
export async function backupFigures({ db, now }: Pick<World, 'db' | 'now'>): Promise<Figure[]> {
  const { rows } = await sql<{ backup: number; failed: number; drill: number }>`
    select coalesce(extract(epoch from ${now()}::timestamptz - max(ended_at) filter (where kind = 'backup' and failure = '')), 'Infinity')::float8 as backup,
      coalesce(extract(epoch from ${now()}::timestamptz - max(ended_at) filter (where kind = 'drill' and failure = '' and not exists (
        select from backup_run later where later.kind = 'drill' and later.failure <> '' and later.id > backup_run.id))), 'Infinity')::float8 as drill,
      coalesce((array_agg(failure order by ended_at desc, id desc) filter (where kind = 'backup'))[1] <> '', false)::int as failed
    from backup_run`.execute(db)
  return [
    { name: 'colloquium_backup_age_seconds', help: 'Time since the last good backup', values: rows[0]?.backup },
    {
      name: 'colloquium_restore_drill_age_seconds',
      help: 'Time since a backup was last restored to prove it; Infinity when the last try failed',
      values: rows[0]?.drill,
    },
    {
      name: 'colloquium_backup_failed',
      help: '1 while the last try to make a backup has failed or was refused',
      values: rows[0]?.failed,
    },
  ]
}
