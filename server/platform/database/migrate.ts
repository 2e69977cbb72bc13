/** Brings a database to the newest shape. The SQL files are the truth; each runs once, whole, and forward only. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

type Migration = { name: string; text: string; checksum: string }

/** To be called in turn (`turn.ts`), and with long timeouts: a migration of a large table takes longer than a web request may. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const { rows: ran } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    refuseAnotherPast(migrations, ran)
    const done = new Set(ran.map(({ name }) => name))
    for (const migration of migrations.filter(({ name }) => !done.has(name))) await run(client, migration)
  } finally {
    // Closed, not returned: after a failure it carries an open transaction.
    client.release(true)
  }
}

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).sort()
  const odd = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (odd) throw new Error(`${odd} is not the name of a migration: it should look like 0007-what-changes.sql.`)
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may write other line ends; that is not another migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function refuseAnotherPast(migrations: Migration[], ran: { name: string; checksum: string }[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of ran) {
    if (!known.has(name))
      throw new Error(
        `The database is newer than this version: it has run ${name}, which is unknown here. Start the newer version.`,
      )
    if (known.get(name) !== checksum)
      throw new Error(
        `${name} was changed after it ran on this database. Take the change back, and write a new migration.`,
      )
  }
}

async function run(client: pg.PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    const { message, position } = error as { message: string; position?: string }
    const line = position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`${name} failed${line}, and left nothing behind: ${message}`, { cause: error })
  }
}
