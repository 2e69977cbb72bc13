/** Loads the rows of a backup into an empty database, in one transaction: until it commits there is nobody in it; killed, it never happened. */
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Tables } from '#server/database/tables.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrationTable, readMigrations, runInside } from '#server/platform/database/migrate.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { type Manifest, tablePart, type TablePart } from './format.ts'
import { everyPart, type ReadPart, type Source } from './read.ts'
import { BackupRefused } from './refused.ts'
import { listOf, plainSession } from './snapshot.ts'
import { watchText } from './tar.ts'

export type Loading = {
  url: string
  source: Source
  manifest: Manifest
  log: Logger
  /** Throws when the database is not one to load into. */
  admit: (client: pg.ClientBase) => Promise<void>
  /** Is given what is no table. */
  take: (part: ReadPart) => Promise<void>
  /** Everything is there, and the tables have their newest shape. What it throws takes all of it back. */
  finish: (db: Transaction['db']) => Promise<void>
}

/** `commits: false` proves that it could be done, and leaves nothing. */
export async function loadBackup(loading: Loading, { commits }: { commits: boolean }): Promise<void> {
  const { url, log, manifest, admit, finish } = loading
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 1, isServer: true, timeoutFactor: 0, log })
  // The pool has this one connection: COPY goes through it, inside the transaction that Kysely opened on it.
  let client: pg.ClientBase | undefined
  pool.on('connect', (connected) => (client = connected))
  const inTransaction = (work: (inside: pg.ClientBase, db: Transaction['db']) => Promise<void>) =>
    db.transaction().execute(async (transaction) => {
      const inside = client as pg.ClientBase
      await inside.query(`${plainSession}; set lock_timeout = '3s'`)
      await work(inside, transaction)
    })
  const empty = () =>
    inTransaction(async (inside) => {
      await admit(inside)
      await emptyPublic(inside)
    })
  try {
    const newer = await newerThan(manifest)
    const before = await namesIn(pool)
    await empty()
    try {
      await makeTables(inTransaction, { names: manifest.migrations.map(({ name }) => name), newer })
      await inTransaction(async (inside, transaction) => {
        await admit(inside)
        await loadTables(inside, loading)
        for (const migration of newer) await runInside(inside, withoutNewValues(migration))
        await finish(transaction)
        await inside.query('set constraints all immediate')
        if (!commits) throw new TakenBack()
      })
    } catch (error) {
      await empty()
      await makeTables(inTransaction, { names: before, newer: [] })
      if (!(error instanceof TakenBack)) throw error
    }
  } finally {
    await pool.end()
  }
}

type Migration = Awaited<ReturnType<typeof readMigrations>>[number]

async function newerThan({ migrations }: Manifest): Promise<Migration[]> {
  const ran = new Set(migrations.map(({ name }) => name))
  return (await readMigrations()).filter(({ name }) => !ran.has(name))
}

/** What ran on it until now: a portal that was started once has made tables, and has put nobody into them. */
async function namesIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ is: boolean }>("select to_regclass('public.migration') is not null as is")
  if (!rows[0]?.is) return []
  return (await pool.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name)
}

const newValue = /\balter type (\w+) add value ('\w+')/gi

/**
 * The tables as the backup has them, each migration by itself as at a start, and the values that later ones add to their types: a value is
 * good only once it is committed. A database with empty tables is as good as an empty one.
 */
async function makeTables(
  inTransaction: (work: (inside: pg.ClientBase) => Promise<void>) => Promise<void>,
  { names, newer }: { names: readonly string[]; newer: readonly Migration[] },
): Promise<void> {
  for (const name of names.toSorted()) await inTransaction((inside) => migrateTo(inside, [name]))
  const values = newer.flatMap(({ text }) => [...text.matchAll(newValue)])
  await inTransaction(async (inside) => {
    for (const [, type, value] of values) {
      const { rowCount } = await inside.query('select from pg_type where oid = to_regtype($1)', [type])
      if (rowCount) await inside.query(`alter type ${type} add value if not exists ${value}`)
    }
  })
}

