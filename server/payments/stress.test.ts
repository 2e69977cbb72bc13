import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
/** A bad day: everything goes wrong at once, and the books are right in the evening. `npm run bench -- stress` goes through twenty of them. */
import { minute } from '#contract/durations.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { checkOut } from '#server/booking/checkout.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { isUnavailable } from '#server/platform/database/database.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { choose, openSandbox, type Outcome } from '#server/platform/gateways/sandbox.ts'
import { often } from '#server/testing/counts.ts'
import { aDayOfStaff } from '#server/testing/finance-stress.ts'
import { anEvent } from '#server/testing/people.ts'
import { tell } from '#server/testing/process.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { makeWorld } from '#server/testing/world.ts'
import { finalize } from './card/finalize.ts'
import { initiate } from './card/initiate.ts'
import { compareBooks, reconcile } from './card/reconcile.ts'
import { cancelOrder } from './refunds/cancel.ts'

const seeds = Number(process.env.STRESS_SEEDS ?? often(1, 20))
const people = often(240, 600)
/** Too few for everybody, however many come. */
const seatsOf = [20, 40, 60, 80].map((seats) => (seats * people) / 600)

/** A clock whose minute is one round of the schedule, so that a slow machine has a slow day and not another one. */
type Hours = { now: () => Date; sleep: (minutes: number) => Promise<void>; tick: (minutes?: number) => void }
type Day = {
  world: World
  hours: Hours
  chance: () => number
  tally: Record<string, number>
  workshops: number[]
  calm: () => void
}

async function aDay(seed: number): Promise<Day> {
  const chance = chances(seed)
  const hours = hoursFrom(Date.parse('2026-11-01T03:00:00Z'))
  const world = await makeWorld({ now: hours.now })
  const bank = openSandbox({ db: world.db, now: hours.now })
  let isCalm = false
  const tally: Day['tally'] = {}
  world.gateway = moody(bank, { chance: () => (isCalm ? 1 : chance()), tally })
  const eventId = await anEvent(world)
  const workshops: number[] = []
  // Two of each price, for a seat is moved only where no money has to move with it; and one that nobody asks for, where there is room.
  const prices = [200_000, 200_000, 600_000, 600_000]
  for (const [at, seats] of seatsOf.entries())
    workshops.push(await aWorkshop(world, eventId, { seats, price: prices[at] as number }))
  for (const price of new Set(prices)) await aWorkshop(world, eventId, { seats: people, price })
  return { world, hours, chance, tally, workshops, calm: () => (isCalm = true) }
}

function hoursFrom(from: number): Hours {
  let time = from
  let sleepers: { until: number; wake: () => void }[] = []
  return {
    now: () => new Date(time),
    sleep: (minutes) => new Promise((wake) => sleepers.push({ until: time + minutes * minute, wake })),
    tick(minutes = 1) {
      time += minutes * minute
      const { due = [], still = [] } = Object.groupBy(sleepers, ({ until }) => (until <= time ? 'due' : 'still'))
      sleepers = still
      for (const { wake } of due) wake()
    },
  }
}

/** Fails to answer, before or after it did what was asked; now and then it refuses to begin. */
function moody(bank: Gateway, day: Pick<Day, 'chance' | 'tally'>): Gateway {
  const { chance } = day
  const lost = () => {
    seen(day, 'answers lost')
    return { kind: 'unknown', why: 'no answer in time' } as const
  }
  const sometimes =
    <Asked, Told>(verb: (asked: Asked) => Promise<Told>) =>
    async (asked: Asked) => {
      await pause(chance() * 3)
      if (chance() < 0.06) return lost()
      const told = await verb(asked)
      return chance() < 0.06 ? lost() : told
    }
  const register = sometimes(bank.register)
  return {
    ...bank,
    register: async (asked) =>
      chance() < 0.03 ? { kind: 'refused', code: '91', words: 'Issuer or switch inoperative' } : register(asked),
    finalize: sometimes(bank.finalize),
    status: sometimes(bank.status),
    reverse: sometimes(bank.reverse),
  }
}

function seen({ tally }: Pick<Day, 'tally'>, what: string): void {
  tally[what] = (tally[what] ?? 0) + 1
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
async function survive<T>(day: Day, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isUnavailable(error)) throw error
    seen(day, 'crashes')
    return undefined
  }
}

