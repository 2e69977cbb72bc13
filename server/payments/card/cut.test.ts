/** The server dies in the middle of a confirmation, a refund and a closing: whatever statement was the last, nothing is half done. */
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { World } from '#server/kernel/world.ts'
import { previewClosing, writeClosing } from '#server/payments/books/closings.ts'
import { confirmOffline } from '#server/payments/desk/offline.ts'
import { approveRefund, proposeRefund } from '#server/payments/refunds/propose.ts'
import { refundAgain } from '#server/payments/refunds/refund.ts'
import { acting, actingInSteps, anOffice, anOrder, aPaidOrder, record } from '#server/testing/desk.ts'
import { booksOf, paidBooks } from '#server/testing/shop.ts'

const died = 'the server died here'

/** The same world, which dies before its n-th statement; and how many there were. */
function dyingAt(world: World, at: number): { world: World; seen: () => number } {
  let seen = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen += 1
      if (seen === at) throw new Error(died)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { world: { ...world, db: world.db.withPlugin(plugin) }, seen: () => seen }
}

/** Tries with a death at every statement until one goes through; after each the books are sound. */
async function everyStatement(world: World, work: (world: World) => Promise<unknown>, step: number): Promise<number> {
  for (let at = 1; ; at += step) {
    const dying = dyingAt(world, at)
    const end = await work(dying.world).then(
      () => 'done',
      (error: Error) => error.message,
    )
    expect(await brokenInvariants(world)).toEqual([])
    if (end === 'done') return at
    expect(end).toBe(died)
  }
}

const step = process.env.TEST_LONG ? 1 : 5

test('a confirmation that is cut at any statement leaves nothing, and is done by whoever comes next', async () => {
  const office = await anOffice()
  const { world, eventId, sanaStaff, bilalStaff } = office
  const made = await anOrder(office)
  const { offline } = await record(world, sanaStaff, { eventId, ...made })
  const seen = { eventId, id: offline.id, version: offline.version }
  const cuts = await everyStatement(
    world,
    (world) => acting(world, bilalStaff, (world) => confirmOffline(world, bilalStaff, seen)),
    step,
  )
  expect(cuts).toBeGreaterThan(10)
  expect(await booksOf(world, made.code)).toEqual(paidBooks(made.price))
})

test('a closing that is cut at any statement has taken nothing', async () => {
  const office = await anOffice()
  const { world, eventId, sanaStaff } = office
  await aPaidOrder(office)
  const { upTo, entries } = await previewClosing(world, eventId)
  const wish = { eventId, upTo, entries, cashCountedInRupees: 0, why: '' }
  await everyStatement(
    world,
    (world) => acting(world, sanaStaff, (world) => writeClosing(world, sanaStaff, wish)),
    step > 1 ? 2 : 1,
  )
  expect(await world.db.selectFrom('closing').select('entries').execute()).toEqual([{ entries: 1 }])
})

test('a refund that is cut at any statement is given once: what the bank was asked is found out, never sent again', async () => {
  const office = await anOffice()
  const { clock, eventId, sanaStaff, bilalStaff } = office
  let sent = 0
  const { gateway } = office.world
  const world = {
    ...office.world,
    gateway: {
      ...gateway,
      refund: (...what: Parameters<typeof gateway.refund>) => ((sent += 1), gateway.refund(...what)),
    },
  }
  for (let at = 1, isDone = false; !isDone; at += step) {
    const { code, attemptId, price } = await aPaidOrder(office, { price: 2_000_000 })
    const wish = { eventId, attemptId, amount: price, reason: 'Ill' }
    await actingInSteps(world, sanaStaff, (world) => proposeRefund(world, sanaStaff, wish))
    const proposal = world.db.selectFrom('refundProposal').select(['id', 'state']).where('attemptId', '=', attemptId)
    const seen = { eventId, id: (await proposal.executeTakeFirstOrThrow()).id, version: 1 }
    const agree = (world: World) => actingInSteps(world, bilalStaff, (world) => approveRefund(world, bilalStaff, seen))
    const before = sent
    isDone = await agree(dyingAt(world, at).world).then(
      () => true,
      () => false,
    )
    expect(await brokenInvariants(world)).toEqual([])
    clock.pass(3)
    // Whoever comes next: agrees, where that was lost too, or asks the bank what became of it.
    if ((await proposal.executeTakeFirstOrThrow()).state === 'proposed') await agree(world)
    else await actingInSteps(world, bilalStaff, (world) => refundAgain(world, attemptId))
    const books = await booksOf(world, code)
    const isGiven = books?.ledger.length === 2
    // Killed after it was written down and before the bank heard of it: the bank says no, and it can be proposed again.
    expect([isGiven, sent - before]).toEqual(isGiven ? [true, 1] : [false, 0])
  }
})
