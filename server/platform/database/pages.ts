/** A long list, a page at a time: the next page begins after the last row, not after so many rows, which others may have deleted. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises'
import { type Expression, type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely'
import type { Inside } from '#server/platform/http/admission.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { hashPin, isSame } from '#server/platform/security/tokens.ts'

/** Exactly counted so far; then there are "more". */
export const countedTo = 10_000

/** An order that has an index on (`by`, `id`), both in one direction. `by` is never null: such rows would be on no page. */
export type Order = {
  by: Expression<unknown>
  type: 'timestamptz' | 'int' | 'bigint' | 'text' | 'date'
  id: Expression<unknown>
  descending?: boolean
}

export type PageRequest = {
  /** Which list, filters and order the cursor is good for. */
  of: readonly unknown[]
  order: Order
  cursor?: string | undefined
  limit: number
}
export type Page<Row> = { rows: Row[]; next: string | null; total: number; totalIsExact: boolean }

/** `pinKey` signs the cursors: one that somebody made up, or that is of another list, is refused. */
type Reading = { db: QueryExecutorProvider; pinKey: Buffer }
type Query<DB, Table extends keyof DB, Row> = SelectQueryBuilder<DB, Table, Row>

/** Two statements, however many rows there are. */
export async function pageBy<DB, Table extends keyof DB, Row extends { id: number }>(
  world: Reading,
  query: Query<DB, Table, Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  return { ...(await rowsBy(world, query, request)), ...(await totalOf(world, query)) }
}

/** The rows of a page alone: for a list whose figures count how many fit. */
export async function rowsBy<DB, Table extends keyof DB, Row extends { id: number }>(
  world: Reading,
  query: Query<DB, Table, Row>,
  request: PageRequest,
): Promise<Pick<Page<Row>, 'rows' | 'next'>> {
  const after = request.cursor === undefined ? undefined : readCursor(world, request, request.cursor)
  const found = await rowsAfter(query, { ...request, limit: request.limit + 1 }, after)
  const rows = found.slice(0, request.limit)
  const last = rows.at(-1)
  const next = last && found.length > rows.length ? writeCursor(world, request, positionOf(last)) : null
  return { rows: rows.map(withoutPosition), next }
}

/** So many rows are fetched at once, and others have their turn before the next: whoever waits for the server's thread waits for no more than these. */
const fetched = 50
/** A crowd that never ends must not keep a file for ever: after so many milliseconds its next rows are fetched all the same. */
const waitsAtMost = 30

/**
 * Every row of a list as it was at one moment, some at a time: the query runs once, and its rows are fetched as they are wanted. For a
 * transaction, which a cursor lives no longer than; one such list at a time in each.
 */
export async function* everyRow<DB, Table extends keyof DB, Row extends { id: number }>(
  { db, inside }: Pick<Reading, 'db'> & { inside: Inside },
  query: Query<DB, Table, Row>,
  { by, id, descending = false }: Order,
): AsyncGenerator<Row[]> {
  const direction = descending ? 'desc' : 'asc'
  const sorted = query.orderBy(by, direction).orderBy(id, direction)
  await sql`declare every_row no scroll cursor for ${sorted}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(fetched)} from every_row`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < fetched) break
    await afterPeople(inside)
  }
  await sql`close every_row`.execute(db)
}

/**
 * A checkout asks the database several times with the row of its workshop locked. Were there some rows between any two of its questions, it
 * would wait for them each time, and so would all who want a seat there.
 */
async function afterPeople(inside: Inside): Promise<void> {
  const until = performance.now() + waitsAtMost
  await breath()
  while (inside.calls > 0 && performance.now() < until) await pause(1)
}

/** How many rows fit, counted no further than needed. */
export async function totalOf<DB, Table extends keyof DB, Row>(
  { db }: Pick<Reading, 'db'>,
  query: Query<DB, Table, Row>,
  upTo = countedTo,
): Promise<{ total: number; totalIsExact: boolean }> {
  const fitting = query
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(upTo + 1)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${fitting}) as fitting`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, upTo), totalIsExact: total <= upTo }
}

/** The value as the database writes it: a Date would lose its microseconds, and rows with them. */
type Position = { at: string; id: number }
type Positioned<Row> = Row & { rowPosition: string }

async function rowsAfter<DB, Table extends keyof DB, Row extends { id: number }>(
  query: Query<DB, Table, Row>,
  { order, limit }: Pick<PageRequest, 'order' | 'limit'>,
  after: Position | undefined,
): Promise<Positioned<Row>[]> {
  const { by, id, type, descending = false } = order
  const direction = descending ? 'desc' : 'asc'
  const comparison = sql.raw(descending ? '<' : '>')
  const positioned = after
    ? query.where(sql<boolean>`(${by}, ${id}) ${comparison} (${after.at}::${sql.raw(type)}, ${after.id}::int)`)
    : query
  const rows = await positioned
    .select(sql<string>`(${by})::text`.as('rowPosition'))
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit)
    .execute()
  return rows as unknown as Positioned<Row>[]
}

const positionOf = ({ rowPosition, id }: Positioned<{ id: number }>): Position => ({ at: rowPosition, id })

function withoutPosition<Row extends { id: number }>(positioned: Positioned<Row>): Row {
  const { rowPosition: _position, ...row } = positioned
  return row as unknown as Row
}

function writeCursor(world: Reading, request: PageRequest, { at, id }: Position): string {
  const words = JSON.stringify([at, id])
  const signed = signature(world, request, words)
  const cipher = createCipheriv('aes-256-ctr', cursorKey(world), signed)
  return `${Buffer.concat([cipher.update(words), cipher.final()]).toString('base64url')}.${signed.toString('base64url')}`
}

const notOurs = 'This page is of another list. Please begin at its first page.'

function readCursor(world: Reading, request: PageRequest, cursor: string): Position {
  const [written = '', signed = ''] = cursor.split('.')
  const signedBytes = Buffer.from(signed, 'base64url')
  const cipher = signedBytes.length === 16 ? createDecipheriv('aes-256-ctr', cursorKey(world), signedBytes) : undefined
  const words = cipher?.update(Buffer.from(written, 'base64url')).toString() ?? ''
  if (!isSame(signature(world, request, words), signedBytes))
    refuse('bad_input', { sentence: notOurs, fields: [{ path: 'cursor', message: notOurs }] })
  const [at, id] = JSON.parse(words) as [string, number]
  return { at, id }
}

/** A cursor has the number of a row in it: the numbers of rows that somebody sees would tell of those they do not. */
const cursorKey = ({ pinKey }: Reading): Buffer => hashPin(pinKey, ['key of cursors'])

function signature({ pinKey }: Reading, { of }: PageRequest, words: string): Buffer {
  return hashPin(pinKey, ['cursor', JSON.stringify(of), words]).subarray(0, 16)
}
