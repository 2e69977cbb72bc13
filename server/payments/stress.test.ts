/** A bad day: everything goes wrong at once, and the books are right in the evening. More days with STRESS_SEEDS=20. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/invariants.ts'
import { checkOut } from '#server/orders/service.ts'
import { isUnavailable } from '#server/platform/database.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { choose, openSandbox, type Outcome } from '#server/platform/gateways/sandbox.ts'
import type { Caller } from '#server/platform/http.ts'
import { compareBooks, reconcile } from '#server/reconciliation/service.ts'
import { anEvent } from '#server/testing/people.ts'
import { tell } from '#server/testing/process.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { makeWorld } from '#server/testing/world.ts'
import type { World } from '#server/world.ts'
import { cancelOrder, finalize, initiate } from './service.ts'

const seeds = Number(process.env.STRESS_SEEDS ?? 3)
const people = Number(process.env.STRESS_PEOPLE ?? 150)
/** A millisecond here is this many there: forty minutes are a little over half a second. */
const speed = 4000

type Day = { world: World; chance: () => number; tally: Record<string, number>; workshops: number[]; calm: () => void }

async function aDay(seed: number): Promise<Day> {
  const chance = chances(seed)
  const began = performance.now()
  let jumped = 0
  const now = () => new Date(Date.parse('2026-11-01T09:00:00Z') + (performance.now() - began) * speed + jumped)
  const world = await makeWorld({ now })
  const bank = openSandbox({ db: world.db, now })
  let isCalm = false
  world.gateway = moody(bank, () => (isCalm ? 1 : chance()))
  const eventId = await anEvent(world)
  const workshops: number[] = []
  for (const seats of [5, 10, 20, 20])
    workshops.push(await aWorkshop(world, eventId, { seats, price: 100_000 * seats }))
  const calm = () => {
    isCalm = true
    jumped += 60_000
  }
  return { world, chance, tally: {}, workshops, calm }
}

/** Fails to answer, before or after it did what was asked. */
function moody(bank: Gateway, chance: () => number): Gateway {
  const lost = { kind: 'unknown', why: 'no answer in time' } as const
  const sometimes =
    <Asked, Told>(verb: (asked: Asked) => Promise<Told>) =>
    async (asked: Asked) => {
      await pause(chance() * 3)
      if (chance() < 0.06) return lost
      const told = await verb(asked)
      return chance() < 0.06 ? lost : told
    }
  return {
    ...bank,
    register: sometimes(bank.register),
    finalize: sometimes(bank.finalize),
    status: sometimes(bank.status),
    reverse: sometimes(bank.reverse),
  }
}

function chances(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4_294_967_296
  }
}

/** A killed connection is what a killed server leaves behind. Whatever else is thrown is a fault. */
async function survive<T>({ tally }: Day, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isUnavailable(error)) throw error
    tally.crashes = (tally.crashes ?? 0) + 1
    return undefined
  }
}

async function oneBuyer(day: Day, person: Caller): Promise<void> {
  const { world, chance, workshops } = day
  for (let round = 0; round < 3; round += 1) {
    await pause(chance() * 200)
    const cart = workshops.filter(() => chance() < 0.4)
    if (cart.length === 0) continue
    let answer = await survive(day, checkOut(world, person, cart))
    // A second click, or a retry after an answer that was lost.
    if (!answer || chance() < 0.3) answer = await survive(day, checkOut(world, person, cart))
    if (answer?.kind !== 'order') continue
    const { paymentCode } = answer
    await Promise.all(Array.from({ length: chance() < 0.3 ? 2 : 1 }, () => payOnce(day, person, paymentCode)))
    if (chance() < 0.1) await survive(day, cancelOrder(world, person, paymentCode))
  }
}

async function payOnce(day: Day, person: Caller, paymentCode: string): Promise<void> {
  const { world, chance } = day
  const started = await survive(day, initiate(world, person, { paymentCode, returnPath: undefined, host: undefined }))
  if (started?.kind !== 'portal') return
  await pause(chance() * 700)
  const outcome = ((): Outcome | undefined => {
    const roll = chance()
    if (roll < 0.65) return 'approve'
    if (roll < 0.75) return 'decline-51'
    if (roll < 0.8) return 'cancel'
    if (roll < 0.85) return 'wrong-amount'
    return roll < 0.93 ? 'pending-210' : undefined
  })()
  if (outcome) await survive(day, choose(world, started.transactionId, outcome))
  // Four of ten browsers never come back; some come back twice.
  const returns = chance() < 0.4 ? 0 : chance() < 0.3 ? 2 : 1
  await Promise.all(Array.from({ length: returns }, () => survive(day, finalize(world, person, started.transactionId))))
}

/** The clockwork ticks until the last buyer has gone home. */
async function clockwork(day: Day, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(15)
    await survive(day, reconcile(day.world))
  }
}

/** Connections are cut, best in the middle of a transaction. */
async function saboteur(day: Day, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(25)
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`
    await survive(day, cut.execute(day.world.db))
  }
}

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  'on bad day %i every seat is sold once and every payment is accounted for',
  async (seed) => {
    const day = await aDay(seed)
    const { world } = day
    const eventId = await world.db.selectFrom('event').select('id').executeTakeFirstOrThrow()
    const crowd = await buyers(world, eventId.id, people)
    let over = false
    const around = [clockwork(day, () => over), saboteur(day, () => over)]
    await Promise.all(crowd.map((person) => oneBuyer(day, person)))
    over = true
    await Promise.all(around)

    for (let minutes = 0; minutes < 300; minutes += 5) {
      day.calm()
      await survive(day, reconcile(world))
    }
    await compareBooks(world)

    expect(await brokenInvariants(world)).toEqual([])
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from sandbox_payment where captured_at is not null) as captured,
      (select count(*)::int from ledger_entry) as entries,
      (select count(*)::int from orders where state = 'paid') as paid,
      (select count(*)::int from orders where state = 'pending') as pending,
      (select count(*)::int from payment_attempt where state in ('created', 'registered')) as open,
      (select count(*)::int from payment_exception) as exceptions`.execute(world.db)
    tell(`day ${seed}: ${JSON.stringify({ ...rows[0], ...day.tally })}`)
    expect(rows[0]).toMatchObject({ entries: rows[0]?.captured, pending: 0, open: 0 })
    expect(rows[0]?.paid).toBeGreaterThan(5)
    expect(day.tally.crashes).toBeGreaterThan(5)
  },
  60_000,
)
