import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { finalize } from '#server/payments/card/finalize.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import { reconcile } from '#server/payments/card/reconcile.ts'
import { refundPayment } from '#server/payments/refunds/refund.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { type FakeEpg, merchant, openFakeEpg } from '#server/testing/fake-epg.ts'
import { aBuyer, aWorkshop, booksOf, openShop, order, paidBooks, type Shop, toTheBank } from '#server/testing/shop.ts'
import { type EpgOptions, openEpg } from './epg.ts'
import { fromDecimal, toDecimal } from './gateway.ts'

const price = 450_050
const portals = ['https://demo-ipg.comtrust.ae']

type Bank = Shop & { fake: FakeEpg }

async function openBank(change: Partial<EpgOptions> = {}): Promise<Bank> {
  const fake = await openFakeEpg()
  const shop = await openShop()
  const { url, ca } = fake
  const timeout = { connect: 2000, total: 2000 }
  shop.world.gateway = openEpg({ ...merchant, url, ca, portals, timeout, log: makeLog('silent'), ...change })
  shop.world.publicUrl = 'https://cpd.example.edu'
  return { ...shop, fake }
}

async function aPayer({ world, eventId }: Bank) {
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price, topic: 'دل Écho  in Shock' })])
  return { person, code, transaction: await toTheBank(world, person, code) }
}

async function pass(bank: Bank, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 1) {
    bank.clock.pass(1)
    await reconcile(bank.world)
  }
}

const asked = ({ fake }: Bank, what: string) => fake.heard.filter((message) => message.what === what)

/** As the bank does it: a form posted from its own site, without cookies, that says nothing but the transaction. */
function comesBack(app: FastifyInstance, { fake }: Bank, transaction: string) {
  const { returnPath } = fake.sales.get(transaction) ?? { returnPath: '' }
  return app.inject({
    method: 'POST',
    url: new URL(returnPath).pathname,
    headers: {
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: 'null',
    },
    payload: `TransactionID=${transaction}`,
  })
}

test('a payment is registered in the words of the guide, and the person is sent where the bank says', async () => {
  const bank = await openBank()
  const { code, transaction } = await aPayer(bank)

  expect(bank.fake.heard).toEqual([
    {
      what: 'Registration',
      fields: {
        Customer: 'Demo Merchant',
        Store: '0000',
        Terminal: '0000',
        Channel: 'Web',
        Amount: '4500.50',
        Currency: 'PKR',
        OrderID: `${code}001`,
        OrderName: 'Workshops',
        OrderInfo: 'cho in Shock',
        TransactionHint: 'CPT:Y;VCC:Y;',
        ReturnPath: expect.stringMatching(/^https:\/\/cpd\.example\.edu\/payments\/return\/[\w-]{43}$/) as string,
        Language: 'en',
        UserName: 'Demo',
        Password: merchant.password,
      },
    },
  ])
  expect(transaction).toBe('700000000000')
})

test('the person pays and comes back: the server finalizes once, and sends the browser on', async () => {
  const bank = await openBank()
  const { world } = bank
  const { person, code, transaction } = await aPayer(bank)
  bank.fake.pays(transaction)
  const app = await makeTestApp(world)

  const reply = await comesBack(app, bank, transaction)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/payment-processing'])
  expect(await booksOf(world, code)).toEqual(paidBooks(price))

  await comesBack(app, bank, transaction)
  expect((await finalize(world, person, transaction)).code).toBe('0')
  expect(asked(bank, 'Finalization').map(({ fields }) => fields.TransactionID)).toEqual([transaction])
})

test('while somebody types the card number, the bank is only looked at; when the tab is closed after paying, the money is taken within two minutes', async () => {
  const bank = await openBank()
  const { code, transaction } = await aPayer(bank)
  await pass(bank, 5)
  expect(asked(bank, 'Finalization')).toEqual([])

  bank.fake.pays(transaction)
  await pass(bank, 2)

  expect(await booksOf(bank.world, code)).toEqual(paidBooks(price))
})

