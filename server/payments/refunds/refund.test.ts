import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { attemptWith, settle } from '#server/payments/card/settle.ts'
import { purchasesOf, receiptFor } from '#server/payments/purchases.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { anEvent } from '#server/testing/people.ts'
import { until } from '#server/testing/process.ts'
import { allAtOnce, withoutLocks } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import {
  aBuyer,
  aClock,
  atTheBank,
  aWorkshop,
  booksOf,
  openShop,
  order,
  pay,
  type Shop,
  toTheBank,
} from '#server/testing/shop.ts'
import { stillWorld } from '#server/testing/world.ts'
import { refundPayment } from './refund.ts'

const price = 500_000

/** Somebody who paid; gives the payment as staff would name it. */
async function aPayment({ world, eventId }: Shop) {
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price, seats: 1 })])
  await pay(world, person, { code })
  const { id } = await world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { person, code, wish: { attemptId: id, by: 'accounts', reason: 'The workshop was moved' } }
}

/** One whose books may end up untrue. */
async function scratchShop(): Promise<Shop> {
  const { db } = await scratchDatabase<Tables>({ timeoutFactor: 10 })
  const clock = aClock()
  const world = { ...stillWorld(db), now: clock.now, gateway: openSandbox({ db, now: clock.now }) }
  return { world, clock, eventId: await anEvent(world) }
}

test('a payment is given back whole: the order is cancelled, the seat is free, the receipt stays', async () => {
  const shop = await openShop()
  const { code, wish } = await aPayment(shop)

  expect([await refundPayment(shop.world, wish), await refundPayment(shop.world, wish)]).toEqual(['done', 'done'])
  expect(await booksOf(shop.world, code)).toMatchObject({
    state: 'cancelled',
    seats: 0,
    ledger: [price, price],
    receipts: 1,
  })
})

test('a refund is not silent: the person has one letter, and the order stays in their list and on the receipt, with what is true', async () => {
  const shop = await openShop()
  const { world } = shop
  const { person, code, wish } = await aPayment(shop)
  await refundPayment(world, wish)
  await refundPayment(world, wish)

  const letters = await world.db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'bodyText'])
    .where('refundId', 'is not', null)
    .execute()
  const { transactionId } = await attemptWith(world, wish.attemptId)
  const note = 'Refunded RS 5,000 on 1 November 2026; your seats were given back.'
  expect(letters).toEqual([
    {
      recipient: person.email,
      subject: `RS 5,000 refunded to you (order ${code})`,
      bodyText: `${note}

It was for: Basic Laparoscopic Skills.

Reason: The workshop was moved

It goes to the card that you paid with. Your bank can take some days to show it.

Payment code ${code}, transaction ${transactionId}, Annual Medical Conference.

See my workshops:
http://localhost:3000/profile
`,
    },
  ])
  expect(await purchasesOf(world, person)).toMatchObject([
    { paymentCode: code, status: 'refunded', receiptNumber: 'R1-000001', refundNote: note },
  ])
  expect(await receiptFor(world, person, code)).toMatchObject({ refundNote: note, order: { state: 'cancelled' } })
})

test('two clerks who find out at once what became of a refund write it down once, with one letter', async () => {
  const shop = await openShop()
  const { world, clock } = shop
  const { code, wish } = await aPayment(shop)
  const bank = world.gateway
  world.gateway = {
    ...bank,
    refund: async (...asked) => {
      await bank.refund(...asked)
      return { kind: 'unknown', why: 'no answer in time' }
    },
    // Each question is answered under another name, as a bank may do.
    refundStatus: async (...asked) => {
      const told = await bank.refundStatus(...asked)
      return told.kind === 'done' ? { ...told, gatewayReference: crypto.randomUUID() } : told
    },
  }
  expect(await refundPayment(world, wish)).toBe('unknown')
  clock.pass(5)

  const answers = await Promise.all(Array.from({ length: 10 }, () => refundPayment(world, wish)))
  expect(new Set(answers)).toEqual(new Set(['done']))
  expect(await booksOf(world, code)).toMatchObject({ ledger: [price, price] })
})

/** Two clerks have heard from the bank that it is done before either of them writes it down. */
async function twoHearThatItIsDone(shop: Shop, change: (world: World) => World) {
  const { world, clock } = shop
  const { code, wish } = await aPayment(shop)
  const bank = world.gateway
  const bothHaveAsked = Promise.withResolvers<void>()
  let asked = 0
  world.gateway = {
    ...bank,
    refund: async (...wanted) => {
      await bank.refund(...wanted)
      return { kind: 'unknown', why: 'no answer in time' }
    },
    refundStatus: async (...wanted) => {
      const told = await bank.refundStatus(...wanted)
      asked += 1
      if (asked === 2) bothHaveAsked.resolve()
      await bothHaveAsked.promise
      return told.kind === 'done' ? { ...told, gatewayReference: crypto.randomUUID() } : told
    },
  }
  await refundPayment(world, wish)
  clock.pass(5)
  const find = () => refundPayment(change(world), wish)
  const answers = await allAtOnce(world, sql`select from refund for update`, [find, find])
  return { answers, ledger: (await booksOf(world, code))?.ledger }
}

