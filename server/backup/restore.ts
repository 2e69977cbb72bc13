/** Brings a backup back: checked to its end first, then loaded into an empty database in one transaction, with files and secrets. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { knownPortal, renewPortalId } from '#server/platform/database/portal-id.ts'
import { turn } from '#server/platform/database/turn.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { afterRestore, type Afterwards } from './after-restore.ts'
import { unsound } from './check-loaded.ts'
import { type Listed, readErasures, refuseMany } from './erasures.ts'
import { filesBack } from './files-back.ts'
import { type Manifest, settingsPart } from './format.ts'
import { loadBackup, refuseNewer } from './load.ts'
import { thisVersion } from './plan.ts'
import { checkBackup, type ReadPart, type Source } from './read.ts'
import { BackupRefused } from './refused.ts'
import { refuseLackOfRoom, type Rooms } from './room.ts'
import { noteRun } from './runs.ts'
import { storeOf } from './store-of-restore.ts'

export type Restoring = {
  url: string
  source: Source
  files: Files
  dataDir: string
  log: Logger
  now: () => Date
  /** Whoever gave the command. */
  by: string
  /** Also when what was backed up is not sound: it was not sound then, and is better than nothing. */
  anyway?: boolean
  /** The disks that it needs room on. */
  rooms?: Rooms
  /** The list of erased people, where it is not the one beside the backup. */
  erasedList?: string | undefined
  /** So many people may be erased again: somebody has seen the number. */
  erases?: number | undefined
  /** A copy for tests: it is a portal of its own, and has no part in the stores of the original. */
  isCopy?: boolean
}
export type Restored = Afterwards & {
  manifest: Manifest
  files: string[]
  filesPut: number
  /** What is not sound, and was brought back all the same. */
  problems: string[]
  hasErasedList: boolean
  /** It was written before the backup was made: who was erased since is not on it. */
  hasOldErasedList: boolean
  /** Where settings lie that were in the backup. */
  settings?: string
}

export async function restore(restoring: Restoring): Promise<Restored> {
  const { source, now } = restoring
  const beganAt = now()
  const manifest = await checkBackup(source)
  await refuseNewer(manifest, thisVersion())
  if (restoring.rooms && !restoring.anyway) await refuseLackOfRoom(manifest, restoring.rooms)
  const store = storeOf(restoring)
  const files = filesBack(restoring.files, manifest)
  const aside: { name: string; bytes: Buffer }[] = []
  const beside = besideIn(restoring.dataDir)
  let problems: string[] = []
  let after: Afterwards | undefined
  let listed: Listed | undefined
  const take = async (part: ReadPart) => {
    if (part.name.startsWith('files/')) await files.put(part)
    else aside.push({ name: part.name, bytes: await buffer(part.bytes) })
  }
  try {
    await loadBackup(
      {
        ...restoring,
        manifest,
        async admit(client) {
          await refuseUsed(client)
          await store.seeTarget(client)
        },
        take,
        async finish(db) {
          const world = { db, now }
          const portal = await knownPortal(world)
          listed = await readErasures({ path: source.path, named: restoring.erasedList }, portal)
          const erasures = listed?.erasures ?? []
          await refuseMany(world, erasures, restoring.erases)
          if (restoring.isCopy) await renewPortalId(world)
          await store.refuseAnothers(await knownPortal(world))
          after = await afterRestore(world, { by: restoring.by, erasures, reason: manifest.beganAt })
          problems = await unsound(db, manifest)
          if (problems.length > 0 && !restoring.anyway) throw new BackupRefused(notSound(problems))
          await noteRun(world, { kind: 'restore', beganAt, name: manifest.beganAt, bytes: 0 })
          // Before the rows are there for good: killed in between, people would be there without the secrets of their PINs, and no second try.
          await beside.put(aside)
        },
      },
      { commits: true },
    )
  } catch (error) {
    await files.takeBack()
    await beside.takeBack()
    throw error
  }
  await store.mark()
  const settings = beside.settings()
  const done = after as unknown as Afterwards
  for (const key of done.files) await restoring.files.remove(key)
  const list = listed as Listed | undefined
  return {
    ...done,
    ...(settings && { settings }),
    manifest,
    filesPut: files.count(),
    problems,
    hasErasedList: list !== undefined,
    hasOldErasedList: list?.writtenAt !== undefined && list.writtenAt < new Date(manifest.beganAt),
  }
}

