/** The hardest cases that were collected from systems like this one, each with what must come of it. The first four are with the orders, the last with the refunds. */
import { expect, test } from 'vitest'
import { checkOut } from '#server/booking/checkout.ts'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import type { World } from '#server/kernel/world.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import {
  aBuyer,
  atTheBank,
  aWorkshop,
  booksOf,
  openShop,
  order,
  outage,
  paidBooks,
  pay,
  type Shop,
  toTheBank,
} from '#server/testing/shop.ts'
import { finalize } from './card/finalize.ts'
import { initiate } from './card/initiate.ts'
import { reconcile } from './card/reconcile.ts'
import { ask, settle } from './card/settle.ts'
import { cancelOrder } from './refunds/cancel.ts'

const price = 500_000

/** Somebody who is at the bank with an order for one seat. */
async function aPayer({ world, eventId }: Shop, workshop?: number) {
  const person = await aBuyer(world, eventId)
  const id = workshop ?? (await aWorkshop(world, eventId, { price, seats: 1 }))
  const code = await order(world, person, [id])
  return { person, workshop: id, code, transaction: await toTheBank(world, person, code) }
}

async function attemptOf(world: World, transactionId: string): Promise<number> {
  const { id } = await world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  return id
}

test('case 5: the browser of somebody who paid dies; the order is paid within two minutes, with one letter', async () => {
  const shop = await openShop()
  const { code, transaction } = await aPayer(shop)
  await atTheBank(shop.world, transaction, 'no-return')

  for (let minutes = 0; minutes < 2; minutes += 1) {
    shop.clock.pass(1)
    await reconcile(shop.world)
  }

  expect(await booksOf(shop.world, code)).toEqual(paidBooks(price))
})

test('case 5, late: whenever in the forty minutes somebody pays and dies, two minutes later the order is paid', async () => {
  const shop = await openShop()
  const { code, transaction } = await aPayer(shop)
  for (let minutes = 0; minutes < 37; minutes += 1) {
    shop.clock.pass(1)
    await reconcile(shop.world)
  }
  await atTheBank(shop.world, transaction, 'no-return')
  for (let minutes = 0; minutes < 2; minutes += 1) {
    shop.clock.pass(1)
    await reconcile(shop.world)
  }

  expect(await booksOf(shop.world, code)).toEqual(paidBooks(price))
})

test('case 6: return, browser and reconciler settle the same payment fifty times at once: one entry, one receipt, one letter', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'approve')
  const attempt = await attemptOf(world, transaction)
  const fact = await world.gateway.status({
    reference: `${code}001`,
    transactionId: transaction,
    money: { amount: price, currency: 'PKR' },
    createdAt: world.now(),
  })

  // `settle` goes past the sharing of questions: every one of these takes its own turn at the locks.
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? settle(world, attempt, { fact, source: 'return' }) : finalize(world, person, transaction),
    ),
  )
  await reconcile(world)

  expect(await booksOf(world, code)).toEqual(paidBooks(price))
})

test('case 7: the hold runs out while the buyer is at the bank; the seat is kept, and paid for', async () => {
  const shop = await openShop({ holdMinutes: 5 })
  const { world, clock } = shop
  const { person, workshop, code, transaction } = await aPayer(shop)
  clock.pass(20)

  await lapse(world, await dueOrders(world))
  expect((await checkOut(world, await aBuyer(world, shop.eventId), [workshop])).kind).toBe('refused')
  await atTheBank(world, transaction, 'approve')

  expect((await finalize(world, person, transaction)).code).toBe('0')
  expect(await booksOf(world, code)).toEqual(paidBooks(price))
})

/** The bank is not reached for three hours; by then the order has lapsed. */
async function threeHoursOfSilence(shop: Shop): Promise<Gateway> {
  const { world, clock } = shop
  const bank = world.gateway
  world.gateway = outage(bank)
  for (let minutes = 0; minutes < 180; minutes += 10) {
    clock.pass(10)
    await reconcile(world)
  }
  return bank
}

test('case 8: the bank is silent past every limit, the order lapses, then the money arrives: the free seat is taken again', async () => {
  const shop = await openShop()
  const { world } = shop
  const { code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'no-return')
  const bank = await threeHoursOfSilence(shop)
  expect(await booksOf(world, code)).toMatchObject({ state: 'lapsed', seats: 0, attempts: ['abandoned'] })

  world.gateway = bank
  shop.clock.pass(120)
  await reconcile(world)

  expect(await booksOf(world, code)).toEqual(paidBooks(price))
})

test('case 9: the same, but the seat was sold: the late buyer is an exception, the other keeps the seat', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const { person, workshop, code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'no-return')
  const bank = await threeHoursOfSilence(shop)
  world.gateway = bank
  const other = await aBuyer(world, eventId)
  const otherCode = await order(world, other, [workshop])
  await pay(world, other, { code: otherCode })

  shop.clock.pass(120)
  await reconcile(world)

  expect(await booksOf(world, code)).toMatchObject({
    state: 'lapsed',
    seats: 0,
    ledger: [price],
    receipts: 0,
    letters: 0,
    exceptions: ['late_capture_no_seat'],
  })
  expect(await booksOf(world, otherCode)).toEqual(paidBooks(price))
  expect((await finalize(world, person, transaction)).code).toBe('review')
})

