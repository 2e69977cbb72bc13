/** Staff move, hold and cancel while others buy, lapse and pay; and the same without what keeps them apart. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import { inAct, inActOfSteps } from '#server/kernel/acts.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { settle } from '#server/payments/card/settle.ts'
import { cancelUnpaid } from '#server/payments/refunds/cancel.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aClock, aWorkshop, booksOf, buyers, order, toTheBank } from '#server/testing/shop.ts'
import { aStaffPerson } from '#server/testing/staff.ts'
import { stillWorld } from '#server/testing/world.ts'
import { checkOut } from './checkout.ts'
import { holdLonger, moveSeat } from './order-changes.ts'
import { lapse } from './seats.ts'

const rounds = often(2, 20)
const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
const reason = 'They asked by phone.'

/** A database that may be spoilt, with people who order. */
async function anOffice() {
  const { db } = await scratchDatabase<Tables>({ poolSize: 20, timeoutFactor: 10 })
  const clock = aClock()
  const world = { ...stillWorld(db), now: clock.now }
  world.gateway = openSandbox({ db, now: clock.now })
  const eventId = await anEvent(world)
  const staff = await aStaffPerson(world, 'organiser')
  return { world, clock, eventId, staff, people: await buyers(world, eventId, 2) }
}

/** What staff do, and what they hear. */
async function asStaff<T>(world: World, work: (world: Acting) => Promise<T>): Promise<T | string> {
  try {
    return await inAct(world, byTest, work)
  } catch (error) {
    if (error instanceof Refusal) return error.why.fields?.[0]?.message ?? error.message
    return (error as { constraint?: string }).constraint ?? Promise.reject(error as Error)
  }
}

async function idOf({ db }: World, paymentCode: string): Promise<number> {
  return (await db.selectFrom('orders').select('id').where('paymentCode', '=', paymentCode).executeTakeFirstOrThrow())
    .id
}

async function takenOf({ db }: World, workshopId: number): Promise<number> {
  const { seatsTaken } = await db
    .selectFrom('workshop')
    .select('seatsTaken')
    .where('id', '=', workshopId)
    .executeTakeFirstOrThrow()
  return seatsTaken
}

/** Somebody with a seat elsewhere, somebody who wants the last seat of a workshop, and staff who would move the first there. */
async function theLastSeat({ world, eventId, staff, people }: Awaited<ReturnType<typeof anOffice>>) {
  const [moved, buyer] = people as [Participant, Participant]
  const workshopId = await aWorkshop(world, eventId)
  const last = await aWorkshop(world, eventId, { seats: 1 })
  const orderId = await idOf(world, await order(world, moved, [workshopId]))
  const wish = { eventId, orderId, version: 1, reason, workshopId, toWorkshopId: last }
  const move = (world: World) => () => asStaff(world, (world) => moveSeat(world, staff, wish))
  const buy = (world: World) => async () => (await checkOut(world, buyer, [last])).kind
  return { last, move, buy }
}

