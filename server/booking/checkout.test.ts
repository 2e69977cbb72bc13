import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, call } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aBuyer, aWorkshop, booksOf, openShop, order, pay, type Shop, tokenOf } from '#server/testing/shop.ts'

type Rows = { http: number; rows: Record<string, unknown>[] }

async function checkOut(app: FastifyInstance, token: string, body: Record<string, unknown>): Promise<Rows> {
  const { http, reply } = await call(app, 'CheckOut', { token, ...body })
  return { http, rows: (reply.json() as { Table: Record<string, unknown>[] }).Table }
}

async function aShopper(shop: Shop): Promise<{ app: FastifyInstance; token: string }> {
  const app = await makeTestApp(shop.world)
  return { app, token: await tokenOf(shop.world, await aBuyer(shop.world, shop.eventId)) }
}

const code = expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/) as string

test('a cart becomes one order with one payment code, priced by the server and held for forty minutes', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const ids = [await aWorkshop(world, eventId, { price: 450_000 }), await aWorkshop(world, eventId, { price: 300_000 })]
  const { app, token } = await aShopper(shop)

  const { http, rows } = await checkOut(app, token, { workshopIDs: ids.join(',') })

  expect([http, rows]).toEqual([
    200,
    [{ Status: 'True', 'Payment Code': code, Total: 7500, IsPaid: false, HoldUntil: '2026-11-01T09:40:00.000Z' }],
  ])
  expect(await booksOf(world, String(rows[0]?.['Payment Code']))).toMatchObject({ state: 'pending', seats: 2 })
})

test('a price, a total or a topic that a browser sends is not looked at: TRAP-16', async () => {
  const shop = await openShop()
  const id = await aWorkshop(shop.world, shop.eventId, { price: 450_000 })
  const { app, token } = await aShopper(shop)

  const { rows } = await checkOut(app, token, {
    workshopIDs: `${id}`,
    Price: -1,
    Total: 0,
    Topic: '<b>',
    Currency: 'USD',
  })

  expect(rows[0]).toMatchObject({ Status: 'True', Total: 4500 })
})

test('the same cart again, in any order, gives the same payment code and no second seat', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const [a, b] = [await aWorkshop(world, eventId), await aWorkshop(world, eventId)]
  const { app, token } = await aShopper(shop)

  const answers = await Promise.all(
    [`${a},${b}`, `${b},${a}`, `${a},${b},${a}`].map((workshopIDs) => checkOut(app, token, { workshopIDs })),
  )

  expect(new Set(answers.map(({ rows }) => rows[0]?.['Payment Code'])).size).toBe(1)
  expect(await takenIn(shop)).toEqual([1, 1])
})

test('a workshop that comes twice in one list is one seat: TRAP-18', async () => {
  const shop = await openShop()
  const id = await aWorkshop(shop.world, shop.eventId, { price: 100_000 })
  const { app, token } = await aShopper(shop)

  const { rows } = await checkOut(app, token, { workshopIDs: Array(50).fill(id).join(',') })

  expect(rows[0]).toMatchObject({ Status: 'True', Total: 1000 })
  expect(await takenIn(shop)).toEqual([1])
})

test.each([
  '',
  ',',
  '1,',
  ',1',
  '1,,2',
  '1 or 1=1',
  "1'; drop table orders; --",
  '-1',
  '+1',
  '1.5',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  '1;2',
  '1\n2',
  '１',
  '1234567890',
  Array(51).fill('1').join(','),
  Array(10_000).fill('1').join(','),
])('a list of workshops that reads "%.20s" is refused: TRAP-18', async (workshopIDs) => {
  const shop = await openShop()
  await aWorkshop(shop.world, shop.eventId)
  const { app, token } = await aShopper(shop)

  expect((await checkOut(app, token, { workshopIDs })).http).toBe(400)
  expect(await takenIn(shop)).toEqual([0])
})

test('of three workshops the middle one is full: it alone is named, and nothing is held', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const first = await aWorkshop(world, eventId, { topic: 'First' })
  const middle = await aWorkshop(world, eventId, { topic: 'Middle', seats: 0 })
  const last = await aWorkshop(world, eventId, { topic: 'Last' })
  const { app, token } = await aShopper(shop)

  const { http, rows } = await checkOut(app, token, { workshopIDs: [first, middle, last].join(',') })

  expect([http, rows]).toEqual([200, [{ Status: 'Seats not available', Description: 'Middle', WorkshopID: middle }]])
  expect(await takenIn(shop)).toEqual([0, 0, 0])
})

