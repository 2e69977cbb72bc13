/** Real databases for tests: one server, one migrated template, and copies of it in a few hundredths of a second. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/platform/database/database.ts'
import { prepareLesserRole } from '#server/platform/database/lesser-role.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { prepareJobs } from '#server/platform/jobs/jobs.ts'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { blindSide } from '#server/reviews/blind-world.ts'

export type TestServer = { url: string; leave: () => Promise<void> }
export type TestDatabase = { url: string; drop: () => Promise<void> }

const cache = join(import.meta.dirname, '../../node_modules/.cache/colloquium/test-databases')

/** Held by the one that makes or sweeps. */
const turn = 20_261_117

/** `TEST_DATABASE_URL`, or a server of our own that forgets everything in a power cut and is the faster for it. */
export async function openTestServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, leave: async () => {} }
  // All workers and all servers that tests start share it: one that is refused a connection answers 503, which says nothing about what it tests.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '400',
  }
  const { adminUrl, leave } = await openEmbeddedPostgres(cache, { settings })
  // To empty tables without asking their rules takes a superuser.
  return { url: adminUrl, leave }
}

/** A new database, migrated and empty. Within a test run the server is known; elsewhere open one first. */
export async function makeDatabase(server = process.env.TEST_DATABASE_URL ?? ''): Promise<TestDatabase> {
  const name = `${runName()}_${randomBytes(4).toString('hex')}`
  await asking(server, async (admin) => {
    const template = await readyTemplate(admin, server)
    await admin.query(`create database ${name} template ${template}`)
  })
  return { url: urlOf(server, name), drop: () => asking(server, (admin) => drop(admin, name)) }
}

/** The name of every database of this run begins so; it also tells its age. */
function runName(): string {
  return (process.env.TEST_RUN ??= `colloquium_test_${seconds()}_${randomBytes(4).toString('hex')}`)
}

/** Sets the table for a run: a fresh template, and nothing left of runs that were killed. */
export async function beginRun(server: string): Promise<void> {
  runName()
  await asking(server, async (admin) => {
    const current = await readyTemplate(admin, server)
    await admin.query('select pg_advisory_lock($1)', [turn])
    const { rows } = await admin.query<{ name: string }>(
      `select datname as name from pg_database
       where datname ~ '^colloquium_(test|making|template)_[0-9]+_' and split_part(datname, '_', 3)::bigint < $1 and datname <> $2
         and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
      [seconds() - 3600, current],
    )
    for (const { name } of rows) await drop(admin, name)
  })
}

export async function endRun(server: string): Promise<void> {
  await asking(server, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [runName()],
    )
    for (const { name } of rows) await drop(admin, name)
  })
}

/** One for each state of the migrations, so that two branches do not disturb each other. */
async function readyTemplate(admin: pg.Client, server: string): Promise<string> {
  const hash = createHash('sha256').update('with jobs and roles')
  for (const { name, checksum } of await readMigrations()) hash.update(name).update(checksum)
  const state = hash.digest('hex').slice(0, 16)
  const ready = await findTemplate(admin, state)
  if (ready) return ready
  await admin.query('select pg_advisory_lock($1)', [turn])
  try {
    return (await findTemplate(admin, state)) ?? (await makeTemplate(admin, server, state))
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [turn])
  }
}

async function findTemplate(admin: pg.Client, state: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ ('^colloquium_template_[0-9]+_' || $1 || '$')",
    [state],
  )
  return rows[0]?.name
}

async function makeTemplate(admin: pg.Client, server: string, state: string): Promise<string> {
  const making = `colloquium_making_${seconds()}_${state}_${randomBytes(4).toString('hex')}`
  const template = `colloquium_template_${seconds()}_${state}`
  await admin.query(`create database ${making}`)
  try {
    const { pool } = openDatabase({
      url: urlOf(server, making),
      poolSize: 1,
      timeoutFactor: 10,
      log: { warn: () => {} },
    })
    await migrate(pool)
      .then(() => prepareJobs(pool))
      .then(() => prepareLesserRole(pool, blindSide))
      .finally(() => pool.end())
  } catch (error) {
    await drop(admin, making)
    throw error
  }
  // Somebody connected to it would keep all others from copying it.
  await admin.query(`alter database ${making} with allow_connections false`)
  await admin.query(`alter database ${making} rename to ${template}`)
  return template
}

async function drop(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`)
}

async function asking<T>(server: string, question: (admin: pg.Client) => Promise<T>): Promise<T> {
  if (!server) throw new Error('There is no test server: call openTestServer first, and pass its url.')
  const admin = new pg.Client({ connectionString: server, application_name: 'colloquium tests' })
  await admin.connect()
  try {
    return await question(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