test('a seat is moved while somebody buys the last one there: one of the two has it, and the other hears why', async () => {
  const office = await anOffice()
  const { world } = office
  for (let round = 0; round < rounds; round += 1) {
    const { last, move, buy } = await theLastSeat(office)
    const row = sql`select from workshop where id = ${last} for no key update`
    const isMoveFirst = round % 2 === 0
    const ends = await inOrder(world, row, isMoveFirst ? [move(world), buy(world)] : [buy(world), move(world)])
    expect(isMoveFirst ? [ends[1], typeof ends[0]] : ends).toEqual(
      isMoveFirst ? ['refused', 'object'] : ['order', 'Seats not available.'],
    )
    expect(await takenOf(world, last)).toBe(1)
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without its locks the constraint stops the move that comes too late, and without both two people have one seat', async () => {
  const office = await anOffice()
  const { world } = office
  const late = async () => {
    const { last, move, buy } = await theLastSeat(office)
    const [end] = await inOrder(world, sql`lock table order_item in share mode`, [
      move(withoutLocks(world)),
      buy(world),
    ])
    return [typeof end === 'string' ? end : 'moved', await takenOf(world, last)]
  }
  expect(await late()).toEqual(['workshop_never_oversold', 1])
  await sql`alter table workshop drop constraint workshop_never_oversold`.execute(world.db)
  expect(await late()).toEqual(['moved', 2])
})

/** An order whose hold is over, and staff who would hold it longer. */
async function anOldHold({ world, clock, eventId, people }: Awaited<ReturnType<typeof anOffice>>) {
  const code = await order(world, people[0] as Participant, [await aWorkshop(world, eventId)])
  const orderId = await idOf(world, code)
  clock.pass(60)
  const hold = (world: World) => () =>
    asStaff(world, (world) => holdLonger(world, { eventId, orderId, version: 1, reason, hours: 24 }))
  return { code, orderId, hold, end: () => lapse(world, [orderId]) }
}

test('an order is held longer while its hold lapses: it is held, with its seat, whoever was first', async () => {
  const office = await anOffice()
  const { world } = office
  for (let round = 0; round < rounds; round += 1) {
    const { code, orderId, hold, end } = await anOldHold(office)
    const row = sql`select from orders where id = ${orderId} for update`
    await inOrder(world, row, round % 2 === 0 ? [hold(world), end] : [end, hold(world)])
    expect(await booksOf(world, code)).toMatchObject({ state: 'pending', seats: 1 })
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without the lock somebody is told that it is held, and it has no seat', async () => {
  const office = await anOffice()
  const { world } = office
  const { code, hold, end } = await anOldHold(office)
  await inOrder(world, sql`lock table orders in share mode`, [hold(withoutLocks(world)), end])
  expect(await booksOf(world, code)).toMatchObject({ state: 'pending', seats: 0 })
})

/** An order whose payment was thought to be over when the bank tells that it took the money, and staff who would cancel it. */
async function aLatePayment({ world, eventId, people }: Awaited<ReturnType<typeof anOffice>>) {
  const person = people[0] as Participant
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: 300_000 })])
  const orderId = await idOf(world, code)
  const transactionId = await toTheBank(world, person, code)
  const { id } = await world.db
    .updateTable('paymentAttempt')
    .set({ state: 'abandoned' })
    .where('orderId', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const fact = { kind: 'captured', transactionId, money: { amount: 300_000, currency: 'PKR' } } as const
  const cancel = (world: World) => async () =>
    (await inActOfSteps(world, byTest, (world) => cancelUnpaid(world, { eventId, orderId, version: 1, reason }))).answer
  return { code, orderId, cancel, pay: () => settle(world, id, { fact, source: 'books' }) }
}

test('an order is cancelled while its money comes: it is paid and stays so, or it is cancelled and its money waits for a person', async () => {
  const office = await anOffice()
  const { world } = office
  for (let round = 0; round < rounds; round += 1) {
    const { code, orderId, cancel, pay } = await aLatePayment(office)
    const row = sql`select from orders where id = ${orderId} for update`
    const isCancelFirst = round % 2 === 0
    const ends = await inOrder(world, row, isCancelFirst ? [cancel(world), pay] : [pay, cancel(world)])
    expect(ends).toContain(isCancelFirst ? 'cancelled' : 'Already paid')
    expect(await booksOf(world, code)).toMatchObject(
      isCancelFirst
        ? { state: 'cancelled', seats: 0, receipts: 0, exceptions: ['capture_on_cancelled'] }
        : { state: 'paid', seats: 1, receipts: 1, exceptions: [] },
    )
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without the lock an order that was paid is cancelled, and nobody looks after its money', async () => {
  const office = await anOffice()
  const { world } = office
  const { code, cancel, pay } = await aLatePayment(office)
  await inOrder(world, sql`lock table order_item in share mode`, [cancel(withoutLocks(world)), pay])
  expect(await booksOf(world, code)).toMatchObject({ state: 'cancelled', seats: 0, receipts: 1, exceptions: [] })
  expect(await brokenInvariants(world)).toContain(
    'Not true: every payment that was captured belongs to a paid order, was given back, or is an exception (1 found).',
  )
})
