/** Cash and drafts at the desk, from the paper to the receipt. */
import { expect, test } from 'vitest'
import { lapse, dueOrders } from '#server/booking/seats.ts'
import type { LetterKind } from '#server/kernel/outbox/kinds.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import { purchasesOf } from '#server/payments/purchases.ts'
import { cancelOrder } from '#server/payments/refunds/cancel.ts'
import { acting, anOffice, anOrder, aDraft, type Office } from '#server/testing/desk.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { booksOf, paidBooks, order, toTheBank } from '#server/testing/shop.ts'

const record = '/staff/OfflineRecord'
const confirm = '/staff/OfflineConfirm'
type Offline = { id: number; version: number; voucher: string; state: string; alone: boolean; reason: string }

async function recorded(office: Office, made: { code: string; price: number }, more: object = {}): Promise<Offline> {
  const { eventId, sana } = office
  const { status, body } = await sana.post(record, { eventId, paymentCode: made.code, ...aDraft(made.price), ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.offline as Offline
}

test('a draft that one records and another confirms pays as a card does: seat, receipt, letter and ledger, each once', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const made = await anOrder(office)
  const draft = await recorded(office, made)
  expect([draft.voucher, draft.state]).toEqual([`V${eventId}-000001`, 'recorded'])
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'pending', attempts: [], ledger: [], receipts: 0 })

  const seen = { eventId, id: draft.id, version: draft.version }
  const own = await sana.post(confirm, seen)
  expect([own.status, own.body.message]).toEqual([403, 'You recorded this yourself. Somebody else confirms it.'])
  const done = await bilal.post(confirm, seen)
  expect([done.status, done.body.outcome]).toEqual([200, 'paid'])
  expect(await booksOf(world, made.code)).toEqual(paidBooks(made.price))
  expect((await bilal.post(confirm, seen)).status).toBe(409)
  const entry = await world.db.selectFrom('ledgerEntry').select(['gateway', 'gatewayReference']).executeTakeFirst()
  expect(entry).toEqual({ gateway: 'draft', gatewayReference: draft.voucher })
})

test('from the desk to finance the person reads where their money is, on their profile and by email', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const made = await anOrder(office)
  const mine = async () => (await purchasesOf(world, made.person)).map(({ status, atDesk }) => ({ status, atDesk }))
  const emails = async (kind: LetterKind, id: number) =>
    world.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'bodyText'])
      .where('kind', '=', kind)
      .where('offlinePaymentId', '=', id)
      .execute()
  expect(await mine()).toEqual([{ status: 'added', atDesk: undefined }])

  const first = await recorded(office, made, { bank: 'Meezan Bank', number: '0048' })
  const heldUntil = new Date(world.now().getTime() + 5 * 24 * 60 * 60_000)
  expect(await mine()).toEqual([{ status: 'added', atDesk: { way: 'draft', voucher: first.voucher, heldUntil } }])
  const [received, ...none] = await emails('offline_recorded', first.id)
  expect(none).toEqual([])
  expect(received).toMatchObject({
    recipient: made.person.email,
    subject: `We received your bank draft (voucher ${first.voucher})`,
  })
  expect(received?.bodyText).toContain('(Meezan Bank, 0048) of RS 2,500 at the registration desk')

  const { id, version } = first
  await bilal.post('/staff/OfflineReject', { eventId, id, version, reason: 'Not signed' })
  expect(await mine()).toEqual([{ status: 'added', atDesk: undefined }])
  const [rejected] = await emails('offline_rejected', id)
  expect(rejected).toMatchObject({ recipient: made.person.email })
  expect(rejected?.bodyText).toContain('Reason: Not signed')

  const cash = await sana.post(record, { eventId, paymentCode: made.code, way: 'cash', amountInRupees: 2500 })
  const second = cash.body.offline as Offline
  expect(await emails('offline_recorded', second.id)).toMatchObject([
    { subject: `We received your cash payment (voucher ${second.voucher})` },
  ])
  await bilal.post(confirm, { eventId, id: second.id, version: second.version })
  expect(await mine()).toEqual([{ status: 'PAID', atDesk: undefined }])
})

