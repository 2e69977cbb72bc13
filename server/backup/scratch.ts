import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
/** Somewhere to restore to that nobody uses: a database beside the portal's where its role may make one, else a bundled PostgreSQL for the occasion. */
import { day } from '#contract/durations.ts'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import type { Config } from '#server/platform/process/config.ts'

export type Scratch = { url: string; remove: () => Promise<void> }

export async function openScratch({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Scratch> {
  if (DATABASE_URL && (await mayMakeDatabases(DATABASE_URL))) return scratchDatabase(DATABASE_URL)
  return scratchFolder(DATA_DIR)
}

export async function mayMakeDatabases(url: string): Promise<boolean> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows[0]?.may === true
  })
}

/** Its name says when: one that a killed drill left is removed by a later one. */
async function scratchDatabase(url: string): Promise<Scratch> {
  const name = await asking(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^colloquium_drill_[0-9]+_'
       and split_part(datname, '_', 3)::bigint < extract(epoch from now()) - 86400`,
    )
    for (const old of rows) await client.query(`drop database if exists ${old.name} with (force)`)
    const [now] = (await client.query<{ seconds: string }>('select extract(epoch from now())::bigint as seconds')).rows
    const fresh = `colloquium_drill_${now?.seconds}_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${fresh}`)
    return fresh
  })
  const own = new URL(url)
  own.pathname = name
  const remove = () => asking(url, async (client) => void (await client.query(`drop database ${name} with (force)`)))
  return { url: own.href, remove }
}

async function scratchFolder(dataDir: string): Promise<Scratch> {
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'drill-'))
  await removeOld(dataDir, (await stat(folder)).mtimeMs - day)
  await chmod(folder, 0o755)
  // What a power cut takes from it nobody misses.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  try {
    const { url, leave } = await openEmbeddedPostgres(folder, { settings })
    return { url, remove: () => leave().finally(() => removeFolder(folder)) }
  } catch (error) {
    await removeFolder(folder)
    throw error
  }
}

/** Of a drill whose process was killed. Its database may still run, and is stopped by whoever joins it and leaves. */
async function removeOld(dataDir: string, before: number): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((each) => /^drill-\w{6}$/.test(each))) {
    const folder = join(dataDir, name)
    const { mtimeMs } = await stat(folder)
    if (mtimeMs > before) continue
    await openEmbeddedPostgres(folder).then(
      ({ leave }) => leave(),
      () => undefined,
    )
    await removeFolder(folder)
  }
}

/** Where the database's user cannot enter, it lies elsewhere. */
async function removeFolder(folder: string): Promise<void> {
  const elsewhere = await realpath(join(folder, 'elsewhere')).catch(() => undefined)
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function asking<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'colloquium drill' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await question(client)
  } finally {
    await client.end()
  }
}
