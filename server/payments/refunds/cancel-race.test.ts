/** Somebody cancels an order while a colleague holds it longer; and the same without the lock. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdLonger } from '#server/booking/order-changes.ts'
import type { World } from '#server/kernel/world.ts'
import { acting, actingInSteps, anOffice, anOrder } from '#server/testing/desk.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { booksOf } from '#server/testing/shop.ts'
import { cancelUnpaid } from './cancel.ts'

const reason = 'They asked by phone.'

/** What came of it, by what it was refused with. */
const ended = (work: Promise<object>): Promise<string> =>
  work.then(
    (end) => ('answer' in end ? String(end.answer) : 'held'),
    ({ code }: { code: string }) => code,
  )

async function heldAndCancelled(bare: (world: World) => World) {
  const office = await anOffice()
  const { world, eventId, sanaStaff, bilalStaff } = office
  const { code } = await anOrder(office)
  const { id: orderId } = await world.db
    .selectFrom('orders')
    .select('id')
    .where('paymentCode', '=', code)
    .executeTakeFirstOrThrow()
  const seen = { eventId, orderId, version: 1, reason }
  const ends = await inOrder(world, sql`select from orders where id = ${orderId} for update`, [
    () => ended(acting(world, sanaStaff, (world) => holdLonger(world, { ...seen, hours: 48 }))),
    () => ended(actingInSteps(bare(world), bilalStaff, (world) => cancelUnpaid(world, seen))),
  ])
  return { ends, state: (await booksOf(world, code))?.state }
}

test('an order that a colleague has just held longer is not cancelled by whoever saw it before', async () => {
  expect(await heldAndCancelled((world) => world)).toEqual({ ends: ['held', 'conflict'], state: 'pending' })
})

test('control: without the lock nobody is told: what was read before counts, or the two wait for each other', async () => {
  expect((await heldAndCancelled(withoutLocks)).ends).not.toContain('conflict')
})
