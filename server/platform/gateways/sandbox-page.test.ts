import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aBuyer, aWorkshop, booksOf, openShop, order, paidBooks, toTheBank } from '#server/testing/shop.ts'
import { outcomes } from './sandbox.ts'

const price = 450_000

async function atThePage() {
  const { world, eventId } = await openShop()
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price, topic: 'Echo <in> "Shock"' })])
  const transaction = await toTheBank(world, person, code)
  return { world, code, transaction, app: await makeTestApp(world) }
}

const form = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

function press(app: FastifyInstance, transaction: string, outcome: string) {
  return app.inject({
    method: 'POST',
    url: `/payments/sandbox/${transaction}`,
    headers: form,
    payload: `outcome=${outcome}`,
  })
}

test('the browser posts the transaction, as to a bank, and gets a page that needs no script and may run none', async () => {
  const { app, transaction } = await atThePage()
  const sent = await app.inject({
    method: 'POST',
    url: '/payments/sandbox',
    headers: form,
    payload: `TransactionID=${transaction}`,
  })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/payments/sandbox/${transaction}`])

  const page = await app.inject({ url: String(sent.headers.location), headers: { host: 'localhost' } })

  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/,
  )
  expect(page.body).toContain('Pay RS 4,500')
  expect(page.body).toContain('Echo &lt;in&gt; &quot;Shock&quot;')
  expect(page.body).toContain('no money moves')
  expect(page.body).not.toMatch(/<script| on\w+=| style="/)
  for (const outcome of outcomes) expect(page.body).toContain(`value="${outcome}"`)
})

test('what is typed as a card number is never sent', async () => {
  const { app, transaction } = await atThePage()
  const page = await app.inject({ url: `/payments/sandbox/${transaction}`, headers: { host: 'localhost' } })

  const inputs = [...page.body.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  expect(inputs.length).toBe(4)
  expect(inputs.filter((tag) => / name=/.test(tag))).toEqual([])
})

test.each([
  ['approve', 'paid', 'captured'],
  ['cancel', 'pending', 'cancelled'],
  ['decline-51', 'pending', 'failed'],
  ['decline-5', 'pending', 'failed'],
  ['decline-91', 'pending', 'failed'],
  ['duplicate-return', 'paid', 'captured'],
  ['pending-210', 'pending', 'registered'],
  ['wrong-amount', 'pending', 'captured'],
])('%s sends the browser back, and leaves the order %s and the payment %s', async (outcome, state, attempt) => {
  const { app, world, code, transaction } = await atThePage()

  const pressed = await press(app, transaction, outcome)
  expect(pressed.statusCode).toBe(303)
  const back = String(pressed.headers.location)
  expect(back).toMatch(/^\/payments\/return\/[\w-]{43}\?TransactionID=\d{12}$/)
  const returned = await app.inject({ url: back, headers: { host: 'localhost' } })

  expect([returned.statusCode, returned.headers.location]).toEqual([303, '/payment-processing'])
  expect(await booksOf(world, code)).toMatchObject({ state, attempts: [attempt] })
})

test('a result that is sent twice counts once', async () => {
  const { app, world, code, transaction } = await atThePage()
  const { headers } = await press(app, transaction, 'duplicate-return')
  expect(await booksOf(world, code)).toEqual(paidBooks(price))

  await app.inject({ url: String(headers.location), headers: { host: 'localhost' } })
  expect(await booksOf(world, code)).toEqual(paidBooks(price))
})

test('no return stays where it is; a late return comes by itself after a minute', async () => {
  const { app, world, transaction } = await atThePage()
  const silent = await press(app, transaction, 'no-return')
  expect([silent.statusCode, silent.headers.location, await captured(world)]).toEqual([200, undefined, 1])

  const other = await atThePage()
  const late = await press(other.app, other.transaction, 'late-return')
  expect(late.statusCode).toBe(200)
  expect(late.headers.refresh).toMatch(/^60; url=\/payments\/return\/[\w-]{43}\?TransactionID=\d{12}$/)
})

async function captured(world: World): Promise<number> {
  return (await world.db.selectFrom('sandboxPayment').select('reference').where('capturedAt', 'is not', null).execute())
    .length
}

test('a payment is decided once: neither a second press nor another outcome changes it', async () => {
  const { app, world, transaction } = await atThePage()
  await press(app, transaction, 'decline-5')
  await press(app, transaction, 'approve')

  expect(await captured(world)).toBe(0)
  const page = await app.inject({ url: `/payments/sandbox/${transaction}`, headers: { host: 'localhost' } })
  expect(page.body).toContain('cannot be paid again')
})

test.each([
  ['an outcome that there is not', 'steal', form, 400],
  ['a page of another site', 'approve', { ...form, 'sec-fetch-site': 'cross-site' }, 403],
])('%s changes nothing', async (_, outcome, headers, status) => {
  const { app, world, transaction } = await atThePage()
  const reply = await app.inject({
    method: 'POST',
    url: `/payments/sandbox/${transaction}`,
    headers,
    payload: `outcome=${outcome}`,
  })

  expect([reply.statusCode, await captured(world)]).toEqual([status, 0])
})

test('with a real bank there is no such page', async () => {
  const { world } = await openShop()
  const env = {
    PAYMENT_PROVIDER: 'epg',
    EPG_URL: 'https://bank.example',
    EPG_CUSTOMER: 'c',
    EPG_STORE: '1',
    EPG_TERMINAL: '1',
    EPG_USERNAME: 'u',
    EPG_PASSWORD: 'p',
  }
  const app = await makeTestApp(world, { env })

  expect(app.routes.filter(({ url }) => url.startsWith('/payments/sandbox'))).toEqual([])
})
