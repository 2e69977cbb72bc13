import { expect, test } from 'vitest'
import type { Outcome } from '#server/platform/gateways/sandbox.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aPayer, ask, begin, myOrders, price } from '#server/testing/payers.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { countQueries } from '#server/testing/queries.ts'
import {
  aBuyer,
  atTheBank,
  aWorkshop,
  booksOf,
  openShop,
  order,
  paidBooks,
  pay,
  tokenOf,
  toTheBank,
} from '#server/testing/shop.ts'
import { finalize } from './card/finalize.ts'

test('paying: the browser is told where to go, and at the end that it worked, in the shapes of the specification', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const { app, token, code, person } = payer

  const started = await ask(app, 'initiatePayment', { token, orderID: code, returnPath: '/payment-processing' })
  expect(started).toEqual({
    http: 200,
    Transaction: {
      TransactionID: expect.stringMatching(/^\d{12}$/) as string,
      PaymentPortal: '/payments/sandbox',
      ResponseCode: '0',
      ResponseDescription: 'Request Processed Successfully',
    },
  })
  const transactionID = started.Transaction?.TransactionID as string
  await atTheBank(shop.world, transactionID, 'approve')

  const { email, applicantId } = person
  expect(await ask(app, 'finalizePayment', { token, transactionID, UserID: email, ApplicantID: applicantId })).toEqual({
    http: 200,
    ResponseCode: '0',
    ResponseDescription: 'Your payment was received. Your seats are booked.',
  })
  expect(await booksOf(shop.world, code)).toEqual(paidBooks(price))
})

test('paying takes seven queries to the bank and thirteen back to the receipt, for one workshop and for fifty', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  // What the bank asks of the database is its own.
  const counted = countQueries(world)
  const app = await makeTestApp(counted.world)
  const cost = async (workshops: number) => {
    const person = await aBuyer(world, eventId)
    const token = await tokenOf(world, person)
    const ids: number[] = []
    for (let at = 0; at < workshops; at += 1) ids.push(await aWorkshop(world, eventId))
    const orderID = await order(world, person, ids)
    counted.since()
    const transactionID = (await ask(app, 'initiatePayment', { token, orderID })).Transaction?.TransactionID as string
    const before = counted.since()
    await atTheBank(world, transactionID, 'approve')
    expect(await ask(app, 'finalizePayment', { token, transactionID })).toMatchObject({ ResponseCode: '0' })
    return [before, counted.since()]
  }

  expect([await cost(1), await cost(50)]).toEqual([
    [7, 13],
    [7, 13],
  ])
})

test('workshops that were cancelled meanwhile are named by start, and the others only while there are some', async () => {
  const { world, eventId } = await openShop()
  const person = await aBuyer(world, eventId)
  const at = (hour: number) => new Date(`2027-01-1${hour}T04:00:00Z`)
  const late = await aWorkshop(world, eventId, { topic: 'Late', startsAt: at(3) })
  const kept = await aWorkshop(world, eventId, { topic: 'Kept', startsAt: at(2) })
  const early = await aWorkshop(world, eventId, { topic: 'Early', startsAt: at(1) })
  const transactionId = await toTheBank(world, person, await order(world, person, [late, kept, early]))
  await atTheBank(world, transactionId, 'approve')
  const stopped = { salesStoppedAt: world.now(), cancelledAt: world.now() }
  const cancel = (ids: number[]) => world.db.updateTable('workshop').set(stopped).where('id', 'in', ids).execute()
  const gone = 'have been cancelled: the accounts office will write to you about your payment.'

  await cancel([late, early])
  expect((await finalize(world, person, transactionId)).words).toBe(
    `Your payment was received. “Early”, “Late” ${gone} Your other seats are booked.`,
  )
  await cancel([kept])
  expect((await finalize(world, person, transactionId)).words).toBe(
    `Your payment was received. “Early”, “Kept”, “Late” ${gone}`,
  )
})

test.each<[Outcome, string, string]>([
  ['decline-51', '51', 'Not sufficient funds'],
  ['decline-5', '5', 'Do not honour'],
  ['decline-91', '91', 'Issuer or switch inoperative'],
  ['cancel', '112', 'The payment was cancelled. Your seats are still held.'],
])(
  'after %s the person is told, the seats are kept, and paying again works: TRAP-22',
  async (outcome, ResponseCode, ResponseDescription) => {
    const shop = await openShop()
    const payer = await aPayer(shop)
    const transactionID = await begin(payer)
    await atTheBank(shop.world, transactionID, outcome)

    expect(await ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })).toEqual({
      http: 200,
      ResponseCode,
      ResponseDescription,
    })
    const rows = await myOrders(payer)
    expect(rows).toMatchObject([{ PaymentCode: payer.code, PaidStatus: 'added', IsConfirming: false, Total: 2500 }])
    expect(await pay(shop.world, payer.person, { code: payer.code })).toBe('0')
  },
)

