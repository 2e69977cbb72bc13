/** All tables as they were at one moment, read beside the running portal. Everybody else goes on meanwhile. */
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { World } from '#server/kernel/world.ts'
import { readMigrations } from '#server/platform/database/migrate.ts'
import type { Manifest } from './format.ts'
import { BackupBusy, BackupRefused } from './refused.ts'

export type TableShape = { name: string; columns: string[] }

export type Snapshot = {
  tables: TableShape[]
  migrations: Manifest['migrations']
  events: string[]
  copy: (table: TableShape) => Readable
  query: <Row extends object>(question: string) => Promise<Row[]>
  /** A moment before it. */
  beganAt: Date
  close: () => Promise<void>
}

/** Held by the one backup that is being made. */
const turn = 20_261_121

const halfAnHour = 30 * 60_000
const betweenTries = 500

/** How values are written must not depend on who asks, and rows come in the order in which they lie: a restored table gives the same text. */
export const plainSession = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set synchronize_seqscans = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

type Opening = { url: string; now: () => Date; longestWait?: number | undefined }

/** When it returns, it is our turn until it is closed. */
export async function openSnapshot({ url, now, longestWait = halfAnHour }: Opening): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: 'colloquium backup' })
  // What is lost with the connection is told by the question that waits for it.
  client.on('error', () => {})
  await client.connect()
  const query = async <Row extends object>(question: string) => (await client.query<Row>(question)).rows
  try {
    await client.query(plainSession)
    await takeTurn(query, longestWait)
    const beganAt = now()
    await client.query('begin isolation level repeatable read read only')
    return {
      tables: await readTables(client),
      migrations: await ranMigrations(client),
      events: (await query<{ name: string }>('select name from event order by id')).map(({ name }) => name),
      copy: (table) => client.query(copyTo(`copy ${listOf(table)} to stdout`)),
      query,
      beganAt,
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The drill of the week and the backup of the hour may meet: the second waits for the first. */
async function takeTurn(query: Snapshot['query'], longestWait: number): Promise<void> {
  const until = performance.now() + longestWait
  for (;;) {
    const [locked] = await query<{ mine: boolean }>(`select pg_try_advisory_lock(${turn}) as mine`)
    if (locked?.mine) return
    if (performance.now() > until)
      throw new BackupBusy('Another backup of this database has been made for half an hour, and still is.')
    await pause(betweenTries)
  }
}

/** Name and columns, as COPY wants them. */
export function listOf({ name, columns }: TableShape): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/**
 * In an order in which rows find what they refer to. Left out: what counts guesses and is lost in a crash anyway (unlogged), and the list
 * of migrations, which the restore writes by running them.
 */
async function readTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(`
    select relname as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select distinct other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and not condeferred and confrelid <> conrelid) as needs
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migration'
    order by relname collate "C"`)
  if (rows.length === 0) throw new BackupRefused('There is nothing to back up: this database has no tables yet.')
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

function inOrder<Table extends { name: string; needs: string[] }>(tables: Table[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((need) => waiting.has(need)))
    if (ready.length === 0) throw new Error(`tables that need each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

async function ranMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migration order by name',
  )
  await refuseUnknown(rows.map(({ name }) => name))
  return rows
}

async function refuseUnknown(names: readonly string[]): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown)
    throw new BackupRefused(
      `The database is newer than this version: it has run ${unknown}, which is unknown here. Back it up with the newer version.`,
    )
}

/** Files of tables that this version does not know would be in no backup. */
export async function refuseNewerDatabase({ db }: Pick<World, 'db'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  await refuseUnknown(rows.map(({ name }) => name))
}

/** Not part of the moment: a sequence may be ahead of the rows, and never behind them. Read last. */
export async function readSequences({ query }: Snapshot): Promise<Manifest['sequences']> {
  return query(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename collate "C"`)
}
