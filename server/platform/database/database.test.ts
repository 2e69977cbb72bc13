import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { ask, until } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { type Database, isUnavailable, openDatabase } from './database.ts'

type Thing = {
  wholePaisa: number
  aDay: string
  aMoment: Date
  exact: string
  aDocument: unknown
  days: string[]
  counts: (number | null)[]
  bytes: Buffer
}

test('what is stored comes back as it went in', async () => {
  const { db } = await scratchDatabase<{ thing: Thing }>()
  await sql`create table thing (whole_paisa bigint, a_day date, a_moment timestamptz, exact numeric, a_document jsonb, days date[], counts bigint[], bytes bytea)`.execute(
    db,
  )
  const thing: Thing = {
    wholePaisa: 9_007_199_254_740_991,
    aDay: '2026-11-30',
    aMoment: new Date('2026-11-30T18:59:59.123Z'),
    exact: '0.10',
    aDocument: { snake_case: 1, camelCase: [{ deep_down: 2 }] },
    days: ['2026-01-31', '2026-03-01'],
    counts: [1, null, 3],
    bytes: Buffer.from([0, 255]),
  }
  await db.insertInto('thing').values(thing).execute()
  expect(await db.selectFrom('thing').selectAll().execute()).toEqual([thing])
})

test('a number too large to be exact is an error and never a wrong amount', async () => {
  const { db } = await scratchDatabase<{ thing: Thing }>()
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(
    '9007199254740993 is too large to be counted exactly',
  )
})

test('a statement is planned once for each connection, unless it asks for every column: a newer instance may add one', async () => {
  const { db } = await scratchDatabase<{ thing: Thing }>()
  await sql`create table word (id int, text text)`.execute(db)
  await db.connection().execute(async (one) => {
    const named = () => sql`select text from word where id = ${1}`.execute(one)
    const every = () => sql`select * from word where id = ${1}`.execute(one)
    for (const ask of [named, every, named, every, named]) await ask()
    const { rows } = await sql`
      select statement, generic_plans + custom_plans as times from pg_prepared_statements where statement like '%from word%'`.execute(
      one,
    )
    expect(rows).toEqual([{ statement: 'select text from word where id = $1', times: 3 }])
    await sql`alter table word add length int; insert into word values (1, 'kept', 4)`.execute(db)
    expect([(await named()).rows, (await every()).rows]).toEqual([
      [{ text: 'kept' }],
      [{ id: 1, text: 'kept', length: 4 }],
    ])
  })
})

test('a connection keeps a thousand statements and answers the next all the same; another connection begins anew', async () => {
  const { pool } = await scratchDatabase<{ thing: Thing }>()
  const [one, other] = [await pool.connect(), await pool.connect()]
  onTestFinished(() => [one, other].forEach((client) => client.release()))
  const ask = async (client: typeof one, number: number) =>
    (await client.query<{ found: number }>(`select $1::int + ${number} as found`, [1])).rows[0]?.found
  for (let number = 0; number < 1001; number += 1) expect(await ask(one, number)).toBe(number + 1)
  expect(await ask(other, 1000)).toBe(1001)
  const kept = async (client: typeof one) =>
    (await client.query<{ count: number }>('select count(*)::int from pg_prepared_statements')).rows[0]?.count
  expect([await kept(one), await kept(other)]).toEqual([1000, 1])
})