const withoutNewValues = (migration: Migration): Migration => ({
  ...migration,
  text: migration.text.replaceAll(newValue, 'alter type $1 add value if not exists $2'),
})

class TakenBack extends Error {}

/** A backup of a version that this one does not know, or of another past, is not for this version. */
export async function refuseNewer(manifest: Manifest, ours: string): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const newer = manifest.migrations.find(({ name }) => !known.has(name))
  if (newer)
    throw new BackupRefused(
      `This backup was made by version ${manifest.version}, which is newer than this one (${ours}): it has run ${newer.name}, which is unknown here. Restore it with that version.`,
    )
  const other = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (other)
    throw new BackupRefused(`This backup was made by another portal than this one: ${other.name} is not the same.`)
}

/** A portal that was started once has made tables, and has put nobody into them. */
async function emptyPublic(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
  )
  if (rowCount)
    await client.query('drop schema public cascade; create schema public; grant usage on schema public to public')
  await client.query('drop schema if exists graphile_worker cascade')
}

/** Those of these names that have not run yet. */
async function migrateTo(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query(migrationTable)
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const wanted = new Set(names).difference(new Set(rows.map(({ name }) => name)))
  for (const migration of await readMigrations()) if (wanted.has(migration.name)) await runInside(client, migration)
}

async function loadTables(client: pg.ClientBase, { manifest, source, take }: Loading): Promise<void> {
  const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name))
  const everyTable = (change: string) => client.query(names.map((name) => `alter table ${name} ${change};`).join(' '))
  // Rules are about changes that people make; these rows have passed them, and the invariants are checked at the end.
  await everyTable('disable trigger user')
  await client.query(`truncate ${names.join(', ')}`)
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let loader: TableLoader | undefined
  for await (const part of everyPart(source, manifest)) {
    const table = tables.get(part.name.split('/')[1] ?? '')
    if (!table || !part.name.startsWith('tables/')) {
      await take(part)
      continue
    }
    if (part.name === tablePart(table.name, 0)) loader = loadTable(client, table)
    await loader?.add(await buffer(part.bytes))
    if (part.name === tablePart(table.name, table.parts - 1)) await loader?.end()
  }
  for (const table of manifest.tables) await compare(client, table)
  await client.query('set constraints all immediate; set constraints all deferred')
  await everyTable('enable trigger user')
  for (const { name, value } of manifest.sequences)
    await client.query(`select setval(${pg.escapeLiteral(pg.escapeIdentifier(name))}, ${BigInt(value)})`)
}

type TableLoader = { add: (bytes: Buffer) => Promise<void>; end: () => Promise<void> }

function loadTable(client: pg.ClientBase, table: TablePart): TableLoader {
  const text = createGunzip()
  const loaded = pipeline(text, client.query(copyFrom(`copy ${listOf(table)} from stdin`)))
  // Heard by whoever adds or ends.
  loaded.catch(() => undefined)
  return {
    add: (bytes) =>
      Promise.race([
        new Promise<void>((done, failed) => text.write(bytes, (error) => (error ? failed(error) : done()))),
        loaded,
      ]),
    async end() {
      text.end()
      await loaded
    },
  }
}

/** What lies in the table now is, letter for letter, what lay in it then. */
async function compare(client: pg.ClientBase, table: TablePart): Promise<void> {
  const seen = watchText()
  for await (const chunk of client.query(copyTo(`copy ${listOf(table)} to stdout`))) seen.see(chunk as Buffer)
  const { rows, bytes, sha256 } = seen.sums()
  if (sha256 !== table.sha256 || bytes !== table.bytes || rows !== table.rows)
    throw new BackupRefused(`The table ${table.name} is not what it was when it was backed up.`)
}
