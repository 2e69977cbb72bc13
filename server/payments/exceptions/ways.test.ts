/** CON-069: each kind of payment that needs a person, through each way out. */
import { expect, test } from 'vitest'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import { responseOf } from '#server/payments/card/settle.ts'
import { acting, anOffice, anOrder, aDraft, attemptOf, captured, type Office, resolve } from '#server/testing/desk.ts'
import { aCaptureOnCancelled, anOrphan, aWrongAmount } from '#server/testing/finance.ts'
import { aBuyer, aWorkshop, booksOf, order, toTheBank } from '#server/testing/shop.ts'

const note = 'Spoke with her on the phone'
type Case = { id: number; version: number; ways: { way: string; why: string | null }[] } & Record<string, unknown>

const show = async ({ sana }: Office, id: number): Promise<Case> =>
  (await sana.get('/staff/ExceptionShow', { id })).body as Case

const openWays = ({ ways }: Case) => ways.filter(({ why }) => why === null).map(({ way }) => way)

async function confirmPayout({ bilal, eventId }: Office): Promise<number> {
  const { body } = await bilal.get('/staff/RefundsList', { eventId })
  const [{ id, version }] = body.payouts as [{ id: number; version: number }]
  return (await bilal.post('/staff/PayoutConfirm', { eventId, id, version })).status
}

test('another amount: too little waits for the rest at the desk, and both together pay the order', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const { id, code } = await aWrongAmount(office)
  expect(openWays(await show(office, id))).toEqual(['refund', 'rest', 'close'])
  expect((await resolve(office, id, { way: 'rest' })).status).toBe(200)
  expect(openWays(await show(office, id))).toEqual(['refund', 'close'])
  const letter = await world.db.selectFrom('mail').select('subject').where('exceptionId', '=', id).executeTakeFirst()
  expect(letter?.subject).toBe(`RS 1 is still due (order ${code})`)
  const paper = { eventId, paymentCode: code, ...aDraft(100) }
  expect((await sana.post('/staff/OfflineRecord', { ...paper, amountInRupees: 2500 })).status).toBe(422)
  const { body } = await sana.post('/staff/OfflineRecord', paper)
  const offline = body.offline as { id: number; version: number }
  const done = await bilal.post('/staff/OfflineConfirm', { eventId, id: offline.id, version: offline.version })
  expect(done.body.outcome).toBe('paid')
  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', ledger: [249_900, 100], receipts: 1, letters: 1 })
  expect((await show(office, id)).resolution).toMatchObject({ note: expect.stringContaining('The rest was paid') })
})

test('another amount: too much is paid out by two, and what stays pays the order', async () => {
  const office = await anOffice()
  const { world } = office
  const made = await anOrder(office)
  await toTheBank(world, made.person, made.code)
  const { id } = await captured(office, made.code, { amount: made.price + 50_000 })
  expect(openWays(await show(office, id))).toEqual(['refund', 'accept', 'close'])
  expect((await resolve(office, id, { way: 'accept' })).status).toBe(422)
  expect((await resolve(office, id, { way: 'accept', payoutWay: 'cash' })).status).toBe(200)
  expect((await booksOf(world, made.code))?.state).toBe('pending')
  expect(openWays(await show(office, id))).toEqual(['close'])
  expect(await confirmPayout(office)).toBe(200)
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'paid', ledger: [300_000, 50_000], receipts: 1 })
})

test('too much came, and the case is closed with a note while the payout waits: what stays pays the order all the same', async () => {
  const office = await anOffice()
  const { world } = office
  const made = await anOrder(office)
  await toTheBank(world, made.person, made.code)
  const { id } = await captured(office, made.code, { amount: made.price + 50_000 })
  await resolve(office, id, { way: 'accept', payoutWay: 'cash' })
  expect((await resolve(office, id, { way: 'close', note: 'Bilal pays it out' })).status).toBe(200)
  expect(await confirmPayout(office)).toBe(200)
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'paid', ledger: [300_000, 50_000], receipts: 1 })
  const kept = world.db.selectFrom('paymentException').select(['way', 'resolution', 'resolvedBy'])
  expect(await kept.execute()).toEqual([
    { way: 'accept', resolution: 'Bilal pays it out', resolvedBy: office.sana.accountId },
  ])
})

test('another order: the money is moved to the one that it was for, or pays its own', async () => {
  const office = await anOffice()
  const { world } = office
  const [own, meant] = [await anOrder(office), await anOrder(office)]
  await toTheBank(world, own.person, own.code)
  const { id } = await captured(office, own.code, { amount: own.price, reference: 'ELSE1' })
  const shown = await show(office, id)
  expect(shown.matches).toEqual(expect.arrayContaining([{ paymentCode: meant.code, name: 'Dr Mehak Soomro' }]))
  const other = await anOrder(office, { price: 100 })
  expect((await resolve(office, id, { way: 'match', paymentCode: other.code })).status).toBe(422)
  expect((await resolve(office, id, { way: 'match', paymentCode: meant.code })).status).toBe(200)
  expect(await booksOf(world, meant.code)).toMatchObject({ state: 'paid', ledger: [250_000], receipts: 1 })
  expect(await booksOf(world, own.code)).toMatchObject({ state: 'pending', ledger: [250_000, 250_000], receipts: 0 })

  const another = await anOrder(office)
  await toTheBank(world, another.person, another.code)
  const { id: its } = await captured(office, another.code, { amount: another.price, reference: 'ELSE2' })
  expect((await resolve(office, its, { way: 'match', paymentCode: another.code })).status).toBe(200)
  expect(await booksOf(world, another.code)).toMatchObject({ state: 'paid', ledger: [250_000], receipts: 1 })
})