test('somebody else cannot pay for an order, and does not learn that it exists: TRAP-19', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const other = await tokenOf(shop.world, await aBuyer(shop.world, shop.eventId))

  const theirs = await ask(payer.app, 'initiatePayment', { token: other, orderID: payer.code })
  const nobodys = await ask(payer.app, 'initiatePayment', { token: other, orderID: 'AAAAAAAAAAAAA' })

  expect(theirs.http).toBe(404)
  expect({ ...theirs, RequestID: '' }).toEqual({ ...nobodys, RequestID: '' })
  expect(theirs).toMatchObject({ Table: [{ Status: 'Payment code not available for this event.' }] })
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ attempts: [] })
})

test('whoever becomes a student between the order and the payment pays what was ordered: TRAP-25', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await createProfile(payer.app, payer.token)
  await createProfile(payer.app, payer.token, { PartcipantType: 'Student' })

  await begin(payer)
  const { amount } = await shop.world.db.selectFrom('paymentAttempt').select('amount').executeTakeFirstOrThrow()

  expect({ amount, orders: await myOrders(payer) }).toMatchObject({ amount: price, orders: [{ Total: price / 100 }] })
})

test('fifty clicks on Pay Now are one payment: TRAP-19', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)

  const transactions = await Promise.all(Array.from({ length: 50 }, () => begin(payer)))

  expect(new Set(transactions).size).toBe(1)
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ attempts: ['registered'] })
})

test.each([
  'https://evil.example/payment-processing',
  '//evil.example/payment-processing',
  '/\\evil.example',
  'http://localhost.evil.example/profile',
  'http://localhost:3000@evil.example/profile',
  'javascript:alert(1)',
  'data:text/html,x',
  '/payments/return/x',
  '/api/SignOut',
  '/nowhere',
  'ftp://localhost:3000/profile',
])('a way back to "%s" is refused before anything happens: TRAP-19', async (returnPath) => {
  const shop = await openShop()
  const payer = await aPayer(shop)

  expect((await ask(payer.app, 'initiatePayment', { token: payer.token, orderID: payer.code, returnPath })).http).toBe(
    400,
  )
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ attempts: [] })
})

test.each([undefined, '/payment-processing', 'http://localhost:3000/payment-processing', 'http://localhost/profile'])(
  'a way back to %s is a page of ours, and taken',
  async (returnPath) => {
    const payer = await aPayer(await openShop())

    expect(
      (await ask(payer.app, 'initiatePayment', { token: payer.token, orderID: payer.code, returnPath })).http,
    ).toBe(200)
  },
)

test("finalizing somebody else's payment is answered like one that does not exist, and changes nothing: TRAP-20", async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  await atTheBank(shop.world, transactionID, 'approve')
  const other = await tokenOf(shop.world, await aBuyer(shop.world, shop.eventId))

  const theirs = await ask(payer.app, 'finalizePayment', { token: other, transactionID })
  expect(theirs).toEqual({ http: 200, ResponseCode: 'not found', ResponseDescription: 'Transaction ID not found.' })
  expect(await ask(payer.app, 'finalizePayment', { token: other, transactionID: '123456789012' })).toEqual(theirs)
  expect(
    (await ask(payer.app, 'finalizePayment', { token: other, transactionID, UserID: payer.person.email })).http,
  ).toBe(403)
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ state: 'pending', attempts: ['registered'] })
})

test('finalizing what is not paid does not make it paid: TRAP-20', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)

  expect((await ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })).ResponseCode).toBe('not paid')
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ state: 'pending', ledger: [] })
})

test('Pay Now after the hold says that the seats are gone, and for a paid order that it is paid', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const { app, token } = payer
  shop.clock.pass(41)
  expect(await ask(app, 'initiatePayment', { token, orderID: payer.code })).toEqual({
    http: 200,
    Transaction: {
      ResponseCode: 'lapsed',
      ResponseDescription: 'Your seats are no longer held. Please check out again.',
    },
  })
  expect(await myOrders(payer)).toEqual([])

  const code = await order(shop.world, payer.person, [payer.workshop])
  await pay(shop.world, payer.person, { code })
  expect((await ask(app, 'initiatePayment', { token, orderID: code })).Transaction).toEqual({
    ResponseCode: 'paid',
    ResponseDescription: 'This order is already paid.',
  })
})

test('whoever pays again while the first payment was decided behind their back is told the truth of the bank', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const first = await begin(payer)
  await atTheBank(shop.world, first, 'no-return')

  expect(
    (await ask(payer.app, 'initiatePayment', { token: payer.token, orderID: payer.code })).Transaction,
  ).toMatchObject({
    ResponseCode: 'paid',
  })
  expect(await booksOf(shop.world, payer.code)).toEqual(paidBooks(price))
})

test('the gateway is not called without end', async () => {
  const payer = await aPayer(await openShop())
  const statuses: number[] = []
  for (let at = 0; at < 125; at += 1)
    statuses.push((await ask(payer.app, 'finalizePayment', { token: payer.token, transactionID: '1' })).http)

  expect([statuses.indexOf(429), new Set(statuses)]).toEqual([120, new Set([200, 429])])
})
