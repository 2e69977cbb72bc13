/** The closing of a day. */
import { expect, test } from 'vitest'
import { listOffline } from '#server/payments/desk/offline-list.ts'
import { listRefunds } from '#server/payments/refunds/refunds-list.ts'
import { often } from '#server/testing/counts.ts'
import { aDraft, anOffice, anOrder, aPaidOrder, type Office, record, confirm } from '#server/testing/desk.ts'
import { countQueries } from '#server/testing/queries.ts'
import { financeToday, listLedger } from './books.ts'
import { listClosings, previewClosing } from './closings.ts'

const write = '/staff/ClosingWrite'
type Preview = { entries: number; upTo: number; cashBooks: number; sums: { way: string; received: number }[] }

const previewOf = async ({ sana, eventId }: Office): Promise<Preview> =>
  (await sana.get('/staff/ClosingPreview', { eventId })).body as Preview

async function cash(office: Office): Promise<number> {
  const { eventId, sana, bilal } = office
  const made = await anOrder(office)
  const { body } = await sana.post('/staff/OfflineRecord', {
    eventId,
    paymentCode: made.code,
    ...aDraft(made.price),
    way: 'cash',
  })
  const { id, version } = body.offline as { id: number; version: number }
  await bilal.post('/staff/OfflineConfirm', { eventId, id, version })
  return made.price
}

test('CON-071: a closing takes each entry once, compares the cash, and wants words for a difference', async () => {
  const office = await anOffice()
  const { world, eventId, sana, bilal } = office
  await cash(office)
  await aPaidOrder(office, { price: 500_000 })
  const seen = await previewOf(office)
  expect(seen).toMatchObject({ entries: 2, cashBooks: 250_000 })
  const wish = { eventId, upTo: seen.upTo, entries: seen.entries, cashCountedInRupees: '2,000' }
  const wordless = await sana.post(write, wish)
  expect([wordless.status, wordless.body.fields]).toEqual([
    422,
    [{ path: 'why', message: 'The cash differs from the books. Please say why.' }],
  ])
  // What comes between the look and the closing falls into the next.
  await cash(office)
  const done = await sana.post(write, { ...wish, why: 'A note was torn', actKey: 'closing-of-today' })
  expect(done.body.closing).toMatchObject({ number: 1, entries: 2, difference: -50_000, why: 'A note was torn' })
  expect((await sana.post(write, { ...wish, why: 'A note was torn', actKey: 'closing-of-today' })).body).toEqual(
    done.body,
  )
  expect((await bilal.post(write, { ...wish, why: 'Again' })).status).toBe(409)
  expect(await previewOf(office)).toMatchObject({ entries: 1, cashBooks: 250_000 })
  const shown = await bilal.get('/staff/ClosingShow', { id: (done.body.closing as { id: number }).id })
  expect(shown.body.entries).toHaveLength(2)
  expect((await bilal.get('/staff/ClosingsList', { eventId })).body.total).toBe(1)
  await expect(world.db.updateTable('closing').set({ why: 'other' }).execute()).rejects.toThrow('only grows')
  await expect(world.db.deleteFrom('closingEntry').execute()).rejects.toThrow('only grows')
})

test('today says what came by each way, what went back, and what waits', async () => {
  const office = await anOffice()
  const { eventId, sana } = office
  await cash(office)
  const paid = await aPaidOrder(office, { price: 500_000 })
  await sana.post('/payments/RefundPropose', { eventId, attemptId: paid.attemptId, amount: 500_000, reason: 'Ill' })
  const { body } = await sana.get('/staff/FinanceToday', { eventId })
  expect(body).toMatchObject({
    day: '2026-11-01',
    net: 250_000,
    waiting: { exceptions: 0, offline: 0 },
    lastClosing: null,
  })
  const sums = body.sums as { way: string }[]
  expect(sums.find(({ way }) => way === 'card')).toEqual({
    way: 'card',
    currency: 'PKR',
    received: 500_000,
    payments: 1,
    givenBack: 500_000,
    refunds: 1,
  })
  expect(body.days as unknown[]).toHaveLength(14)
  expect((body.days as object[]).at(-1)).toEqual({ day: '2026-11-01', received: 750_000, givenBack: 500_000 })
  const ledger = await sana.get('/staff/LedgerList', { eventId, way: 'card', day: '2026-11-01', kind: 'refund' })
  expect(ledger.body).toMatchObject({ total: 1, rows: [{ kind: 'refund', paymentCode: paid.code, closing: null }] })
  for (const odd of [{ day: '2026-13-41' }, { way: 'gold' }, { kind: 'x' }, { sort: 'amount' }, { cursor: 'AAAA' }])
    expect([odd, (await sana.get('/staff/LedgerList', { eventId, ...(odd as object) })).status]).toEqual([
      odd,
      expect.toSatisfy((status: number) => status === 400 || status === 422),
    ])
})

test('CON-033: vouchers and receipts have no gap, however many are recorded at once', async () => {
  const office = await anOffice()
  const { world, eventId, sanaStaff, bilalStaff } = office
  const many = often(8, 50)
  const orders = await Promise.all(Array.from({ length: many }, () => anOrder(office)))
  const made = await Promise.all(orders.map((each) => record(world, sanaStaff, { eventId, ...each })))
  await Promise.all(made.map(({ offline }) => confirm(world, bilalStaff, { eventId, ...offline })))
  const receipts = await world.db.selectFrom('receipt').select('number').orderBy('number').execute()
  const vouchers = await world.db.selectFrom('offlinePayment').select('voucher').orderBy('voucher').execute()
  const wanted = Array.from({ length: many }, (_, at) => at + 1)
  expect([receipts.map(({ number }) => number), vouchers.map(({ voucher }) => voucher)]).toEqual([wanted, wanted])
})

test('CON-075: lists of money ask as much for three rows as for one', async () => {
  const office = await anOffice()
  const { eventId, sanaStaff } = office
  const { world, since } = countQueries(office.world)
  const asked = async () => {
    const counts: number[] = []
    const reads = [
      () => listOffline(world, sanaStaff, { eventId }),
      () => listLedger(world, { eventId }),
      () => listRefunds(world, sanaStaff, { eventId }),
      () => listClosings(world, { eventId }),
      () => financeToday(world, eventId),
      () => previewClosing(world, eventId),
    ]
    since()
    for (const read of reads) {
      await read()
      counts.push(since())
    }
    return counts
  }
  const more = async () => {
    await cash(office)
    const paid = await aPaidOrder(office, { price: 2_000_000 })
    const wish = { eventId, attemptId: paid.attemptId, amount: 2_000_000, reason: 'Ill' }
    await office.sana.post('/payments/RefundPropose', wish)
  }
  await more()
  const one = await asked()
  await more()
  await more()
  expect(await asked()).toEqual(one)
  expect(Math.max(...one)).toBeLessThanOrEqual(10)
})
