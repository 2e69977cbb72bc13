/** Staff change a workshop while many check out; and the same without what keeps them apart. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CheckedOut, checkOut } from '#server/booking/checkout.ts'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent } from '#server/testing/people.ts'
import { inOrder, untilWaiting, withoutLocks } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { aTopic, pricesIn } from '#server/testing/workshops.ts'
import { stillWorld } from '#server/testing/world.ts'
import { cancelWorkshop, saveWorkshop, stopSales } from './workshop-changes.ts'

const rounds = often(2, 20)
const crowd = 50
/** So many stand before the organiser; the others come after. */
const first = 12
const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

/** A database that may be spoilt, with a crowd that wants seats. */
async function aCrowd() {
  const { db } = await scratchDatabase<Tables>({ poolSize: 20, timeoutFactor: 10 })
  const world = stillWorld(db)
  const eventId = await anEvent(world)
  return { world, eventId, people: await buyers(world, eventId, crowd) }
}

type Change = 'stop' | 'cancel' | { seats: number; priceInRupees: number }
type Which = { eventId: number; workshopId: number; version: number }

/** What the organiser does, and what they hear. */
async function organise(world: World, which: Which, change: Change) {
  try {
    return await inAct(world, byTest, async (world) => {
      if (change === 'stop') return stopSales(world, { ...which, stopped: true })
      if (change === 'cancel') return cancelWorkshop(world, { ...which, cancelled: true, paid: 0 })
      return saveWorkshop(world, { ...aTopic, ...which, ...change })
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const workshopRow = (workshopId: number) => sql`select from workshop where id = ${workshopId} for no key update`

/** Some have come, then the organiser changes something, and then all others come. */
async function amidACrowd(
  world: World,
  { people, ...which }: Which & { people: readonly Participant[] },
  change: Change,
) {
  const book = (person: Participant) => checkOut(world, person, [which.workshopId])
  const begun = await inTransaction(world, async (held) => {
    await workshopRow(which.workshopId).execute(held.db)
    const early = people.slice(0, first).map(book)
    await untilWaiting(world, first)
    const told = organise(world, which, change)
    await untilWaiting(world, first + 1)
    return { told, bookings: [...early, ...people.slice(first).map(book)] }
  })
  const booked = await Promise.all(begun.bookings)
  return { told: await begun.told, got: booked.filter(isOrder).length, booked }
}

const isOrder = ({ kind }: CheckedOut) => kind === 'order'

async function seatsOf({ db }: World, workshopId: number) {
  return db
    .selectFrom('workshop')
    .select(['seats', 'seatsTaken'])
    .where('id', '=', workshopId)
    .executeTakeFirstOrThrow()
}

test('CON-026: seats are lowered while fifty check out: nobody has a seat that is not there, and a refusal has the numbers', async () => {
  const { world, eventId, people } = await aCrowd()
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const workshopId = await aWorkshop(world, eventId, { seats: 60 })
    const which = { eventId, workshopId, version: 1, people }
    // Now to fewer than all who come want, now to fewer than have come by then.
    const seats = round % 2 === 0 ? 45 : 2
    const { told, got } = await amidACrowd(world, which, { seats, priceInRupees: 5000 })

    const isRefused = told instanceof Refusal
    const left = isRefused ? { seats: 60, seatsTaken: crowd } : { seats, seatsTaken: seats }
    expect([got, await seatsOf(world, workshopId)]).toEqual([left.seatsTaken, left])
    outcomes.push(isRefused ? (told.why.fields?.[0]?.message ?? '') : 'saved')
  }
  const refused = /^(\d+) seats are taken: 0 paid, \1 held\. The lowest you can set is \1\.$/
  for (const outcome of outcomes) expect(outcome === 'saved' || refused.test(outcome)).toBe(true)
  // Which of the two is chance; twenty rounds have both.
  expect(new Set(outcomes.map((outcome) => outcome === 'saved')).size).toBeGreaterThanOrEqual(often(1, 2))
})

/** Somebody who locks nothing has read how things are; the organiser changes them; then the order is made. Gives what each hears. */
async function tooLate(
  world: World,
  { person, ...which }: Which & { person: Participant | undefined },
  change: Change,
) {
  const blind = withoutLocks(world)
  const book = () =>
    checkOut(blind, person as Participant, [which.workshopId]).then(
      ({ kind }) => kind,
      (error: { constraint?: string }) => error.constraint,
    )
  const [end, told] = await inOrder(world, sql`lock table orders in share mode`, [
    book,
    () => organise(world, which, change),
  ])
  return { end, told }
}

test('control: without the lock the constraint stops whoever comes too late, and without both a seat is sold that is not there', async () => {
  const { world, eventId, people } = await aCrowd()
  const late = async () => {
    const workshopId = await aWorkshop(world, eventId, { seats: 1 })
    const which = { eventId, workshopId, version: 1, person: people[0] }
    const { end } = await tooLate(world, which, { seats: 0, priceInRupees: 5000 })
    return [end, await seatsOf(world, workshopId)]
  }
  expect(await late()).toEqual(['workshop_never_oversold', { seats: 0, seatsTaken: 0 }])
  await sql`alter table workshop drop constraint workshop_never_oversold`.execute(world.db)
  expect(await late()).toEqual(['order', { seats: 0, seatsTaken: 1 }])
})

test('CON-027: the price changes while fifty check out: each order has one whole price, and the answer counts who keeps the old one', async () => {
  const { world, eventId, people } = await aCrowd()
  for (let round = 0; round < rounds; round += 1) {
    const workshopId = await aWorkshop(world, eventId, { seats: 60 })
    const which = { eventId, workshopId, version: 1, people }
    const { told, got } = await amidACrowd(world, which, { seats: 60, priceInRupees: 5500 })

    const prices = await pricesIn(world, workshopId)
    expect([got, new Set([...prices, 500_000, 550_000])]).toEqual([crowd, new Set([500_000, 550_000])])
    expect(told).toMatchObject({ keepOldPrice: { orders: prices.filter((price) => price === 500_000).length } })
  }
})

test('control: without the lock somebody pays the old price whom the answer did not count', async () => {
  const { world, eventId, people } = await aCrowd()
  const workshopId = await aWorkshop(world, eventId, { seats: 60 })
  const which = { eventId, workshopId, version: 1, person: people[0] }
  const { told } = await tooLate(world, which, { seats: 60, priceInRupees: 5500 })
  expect([told, await pricesIn(world, workshopId)]).toMatchObject([{ keepOldPrice: { orders: 0 } }, [500_000]])
})

test('sales are stopped, or the workshop is cancelled, while fifty check out: whoever came before has a seat, and nobody after', async () => {
  const { world, eventId, people } = await aCrowd()
  for (let round = 0; round < rounds; round += 1)
    for (const change of ['stop', 'cancel'] as const) {
      const workshopId = await aWorkshop(world, eventId, { seats: 60 })
      const { told, got, booked } = await amidACrowd(world, { eventId, workshopId, version: 1, people }, change)

      const refused = booked.flatMap((each) => (each.kind === 'refused' ? each.obstacles : []))
      // Nobody, where all fifty were faster.
      expect(refused.filter(({ status }) => status !== 'Seats not available')).toEqual([])
      expect(got + refused.length).toBe(crowd)
      // As many as there were at that moment, and not one more; when it is cancelled they give up what they hold.
      expect(told).toMatchObject(
        change === 'stop' ? { workshop: { held: got } } : { givenUp: got, workshop: { held: 0 } },
      )
    }
})

test('control: without the lock the trigger stops whoever comes too late, and without both a seat is sold after sales were stopped', async () => {
  const { world, eventId, people } = await aCrowd()
  const late = async () => {
    const workshopId = await aWorkshop(world, eventId)
    const { end } = await tooLate(world, { eventId, workshopId, version: 1, person: people[0] }, 'stop')
    return [end, (await seatsOf(world, workshopId)).seatsTaken]
  }
  expect(await late()).toEqual(['workshop_is_for_sale', 0])
  await sql`drop trigger workshop_is_for_sale on workshop`.execute(world.db)
  expect(await late()).toEqual(['order', 1])
})
