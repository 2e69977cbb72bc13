import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { type Answer, aPayer, ask, begin, get, myOrders, price } from '#server/testing/payers.ts'
import { aBuyer, atTheBank, booksOf, openShop, outage, paidBooks, tokenOf } from '#server/testing/shop.ts'
import { reconcile } from './reconcile.ts'

test('fifty finalizations, fifty returns and the reconciler at once: one entry, one receipt, one letter', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  await atTheBank(shop.world, transactionID, 'approve')
  const { returnKey } = await shop.world.db.selectFrom('paymentAttempt').select('returnKey').executeTakeFirstOrThrow()
  shop.clock.pass(2)

  const answers = await Promise.all([
    ...Array.from({ length: 50 }, () => ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })),
    ...Array.from({ length: 50 }, () => get(payer.app, `/payments/return/${returnKey}?TransactionID=${transactionID}`)),
    reconcile(shop.world),
  ])

  expect(answers.slice(0, 50).map((answer) => (answer as Answer).ResponseCode)).toEqual(Array(50).fill('0'))
  expect(await booksOf(shop.world, payer.code)).toEqual(paidBooks(price))
})

test('a browser that lost its transaction, or another browser, is told by the server: TRAP-21', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const open = async (token: string) =>
    ((await get(payer.app, '/payments/OpenAttempt', token)).json() as { Table: unknown[] }).Table
  expect(await open(payer.token)).toEqual([])
  const transactionID = await begin(payer)
  const otherBrowser = await tokenOf(shop.world, payer.person)
  const row = {
    TransactionID: transactionID,
    PaymentCode: payer.code,
    Amount: 2500,
    StartedAt: '2026-11-01T09:00:00.000Z',
    IsOpen: true,
  }
  expect(await open(otherBrowser)).toEqual([row])

  await atTheBank(shop.world, transactionID, 'approve')
  expect((await ask(payer.app, 'finalizePayment', { token: otherBrowser, transactionID })).ResponseCode).toBe('0')

  expect(await open(payer.token)).toEqual([{ ...row, IsOpen: false }])
  expect(await open(await tokenOf(shop.world, await aBuyer(shop.world, shop.eventId)))).toEqual([])
  shop.clock.pass(61)
  expect(await open(payer.token)).toEqual([])
})

test.each(['GET', 'POST'] as const)(
  'the bank sends the browser back by %s from its own site; it is settled, and sent on',
  async (method) => {
    const shop = await openShop()
    const payer = await aPayer(shop)
    const transactionID = await begin(payer)
    await atTheBank(shop.world, transactionID, 'approve')
    const { returnKey } = await shop.world.db.selectFrom('paymentAttempt').select('returnKey').executeTakeFirstOrThrow()
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://bank.example',
      'sec-fetch-site': 'cross-site',
    }

    const reply = await payer.app.inject({
      method,
      url: `/payments/return/${returnKey}${method === 'GET' ? `?TransactionID=${transactionID}` : ''}`,
      headers: { host: 'localhost', ...form },
      ...(method === 'POST' && { payload: `TransactionID=${transactionID}` }),
    })

    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/payment-processing'])
    expect(await booksOf(shop.world, payer.code)).toEqual(paidBooks(price))
  },
)

test('a forged return makes us look, and nothing else', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  let finalized = 0
  const bank = shop.world.gateway
  shop.world.gateway = { ...bank, finalize: (payment) => ((finalized += 1), bank.finalize(payment)) }
  const forge = (key: string, fields: Record<string, string>) =>
    payer.app.inject({
      method: 'POST',
      url: `/payments/return/${key}`,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const { returnKey } = await shop.world.db.selectFrom('paymentAttempt').select('returnKey').executeTakeFirstOrThrow()

  const replies = [
    await forge('made-up', { TransactionID: transactionID, ResponseCode: '0', Amount: '2500.00' }),
    await forge(returnKey, { TransactionID: '123456789012', ResponseCode: '0' }),
    await forge('made-up', {}),
    await forge("' or 1=1 --", { TransactionID: "' or 1=1 --" }),
  ]

  expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
    Array(4).fill([303, '/payment-processing']),
  )
  expect(finalized).toBe(0)
  expect(await booksOf(shop.world, payer.code)).toMatchObject({
    state: 'pending',
    attempts: ['registered'],
    ledger: [],
  })
  await reconcile(shop.world)
  expect(await booksOf(shop.world, payer.code)).toMatchObject({
    state: 'pending',
    attempts: ['registered'],
    ledger: [],
  })
})

test('the bank is away when the browser comes back: the person goes on, is told to wait, and cannot pay twice', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  await atTheBank(shop.world, transactionID, 'approve')
  shop.world.gateway = outage(shop.world.gateway)
  const app = await makeTestApp(shop.world)

  expect((await ask(app, 'finalizePayment', { token: payer.token, transactionID })).ResponseCode).toBe('210')
  expect(await begin({ ...payer, app })).toBe(transactionID)
  const rows = await myOrders({ ...payer, app })
  expect(rows).toMatchObject([{ PaidStatus: 'added', IsConfirming: true }])
  expect(rows[0]?.HoldUntil).toBeUndefined()
})
