/** Somebody opened the bank's page, and looks at their order: the bank is asked, and they are told what it said. */
import { expect, test } from 'vitest'
import { refundPayment } from '#server/payments/refunds/refund.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { aPayer, ask, begin, type Payer, price } from '#server/testing/payers.ts'
import { aBuyer, atTheBank, booksOf, openShop, outage, paidBooks, tokenOf } from '#server/testing/shop.ts'

type Said = { http: number; Table?: { ResponseCode: string; ResponseDescription: string }[] }

const look = async ({ app, token, code }: Payer, as = token): Promise<Said> =>
  (await ask(app, 'AskBank', { token: as, PaymentCode: code })) as Said
const codeOf = ({ Table }: Said): string | undefined => Table?.[0]?.ResponseCode

const notPaid = {
  ResponseCode: 'not paid',
  ResponseDescription: 'The bank says that nothing has been paid yet. Your seats are held; you can pay now.',
}

function counted(gateway: Gateway): { gateway: Gateway; questions: () => number } {
  let questions = 0
  const status: Gateway['status'] = (payment) => {
    questions += 1
    return gateway.status(payment)
  }
  return { gateway: { ...gateway, status }, questions: () => questions }
}

test('whoever opened the page of the bank and never paid is told so, and can pay at once', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)

  expect(await look(payer)).toEqual({ http: 200, Table: [notPaid] })
  expect(await ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })).toEqual({
    http: 200,
    ...notPaid,
  })
  expect(await begin(payer)).toBe(transactionID)
})

test('whoever paid and never came back is told that the seats are booked', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await atTheBank(shop.world, await begin(payer), 'no-return')

  expect(await look(payer)).toMatchObject({ Table: [{ ResponseCode: '0' }] })
  expect(await booksOf(shop.world, payer.code)).toEqual(paidBooks(price))
})

test('while the bank is silent, the person is told since when it is asked, and when again, by the clocks of the event', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await begin(payer)
  shop.world.gateway = outage(shop.world.gateway)

  expect((await look(payer)).Table).toEqual([
    {
      ResponseCode: '210',
      ResponseDescription:
        'The bank has not told us yet whether you paid. We have been asking the bank since 14:00 on 1 November and ask again at 14:01 on 1 November. We will write to you as soon as we know; please do not pay again.',
    },
  ])
})

test('a bank that is making up its mind is waited for, even when its list does not show the payment', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  const bank = shop.world.gateway
  shop.world.gateway = { ...bank, finalize: async () => ({ kind: 'pending', code: '210', words: 'Pending' }) }

  const words =
    'Your payment is being confirmed. We will write to you as soon as it is; please do not pay again. We have been asking the bank since 14:00 on 1 November and ask again at 14:01 on 1 November.'
  expect(await ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })).toMatchObject({
    ResponseCode: '210',
    ResponseDescription: words,
  })
  expect(await look(payer)).toMatchObject({ Table: [{ ResponseCode: '210', ResponseDescription: words }] })
})

test('however often somebody looks, the bank is asked once in ten seconds, and after a while the person is asked to wait', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await begin(payer)
  const { gateway, questions } = counted(shop.world.gateway)
  shop.world.gateway = gateway

  const said = await Promise.all(Array.from({ length: 120 }, () => look(payer)))
  expect(new Set(said.map(({ http }) => http))).toEqual(new Set([200]))
  expect(questions()).toBe(1)
  expect((await look(payer)).http).toBe(429)
  shop.clock.pass(11)
  expect([codeOf(await look(payer)), questions()]).toEqual(['not paid', 2])
})

test('a stranger learns nothing about an order, and asks nobody', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await begin(payer)
  const { gateway, questions } = counted(shop.world.gateway)
  shop.world.gateway = gateway
  const stranger = await tokenOf(shop.world, await aBuyer(shop.world, shop.eventId))

  expect(await look(payer, stranger)).toEqual({ http: 200, Table: [] })
  expect(questions()).toBe(0)
})

test('after the time of the bank nobody is told to wait: what was not paid is called off, and that is said', async () => {
  const shop = await openShop({ holdMinutes: 60 })
  const payer = await aPayer(shop)
  const first = await begin(payer)
  shop.clock.pass(41)

  const second = await begin(payer)
  expect(second).toMatch(/^\d{12}$/)
  expect(second).not.toBe(first)
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ attempts: ['cancelled', 'registered'] })
})

test('when the money went back, finalizePayment says how much, when, and what became of the seats', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const transactionID = await begin(payer)
  await atTheBank(shop.world, transactionID, 'wrong-amount')
  const ending = () => ask(payer.app, 'finalizePayment', { token: payer.token, transactionID })
  expect((await ending()).ResponseCode).toBe('review')
  const { id } = await shop.world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()
  await refundPayment(shop.world, { attemptId: id, by: 'Ms Memon', reason: 'The bank took another amount' })

  expect(await ending()).toEqual({
    http: 200,
    ResponseCode: 'refunded',
    ResponseDescription: 'Refunded RS 2,499 on 1 November 2026; your seats are still held, and you can pay again.',
  })
  expect(await begin(payer)).not.toBe(transactionID)
})
