import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { ownPostgres } from '#server/testing/own-postgres.ts'
import { until } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { enqueue, forgetFutureRuns, isGivenUp, type Job, prepareJobs, retryGivenUpJobs, startJobs } from './jobs.ts'

test.each([
  ['ends', () => {}],
  [
    'fails',
    () => {
      throw new Error('not today')
    },
  ],
])('a job that %s when that cannot be written down takes nobody with it, and the next is done', async (_how, end) => {
  standAlone()
  const { db, pool, url } = await scratchDatabase()
  const { lock, unlock } = await aLock(url, 'graphile_worker._private_jobs')
  const done: string[] = []
  const { says } = begin(pool, [
    { name: 'first', work: () => lock().then(end) },
    { name: 'second', work: async () => void done.push('second') },
  ])

  await enqueue(db, 'first')
  await until(() => says('nobody waited for'))
  await unlock()
  await enqueue(db, 'second')

  await until(() => done.length > 0)
  expect(done).toEqual(['second'])
})

test('a job whose server was killed does not count as given up after it was asked for again, and the newer one runs', async () => {
  const { db, pool } = await scratchDatabase()
  await prepareJobs(pool)
  const ask = () => enqueue(db, 'first', { key: 'the one' })
  const killed = () =>
    pool.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1 where attempts = 0",
    )
  for (let kills = 0; kills < 3; kills += 1) {
    await ask()
    await killed()
  }
  await ask()
  // What the library does at a start, four hours later.
  await pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  expect(await givenUp(db)).toBe(0)

  const done: string[] = []
  begin(pool, [{ name: 'first', work: async () => void done.push('first') }])
  await until(() => done.length === 4)
  expect(await givenUp(db)).toBe(0)
})

test('a job that failed at every attempt counts as given up until it is retried, and then runs', async () => {
  const { db, pool } = await scratchDatabase()
  await prepareJobs(pool)
  await enqueue(db, 'first')
  await pool.query("update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'not today'")
  expect(await givenUp(db)).toBe(1)

  expect(await retryGivenUpJobs(db)).toBe(1)
  expect(await givenUp(db)).toBe(0)
  const done: string[] = []
  begin(pool, [{ name: 'first', work: async () => void done.push('first') }])
  await until(() => done.length === 1)
})

test('a periodic job whose last run is in the future, because a clock ran ahead, is due again', async () => {
  const { pool } = await scratchDatabase()
  await prepareJobs(pool)
  await pool.query(`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('ahead', now(), now() + interval '1 day'), ('on time', now(), now() - interval '1 minute')`)

  await forgetFutureRuns(pool)

  const { rows } = await pool.query<{ identifier: string }>(
    'select identifier from graphile_worker._private_known_crontabs where last_execution > now() order by identifier',
  )
  expect(rows).toEqual([])
})

test('jobs whose first look was in vain begin again: the library alone would never look again', async () => {
  const { db, pool, url } = await scratchDatabase()
  const { lock, unlock } = await aLock(url, 'graphile_worker._private_tasks')
  await lock()
  const done: string[] = []
  const { says } = begin(pool, [{ name: 'first', work: async () => void done.push('first') }])
  await until(() => says('begin again'))
  await unlock()
  await enqueue(db, 'first')

  await until(() => done.length > 0)
  expect(done).toEqual(['first'])
})

test('a connection that the library gives back twice takes nobody with it: it does so when it is stopped while it begins to listen', async () => {
  standAlone()
  const { db, pool } = await scratchDatabase()
  const done: string[] = []
  const { says } = begin(pool, [{ name: 'first', work: async () => void done.push('first') }])
  const client = await pool.connect()
  client.release()
  void Promise.resolve().then(() => client.release())
  await until(() => says('already been released'))
  await enqueue(db, 'first')

  await until(() => done.length > 0)
  expect(done).toEqual(['first'])
})

function begin(
  pool: pg.Pool,
  jobs: Job[],
  afterOutage?: () => Promise<void>,
): { lines: string[]; says: (words: string) => boolean } {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line) => lines.push(line) })
  const { stop } = startJobs({
    pool,
    jobs,
    schedule: [],
    log,
    ...(afterOutage && { afterOutage }),
  })
  onTestFinished(stop)
  return { lines, says: (words) => lines.some((line) => line.includes(words)) }
}

/** Keeps everybody else from a table for a while. */
async function aLock(url: string, table: string) {
  const holder = new pg.Client(url)
  await holder.connect()
  onTestFinished(() => holder.end())
  return {
    lock: async () => void (await holder.query(`begin; lock table ${table}`)),
    unlock: async () => void (await holder.query('rollback')),
  }
}

/** The test runner has ears of its own for what nobody waited for. A server has none but ours. */
function standAlone(): void {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  onTestFinished(() => others.forEach((other) => process.on('unhandledRejection', other)))
}

test('while the database is away the jobs say so once a second, and nothing beside the log; then they look after what was in hand, and go on', async () => {
  standAlone()
  const database = await ownPostgres()
  const { pool, db } = openDatabase({ url: database.url, log: { warn: () => {} } })
  onTestFinished(() => pool.end())
  await prepareJobs(pool)
  const done: string[] = []
  const beside = [vi.spyOn(console, 'error'), vi.spyOn(console, 'trace')]
  onTestFinished(() => beside.forEach((spy) => spy.mockRestore()))
  const lookedAfter = vi.fn<() => Promise<void>>(async () => undefined)
  const jobs: Job[] = [
    { name: 'first', work: async () => void done.push('first') },
    { name: 'broken', work: () => Promise.reject(new Error('a fault of its own')) },
  ]
  const { lines } = begin(pool, jobs, lookedAfter)
  await enqueue(db, 'first')
  await until(() => done.length === 1)
  expect(lookedAfter).not.toHaveBeenCalled()

  await database.stop()
  // As many lines as an outage of some seconds has; the library alone would write three times as many.
  await until(() => lines.length >= 6)
  await database.start()
  await until(() =>
    enqueue(db, 'first').then(
      () => true,
      () => false,
    ),
  )
  await until(() => done.length >= 2)
  await until(() => lookedAfter.mock.calls.length > 0)
  expect(lookedAfter).toHaveBeenCalledTimes(1)

  const times = lines.map((line) => (JSON.parse(line) as { time: number }).time)
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number))
  expect(gaps.filter((gap) => gap < 950)).toEqual([])
  expect(beside.flatMap(({ mock }) => mock.calls)).toEqual([])
  // What is no outage is told as ever.
  await enqueue(db, 'broken')
  await until(() => lines.some((line) => line.includes('a fault of its own')))
})

async function givenUp(db: Parameters<typeof enqueue>[0]): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from graphile_worker.jobs where ${isGivenUp}`.execute(db)
  return rows[0]?.count ?? 0
}
