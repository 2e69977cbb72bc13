/** Staff give an order to another person, over HTTP and a real database; also while that person buys the same seat. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ordersGivenAway } from '#server/accounts/closure/records-of-orders.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Participant, Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { purchasesOf, receiptFor } from '#server/payments/purchases.ts'
import { mergeAccounts } from '#server/people/merge.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { often } from '#server/testing/counts.ts'
import { theNextEvent } from '#server/testing/finance.ts'
import { anOrder, anOrderOffice, orderOf, toOrder } from '#server/testing/orders.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { anEvent } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aBuyer, aClock, aWorkshop, buyers, order, toTheBank } from '#server/testing/shop.ts'
import { aStaffPerson } from '#server/testing/staff.ts'
import { stillWorld } from '#server/testing/world.ts'
import { checkOut } from './checkout.ts'
import { giveOrder } from './give-order.ts'

const rename = ({ db }: World, { accountId }: Participant, fullName: string) =>
  db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()

test('a paid order goes to a colleague with seats, money and receipt; the receipt keeps the name that it was written for, and both get a letter', async () => {
  const office = await anOrderOffice()
  const { world, eventId, echo, suture, zainab } = office
  const giver = await anOrder(office, [echo, suture], { fullName: 'Mehak Soomro' })
  const { code } = giver
  const taker = await aBuyer(world, eventId)
  await rename(world, taker, 'Hina Talpur')

  const given = await toOrder(zainab, code, ['OrderGiveToPerson', { toAccountId: taker.accountId }])
  expect(given.body.order).toMatchObject({
    state: 'paid',
    version: 2,
    receipt: `R${eventId}-000001`,
    receiptFor: 'Mehak Soomro',
    person: { applicantId: taker.applicantId, name: 'Hina Talpur' },
    items: [{ holds: true }, { holds: true }],
    gifts: [{ from: 'Mehak Soomro', to: 'Hina Talpur' }],
    letters: [
      {},
      { subject: `Your order ${code} was transferred to Hina Talpur` },
      { subject: 'An order has been transferred to you' },
    ],
  })
  const written = await world.db
    .selectFrom('mail')
    .select('recipient')
    .where('orderGivenId', 'is not', null)
    .orderBy('id')
    .execute()
  expect(written.map(({ recipient }) => recipient)).toEqual([giver.email, taker.email])
  const copied = await ordersGivenAway(world, giver.accountId)
  expect(copied).toMatchObject([
    { paymentCode: code, total: 9500, receipt: `R${eventId}-000001`, payments: [{ kind: 'capture' }] },
  ])
  expect(JSON.stringify(copied)).not.toContain('Hina')
  expect(await ordersGivenAway(world, taker.accountId)).toEqual([])

  const told = async ({ accountId }: Participant) =>
    ((await zainab.ask('PersonTimeline', { eventId, accountId })).body.lines as { text: string }[]).map(
      ({ text }) => text,
    )
  expect(await told(giver)).toContain('Their order was given to Hina Talpur')
  expect(await told(taker)).toContain('Got an order that was Mehak Soomro’s')

  // It is the other's in every sense: on their page, and on their receipt with the name of whoever paid.
  expect((await purchasesOf(world, giver)).map(({ paymentCode }) => paymentCode)).toEqual([])
  expect((await purchasesOf(world, taker)).map(({ paymentCode, status }) => [paymentCode, status])).toEqual([
    [code, 'PAID'],
  ])
  expect(await receiptFor(world, taker, code)).toMatchObject({
    person: { fullName: 'Mehak Soomro', email: '' },
    moveNote: expect.stringMatching(/^Given to Hina Talpur on 1 November 2026\.$/) as string,
  })
  await expect(receiptFor(world, giver, code)).rejects.toThrow(Refusal)
  expect((await checkOut(world, giver, [echo])).kind).toBe('order')
  expect(await brokenInvariants(world)).toEqual([])
})

test('an order is not given while its money is under way, to nobody of this event, or to whoever has such a seat', async () => {
  const office = await anOrderOffice()
  const { world, app, clock, eventId, echo, scans, zainab } = office
  const giver = await anOrder(office, [echo], { isPaid: false })
  const { code } = giver
  const taker = await aBuyer(world, eventId)
  const give = (toAccountId: number, who = zainab) => toOrder(who, code, ['OrderGiveToPerson', { toAccountId }])
  const problemOf = async (toAccountId: number) =>
    ((await give(toAccountId)).body.fields as { message: string }[] | undefined)?.[0]?.message

  expect(await problemOf(giver.accountId)).toBe('It is their order already.')
  expect(await problemOf(999_999)).toBe('Nobody of this event is that.')
  const other = await theNextEvent(world)
  expect(await problemOf((await aBuyer(world, other)).accountId)).toBe('Nobody of this event is that.')
  const seated = await anOrder(office, [echo, scans])
  expect(await problemOf(seated.accountId)).toBe('They have a seat in “Focused Echo in Shock” already.')
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect((await give(taker.accountId, desk)).status).toBe(403)
  const stranger = await anOrganiser(app, world, { eventId: other })
  const { orderId, version } = await orderOf(zainab, code)
  const foreign = { eventId: other, orderId, version, reason: 'They asked.', toAccountId: taker.accountId }
  expect((await stranger.act('OrderGiveToPerson', foreign)).status).toBe(404)

  await toTheBank(world, giver, code)
  expect((await give(taker.accountId)).body).toMatchObject({ message: 'Payment is being confirmed.' })
  await sql`update payment_attempt set state = 'abandoned' where order_id = ${orderId}`.execute(world.db)
  // Not paid yet: whoever gets it is told until when.
  const given = await give(taker.accountId)
  expect(given.body.order).toMatchObject({
    state: 'held',
    person: { applicantId: taker.applicantId },
    receiptFor: null,
  })
  expect((given.body.order as { letters: { subject: string }[] }).letters.map(({ subject }) => subject)).toContain(
    'Seats are held for you',
  )
  clock.pass(60)
  expect((await give(giver.accountId)).body).toMatchObject({ message: 'This order holds no seat any more.' })
  await sql`update workshop set cancelled_at = now(), sales_stopped_at = now() where id = ${scans}`.execute(world.db)
  expect((await orderOf(zainab, seated.code)).ways.give).toBe('“First Scans” is cancelled.')
  expect(await brokenInvariants(world)).toEqual([])
})

test('an order is given to nobody who became part of another account or was erased, also not by hand', async () => {
  const office = await anOrderOffice()
  const { world, app, eventId, echo, scans, zainab } = office
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const giver = await anOrder(office, [echo])
  const kept = await anOrder(office, [scans])
  const [gone, erased] = (await buyers(world, eventId, 2)) as [Participant, Participant]
  const both = { kept: kept.accountId, gone: gone.accountId, reason: 'Both are hers' }
  expect((await owner.act('MergeAccounts', both)).status).toBe(200)
  await sql`select erase_person(${erased.accountId}, ${world.now()}, false)`.execute(world.db)
  const { orderId } = await orderOf(zainab, giver.code)
  for (const { accountId: toAccountId, applicantId } of [gone, erased]) {
    const { status, body } = await toOrder(zainab, giver.code, ['OrderGiveToPerson', { toAccountId }])
    expect([status, body.fields]).toEqual([422, [{ path: 'toAccountId', message: 'Nobody of this event is that.' }]])
    const given = { orderId, fromApplicantId: giver.applicantId, toApplicantId: applicantId }
    const row = { ...given, givenBy: owner.accountId, givenAt: world.now() }
    await expect(world.db.insertInto('orderGiven').values(row).execute()).rejects.toMatchObject({
      constraint: 'order_is_given_to_somebody',
    })
  }
  expect((await toOrder(zainab, giver.code, ['OrderGiveToPerson', { toAccountId: kept.accountId }])).status).toBe(200)
})

/** A database that may be spoilt; somebody with a seat, and somebody who gets it and buys the same at one moment. */
async function aRace() {
  const { db } = await scratchDatabase<Tables>({ poolSize: 20, timeoutFactor: 10 })
  const clock = aClock()
  const world = { ...stillWorld(db), now: clock.now }
  world.gateway = openSandbox({ db, now: clock.now })
  const eventId = await anEvent(world)
  const staff = await aStaffPerson(world, 'organiser')
  const round = async () => {
    const [giver, taker] = (await buyers(world, eventId, 2)) as [Participant, Participant]
    const workshopId = await aWorkshop(world, eventId)
    const code = await order(world, giver, [workshopId])
    const { id: orderId } = await db
      .selectFrom('orders')
      .select('id')
      .where('paymentCode', '=', code)
      .executeTakeFirstOrThrow()
    const wish = { eventId, orderId, version: 1, reason: 'She is ill.', toAccountId: taker.accountId }
    const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
    const give = (world: World) => async () => {
      try {
        await inAct(world, byTest, (world) => giveOrder(world, staff, wish))
        return 'given'
      } catch (error) {
        if (error instanceof Refusal) return error.why.fields?.[0]?.message ?? error.message
        return (error as { constraint?: string }).constraint ?? Promise.reject(error as Error)
      }
    }
    const buy = async () => {
      try {
        return (await checkOut(world, taker, [workshopId])).kind
      } catch (error) {
        return (error as { constraint?: string }).constraint ?? Promise.reject(error as Error)
      }
    }
    const seats = async () =>
      (
        await db
          .selectFrom('orderItem')
          .select('orderId')
          .where('applicantId', '=', taker.applicantId)
          .where('holds', '=', true)
          .execute()
      ).length
    return { taker, workshopId, give, buy, seats }
  }
  return { world, round }
}

