import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { enqueue, type Job, startJobs } from './jobs.ts'
import { makeLog } from './log.ts'
import { makeMetrics } from './metrics.ts'

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

function begin(pool: pg.Pool, jobs: Job[]): { says: (words: string) => boolean } {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line) => lines.push(line) })
  const { stop } = startJobs({ pool, jobs, clockwork: [], log, metrics: makeMetrics() })
  onTestFinished(stop)
  return { says: (words) => lines.some((line) => line.includes(words)) }
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