test('money that we did not ask for is matched to an order that waits for it', async () => {
  const office = await anOffice()
  const { world } = office
  const made = await anOrder(office)
  const id = await anOrphan(world, 'BANK77')
  await acting(world, office.sanaStaff, ({ db }) =>
    db.updateTable('paymentException').set({ amount: made.price, currency: 'PKR' }).where('id', '=', id).execute(),
  )
  expect(openWays(await show(office, id))).toEqual(['match', 'close'])
  expect((await resolve(office, id, { way: 'match' })).status).toBe(422)
  expect((await resolve(office, id, { way: 'match', paymentCode: made.code })).status).toBe(200)
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'paid', ledger: [250_000], receipts: 1 })
})

test('money for seats that were gone: the seats when they are free again, or another workshop of the same price', async () => {
  const office = await anOffice()
  const { world, clock, eventId } = office
  const late = async () => {
    const made = await anOrder(office, { seats: 1 })
    await toTheBank(world, made.person, made.code)
    await world.db
      .updateTable('paymentAttempt')
      .set({ state: 'abandoned' })
      .where('id', '=', await attemptOf(world, made.code))
      .execute()
    clock.pass(world.holdMinutes + 1)
    await lapse(world, await dueOrders(world))
    const taker = await order(world, await aBuyer(world, eventId), [made.workshopId])
    return { ...made, taker, ...(await captured(office, made.code, { amount: made.price })) }
  }
  const first = await late()
  const [shut] = (await show(office, first.id)).ways
  expect(shut).toEqual({ way: 'seat', why: 'The seats are still taken.' })
  clock.pass(world.holdMinutes + 1)
  await lapse(world, await dueOrders(world))
  expect((await resolve(office, first.id, { way: 'seat' })).status).toBe(200)
  expect(await booksOf(world, first.code)).toMatchObject({ state: 'paid', seats: 1, receipts: 1, letters: 1 })

  const second = await late()
  const other = await aWorkshop(world, eventId, { topic: 'Another', price: second.price })
  const dear = await aWorkshop(world, eventId, { topic: 'Dearer', price: second.price + 1 })
  const shown = (await show(office, second.id)).otherWorkshops as { to: number }[]
  expect(shown.map(({ to }) => to)).toContain(other)
  expect(shown.map(({ to }) => to)).not.toContain(dear)
  const wish = { way: 'other', from: second.workshopId }
  expect((await resolve(office, second.id, { ...wish, to: dear })).status).toBe(422)
  expect((await resolve(office, second.id, { ...wish, to: other })).status).toBe(200)
  expect(await booksOf(world, second.code)).toMatchObject({ state: 'paid', seats: 1, receipts: 1, letters: 1 })
})

test('paid after it was cancelled: the order is revived, once, and the person is told that it is paid', async () => {
  const office = await anOffice()
  const { world } = office
  const { id, code, attemptId } = await aCaptureOnCancelled(office)
  expect((await responseOf(world, attemptId)).code).toBe('review')
  expect(openWays(await show(office, id))).toEqual(['revive', 'refund', 'close'])
  const { version } = await show(office, id)
  expect((await resolve(office, id, { way: 'revive' })).status).toBe(200)
  const again = await office.sana.post('/payments/ExceptionResolve', { id, version, note, way: 'revive' })
  expect(again.status).toBe(409)
  expect((await responseOf(world, attemptId)).code).toBe('0')
  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', seats: 1, receipts: 1, letters: 1 })
})

test('a refund of a case above the sum waits for a second person too', async () => {
  const office = await anOffice()
  const { world, eventId, bilal } = office
  const made = await anOrder(office, { price: 2_000_000 })
  await toTheBank(world, made.person, made.code)
  // The sandbox took what it was asked for; it names another order.
  const { choose } = await import('#server/platform/gateways/sandbox.ts')
  const { transactionId } = await world.db
    .selectFrom('paymentAttempt')
    .select('transactionId')
    .executeTakeFirstOrThrow()
  await choose(world, String(transactionId), 'approve')
  const { id } = await captured(office, made.code, { amount: made.price, reference: 'ELSE1' })
  expect((await resolve(office, id, { way: 'refund' })).body.refund).toBe('waits')
  expect(openWays(await show(office, id))).toEqual(['close'])
  const { body } = await bilal.get('/staff/RefundsList', { eventId })
  const [proposal] = body.proposals as [{ id: number; version: number }]
  const seen = { eventId, id: proposal.id, version: proposal.version }
  expect((await bilal.post('/payments/RefundApprove', seen)).body).toEqual({ refund: 'done' })
  expect((await show(office, id)).resolution).toMatchObject({ note: 'refunded' })
})