test('what nobody paid for in forty minutes is reversed, once, and the seat is free', async () => {
  const bank = await openBank()
  const { code, transaction } = await aPayer(bank)
  await pass(bank, 45)

  expect(asked(bank, 'Reversal').map(({ fields }) => fields.TransactionID)).toEqual([transaction])
  expect(asked(bank, 'Finalization')).toEqual([])
  expect(await booksOf(bank.world, code)).toMatchObject({ state: 'lapsed', seats: 0, attempts: ['cancelled'] })
})

test.each([
  ['4012888888881881', '51', 'Not sufficient funds'],
  ['5105105105105100', '5', 'Do not honour'],
  ['4222222222222', '91', 'Issuer or switch inoperative'],
])(
  'card %s is declined with %s, in the words of the bank, and the order can be paid again',
  async (card, code, words) => {
    const bank = await openBank()
    const { world } = bank
    const payer = await aPayer(bank)
    bank.fake.pays(payer.transaction, card)

    expect(await finalize(world, payer.person, payer.transaction)).toEqual({ code, words })

    const again = await toTheBank(world, payer.person, payer.code)
    bank.fake.pays(again)
    expect((await finalize(world, payer.person, again)).code).toBe('0')
    expect(await booksOf(world, payer.code)).toEqual({ ...paidBooks(price), attempts: ['failed', 'captured'] })
  },
)

test('a payment that is pending at the bank (210) is neither paid nor failed', async () => {
  const bank = await openBank()
  const { person, code, transaction } = await aPayer(bank)
  bank.fake.change(transaction, { code: '210' })

  expect((await finalize(bank.world, person, transaction)).code).toBe('210')
  expect(await booksOf(bank.world, code)).toMatchObject({ state: 'pending', attempts: ['registered'], ledger: [] })
})

test('the bank takes the money and its answer is lost: asked again, it says it cannot, and the books of the bank tell the truth', async () => {
  const bank = await openBank()
  const { person, code, transaction } = await aPayer(bank)
  bank.fake.pays(transaction)
  bank.fake.mood = 'loses answers'
  expect((await finalize(bank.world, person, transaction)).code).toBe('210')
  expect(await booksOf(bank.world, code)).toMatchObject({ state: 'pending', attempts: ['registered'] })
  expect(bank.fake.sales.get(transaction)?.state).toBe('Capture')

  bank.fake.mood = 'well'
  expect((await finalize(bank.world, person, transaction)).code).toBe('0')
  expect(await booksOf(bank.world, code)).toEqual(paidBooks(price))
})

test.each(['silent', 'html', 'broken', 'loses answers'] as const)(
  'a bank that is %s says nothing, holds nobody up, and changes nothing',
  async (mood) => {
    const bank = await openBank()
    const { person, code, transaction } = await aPayer(bank)
    bank.fake.mood = mood
    const before = await booksOf(bank.world, code)
    const began = performance.now()

    expect((await finalize(bank.world, person, transaction)).code).toBe('210')
    expect(performance.now() - began).toBeLessThan(10_000)
    await pass(bank, 2)
    expect(await booksOf(bank.world, code)).toEqual(before)
  },
)

test('a registration that was not answered sends nobody anywhere, and the next try is a new one', async () => {
  const bank = await openBank()
  const { world, eventId } = bank
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price })])
  const wish = { paymentCode: code, returnPath: undefined, host: undefined }
  bank.fake.mood = 'loses answers'
  expect(await initiate(world, person, wish)).toEqual({
    kind: 'refused',
    code: 'failed',
    words: 'Payment registration failed.',
  })

  bank.fake.mood = 'well'
  expect(await initiate(world, person, wish)).toMatchObject({ kind: 'portal' })
  expect(asked(bank, 'Registration').map(({ fields }) => fields.OrderID)).toEqual([`${code}001`, `${code}002`])
})

