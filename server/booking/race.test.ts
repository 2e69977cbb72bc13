/** Many want few seats. Every test of that kind comes with its opposite: without the guard, the same crowd must break it. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent } from '#server/testing/people.ts'
import { withoutLocks } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { stillWorld } from '#server/testing/world.ts'
import { type CheckedOut, checkOut } from './checkout.ts'

const rounds = often(2, 20)
const crowd = 400
const seats = 30
/** As many people at once as the database has connections: on a slow machine, whoever waits for one is sent away. */
const atOnce = 20

type Scratch = {
  world: World
  url: string
  eventId: number
  people: Participant[]
  ask: (question: string) => Promise<unknown>
}

async function scratch(): Promise<Scratch> {
  const { db, pool, url } = await scratchDatabase<Tables>({ poolSize: atOnce, timeoutFactor: 10 })
  const world = stillWorld(db)
  const eventId = await anEvent(world)
  const people = await buyers(world, eventId, crowd)
  return { world, url, eventId, people, ask: async (question) => (await pool.query(question)).rows }
}

/** Gives how many got an order, and every error. */
async function rush(world: World, people: Participant[], wish: (at: number) => number[]) {
  const answers: PromiseSettledResult<CheckedOut>[] = []
  const queue = people.entries()
  const buyAll = async () => {
    for (const [at, person] of queue) answers.push(...(await Promise.allSettled([checkOut(world, person, wish(at))])))
  }
  await Promise.all(Array.from({ length: atOnce }, buyAll))
  const got = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.kind === 'order').length
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [String((answer.reason as { code: string }).code)] : [],
  )
  return { got, errors }
}

async function taken({ ask }: Scratch, workshop: number): Promise<unknown> {
  const [row] =
    (await ask(`select seats_taken, (select count(*)::int from order_item where workshop_id = ${workshop} and holds) as items
    from workshop where id = ${workshop}`)) as unknown[]
  return row
}

test(`four hundred people want thirty seats, ${rounds} times: thirty get one, each time, and nobody gets an error`, async () => {
  const place = await scratch()
  for (let round = 0; round < rounds; round += 1) {
    const workshop = await aWorkshop(place.world, place.eventId, { seats })

    expect(await rush(place.world, place.people, () => [workshop])).toEqual({ got: seats, errors: [] })
    expect(await taken(place, workshop)).toEqual({ seats_taken: seats, items: seats })
  }
})

test('the opposite: without lock and without constraint, the same crowd is sold more seats than there are', async () => {
  const place = await scratch()
  await place.ask('alter table workshop drop constraint workshop_never_oversold')
  const workshop = await aWorkshop(place.world, place.eventId, { seats })

  expect((await rush(withoutLocks(place.world), place.people, () => [workshop])).got).toBeGreaterThan(seats)
})

test('each guard is enough: without the lock the constraint refuses, without the constraint the lock holds', async () => {
  const place = await scratch()
  const first = await aWorkshop(place.world, place.eventId, { seats })
  const { got, errors } = await rush(withoutLocks(place.world), place.people, () => [first])
  expect([got, await taken(place, first)]).toEqual([seats, { seats_taken: seats, items: seats }])
  expect([...new Set(errors)]).toEqual(['23514'])

  await place.ask('alter table workshop drop constraint workshop_never_oversold')
  const second = await aWorkshop(place.world, place.eventId, { seats })
  expect(await rush(place.world, place.people, () => [second])).toEqual({ got: seats, errors: [] })
  expect(await taken(place, second)).toEqual({ seats_taken: seats, items: seats })
})

test('two tabs of one person cannot hold two seats, not even without the lock', async () => {
  const place = await scratch()
  const workshop = await aWorkshop(place.world, place.eventId, { seats })
  const one = place.people[0] as Participant
  await rush(withoutLocks(place.world), Array<Participant>(20).fill(one), () => [workshop])

  expect(await taken(place, workshop)).toEqual({ seats_taken: 1, items: 1 })
})

test('carts of several workshops in any order never wait for each other in a circle', async () => {
  const place = await scratch()
  const ids: number[] = []
  for (let at = 0; at < 4; at += 1) ids.push(await aWorkshop(place.world, place.eventId, { seats: 60 }))
  const carts = [ids, ids.toReversed(), ids.slice(1).toReversed(), [ids[2], ids[0]] as number[]]

  const { errors } = await rush(place.world, place.people, (at) => carts[at % carts.length] as number[])

  expect(errors).toEqual([])
})

test('the opposite: rows locked in the order of the cart do wait in a circle', async () => {
  const place = await scratch()
  const ids: number[] = []
  for (let at = 0; at < 4; at += 1) ids.push(await aWorkshop(place.world, place.eventId))
  const pool = new pg.Pool({ connectionString: place.url, max: 12, options: '-c deadlock_timeout=20ms' })
  // The database of the test may be dropped before the last of these connections has closed.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  onTestFinished(() => pool.end())

  const ends = await Promise.all(
    Array.from({ length: 60 }, (_, at) => lockAll(pool, at % 2 === 0 ? ids : ids.toReversed())),
  )

  expect(ends).toContain('40P01')
})

async function lockAll(pool: pg.Pool, ids: number[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const id of ids) await client.query('select id from workshop where id = $1 for update', [id])
    return 'locked all'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the count of seats follows the items of orders and nothing else', async () => {
  const place = await scratch()
  const workshop = await aWorkshop(place.world, place.eventId)

  await expect(place.ask(`update workshop set seats_taken = 3 where id = ${workshop}`)).rejects.toThrow(
    'not set by hand',
  )
})
