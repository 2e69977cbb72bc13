import { expect, test } from 'vitest'
import type { Caller } from '#server/platform/http.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aPayer, begin } from '#server/testing/payers.ts'
import { call } from '#server/testing/people.ts'
import { booksOf, buyers, openShop, order, outage, pay, toTheBank, tokenOf } from '#server/testing/shop.ts'

test('an order is given up, and its seat is for others at once; a paid one is not', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  const [other] = await buyers(shop.world, shop.eventId, 1)
  const cancel = async (token: string) =>
    (await call(payer.app, 'CancelOrder', { token, PaymentCode: payer.code })).Status

  expect(await cancel(await tokenOf(shop.world, other as Caller))).toBe('Not found')
  await toTheBank(shop.world, payer.person, payer.code)
  expect([await cancel(payer.token), await cancel(payer.token)]).toEqual(['Success', 'Success'])
  const theirs = await order(shop.world, other as Caller, [payer.workshop])
  await pay(shop.world, other as Caller, { code: theirs })

  const { Status } = await call(payer.app, 'CancelOrder', {
    token: await tokenOf(shop.world, other as Caller),
    PaymentCode: theirs,
  })
  expect(Status).toBe('Already paid')
})

test('an order is not given up under a payment that the bank will not speak about', async () => {
  const shop = await openShop()
  const payer = await aPayer(shop)
  await begin(payer)
  shop.world.gateway = outage(shop.world.gateway)
  const app = await makeTestApp(shop.world)

  expect((await call(app, 'CancelOrder', { token: payer.token, PaymentCode: payer.code })).Status).toBe(
    'Payment is being confirmed',
  )
  expect(await booksOf(shop.world, payer.code)).toMatchObject({ state: 'pending', seats: 1 })
})
