/**
 * Brings a database to the newest shape. The SQL files are the truth; each runs once, whole, and forward only. One that begins with
 * `-- additive` only adds beside what is there, so that the version before it can be started again.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '#server/platform/process/log.ts'

export const migrationsFolder = join(import.meta.dirname, '../../database/migrations')

export type Migration = { name: string; text: string; checksum: string; additive: boolean }
type Ran = { name: string; checksum: string; additive: boolean }
export type Log = Pick<Logger, 'info' | 'warn'>

/** What has run. */
export const migrationTable =
  'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())'

/** To be called in turn (`turn.ts`), and with long timeouts: a migration of a large table takes longer than a web request may. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder, log?: Log): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await prepareRecord(client)
    const { rows: ran } = await client.query<Ran>('select name, checksum, additive from migration order by name')
    refuseAnotherPast(migrations, ran)
    const done = new Set(ran.map(({ name }) => name))
    const toRun = migrations.filter(({ name }) => !done.has(name))
    const unknown = ran.filter(({ name }) => !migrations.some((known) => known.name === name))
    refuseAnotherFuture(unknown, toRun)
    for (const { name } of unknown) log?.warn(`the database is newer than this version: ${name} added to it`)
    for (const migration of toRun) await runSoon(client, migration, log)
    await recordMarks(client, migrations)
  } finally {
    // Closed, not returned: after a failure it carries an open transaction.
    client.release(true)
  }
}

/** What is additive stands in the database: an older version has no file to read it from. Version 0.1 made this table without that column, and can do with it. */
async function prepareRecord(client: pg.PoolClient): Promise<void> {
  await client.query(migrationTable)
  const { rowCount: knows } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'additive'",
  )
  // Asked first: to add it again changes nothing, and would still wait for a backup that reads the table.
  if (!knows) await client.query('alter table migration add column additive boolean not null default false')
}

/** Also of those that ran before they were marked, or before there was a column for it. */
async function recordMarks(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  const names = migrations.filter(({ additive }) => additive).map(({ name }) => name)
  await client.query('update migration set additive = true where name = any ($1) and not additive', [names])
}

const mark = /^-- additive\n/

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).sort()
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new Error(`${odd} is not the name of a migration: it should look like 0007-what-changes.sql.`)
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may write other line ends; that is not another migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      // Nor is one that was marked after it ran somewhere.
      const checksum = createHash('sha256').update(text.replace(mark, '')).digest('hex')
      return { name, text, checksum, additive: mark.test(text) }
    }),
  )
}

/** For some days after 0.1 a comment in two of them named other files; whoever began then has the same tables. */
const inOtherWords = new Set([
  'ce674a8c9f8c34ad661722bf62a6aa82e63cf0f7c84a71c9a50533e5e4571363',
  'b8817a1508c246945d066711a486716453409ff854a7cf677d97bf2554bf8591',
])

function refuseAnotherPast(migrations: Migration[], ran: Ran[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum, additive } of ran) {
    if (!known.has(name) && !additive)
      throw new Error(
        `The database is newer than this version: it has run ${name}, which is unknown here. Start the newer version.`,
      )
    if (known.has(name) && known.get(name) !== checksum && !inOtherWords.has(checksum))
      throw new Error(
        `${name} was changed after it ran on this database. Take the change back, and write a new migration.`,
      )
  }
}

/** A version that lacks some and brings others is not an older one: nobody has ever tried the two together. */
function refuseAnotherFuture([unknown]: Ran[], [first]: Migration[]): void {
  if (unknown && first)
    throw new Error(
      `The database belongs to another version: it has run ${unknown.name}, which is unknown here, and not ${first.name}. Start a version that has both.`,
    )
}

/**
 * Who waits for a table is waited for by everybody who comes after: whatever reads it for long, such as a backup, would stop the
 * portal of the version before. So a lock that is not had soon is given up, and asked for again in a moment. Sooner than PostgreSQL looks
 * for deadlocks (1 s), so that none of them is broken at the cost of a visitor.
 */
const lockWithin = '500ms'
const betweenTries = 500
const triesAtMost = 180

async function runSoon(client: pg.PoolClient, migration: Migration, log?: Log): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run(client, migration)
    } catch (error) {
      if (!isLocked((error as Error).cause) || tries === triesAtMost) throw error
      if (tries === 1) log?.info(`${migration.name} waits until nobody uses its tables for long`)
      await client.query('rollback')
      await pause(betweenTries)
    }
  }
}

const isLocked = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '55P03'

/** Inside a transaction that is open already. */
export async function runInside(
  client: pg.ClientBase,
  { name, text, checksum }: Omit<Migration, 'additive'>,
): Promise<void> {
  await client.query(text)
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}

async function run(client: pg.PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${lockWithin}'`)
  try {
    await runInside(client, { name, text, checksum })
    await client.query('commit')
  } catch (error) {
    const { message, position } = error as { message: string; position?: string }
    const line = position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`${name} failed${line}, and left nothing behind: ${message}`, { cause: error })
  }
}
