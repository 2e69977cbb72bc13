import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { inTurn } from './turn.ts'

const log = { info: () => {} }
const four = [1, 2, 3, 4]

test('of four that come at once each has its turn, after the one before has ended', async () => {
  const pool = await aCounter()
  await Promise.all(four.map(() => inTurn(pool, { log }, () => countOn(pool))))
  expect(await counted(pool)).toBe(4)
})

test('without turns the four would get in each other’s way', async () => {
  const pool = await aCounter()
  await Promise.all(four.map(() => countOn(pool)))
  expect(await counted(pool)).toBeLessThan(4)
})

test('whoever fails leaves the turn to the next', async () => {
  const pool = await aCounter()
  const failing = inTurn(pool, { log }, () => Promise.reject(new Error('no luck')))
  await expect(failing).rejects.toThrow('no luck')
  await inTurn(pool, { log }, () => countOn(pool))
  expect(await counted(pool)).toBe(1)
})

test('whoever waits is told of once, and may be asked to stop', async () => {
  const pool = await aCounter()
  const told: string[] = []
  const asked = new AbortController()
  const waiting = { log: { info: (line: string) => told.push(line) }, asked: asked.signal }
  await inTurn(pool, { log }, async () => {
    setTimeout(() => asked.abort(), 500)
    await expect(inTurn(pool, waiting, () => countOn(pool))).rejects.toThrow('aborted')
  })
  expect(told).toEqual(['another server prepares the database: this one waits for it'])
  expect(await counted(pool)).toBe(0)
})

async function aCounter(): Promise<pg.Pool> {
  const { pool } = await scratchDatabase({ timeoutFactor: 10 })
  await pool.query('create table counter (count int)')
  await pool.query('insert into counter values (0)')
  return pool
}

/** As preparing a database does: looks what is there, takes a while, and writes. */
async function countOn(pool: pg.Pool): Promise<void> {
  const before = await counted(pool)
  await pause(100)
  await pool.query('update counter set count = $1', [before + 1])
}

async function counted(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count from counter')
  return rows[0]?.count ?? -1
}