test('what is typed must fit: the amount is the total, a draft has a bank and a number, and a number pays once', async () => {
  const office = await anOffice()
  const { eventId, sana } = office
  const made = await anOrder(office)
  const wish = { eventId, paymentCode: made.code, ...aDraft(made.price) }
  const fields = async (change: object) => {
    const { status, body } = await sana.post(record, { ...wish, ...change })
    return [status, (body.fields as { path: string; message: string }[] | undefined)?.map(({ path }) => path)]
  }
  expect(await fields({ amountInRupees: '2,499' })).toEqual([422, ['amountInRupees']])
  expect(await fields({ bank: '', number: '' })).toEqual([422, ['bank', 'number']])
  expect(await fields({ amountInRupees: 'much' })).toEqual([422, ['amountInRupees']])
  expect(await fields({ paymentCode: '2222222222222' })).toEqual([422, ['paymentCode']])
  await recorded(office, made, { bank: ' Meezan  Bank', number: '00ab-1' })
  const other = await anOrder(office)
  for (const number of ['00AB-1', 'ab-1', '0AB-1']) {
    const again = await sana.post(record, { ...wish, paymentCode: other.code, bank: 'MEEZAN BANK', number })
    expect(again.body.fields).toEqual([
      { path: 'number', message: 'A draft with this number of this bank was recorded before.' },
    ])
  }
  await recorded(office, other, { bank: 'Meezan Bank', number: '00AB-10' })
})

test('while a draft waits nobody pays by card or cancels, and while a card is open no draft is recorded', async () => {
  const office = await anOffice()
  const { world, eventId, sana } = office
  const made = await anOrder(office)
  await recorded(office, made)
  const started = await initiate(world, made.person, { paymentCode: made.code, returnPath: undefined, host: undefined })
  expect(started).toMatchObject({ kind: 'refused', code: '210' })
  expect(await cancelOrder(world, made.person, made.code)).toBe('Payment is being confirmed')
  const second = await sana.post(record, { eventId, paymentCode: made.code, ...aDraft(made.price) })
  expect([second.status, second.body.message]).toEqual([409, 'A payment at the desk waits for this order already.'])

  const other = await anOrder(office)
  await toTheBank(world, other.person, other.code)
  const refused = await sana.post(record, { eventId, paymentCode: other.code, ...aDraft(other.price) })
  expect(refused.status).toBe(409)
  expect(String(refused.body.message)).toContain('card payment')
})

test('a draft holds the seats for five days; then they are free, the person has a letter, and it can be recorded again', async () => {
  const office = await anOffice()
  const { world, clock, eventId, app } = office
  const made = await anOrder(office, { seats: 1 })
  const draft = await recorded(office, made)
  clock.pass(5 * 24 * 60 - 1)
  expect(await dueOrders(world)).toEqual([])
  clock.pass(2)
  await lapse(world, await dueOrders(world))
  expect((await booksOf(world, made.code))?.state).toBe('lapsed')
  const letter = await world.db
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('kind', '=', 'offline_lapsed')
    .where('offlinePaymentId', '=', draft.id)
    .executeTakeFirst()
  expect(letter).toEqual({ recipient: made.person.email, subject: expect.stringContaining('no longer held') })
  const later = await staffCaller(app, world, { role: 'finance' })
  expect((await later.post(confirm, { eventId, id: draft.id, version: draft.version })).status).toBe(409)

  const again = await recorded({ ...office, sana: later }, made)
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'pending', seats: 1 })
  expect(again.voucher).toBe(`V${eventId}-000002`)
})

test('seats that went to others are not taken back for a draft', async () => {
  const office = await anOffice()
  const { world, clock, eventId, sana } = office
  const made = await anOrder(office, { seats: 1 })
  clock.pass(world.holdMinutes + 1)
  await lapse(world, await dueOrders(world))
  const other = await anOrder(office)
  await order(world, other.person, [made.workshopId])
  const late = await anOrder(office)
  clock.pass(world.holdMinutes + 1)
  await lapse(world, await dueOrders(world))
  await order(world, other.person, [made.workshopId])
  const { status, body } = await sana.post(record, { eventId, paymentCode: made.code, ...aDraft(made.price) })
  expect([status, body.message]).toEqual([409, 'The seats have gone to others meanwhile.'])
  await acting(world, office.sanaStaff, ({ db }) => db.updateTable('event').set({ eventState: 'ended' }).execute())
  const ended = await sana.post(record, { eventId, paymentCode: late.code, ...aDraft(late.price) })
  expect(ended.body.message).toBe('The seats were given up, and the event takes no new ones.')
})