async function oneBuyer(day: Day, person: Participant): Promise<void> {
  const { world, chance, workshops, hours } = day
  for (let round = 0; round < 3; round += 1) {
    await hours.sleep(chance() * 45)
    const cart = workshops.filter(() => chance() < 0.4)
    if (cart.length === 0) continue
    let answer = await survive(day, checkOut(world, person, cart))
    // A second click, or a retry after an answer that was lost.
    if (!answer || chance() < 0.3) answer = await survive(day, checkOut(world, person, cart))
    if (answer?.kind !== 'order') continue
    const { paymentCode } = answer
    const tabs = chance() < 0.3 ? 2 : 1
    if (tabs === 2) seen(day, 'double clicks')
    await Promise.all(Array.from({ length: tabs }, () => payOnce(day, person, paymentCode)))
    if (chance() < 0.1) await survive(day, cancelOrder(world, person, paymentCode))
  }
}

async function payOnce(day: Day, person: Participant, paymentCode: string): Promise<void> {
  const { world, chance, hours } = day
  const started = await survive(day, initiate(world, person, { paymentCode, returnPath: undefined, host: undefined }))
  if (started?.kind !== 'portal') return
  // Most pay at once; some come back from the bank when their time is over.
  await hours.sleep(chance() * (chance() < 0.25 ? 50 : 5))
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
  if (returns === 0) seen(day, 'returns lost')
  await Promise.all(Array.from({ length: returns }, () => survive(day, finalize(world, person, started.transactionId))))
}

/** The schedule ticks until the last buyer has gone home. */
async function schedule(day: Day, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(10)
    day.hours.tick()
    await survive(day, reconcile(day.world))
  }
}

/** Connections are cut, best in the middle of a transaction. */
async function saboteur(day: Day, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await day.hours.sleep(1)
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
    const staff = await aDayOfStaff({ ...day, eventId: eventId.id }, (work) => survive(day, work))
    const around = [schedule(day, () => over), saboteur(day, () => over), staff.work(() => over)]
    await Promise.all(crowd.map((person) => oneBuyer(day, person)))
    over = true
    day.hours.tick()
    await Promise.all(around)
    day.calm()
    for (let minutes = 0; minutes < 300; minutes += 5) {
      day.hours.tick(5)
      await survive(day, reconcile(world))
    }
    await compareBooks(world)
    await staff.closeTheRest()

    expect(await brokenInvariants(world)).toEqual([])
    const { rows } = await sql<Evening>`select
      (select count(*)::int from sandbox_payment where captured_at is not null) as captured,
      (select count(*)::int from ledger_entry where kind = 'capture' and gateway = 'sandbox') as entries,
      (select count(*)::int from ledger_entry where not exists (select from closing_entry where ledger_entry_id = ledger_entry.id)) as unclosed,
      (select count(*)::int from closing) as closings,
      (select count(*)::int from seat_move) as moves,
      (select count(*)::int from mail where kind = 'order_cancelled') as cancels,
      array(select state || ' ' || count(*) from offline_payment group by state order by state) as vouchers,
      array(select kind::text || ' ' || count(*) from ledger_entry group by kind order by kind) as moved,
      (select count(*)::int from orders where state = 'paid') as paid,
      (select count(*)::int from orders where state = 'pending') as pending,
      (select count(*)::int from payment_attempt where state in ('created', 'registered')) as open,
      array(select kind::text || ' ' || count(*) from payment_exception group by kind order by kind) as exceptions`.execute(
      world.db,
    )
    const [evening] = rows
    tell(`day ${seed}: ${JSON.stringify({ ...evening, ...day.tally })}`)
    expect(evening).toMatchObject({ entries: evening?.captured, pending: 0, open: 0, unclosed: 0 })
    // Staff had their hands in it too.
    expect(evening?.vouchers.join()).toContain('confirmed')
    expect(evening?.moved.join()).toContain('refund')
    expect(evening).toMatchObject({ moves: moreThanNone, cancels: moreThanNone })
    // It was a bad day indeed.
    expect(evening?.paid).toBeGreaterThan(20)
    for (const what of ['crashes', 'answers lost', 'returns lost', 'double clicks'])
      expect([what, day.tally[what] ?? 0]).toEqual([what, expect.toSatisfy((times: number) => times > 5)])
    expect(evening?.exceptions.join()).toContain('wrong_amount')
  },
)

const moreThanNone = expect.toSatisfy((times: number) => times > 0) as number

type Evening = {
  moves: number
  cancels: number
  vouchers: string[]
  moved: string[]
  captured: number
  entries: number
  paid: number
  pending: number
  open: number
  exceptions: string[]
}