test('what two clerks heard of one refund is written down by the first', async () => {
  expect(await twoHearThatItIsDone(await openShop(), (world) => world)).toEqual({
    answers: ['done', 'done'],
    ledger: [price, price],
  })
})

test('control: without the lock on the order, and without the one letter for each refund, it is written down twice', async () => {
  const shop = await scratchShop()
  await sql`drop index mail_once`.execute(shop.world.db)

  expect(await twoHearThatItIsDone(shop, withoutLocks)).toEqual({
    answers: ['done', 'done'],
    ledger: [price, price, price],
  })
})

test('a payment of a gateway that is no longer set up is not sent to the one that is', async () => {
  const shop = await openShop()
  const { wish } = await aPayment(shop)
  shop.world.gateway = { ...shop.world.gateway, name: 'epg' }

  expect(await refundPayment(shop.world, wish)).toBe('another gateway')
  expect(await shop.world.db.selectFrom('refund').select('id').execute()).toEqual([])
})

test('case 15: two clerks give money back at once, and the bank does not answer: it is given back once', async () => {
  const shop = await openShop()
  const { world, clock } = shop
  const { code, wish } = await aPayment(shop)
  const bank = world.gateway
  let sent = 0
  let answer = () => {}
  const lostAnswer: Gateway = {
    ...bank,
    refund: async (payment, captured) => {
      await bank.refund(payment, captured)
      const held = new Promise<void>((go) => (answer = go))
      sent += 1
      await held
      return { kind: 'unknown', why: 'no answer in time' }
    },
  }
  world.gateway = lostAnswer

  const first = refundPayment(world, wish)
  await until(() => sent === 1)
  expect(await refundPayment(world, wish)).toBe('being done')
  answer()
  expect(await first).toBe('unknown')
  clock.pass(5)
  expect([await refundPayment(world, wish), await refundPayment(world, wish)]).toEqual(['done', 'done'])

  expect(sent).toBe(1)
  expect(await booksOf(world, code)).toMatchObject({ state: 'cancelled', seats: 0, ledger: [price, price] })
})

test('fifty clerks at once make one refund', async () => {
  const shop = await openShop()
  const { code, wish } = await aPayment(shop)

  await Promise.all(Array.from({ length: 50 }, () => refundPayment(shop.world, wish)))

  expect(await shop.world.db.selectFrom('refund').select('state').execute()).toEqual([{ state: 'done' }])
  expect(await booksOf(shop.world, code)).toMatchObject({ ledger: [price, price] })
})

/** Two clerks, of whom neither has seen the refund of the other when it is opened. */
async function twoGiveBack(shop: Shop, change: (world: World) => World) {
  const { world } = shop
  const { wish } = await aPayment(shop)
  const bank = world.gateway
  let sent = 0
  world.gateway = {
    ...bank,
    refund: (...wanted) => {
      sent += 1
      return bank.refund(...wanted)
    },
  }
  const giveBack = () => refundPayment(change(world), wish)
  // A refund that is opened waits for its payment.
  await allAtOnce(world, sql`select from payment_attempt for update`, [giveBack, giveBack])
  return { sent, refunds: (await world.db.selectFrom('refund').select('id').execute()).length }
}

test('of two clerks who give money back at the same moment one asks the bank', async () => {
  expect(await twoGiveBack(await openShop(), (world) => world)).toEqual({ sent: 1, refunds: 1 })
})

test('control: without lock and without constraint both ask the bank', async () => {
  const shop = await scratchShop()
  await sql`drop index refund_once`.execute(shop.world.db)

  expect(await twoGiveBack(shop, withoutLocks)).toEqual({ sent: 2, refunds: 2 })
})

test('a refund that the bank refused can be tried again; what was never captured cannot be given back', async () => {
  const shop = await openShop()
  const { world } = shop
  const { code, wish } = await aPayment(shop)
  const bank = world.gateway
  world.gateway = {
    ...bank,
    refund: async () => ({ kind: 'failed', code: '6888', words: 'Not enough captured amount' }),
  }
  expect(await refundPayment(world, wish)).toBe('failed')
  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', ledger: [price] })
  world.gateway = bank
  expect(await refundPayment(world, wish)).toBe('done')

  const other = await aBuyer(world, shop.eventId)
  const open = await order(world, other, [await aWorkshop(world, shop.eventId)])
  await toTheBank(world, other, open)
  const { id } = await world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(await refundPayment(world, { ...wish, attemptId: id })).toBe('not captured')
})

test('a second payment for one order is given back, and the order stays paid', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price })])
  const first = await toTheBank(world, person, code)
  const { id } = await world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()
  await settle(world, id, { fact: { kind: 'failed', code: '91', words: '' }, source: 'browser' })
  const second = await toTheBank(world, person, code)
  for (const each of [first, second]) {
    await atTheBank(world, each, 'approve')
    await finalize(world, person, each)
  }

  expect(await refundPayment(world, { attemptId: id + 1, by: 'accounts', reason: 'Paid twice' })).toBe('done')

  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', seats: 1, ledger: [price, price, price] })
  const exceptions = await world.db.selectFrom('paymentException').select(['kind', 'resolution']).execute()
  expect(exceptions).toEqual([{ kind: 'duplicate_capture', resolution: 'refunded' }])
})