test('a connection that is cut between two queries of a transaction ends the transaction and not the process', async () => {
  const { db, pool } = await scratchDatabase<{ thing: Thing }>()
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await pause(100)
    await sql`select 1`.execute(tx)
  })
  const error = await cut.catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('all connections of the pool may be cut at once, and the next query finds a new one', async () => {
  const { db, pool, url } = await scratchDatabase<{ thing: Thing }>()
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.02)`.execute(db)))
  await ask(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await vi.waitUntil(() => pool.totalCount === 0, 60_000)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a connection that is cut is told, but not of whoever is leaving', async () => {
  const { url } = await scratchDatabase<object>()
  const cutOne = async (leave: boolean) => {
    const told: unknown[] = []
    const { pool } = openDatabase<object>({ url, log: { warn: (...said: unknown[]) => void told.push(said.at(-1)) } })
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const left = leave ? pool.end() : undefined
    const gone = new Promise<void>((ended) => client.once('end', ended))
    await ask(url, 'select pg_terminate_backend($1)', [rows[0]?.pid])
    await gone
    client.release()
    await (left ?? pool.end())
    return told
  }
  expect(await cutOne(false)).toEqual(['a connection to the database was lost'])
  expect(await cutOne(true)).toEqual([])
})

test('while the database restarts a query fails as unavailable, and afterwards all is well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-'))
  chmodSync(folder, 0o755)
  const embedded = await openEmbeddedPostgres(folder, { settings: { fsync: 'off' } })
  const { db, pool } = openDatabase<object>({ url: embedded.url, log: { warn: () => {} } })
  onTestFinished(async () => {
    await pool.end()
    await embedded.leave()
    rmSync(folder, { recursive: true })
  })
  const first = await startOf(db)
  const cut = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
  const sleeping = `select from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)' and pid <> pg_backend_pid()`
  await until(async () => (await pool.query(sleeping)).rowCount === 1)
  process.kill(Number.parseInt(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8'), 10), 'SIGKILL')

  const failures = [await cut]
  const startNow = async () => (await startOf(db).catch((error: unknown) => void failures.push(error))) ?? first
  await until(async () => (await startNow()) > first)

  expect(failures[0]).not.toMatchObject({ code: timeIsUp })
  expect(failures.filter((error) => !isUnavailable(error))).toEqual([])
})
const timeIsUp = '57014'

async function startOf(db: Database<object>): Promise<Date> {
  const { rows } = await sql<{ start: Date }>`select pg_postmaster_start_time() as start`.execute(db)
  return (rows[0] as { start: Date }).start
}

test('someone who waits for a lock or for a free connection is asked to come back', async () => {
  const { db, pool, url } = await scratchDatabase<{ thing: Thing }>()
  await sql`create table seat (id int)`.execute(db)
  const holder = await pool.connect()
  await holder.query('begin; lock table seat')
  const waiting = await Promise.allSettled([
    sql`set lock_timeout = 50; select * from seat`.execute(db),
    sql`set statement_timeout = 50; select pg_sleep(5)`.execute(db),
    crowded(url),
  ])
  await holder.query('rollback')
  holder.release()
  expect(waiting.map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual([true, true, true])
})

test('a mistake of ours is never excused as a busy database', async () => {
  const { db } = await scratchDatabase<{ thing: Thing }>()
  const mistakes = await Promise.allSettled([sql`select * from nowhere`.execute(db), sql`select 1 / 0`.execute(db)])
  expect(mistakes.map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual([false, false])
  const missingFile = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect([new TypeError('x is undefined'), missingFile, undefined, 'text'].map(isUnavailable)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('full disk, too many connections, read-only stand-in and deadlock are passing troubles', () => {
  const codes = ['53100', '53300', '25006', '40P01', '08006', '57P01', '57P03', '55P03', '57014', 'ECONNREFUSED']
  expect(codes.filter((code) => !isUnavailable(Object.assign(new Error('no'), { code })))).toEqual([])
  expect(
    isUnavailable(new Error('the page could not be drawn', { cause: new Error('Connection terminated unexpectedly') })),
  ).toBe(true)
})

test('no request can hold the database for long', async () => {
  const { pool } = await scratchDatabase<{ thing: Thing }>()
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name like '%timeout' and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '15000' },
    { name: 'lock_timeout', setting: '3000' },
    { name: 'statement_timeout', setting: '10000' },
  ])
})

async function crowded(url: string): Promise<unknown> {
  const { pool } = openDatabase({ url, poolSize: 1, log: { warn: () => {} } })
  const only = await pool.connect()
  try {
    return await pool.query('select 1')
  } finally {
    only.release()
    await pool.end()
  }
}
