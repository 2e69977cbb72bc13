import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { makeWorld } from './world.ts'

test.each(['one test', 'the next'])(
  '%s begins with empty tables, the first number and a clock that stands still',
  async () => {
    const world = await makeWorld()
    expect(await world.db.selectFrom('programme').selectAll().execute()).toEqual([])
    await addProgramme(world)
    expect(await world.db.selectFrom('programme').select('id').execute()).toEqual([{ id: 1 }])
    expect(world.now()).toEqual(world.now())
  },
)

test('the content version changes with the commit, neither before nor without it', async () => {
  const world = await makeWorld()
  const before = await contentVersion(world)
  await inTransaction(world, async (inside) => {
    await addProgramme(inside)
    expect(await contentVersion(world)).toBe(before)
  })
  const after = await contentVersion(world)
  expect(after).not.toBe(before)

  await inTransaction(world, async (inside) => {
    await addProgramme(inside)
    throw new Error('changed my mind')
  }).catch(() => {})
  expect(await contentVersion(world)).toBe(after)
})

test('two editors do not wait for each other, and the version changes with each of them, whoever began first', async () => {
  const world = await makeWorld()
  const seen = [await contentVersion(world)]
  await inTransaction(world, async (first) => {
    await addProgramme(first)
    await inTransaction(world, addProgramme)
    seen.push(await contentVersion(world))
  })
  seen.push(await contentVersion(world))
  expect(new Set(seen).size).toBe(3)
})

async function addProgramme(world: World): Promise<void> {
  await world.db.insertInto('programme').values({ name: 'Basic life support', endDate: '2026-12-01' }).execute()
}

async function contentVersion(world: World): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from content_version`.execute(world.db)
  return rows[0]?.version
}