test('a paper that is not right is rejected with a reason; the voucher stays in the book, and its number is free again', async () => {
  const office = await anOffice()
  const { world, eventId, app, sana, bilal } = office
  const made = await anOrder(office)
  const desk = await staffCaller(app, world, { role: 'desk', eventId })
  const draft = await recorded(office, made, { number: 'X1' })
  const seen = { eventId, id: draft.id, version: draft.version }
  expect((await desk.post('/staff/OfflineReject', { ...seen, reason: 'no' })).status).toBe(403)
  expect((await bilal.post('/staff/OfflineReject', { ...seen, reason: ' ' })).status).toBe(422)
  const { body } = await bilal.post('/staff/OfflineReject', { ...seen, reason: 'Not signed' })
  expect(body.offline).toMatchObject({ state: 'rejected', reason: 'Not signed' })
  const again = await recorded(office, made, { number: 'X1' })
  expect(again.voucher).toBe(`V${eventId}-000002`)
  // Their own mistake is theirs to take back.
  const own = { eventId, id: again.id, version: again.version, reason: 'Typed wrong' }
  expect((await sana.post('/staff/OfflineReject', own)).status).toBe(200)
  await expect(world.db.deleteFrom('offlinePayment').execute()).rejects.toThrow('stays in the book')
})

test('CON-070: a college with one clerk lets them confirm their own, and everything that shows it says so', async () => {
  const office = await anOffice()
  const { world, eventId, sana, app } = office
  const rule = { version: 1, alone: true, refundAloneUpTo: 1_000_000 }
  expect((await sana.post('/staff/FinanceRuleSave', rule)).status).toBe(403)
  const owner = await staffCaller(app, world, { role: 'owner' })
  expect((await owner.post('/staff/FinanceRuleSave', rule)).body).toEqual({ ...rule, version: 2 })
  expect((await owner.post('/staff/FinanceRuleSave', rule)).status).toBe(409)
  const made = await anOrder(office)
  const draft = await recorded(office, made)
  const { body } = await sana.post(confirm, { eventId, id: draft.id, version: draft.version })
  expect(body.offline).toMatchObject({ state: 'confirmed', alone: true })
  const ledger = await sana.get('/staff/LedgerList', { eventId })
  expect(ledger.body.rows).toMatchObject([{ alone: true, way: 'draft' }])
  expect((await sana.get('/staff/ClosingPreview', { eventId })).body).toMatchObject({ alone: 1, entries: 1 })
})

test('a late card capture and a draft that is confirmed: one pays, the other waits for a person and is paid out by two', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  const made = await anOrder(office)
  const draft = await recorded(office, made)
  // A payment that was given up before the draft came, and that the bank took after all.
  const { id: orderId } = await world.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await world.db
    .insertInto('paymentAttempt')
    .values({
      orderId,
      gateway: 'sandbox',
      reference: 'LATE1',
      transactionId: '1',
      returnKey: 'k',
      returnPath: '/profile',
      amount: made.price,
      currency: 'PKR',
      state: 'abandoned',
      createdAt: world.now(),
    })
    .execute()
  const attempt = await world.db.selectFrom('paymentAttempt').select('id').executeTakeFirstOrThrow()
  const { settle } = await import('#server/payments/card/settle.ts')
  const money = { amount: made.price, currency: 'PKR' }
  await settle(world, attempt.id, { fact: { kind: 'captured', transactionId: '1', money }, source: 'books' })
  const done = await bilal.post(confirm, { eventId, id: draft.id, version: draft.version })
  expect([done.status, done.body.outcome]).toEqual([200, 'exception'])
  expect(await booksOf(world, made.code)).toMatchObject({
    state: 'paid',
    exceptions: ['duplicate_capture'],
    receipts: 1,
  })

  const list = await sana.get('/staff/ExceptionsList', {})
  const [row] = list.body.rows as { id: number; version: number }[]
  const wish = { id: row?.id, version: row?.version, way: 'payout', note: 'Paid twice', payoutWay: 'cash' }
  const chosen = await sana.post('/payments/ExceptionResolve', wish)
  expect([chosen.status, chosen.body]).toMatchObject([200, { refund: null }])
  const waiting = await bilal.get('/staff/RefundsList', { eventId })
  const [payout] = waiting.body.payouts as { id: number; version: number }[]
  const seen = { eventId, id: payout?.id, version: payout?.version }
  expect((await sana.post('/staff/PayoutConfirm', seen)).status).toBe(403)
  expect((await bilal.post('/staff/PayoutConfirm', seen)).status).toBe(200)
  expect(await booksOf(world, made.code)).toMatchObject({ state: 'paid', ledger: [made.price, made.price, made.price] })
  expect((await sana.get('/staff/ExceptionsList', { state: 'open' })).body.total).toBe(0)
})
