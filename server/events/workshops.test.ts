import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { WorkshopRow } from '#contract/events/workshops.ts'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aBuyer, aWorkshop, buyers, openShop, order, pay, toTheBank, tokenOf } from '#server/testing/shop.ts'

async function list(app: FastifyInstance, query: string, token?: string): Promise<WorkshopRow[]> {
  const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await app.inject({ method: 'POST', url: `/api/WorkshopsList?${query}`, headers, payload: {} })
  expect(reply.statusCode).toBe(200)
  return (reply.json() as { Table: WorkshopRow[] }).Table
}

test('a visitor sees every workshop of the event with its price, its people, its place and the seats that are left', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId, { topic: 'Focused Echo in Shock', seats: 16, price: 450_050 })
  await order(world, await aBuyer(world, eventId), [id])
  const app = await makeTestApp(world)

  expect(await list(app, `EventID=${eventId}&ApplicantID=0`)).toEqual([
    {
      WorkshopID: id,
      Topic: 'Focused Echo in Shock',
      theDate: '2027-01-11T04:00:00.000Z',
      Price: 4500.5,
      Facilitators: '',
      Venue: 'Skills Laboratory',
      duration: 180,
      Focal: '',
      PaymentCode: '',
      PaidStatus: '',
      Seats: 16,
      SeatsLeft: 15,
      HasBegun: false,
    },
  ])
  expect(await list(app, 'EventID=77')).toEqual([])
})

test('what a person bought is shown to that person alone: TRAP-03', async () => {
  const { world, eventId } = await openShop()
  const [paid, added, other] = [
    await aWorkshop(world, eventId),
    await aWorkshop(world, eventId),
    await aWorkshop(world, eventId),
  ]
  const [mine, stranger] = await buyers(world, eventId, 2)
  if (!mine || !stranger) throw new Error('two people are needed')
  const paidCode = await order(world, mine, [paid])
  await pay(world, mine, { code: paidCode })
  const addedCode = await order(world, mine, [added])
  const app = await makeTestApp(world)
  const seen = async (query: string, token?: string) =>
    (await list(app, `EventID=${eventId}${query}`, token)).map(({ PaidStatus, PaymentCode }) => [
      PaidStatus,
      PaymentCode,
    ])
  const nothing = [
    ['', ''],
    ['', ''],
    ['', ''],
  ]

  const token = await tokenOf(world, mine)
  const everything = [
    ['PAID', paidCode],
    ['added', addedCode],
    ['', ''],
  ]
  expect(other).toBeGreaterThan(added)
  expect(await seen('', token)).toEqual(everything)
  expect(await seen(`&ApplicantID=${mine.applicantId}`, token)).toEqual(everything)
  for (let guess = 0; guess < 20; guess += 1) expect(await seen(`&ApplicantID=${guess}`)).toEqual(nothing)
  expect(await seen(`&ApplicantID=${mine.applicantId}`, await tokenOf(world, stranger))).toEqual(nothing)
  expect(await seen(`&ApplicantID=${stranger.applicantId}`, token)).toEqual(nothing)
  expect(await seen(`&ApplicantID=${mine.applicantId}`, 'a-token-that-nobody-has-been-given')).toEqual(nothing)
})

test('the hold is shown with the order, but not while it is being paid, which keeps the seats longer', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId)
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [id])
  const app = await makeTestApp(world)
  const token = await tokenOf(world, person)

  expect((await list(app, `EventID=${eventId}`, token))[0]?.HoldUntil).toBe('2026-11-01T09:40:00.000Z')
  await toTheBank(world, person, code)
  expect((await list(app, `EventID=${eventId}`, token))[0]?.HoldUntil).toBeUndefined()
})

test('a seat that is taken is seen within a second, and a seat whose hold is over counts as free without any job', async () => {
  const { world, clock, eventId } = await openShop()
  const id = await aWorkshop(world, eventId, { seats: 1 })
  const app = await makeTestApp(world)
  const person = await aBuyer(world, eventId)
  const token = await tokenOf(world, person)
  const seats = async () => {
    await pause(1001)
    return [(await list(app, `EventID=${eventId}`))[0]?.SeatsLeft, await hasSeat(app, token, id)]
  }
  expect(await seats()).toEqual([1, true])

  await order(world, person, [id])
  expect(await seats()).toEqual([0, false])

  clock.pass(40)
  expect(await seats()).toEqual([1, true])
  expect((await list(app, `EventID=${eventId}`, token))[0]?.PaidStatus).toBe('')
})

async function hasSeat(app: FastifyInstance, token: string, workshopID: number): Promise<unknown> {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const reply = await app.inject({ method: 'POST', url: '/api/SeatAvailable', headers, payload: { workshopID } })
  return (reply.json() as { Table: { Status: unknown }[] }).Table[0]?.Status
}

test('seats are asked about so often and no more: TRAP-15', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId)
  const token = await tokenOf(world, await aBuyer(world, eventId))
  const app = await makeTestApp(world)

  const answers = await Promise.all(Array.from({ length: 130 }, () => hasSeat(app, token, id)))

  expect(answers.filter((answer) => answer === true).length).toBe(120)
})

test('no seat can be had in a workshop that has begun, nor in one that does not exist', async () => {
  const { world, eventId } = await openShop()
  const begun = await aWorkshop(world, eventId, { startsAt: world.now() })
  const token = await tokenOf(world, await aBuyer(world, eventId))
  const app = await makeTestApp(world)

  expect([await hasSeat(app, token, begun), await hasSeat(app, token, 77)]).toEqual([false, false])
  expect((await list(app, `EventID=${eventId}`))[0]?.HasBegun).toBe(true)
})

test('an order makes no page be drawn again; a change of the schedule does', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId)
  const before = await contentVersion(world)

  const person = await aBuyer(world, eventId)
  await pay(world, person, { code: await order(world, person, [id]) })
  expect(await contentVersion(world)).toBe(before)

  await world.db.updateTable('workshop').set({ topic: 'Another topic' }).execute()
  expect(await contentVersion(world)).not.toBe(before)
})

async function contentVersion(world: World): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from content_version`.execute(world.db)
  return rows[0]?.version
}

test('a list costs strangers one query a second, and the signed-in at most three', async () => {
  const { world, eventId } = await openShop()
  for (let at = 0; at < 5; at += 1) await aWorkshop(world, eventId)
  const token = await tokenOf(world, await aBuyer(world, eventId))
  const count = countQueries(world)
  const app = await makeTestApp(count.world)

  await Promise.all(Array.from({ length: 50 }, () => list(app, `EventID=${eventId}`)))
  expect(count.since()).toBe(1)
  await pause(1001)
  count.since()
  await list(app, `EventID=${eventId}`, token)
  expect(count.since()).toBeLessThanOrEqual(3)
})

test.each(['EventID=x', 'EventID=-1', 'EventID=1&ApplicantID=-1', 'EventID=1&ApplicantID=17,18'])(
  'a list asked for with "%s" is refused',
  async (query) => {
    const { world } = await openShop()
    const app = await makeTestApp(world)

    const reply = await app.inject({
      method: 'POST',
      url: `/api/WorkshopsList?${query}`,
      headers: { host: 'localhost' },
    })
    expect(reply.statusCode).toBe(400)
  },
)

test('a page of another site gets no list', async () => {
  const { world, eventId } = await openShop()
  const app = await makeTestApp(world)
  const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site' }

  const reply = await app.inject({ method: 'POST', url: `/api/WorkshopsList?EventID=${eventId}`, headers })
  expect(reply.statusCode).toBe(403)
})
