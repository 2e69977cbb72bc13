/** Money that somebody is giving back already, or that has another place by now, is not used a second time. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { refundPayment } from '#server/payments/refunds/refund.ts'
import {
  acting,
  actingInSteps,
  aDraft,
  anOffice,
  anOrder,
  aPaidOrder,
  captured,
  confirm,
  type Office,
  resolve,
} from '#server/testing/desk.ts'
import { aWrongAmount } from '#server/testing/finance.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { booksOf, pay, toTheBank } from '#server/testing/shop.ts'
import { resolveException } from './resolve.ts'

const note = 'Spoke with her on the phone'

/** The bank took the money of one order and named another. */
async function aWrongOrder(office: Office) {
  const made = await anOrder(office)
  await toTheBank(office.world, made.person, made.code)
  return { ...made, ...(await captured(office, made.code, { amount: made.price, reference: 'ELSE1' })) }
}

const waysOf = async ({ sana }: Office, id: number) =>
  ((await sana.get('/staff/ExceptionShow', { id })).body.ways as { way: string; why: string | null }[])
    .filter(({ why }) => why === null)
    .map(({ way }) => way)

test('the bank was asked to give money back and is silent: until it says what it did, the money pays for nothing else', async () => {
  const office = await anOffice()
  const { world, eventId, sana } = office
  const { gateway } = world
  const meant = await anOrder(office)
  const { id, attemptId, code } = await aWrongOrder(office)
  world.gateway = { ...gateway, refund: async () => ({ kind: 'unknown', why: 'no answer' }) }
  expect((await resolve(office, id, { way: 'refund' })).body.refund).toBe('unknown')
  expect(await waysOf(office, id)).toEqual(['refund', 'close'])
  const moved = await resolve(office, id, { way: 'match', paymentCode: meant.code })
  expect([moved.status, moved.body.message]).toEqual([
    403,
    'The bank was asked to give it back. Find out what became of that first.',
  ])
  // It turns out that it went back.
  const money = { amount: 250_000, currency: 'PKR' }
  world.gateway = { ...gateway, refundStatus: async () => ({ kind: 'done', money, gatewayReference: 'BACK1' }) }
  expect((await sana.post('/payments/RefundGive', { eventId, attemptId })).body.refund).toBe('done')
  expect(await booksOf(world, code)).toMatchObject({ ledger: [250_000, 250_000] })
  expect(await booksOf(world, meant.code)).toMatchObject({ state: 'pending', ledger: [] })
  expect(await brokenInvariants(world)).toEqual([])
})

test('money that was matched to another order is not given back as well, whoever asks the bank', async () => {
  const office = await anOffice()
  const { world } = office
  const meant = await anOrder(office)
  const { id, attemptId, code, person } = await aWrongOrder(office)
  expect((await resolve(office, id, { way: 'match', paymentCode: meant.code })).status).toBe(200)
  // As the command does, and as a refund that was begun a moment before the match.
  const wish = { attemptId, by: 'Ms Memon', reason: 'She asked' }
  expect(await actingInSteps(world, office.sanaStaff, (world) => refundPayment(world, wish))).toBe('paid out')
  expect(await booksOf(world, code)).toMatchObject({ ledger: [250_000, 250_000] })
  expect(await booksOf(world, meant.code)).toMatchObject({ state: 'paid' })
  // She pays for her own after all: nothing of that went back.
  await pay(world, person, { code })
  const { body } = await office.sana.get('/staff/ReceiptsRegister', { eventId: office.eventId, search: code })
  expect(body.rows).toMatchObject([{ paymentCode: code, givenBack: null }])
})