test('an order is given to somebody who buys the same seat at that moment: they have it once, and the later one hears why', async () => {
  const { world, round } = await aRace()
  for (let at = 0; at < often(2, 20); at += 1) {
    const { taker, give, buy, seats } = await round()
    const row = sql`select from applicant where id = ${taker.applicantId} for no key update`
    const isGiftFirst = at % 2 === 0
    const ends = await inOrder(world, row, isGiftFirst ? [give(world), buy] : [buy, give(world)])
    // Their own held order is the answer to a second checkout of the same.
    expect(ends).toEqual(
      isGiftFirst ? ['given', 'order'] : ['order', 'They have a seat in “Basic Laparoscopic Skills” already.'],
    )
    expect(await seats()).toBe(1)
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without its locks only the constraint stops whichever comes later, and without both somebody has a seat twice', async () => {
  const { world, round } = await aRace()
  const both = async () => {
    const { give, buy, seats } = await round()
    const held = sql`lock table order_item in share mode`
    const ends = await inOrder(world, held, [buy, give(withoutLocks(world))])
    return [ends.includes('order_item_one_seat_each'), await seats()]
  }
  const first = await both()
  await sql`drop index order_item_one_seat_each`.execute(world.db)
  expect([first, await both()]).toEqual([
    [true, 1],
    [false, 2],
  ])
})

test('an order is given to somebody whose account becomes part of another at that moment: it goes along, or is not given; without locks only the database notices', async () => {
  const { world, round } = await aRace()
  const eventId = (await world.db.selectFrom('event').select('id').executeTakeFirstOrThrow()).id
  const owner = await aStaffPerson(world, 'owner')
  const meet = async (giving: World, isMergeFirst: boolean) => {
    const { taker, give } = await round()
    const [kept] = (await buyers(world, eventId, 1)) as [Participant]
    const both = { kept: kept.accountId, gone: taker.accountId, reason: 'Both are hers' }
    const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
    const staff = owner as unknown as Staff
    const merge = () => inAct(world, byTest, (world) => mergeAccounts(world, staff, both)).then(() => 'merged')
    const row = isMergeFirst
      ? sql`select from applicant where id = ${taker.applicantId} for no key update`
      : sql`lock table orders in share mode`
    const ends = await inOrder(world, row, isMergeFirst ? [merge, give(giving)] : [give(giving), merge])
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from order_item join applicant on applicant.id = applicant_id
      join account_merge on gone = account_id where holds and gone = ${taker.accountId}`.execute(world.db)
    return [...ends, rows[0]?.many]
  }
  expect(await meet(world, true)).toEqual(['merged', 'Nobody of this event is that.', 0])
  expect(await meet(world, false)).toEqual(['given', 'merged', 0])
  expect(await meet(withoutLocks(world), false)).toEqual(['order_is_given_to_somebody', 'merged', 0])
  await sql`drop trigger order_is_given_to_somebody on order_given`.execute(world.db)
  expect(await meet(withoutLocks(world), false)).toEqual(['given', 'merged', 1])
})
