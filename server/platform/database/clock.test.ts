import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
/** A clock that is put forward or back while the server runs. The database is a real one; a jump of its machine is added to what it answers. */
import { hour } from '#contract/durations.ts'
import { until } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { openClock } from './clock.ts'

const log = { warn: () => undefined, info: () => undefined }

/** This machine's clock and the database's, each with a jump of its own. */
async function twoClocks() {
  const { pool } = await scratchDatabase()
  const jumped = { here: 0, database: 0 }
  const right = Date.now.bind(Date)
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => right() + jumped.here)
  onTestFinished(() => spy.mockRestore())
  const shifted = {
    query: async (words: string) => {
      const answer = await pool.query<{ time: number }>(words)
      return { ...answer, rows: answer.rows.map(({ time }) => ({ time: time + jumped.database / 1000 })) }
    },
  } as unknown as pg.Pool
  const clock = await openClock(shifted, log)
  onTestFinished(clock.stop)
  const off = () => clock.now().getTime() - (right() + jumped.database)
  return { jumped, off, naive: () => Date.now() - (right() + jumped.database) }
}

test('a jump of this machine alone never shows: its time goes on as the database has it', async () => {
  const { jumped, off, naive } = await twoClocks()
  for (const jump of [hour, -hour, 0]) {
    jumped.here = jump
    expect(Math.abs(off())).toBeLessThan(500)
    // The control: what this machine says by itself is an hour off.
    expect(naive()).toBe(jump)
    await new Promise((done) => setTimeout(done, 1100))
    expect(Math.abs(off())).toBeLessThan(500)
  }
})

test('a jump of both, as of one machine, is followed within a second and not after a minute', async () => {
  const { jumped, off } = await twoClocks()
  jumped.here = hour
  jumped.database = hour
  expect(Math.abs(off())).toBeGreaterThan(hour / 2)
  await until(async () => Math.abs(off()) < 500, { within: 1000 })
})

test('a jump of the database alone is followed within seconds', async () => {
  const { jumped, off } = await twoClocks()
  jumped.database = -hour
  expect(off()).toBeGreaterThan(hour / 2)
  await until(async () => Math.abs(off()) < 500, { within: 8000 })
})
