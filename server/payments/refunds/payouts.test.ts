/** Money that goes back: by the bank with a second person above a sum, beside the bank by two, and one seat of a cancelled workshop. */
import { expect, test } from 'vitest'
import { cancelWorkshop } from '#server/events/workshop-changes.ts'
import { purchasesOf } from '#server/payments/purchases.ts'
import { aPaidOrder, anOffice, anOrder, attemptOf, aDraft, type Office } from '#server/testing/desk.ts'
import { acting } from '#server/testing/desk.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aBuyer, aWorkshop, booksOf, order, outage, pay } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'

const propose = '/payments/RefundPropose'
type Waiting = { id: number; version: number }

const waitingOf = async ({ bilal, eventId }: Office, what: 'proposals' | 'payouts') =>
  ((await bilal.get('/staff/RefundsList', { eventId })).body[what] as Waiting[])[0] as Waiting

test('a small refund is given by one person; a large one waits until another agrees, and frees the seats', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const small = await aPaidOrder(office, { price: 1_000_000 })
  const wish = { eventId, attemptId: small.attemptId, reason: 'She is ill' }
  expect((await sana.post(propose, { ...wish, amount: 999_900 })).status).toBe(409)
  expect((await sana.post(propose, { ...wish, amount: 1_000_000 })).body).toEqual({ refund: 'done' })
  expect(await booksOf(world, small.code)).toMatchObject({ state: 'cancelled', seats: 0 })

  const large = await aPaidOrder(office, { price: 1_000_100 })
  const asked = { eventId, attemptId: large.attemptId, amount: 1_000_100, reason: 'She is ill' }
  expect((await sana.post(propose, asked)).body).toEqual({ refund: 'waits' })
  expect((await sana.post(propose, asked)).status).toBe(409)
  const { id, version } = await waitingOf(office, 'proposals')
  const own = await sana.post('/payments/RefundApprove', { eventId, id, version })
  expect([own.status, own.body.message]).toEqual([403, 'You proposed this yourself. Somebody else agrees to it.'])
  expect(await booksOf(world, large.code)).toMatchObject({ state: 'paid', ledger: [1_000_100] })
  expect((await bilal.post('/payments/RefundApprove', { eventId, id, version })).body).toEqual({ refund: 'done' })
  expect(await booksOf(world, large.code)).toMatchObject({
    state: 'cancelled',
    seats: 0,
    ledger: [1_000_100, 1_000_100],
  })
  expect((await bilal.post('/payments/RefundApprove', { eventId, id, version })).status).toBe(409)
  const refunds = await world.db.selectFrom('refund').select(['proposedBy', 'approvedBy']).orderBy('id').execute()
  expect(refunds).toEqual([
    { proposedBy: sana.accountId, approvedBy: null },
    { proposedBy: sana.accountId, approvedBy: bilal.accountId },
  ])
  await expect(
    acting(world, office.sanaStaff, ({ db }) =>
      db.updateTable('refund').set({ approvedBy: sana.accountId }).where('id', '=', 2).execute(),
    ),
  ).rejects.toMatchObject({ constraint: 'refund_second_person' })
})

test('a proposal that is not right is rejected, and can be made again', async () => {
  const office = await anOffice()
  const { eventId, sana, bilal } = office
  const large = await aPaidOrder(office, { price: 2_000_000 })
  const asked = { eventId, attemptId: large.attemptId, amount: 2_000_000, reason: 'She is ill' }
  await sana.post(propose, asked)
  const seen = await waitingOf(office, 'proposals')
  const { id, version } = seen
  expect((await bilal.post('/staff/RefundReject', { eventId, id, version, reason: 'She came' })).status).toBe(200)
  expect((await bilal.post('/payments/RefundApprove', { eventId, id, version })).status).toBe(409)
  expect((await sana.post(propose, asked)).body).toEqual({ refund: 'waits' })
})

test('a bank that is silent is asked again later, and gives the money back once', async () => {
  const office = await anOffice()
  const { world, clock, eventId, sana } = office
  const { gateway } = world
  const made = await aPaidOrder(office, { price: 500_000 })
  let sent = 0
  const counting = {
    ...gateway,
    refund: (...what: Parameters<typeof gateway.refund>) => ((sent += 1), gateway.refund(...what)),
  }
  // It did what it was asked to, and its answer was lost.
  Object.assign(world, {
    gateway: {
      ...counting,
      refund: async (...what: Parameters<typeof gateway.refund>) => {
        await counting.refund(...what)
        return { kind: 'unknown', why: 'no answer in time' }
      },
    },
  })
  const wish = { eventId, attemptId: made.attemptId, amount: 500_000, reason: 'She is ill' }
  expect((await sana.post(propose, wish)).body).toEqual({ refund: 'unknown' })
  expect((await sana.get('/staff/RefundsList', { eventId })).body.unanswered).toHaveLength(1)
  expect((await sana.post(propose, wish)).status).toBe(409)
  clock.pass(3)
  Object.assign(world, { gateway: counting })
  expect((await sana.post('/payments/RefundGive', { eventId, attemptId: made.attemptId })).body).toEqual({
    refund: 'done',
  })
  expect([sent, (await booksOf(world, made.code))?.ledger]).toEqual([1, [500_000, 500_000]])
  Object.assign(world, { gateway: outage(gateway) })
})

