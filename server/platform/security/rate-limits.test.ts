import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { makeWorld } from '#server/testing/world.ts'
import { count, countAll, ofNetworks, sweepRateLimits } from './rate-limits.ts'

const start = new Date('2026-11-01T09:00:00Z').getTime()
const days = 24 * 3_600_000

async function clock() {
  let now = start
  const world = await makeWorld({ now: () => new Date(now) })
  return { world, at: (time: number) => (now = start + time) }
}

test('a count from the future is no count: after a clock ran three days ahead, people sign in at once', async () => {
  const { world, at } = await clock()
  const tryIt = () => count(world, limits.loginOfAccount, 'ayesha@example.org')
  at(3 * days)
  for (let tries = 0; tries < 5; tries += 1) await tryIt()
  await expect(tryIt()).rejects.toMatchObject({ code: 'too_many' })

  at(0)
  for (let tries = 0; tries < 5; tries += 1) await tryIt()
  await expect(tryIt()).rejects.toMatchObject({ code: 'too_many', why: { retryAfter: 900 } })
})

test('a server whose clock is twenty seconds behind counts on with the others', async () => {
  const { world, at } = await clock()
  const tryIt = () => count(world, limits.loginOfAccount, 'ayesha@example.org')
  for (let tries = 0; tries < 5; tries += 1) await tryIt()
  at(-20_000)

  await expect(tryIt()).rejects.toMatchObject({ code: 'too_many' })
})

test('counts that are over, and those from the future, are swept', async () => {
  const { world, at } = await clock()
  at(3 * days)
  await count(world, limits.loginOfAccount, 'the future')
  at(-3 * days)
  await count(world, limits.loginOfAccount, 'the past')
  at(0)
  await count(world, limits.loginOfAccount, 'now')
  await sweepRateLimits(world)

  expect(await world.db.selectFrom('attempt').select('key').execute()).toEqual([{ key: 'login of account: now' }])
})

test.each([
  ['the /56 of a household', 4, (at: number) => at % 64],
  ['the /48 of an organisation', 16, (at: number) => (at % 64) * 256],
])('whoever has %s and changes the address is stopped at %i times the limit', async (_, times, subnet) => {
  const { world } = await clock()
  const limit = { name: 'of a test', hits: 2, seconds: 60 }
  let taken = 0
  const wander = async () => {
    for (; taken < 100; taken += 1) await countAll(world, ofNetworks(limit, `2001:db8:1:${subnet(taken).toString(16)}`))
  }

  await expect(wander()).rejects.toMatchObject({ code: 'too_many' })
  expect(taken).toBe(limit.hits * times)
})

test('an address of IPv4 is counted alone', async () => {
  expect(ofNetworks(limits.callsOfAddress, '203.0.113.7').map(({ of }) => of)).toEqual(['203.0.113.7'])
})