test.each([
  'https://evil.example/pay',
  'http://demo-ipg.comtrust.ae/pay',
  'javascript:alert(1)',
  '/profile',
  'https://demo-ipg.comtrust.ae.evil.example/',
])('nobody is sent to %s, whoever says so', async (portal) => {
  const bank = await openBank()
  bank.fake.portal = portal
  const person = await aBuyer(bank.world, bank.eventId)
  const code = await order(bank.world, person, [await aWorkshop(bank.world, bank.eventId, { price })])

  expect(
    await initiate(bank.world, person, { paymentCode: code, returnPath: undefined, host: undefined }),
  ).toMatchObject({
    kind: 'refused',
    words: 'Payment registration failed.',
  })
  expect(await booksOf(bank.world, code)).toMatchObject({ attempts: ['abandoned'] })
})

test('a bank that shows a certificate nobody vouches for is not spoken to', async () => {
  const bank = await openBank()
  const stranger = await openFakeEpg()
  bank.world.gateway = openEpg({ ...merchant, url: bank.fake.url, ca: stranger.ca, portals, log: makeLog('silent') })
  const person = await aBuyer(bank.world, bank.eventId)
  const code = await order(bank.world, person, [await aWorkshop(bank.world, bank.eventId, { price })])

  expect((await initiate(bank.world, person, { paymentCode: code, returnPath: undefined, host: undefined })).kind).toBe(
    'refused',
  )
  expect(bank.fake.heard).toEqual([])
})

test('the bank refuses the merchant: the person is told that it failed, and no password is in the log', async () => {
  const lines: string[] = []
  const log = makeLog('debug', { write: (line) => void lines.push(line) })
  const bank = await openBank({ password: 'a wrong password', log })
  const person = await aBuyer(bank.world, bank.eventId)
  const code = await order(bank.world, person, [await aWorkshop(bank.world, bank.eventId, { price })])
  const wish = { paymentCode: code, returnPath: undefined, host: undefined }

  expect(await initiate(bank.world, person, wish)).toEqual({ kind: 'refused', code: '3', words: 'Invalid merchant' })
  bank.fake.mood = 'html'
  await initiate(bank.world, person, wish)
  expect(lines.join('')).toContain('does not answer')
  expect(lines.join('')).not.toContain('wrong password')
})

test('another amount than was asked for is never "paid"', async () => {
  const bank = await openBank()
  const { person, code, transaction } = await aPayer(bank)
  bank.fake.change(transaction, { amount: '45.00' })
  bank.fake.pays(transaction)

  expect((await finalize(bank.world, person, transaction)).code).toBe('review')
  expect(await booksOf(bank.world, code)).toMatchObject({
    state: 'pending',
    ledger: [4500],
    exceptions: ['wrong_amount'],
  })
})

test.each([
  ['on the same day by a reversal', false, ['Refund', 'Reversal']],
  ['from the next day by a refund', true, ['Refund']],
])('money is given back %s', async (_, settled, messages) => {
  const bank = await openBank()
  const { person, code, transaction } = await aPayer(bank)
  bank.fake.pays(transaction)
  await finalize(bank.world, person, transaction)
  bank.fake.settled = settled
  bank.fake.heard.length = 0
  const { id } = await bank.world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()

  expect(await refundPayment(bank.world, { attemptId: id, by: 'accounts', reason: 'asked for' })).toBe('done')
  expect(bank.fake.heard.map(({ what }) => what)).toEqual(messages)
  expect(await booksOf(bank.world, code)).toMatchObject({ state: 'cancelled', ledger: [price, price] })
})

test('amounts are read exactly or not at all', () => {
  expect([0, 5, 50, 100, 450_050, 123_456_789].map(toDecimal)).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '1.00',
    '4500.50',
    '1234567.89',
  ])
  expect(['1.120', '4500.5', '4500.50', '4500', '0.05'].map(fromDecimal)).toEqual([112, 450_050, 450_050, 450_000, 5])
  expect(['', '1.123', '-1', '1e3', '1,000.00', 'NaN', '1.', '.5', undefined].map(fromDecimal)).toEqual(
    Array(9).fill(undefined),
  )
})