test('cash that was confirmed is paid out by two, and the order is cancelled with it', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const made = await anOrder(office)
  const cash = { ...aDraft(made.price), way: 'cash' }
  const { body } = await sana.post('/staff/OfflineRecord', { eventId, paymentCode: made.code, ...cash })
  const { id, version } = body.offline as Waiting
  await bilal.post('/staff/OfflineConfirm', { eventId, id, version })
  const attemptId = await attemptOf(world, made.code)
  const refund = { eventId, attemptId, amount: made.price, reason: 'She is ill' }
  expect((await sana.post(propose, refund)).body.message).toContain('can be paid out')
  expect((await sana.post('/staff/PayoutRecord', { ...refund, way: 'draft' })).status).toBe(422)
  expect((await sana.post('/staff/PayoutRecord', { ...refund, way: 'cash' })).status).toBe(200)
  const seen = await waitingOf(office, 'payouts')
  expect((await sana.post('/staff/PayoutConfirm', { eventId, id: seen.id, version: seen.version })).status).toBe(403)
  expect((await bilal.post('/staff/PayoutConfirm', { eventId, id: seen.id, version: seen.version })).status).toBe(200)
  expect(await booksOf(world, made.code)).toMatchObject({
    state: 'cancelled',
    seats: 0,
    ledger: [made.price, made.price],
  })
  const [bought] = await purchasesOf(world, made.person)
  expect(bought).toMatchObject({ status: 'refunded', refundNote: expect.stringContaining('Refunded RS 2,500') })
})

test('CON-072: one seat of a cancelled workshop is paid out, the others stay paid, and the books come out even', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const [off, on] = [
    await aWorkshop(world, eventId, { price: 100_000, topic: 'Off' }),
    await aWorkshop(world, eventId, { price: 300_000, topic: 'On' }),
  ]
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [off, on])
  await pay(world, person, { code })
  const attemptId = await attemptOf(world, code)
  const item = { eventId, attemptId, workshopId: off, amount: 100_000, way: 'cash', reason: 'It is not held' }
  expect((await sana.post('/staff/PayoutRecord', item)).body.message).toContain('when its workshop is cancelled')
  await acting(world, office.sanaStaff, (world) =>
    cancelWorkshop(world, { eventId, workshopId: off, version: 1, cancelled: true, paid: 1 }),
  )
  const queue = (await sana.get('/staff/RefundsList', { eventId })).body
  expect(queue).toMatchObject({ queued: 1, queue: [{ paymentCode: code, topic: 'Off', attemptId, isOnly: false }] })
  expect((await sana.post('/staff/PayoutRecord', item)).status).toBe(200)
  const { id, version } = await waitingOf(office, 'payouts')
  expect((await bilal.post('/staff/PayoutConfirm', { eventId, id, version })).status).toBe(200)
  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', seats: 1, ledger: [400_000, 100_000] })
  const [bought] = await purchasesOf(world, person)
  expect(bought?.workshops.map(({ topic }) => topic)).toEqual(['On'])
  // The bank knows no part of a payment.
  const whole = { eventId, attemptId, amount: 400_000, reason: 'All of it' }
  expect((await sana.post(propose, whole)).body.message).toContain('pay out what is left')
  expect((await sana.post('/staff/PayoutRecord', { ...whole, amount: 300_000, way: 'cash' })).status).toBe(200)
})

test('money of another event is as if it did not exist', async () => {
  const office = await anOffice()
  const { world, app, eventId } = office
  const made = await aPaidOrder(office)
  const { theNextEvent } = await import('#server/testing/finance.ts')
  const other = await theNextEvent(world)
  const stranger = await staffCaller(app, world, { role: 'finance', eventId: other })
  expect((await staffWith(world, stranger.token)).grants).toHaveLength(1)
  const wish = { attemptId: made.attemptId, amount: made.price, reason: 'Mine' }
  expect((await stranger.post(propose, { eventId, ...wish })).status).toBe(404)
  expect((await stranger.post(propose, { eventId: other, ...wish })).status).toBe(404)
  expect((await stranger.post('/staff/PayoutRecord', { eventId: other, ...wish, way: 'cash' })).status).toBe(404)
  const money = await stranger.get('/staff/OrderMoney', { eventId: other, paymentCode: made.code })
  expect([money.status, JSON.stringify(money.body)]).toEqual([422, expect.not.stringContaining('Mehak')])
})
