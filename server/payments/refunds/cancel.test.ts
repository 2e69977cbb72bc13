import { expect, test } from 'vitest'
import type { Participant } from '#server/kernel/callers.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aPayer, ask, begin, type Payer } from '#server/testing/payers.ts'
import { booksOf, buyers, openShop, order, outage, pay, toTheBank, tokenOf } from '#server/testing/shop.ts'

test('an order is given up, and its seat is for others at once; a paid one is not', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const [other] = await buyers(shop.world, shop.eventId, 1)
  const othersToken = await tokenOf(shop.world, other as Participant)
  expect(await cancel({ ...payer, token: othersToken })).toBe('Not found')
  await toTheBank(shop.world, payer.person, payer.code)
  expect([await cancel(payer), await cancel(payer)]).toEqual(['Success', 'Success'])
  const theirs = await order(shop.world, other as Participant, [payer.workshop])
  await pay(shop.world, other as Participant, { code: theirs })

  expect(await cancel({ ...payer, token: othersToken, code: theirs })).toBe('Already paid')
})

test('an order is not given up under a payment that the bank will not speak about', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await begin(payer)
  shop.world.gateway = outage(shop.world.gateway)
  const app = await makeTestApp(shop.world)

  expect(await cancel({ ...payer, app })).toBe('Payment is being confirmed')
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ state: 'pending', seats: 1 })
})

async function cancel({ app, token, code }: Payer): Promise<string | undefined> {
  const answer = (await ask(app, 'CancelOrder', { token, PaymentCode: code })) as unknown as {
    Table: { Status: string }[]
  }
  return answer.Table[0]?.Status
}