test('case 10: two payments for one order are both captured: the first pays, the second is an exception and never kept in silence', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, code, transaction } = await aPayer(shop)
  // The bank says that the first failed, a second is begun, and then the bank changes its mind.
  await settle(world, await attemptOf(world, transaction), {
    fact: { kind: 'failed', code: '91', words: 'Issuer or switch inoperative' },
    source: 'browser',
  })
  const second = await toTheBank(world, person, code)
  for (const each of [transaction, second]) await atTheBank(world, each, 'approve')

  const codes = [(await finalize(world, person, transaction)).code, (await finalize(world, person, second)).code]

  expect(codes).toEqual(['0', 'review'])
  expect(await booksOf(world, code)).toEqual({
    ...paidBooks(price),
    attempts: ['captured', 'captured'],
    ledger: [price, price],
    exceptions: ['duplicate_capture'],
  })
})

test('case 11: the bank does not answer at the end: nothing changes, the person is told to wait, and may not pay again', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'approve')
  const bank = world.gateway
  world.gateway = outage(bank)
  const before = await booksOf(world, code)

  expect(await finalize(world, person, transaction)).toEqual({
    code: '210',
    words:
      'The bank has not told us yet whether you paid. We have been asking the bank since 14:00 on 1 November and ask again at 14:01 on 1 November. We will write to you as soon as we know; please do not pay again.',
  })
  expect(await booksOf(world, code)).toEqual(before)
  expect(await initiate(world, person, { paymentCode: code, returnPath: undefined, host: undefined })).toMatchObject({
    transactionId: transaction,
  })

  world.gateway = bank
  expect((await finalize(world, person, transaction)).code).toBe('0')
})

test('case 12: another amount, currency or order is captured: it is in the ledger, and an exception, and nothing is paid', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const { person, code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'wrong-amount')
  expect((await finalize(world, person, transaction)).code).toBe('review')
  expect(await booksOf(world, code)).toMatchObject({
    state: 'pending',
    ledger: [price - 100],
    exceptions: ['wrong_amount'],
  })

  const wrong = [
    { money: { amount: price, currency: 'USD' } },
    { money: { amount: price, currency: 'PKR' }, reference: 'ANOTHERORDER' },
  ]
  const kinds: unknown[] = []
  for (const fact of wrong) {
    const payer = await aPayer(shop, await aWorkshop(world, eventId, { price }))
    const captured = { kind: 'captured', transactionId: payer.transaction, ...fact } as const
    await settle(world, await attemptOf(world, payer.transaction), { fact: captured, source: 'return' })
    kinds.push((await booksOf(world, payer.code))?.state, (await booksOf(world, payer.code))?.exceptions)
  }
  expect(kinds).toEqual(['pending', ['wrong_amount'], 'pending', ['wrong_order']])
})

test('case 13: the server dies between capture and commit, or between commit and answer: asked again, it comes out the same', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'approve')
  const attempt = await attemptOf(world, transaction)
  const dying: World = {
    ...world,
    get publicUrl(): string {
      throw new Error('the power went')
    },
  }
  // The address of the site is needed for the letter, at the very end of the transaction.
  await expect(ask(dying, attempt, { how: 'finalize', source: 'return' })).rejects.toThrow('the power went')
  expect(await booksOf(world, code)).toMatchObject({ state: 'pending', ledger: [], receipts: 0, letters: 0 })

  shop.clock.pass(1)
  await reconcile(world)
  expect((await finalize(world, person, transaction)).code).toBe('0')

  expect(await booksOf(world, code)).toEqual(paidBooks(price))
})

test('case 14: capacity is not lowered below the seats taken, and money for a cancelled order is an exception', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, workshop, code, transaction } = await aPayer(shop)
  const lower = world.db.updateTable('workshop').set({ seats: 0 }).where('id', '=', workshop).execute()
  await expect(lower).rejects.toMatchObject({ code: '23514', constraint: 'workshop_never_oversold' })

  // While the buyer is at the bank, the order cannot be cancelled under the payment: the payment is taken back first.
  expect(await cancelOrder(world, person, code)).toBe('Success')
  await atTheBank(world, transaction, 'approve')
  expect((await finalize(world, person, transaction)).code).toBe('lapsed')
  expect(await booksOf(world, code)).toMatchObject({ state: 'cancelled', attempts: ['cancelled'], ledger: [] })

  // Should the bank capture it all the same, nobody keeps it in silence.
  const captured = { kind: 'captured', transactionId: transaction, money: { amount: price, currency: 'PKR' } } as const
  await settle(world, await attemptOf(world, transaction), { fact: captured, source: 'books' })
  expect(await booksOf(world, code)).toMatchObject({ state: 'cancelled', exceptions: ['capture_on_cancelled'] })
})