/** Too little came, the rest is at the desk; one confirms it while another closes the case with a note. */
async function restAndClose(office: Office, bare: (world: Office['world']) => Office['world']) {
  const { world, eventId, sana, sanaStaff, bilalStaff } = office
  const { id, code } = await aWrongAmount(office)
  await resolve(office, id, { way: 'rest' })
  const { body } = await sana.post('/staff/OfflineRecord', { eventId, paymentCode: code, ...aDraft(100) })
  const { id: offlineId, version } = body.offline as { id: number; version: number }
  const wish = { id, version: 2, way: 'close', note } as const
  const ends = await inOrder(world, sql`select from receipt_counter where event_id = ${eventId} for update`, [
    () => confirm(world, bilalStaff, { eventId, id: offlineId, version }).then(({ outcome }) => outcome),
    () =>
      actingInSteps(bare(world), sanaStaff, (world) => resolveException(world, sanaStaff, wish)).then(
        () => 'closed',
        ({ code }: { code: string }) => code,
      ),
  ])
  const { way } = await world.db
    .selectFrom('paymentException')
    .select('way')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ends, way, books: await booksOf(world, code) }
}

/** Whoever is paid waits for the counter of receipts: it has to be there to be held. */
async function anOfficeWithReceipts() {
  const office = await anOffice()
  await aPaidOrder(office)
  return office
}

test('the rest is confirmed while somebody closes the case: the money that came before counts, and the other is told', async () => {
  const { ends, way, books } = await restAndClose(await anOfficeWithReceipts(), (world) => world)
  expect(ends).toEqual(['paid', 'conflict'])
  expect(way).toBe('rest')
  expect(books).toMatchObject({ state: 'paid', ledger: [249_900, 100] })
})

test('control: without the lock of the order the case is closed under it, and an order of RS 2,500 is paid with one rupee', async () => {
  const office = await anOfficeWithReceipts()
  const { ends, way, books } = await restAndClose(office, withoutLocks)
  expect(ends).toEqual(['paid', 'closed'])
  expect(way).toBe('close')
  expect(books).toMatchObject({ state: 'paid' })
  expect(await brokenInvariants(office.world)).toHaveLength(1)
  await acting(office.world, office.sanaStaff, ({ db }) =>
    db.updateTable('paymentException').set({ way: 'rest' }).execute(),
  )
})

test('a refund in another currency always waits for a second person: the limit is in rupees', async () => {
  const office = await anOffice()
  const { sana, eventId } = office
  const made = await anOrder(office)
  await toTheBank(office.world, made.person, made.code)
  const { id } = await captured(office, made.code, { amount: 250_000, currency: 'USD' })
  expect((await resolve(office, id, { way: 'refund' })).body.refund).toBe('waits')
  const { body } = await sana.get('/staff/OrderMoney', { eventId, paymentCode: made.code })
  expect(body.payments).toMatchObject([{ captured: { currency: 'USD' }, needsSecond: true }])
})

test('dollars are not counted as rupees: not in the sums of the day, not in those of a closing', async () => {
  const office = await anOffice()
  const { sana, eventId } = office
  const made = await anOrder(office)
  await toTheBank(office.world, made.person, made.code)
  await captured(office, made.code, { amount: 9_900, currency: 'USD' })
  const { body: today } = await sana.get('/staff/FinanceToday', { eventId })
  expect(today.net).toBe(0)
  const { body: preview } = await sana.get('/staff/ClosingPreview', { eventId })
  expect(preview).toMatchObject({ entries: 1, cashBooks: 0 })
  for (const { sums } of [today, preview])
    expect(
      (sums as { way: string; currency: string; received: number }[])
        .filter(({ received }) => received > 0)
        .map(({ way, currency, received }) => [way, currency, received]),
    ).toEqual([['card', 'USD', 9_900]])
})

test('what was paid out beside the bank stands on the page of the person too', async () => {
  const office = await anOffice()
  const { sana, bilal, eventId } = office
  const { attemptId, person } = await aPaidOrder(office, { price: 300_000 })
  const paper = { eventId, attemptId, amount: 300_000, way: 'cash', number: '', reason: 'She is ill' }
  const { body: payout } = await sana.post('/staff/PayoutRecord', paper)
  expect((await bilal.post('/staff/PayoutConfirm', { eventId, id: payout.id, version: 1 })).status).toBe(200)
  const { body } = await bilal.get('/staff/PersonTimeline', { eventId, accountId: person.accountId })
  expect((body.lines as { text: string }[]).map(({ text }) => text)).toContain('RS 3,000 went back')
})