function notSound(problems: string[]): string {
  return `What was backed up is not sound, and nothing was restored. Say --anyway to restore it all the same.\n${problems.join('\n')}`
}

/** A database with people in it, or one that a portal uses, is not loaded into. */
async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const ask: Ask = async <Row extends pg.QueryResultRow>(question: string) =>
    (await client.query<Row>(question)).rows[0] as Row
  const { has_list, has_accounts, tables } = await ask<{ has_list: boolean; has_accounts: boolean; tables: number }>(
    `select to_regclass('public.migration') is not null as has_list, to_regclass('public.account') is not null as has_accounts,
       (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
  )
  const isOurs = has_list && (await isOurList(ask, tables))
  if (tables > 0 && !isOurs) throw new BackupRefused('The database is not empty: it has tables that are not ours.')
  if (has_accounts) await refuseFilled(ask)
  const { mine } = await ask<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${turn}) as mine`)
  const { others } = await ask<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'colloquium' and pid <> pg_backend_pid()`,
  )
  if (!mine || others > 0)
    throw new BackupRefused('The portal is running on this database: stop it, and restore again.')
}

/**
 * The list of migrations has our first, or is all there is, and empty: a restore that was killed in its first moments leaves no more.
 * Asked as JSON: the list of another program has other columns.
 */
async function isOurList(ask: Ask, tables: number): Promise<boolean> {
  const { names } = await ask<{ names: (string | null)[] }>(
    `select coalesce(jsonb_agg(to_jsonb(migration) ->> 'name'), '[]') as names from public.migration`,
  )
  const [first] = await readMigrations()
  return names.length === 0 ? tables === 1 : names.includes(first?.name ?? '')
}

type Ask = <Row extends pg.QueryResultRow>(question: string) => Promise<Row>

async function refuseFilled(ask: Ask): Promise<void> {
  const { accounts, events } = await ask<{ accounts: number; events: number }>(
    'select (select count(*)::int from account) as accounts, (select count(*)::int from event) as events',
  )
  if (accounts + events > 0)
    throw new BackupRefused(
      `The database is not empty: it has ${accounts} accounts and ${events} events. Restore into a new DATA_DIR, or an empty database.`,
    )
}

type Beside = {
  put: (parts: { name: string; bytes: Buffer }[]) => Promise<void>
  takeBack: () => Promise<void>
  settings: () => string | undefined
}

/** Secrets take the place of those that a first start made; settings lie beside, for whoever writes `.env`. */
function besideIn(dataDir: string): Beside {
  const before = new Map<string, Buffer | undefined>()
  const settings = join(dataDir, 'restored.env')
  const pathOf = (name: string) => {
    const [, secret] = /^secrets\/([a-z][a-z-]*)$/.exec(name) ?? []
    return secret ? join(dataDir, 'secrets', secret) : name === settingsPart ? settings : undefined
  }
  return {
    async put(parts) {
      await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
      for (const { name, bytes } of parts) {
        const path = pathOf(name)
        if (!path) continue
        before.set(path, await readIfThere(path))
        await replace(path, bytes)
      }
    },
    async takeBack() {
      for (const [path, bytes] of before) await (bytes ? replace(path, bytes) : rm(path, { force: true }))
    },
    settings: () => (before.has(settings) ? settings : undefined),
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

async function replace(path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}.${process.pid}`
  await rm(fresh, { force: true })
  await writeFile(fresh, bytes, { mode: 0o600, flag: 'wx', flush: true })
  await rename(fresh, path)
}
