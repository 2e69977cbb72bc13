import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nextCheck } from '#server/payments/rules.ts'
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
  type Shop,
  toTheBank,
} from '#server/testing/shop.ts'
import { initiate } from './initiate.ts'
import { compareBooks, reconcile, reconcileSoon } from './reconcile.ts'

async function aPayer({ world, eventId }: Shop) {
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: 100_000 })])
  return { person, code, transaction: await toTheBank(world, person, code) }
}

async function pass(shop: Shop, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 1) {
    shop.clock.pass(1)
    await reconcile(shop.world)
  }
}

test('a payment is asked about every minute while somebody may be paying, then ever more rarely, to the seventh day', () => {
  const now = new Date(0)
  const waits: number[] = []
  for (let age = 1; ;) {
    const next = nextCheck(age, { limit: 40, extraHold: 120, now })
    if (!next) break
    waits.push(next.getTime() / 60_000)
    age += Math.max(1, next.getTime() / 60_000)
  }

  expect(waits.slice(0, 39).every((wait) => wait < 1)).toBe(true)
  expect(waits.slice(39)).toEqual([1, 2, 5, 10, 30, 72, 120, 360, 1440, 1440, 1440, 1440, 1440, 1440, 1440])
})

test('whoever never pays has forty minutes at the bank; then the payment is taken back and the seat is free', async () => {
  const shop = await openShop()
  const { code } = await aPayer(shop)
  await pass(shop, 39)
  expect(await booksOf(shop.world, code)).toMatchObject({ state: 'pending', attempts: ['registered'] })

  await pass(shop, 2)

  expect(await booksOf(shop.world, code)).toMatchObject({ state: 'lapsed', seats: 0, attempts: ['cancelled'] })
})

test('a payment that the bank calls pending is waited for, and paid when the bank says so', async () => {
  const shop = await openShop()
  const { code, transaction } = await aPayer(shop)
  await atTheBank(shop.world, transaction, 'pending-210')

  await pass(shop, 2)
  expect(await booksOf(shop.world, code)).toMatchObject({ state: 'pending', attempts: ['registered'] })
  await pass(shop, 3)
  expect(await booksOf(shop.world, code)).toEqual(paidBooks(100_000))
})

test('several servers that reconcile at once ask about each payment once, and pay each order once', async () => {
  const shop = await openShop()
  const { world, clock } = shop
  const payers = await Promise.all(Array.from({ length: 25 }, () => aPayer(shop)))
  for (const { transaction } of payers) await atTheBank(world, transaction, 'no-return')
  clock.pass(2)
  const asked: string[] = []
  const server = (): Gateway => ({
    ...world.gateway,
    status: (payment) => {
      asked.push(payment.reference)
      return world.gateway.status(payment)
    },
  })

  await Promise.all([1, 2, 3].map(() => reconcile({ ...world, gateway: server() })))

  expect(asked.toSorted()).toEqual(payers.map(({ code }) => `${code}001`).toSorted())
  for (const { code } of payers) expect(await booksOf(world, code)).toEqual(paidBooks(100_000))
})

test('a server that starts asks at once about what another one left behind', async () => {
  const shop = await openShop()
  const { code, transaction } = await aPayer(shop)
  await atTheBank(shop.world, transaction, 'no-return')

  await reconcileSoon(shop.world)
  const { rows } =
    await sql`select task_identifier from graphile_worker.jobs where task_identifier = 'reconcile-payments'`.execute(
      shop.world.db,
    )
  expect(rows).toHaveLength(1)
  await reconcile(shop.world)

  expect(await booksOf(shop.world, code)).toEqual(paidBooks(100_000))
})

test('a server died while it registered: the next try is not kept waiting, and what the bank knows of the first is found', async () => {
  const shop = await openShop()
  const { world, clock, eventId } = shop
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: 100_000 })])
  const bank = world.gateway
  world.gateway = {
    ...bank,
    register: async (payment) => {
      await bank.register(payment)
      throw new Error('the power went')
    },
  }
  const wish = { paymentCode: code, returnPath: undefined, host: undefined }
  await expect(initiate(world, person, wish)).rejects.toThrow('the power went')
  world.gateway = bank
  clock.pass(0.6)

  const second = await toTheBank(world, person, code)
  await atTheBank(world, second, 'no-return')
  await pass(shop, 2)

  expect(await booksOf(world, code)).toEqual({ ...paidBooks(100_000), attempts: ['abandoned', 'captured'] })
})

test('a bank that says nothing for seven days leaves the payment to a person', async () => {
  const shop = await openShop()
  const { world, clock } = shop
  const { code } = await aPayer(shop)
  world.gateway = outage(world.gateway)
  for (let hours = 0; hours < 8 * 24; hours += 1) {
    clock.pass(60)
    await reconcile(world)
  }

  expect(await booksOf(world, code)).toMatchObject({
    state: 'lapsed',
    attempts: ['abandoned'],
    exceptions: ['unresolved_attempt'],
  })
})

test('what the bank took and we do not know is found by comparing the books, and is shown to a person', async () => {
  const shop = await openShop()
  const { world } = shop
  const { code, transaction } = await aPayer(shop)
  await atTheBank(world, transaction, 'decline-51')
  await reconcile(world)
  await sql`update sandbox_payment set outcome = 'approve', captured_at = ${world.now()}, captured_amount = amount`.execute(
    world.db,
  )
  await sql`insert into sandbox_payment (transaction_id, reference, amount, currency, lines, return_url, created_at, outcome, captured_at, captured_amount)
    values ('999999999999', 'NOBODYS', 5000, 'PKR', '[]', '', ${world.now()}, 'approve', ${world.now()}, 5000)`.execute(
    world.db,
  )

  await compareBooks(world)
  await compareBooks(world)

  expect(await booksOf(world, code)).toEqual(paidBooks(100_000))
  const orphans = await world.db
    .selectFrom('paymentException')
    .select(['kind', 'gatewayReference', 'orderId'])
    .execute()
  expect(orphans).toEqual([{ kind: 'orphan_capture', gatewayReference: '999999999999', orderId: null }])
})