test('what is bought, ordered, begun or of another event is said of each, and nothing is held', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const person = await aBuyer(world, eventId)
  const bought = await aWorkshop(world, eventId, { topic: 'Bought' })
  const added = await aWorkshop(world, eventId, { topic: 'Added' })
  const begun = await aWorkshop(world, eventId, { topic: 'Begun', startsAt: world.now() })
  const free = await aWorkshop(world, eventId, { topic: 'Free' })
  await world.db.updateTable('event').set({ isCurrent: false }).execute()
  const foreign = await aWorkshop(world, await anEvent(world), { topic: 'A secret of another event' })
  const boughtCode = await order(world, person, [bought])
  await pay(world, person, { code: boughtCode })
  const addedCode = await order(world, person, [added])
  const app = await makeTestApp(world)

  const list = [bought, added, begun, free, foreign, 7777].join(',')
  const { rows } = await checkOut(app, await tokenOf(world, person), { workshopIDs: list, EventID: eventId })

  expect(rows).toEqual([
    { Status: 'Already purchased', Description: 'Bought', WorkshopID: bought, 'Payment Code': boughtCode },
    { Status: 'Already added', Description: 'Added', WorkshopID: added, 'Payment Code': addedCode },
    { Status: 'Already begun', Description: 'Begun', WorkshopID: begun },
    { Status: 'Not part of this event', Description: `Workshop ${foreign}`, WorkshopID: foreign },
    { Status: 'Not part of this event', Description: 'Workshop 7777', WorkshopID: 7777 },
  ])
  expect(await takenIn(shop)).toEqual([1, 1, 0, 0, 0])
})

test('a free order needs no bank: it is booked at once, and again it is the same order', async () => {
  const shop = await openShop()
  const id = await aWorkshop(shop.world, shop.eventId, { price: 0 })
  const { app, token } = await aShopper(shop)

  const { rows } = await checkOut(app, token, { workshopIDs: `${id}` })
  const again = await checkOut(app, token, { workshopIDs: `${id}` })

  expect(rows).toEqual([{ Status: 'True', 'Payment Code': code, Total: 0, IsPaid: true }])
  expect(again.rows).toEqual(rows)
  expect(await booksOf(shop.world, String(rows[0]?.['Payment Code']))).toEqual({
    state: 'paid',
    seats: 1,
    attempts: [],
    ledger: [],
    receipts: 1,
    letters: 1,
    exceptions: [],
  })
})

test('after the hold the seats are gone: the same cart is a new order, at the price of then', async () => {
  const shop = await openShop()
  const { world, clock, eventId } = shop
  const id = await aWorkshop(world, eventId, { price: 100_000 })
  const { app, token } = await aShopper(shop)
  const first = (await checkOut(app, token, { workshopIDs: `${id}` })).rows[0]
  clock.pass(40)
  await world.db.updateTable('workshop').set({ price: 200_000 }).execute()

  const second = (await checkOut(app, token, { workshopIDs: `${id}` })).rows[0]

  expect(second).toMatchObject({ Status: 'True', Total: 2000, HoldUntil: '2026-11-01T10:20:00.000Z' })
  expect(await booksOf(world, String(first?.['Payment Code']))).toMatchObject({ state: 'lapsed', seats: 0 })
  expect(await takenIn(shop)).toEqual([1])
})

test('checking out again does not hold the seats for longer', async () => {
  const shop = await openShop()
  const id = await aWorkshop(shop.world, shop.eventId)
  const { app, token } = await aShopper(shop)
  await checkOut(app, token, { workshopIDs: `${id}` })
  shop.clock.pass(39)

  expect((await checkOut(app, token, { workshopIDs: `${id}` })).rows[0]?.HoldUntil).toBe('2026-11-01T09:40:00.000Z')
})

test('checking out takes at most eight queries, for one workshop and for fifty, paid for or free', async () => {
  const shop = await openShop()
  const { world, eventId } = shop
  const token = await tokenOf(world, await aBuyer(world, eventId))
  const counted = countQueries(world)
  const app = await makeTestApp(counted.world)
  const cost = async (count: number, price: number) => {
    const ids: number[] = []
    for (let at = 0; at < count; at += 1) ids.push(await aWorkshop(world, eventId, { price }))
    counted.since()
    expect((await checkOut(app, token, { workshopIDs: ids.join(',') })).rows[0]?.Status).toBe('True')
    return counted.since()
  }

  expect([await cost(1, 100), await cost(50, 100), await cost(1, 0), await cost(50, 0)]).toEqual([5, 5, 8, 8])
})

test('whoever is signed in while no event is announced can order nothing', async () => {
  const shop = await openShop()
  const id = await aWorkshop(shop.world, shop.eventId)
  const { app, token } = await aShopper(shop)
  await shop.world.db.updateTable('event').set({ isCurrent: false }).execute()

  expect((await checkOut(app, token, { workshopIDs: `${id}` })).rows[0]?.Status).toBe('Not part of this event')
})

async function takenIn({ world }: Shop): Promise<number[]> {
  const rows = await world.db.selectFrom('workshop').select('seatsTaken').orderBy('id').execute()
  return rows.map(({ seatsTaken }) => seatsTaken)
}
