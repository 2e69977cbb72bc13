/** What belongs together names each other: the console leads from an order, a payment, a voucher or an email to its person and back. */
import { expect, test } from 'vitest'
import { aDraft, anOffice, anOrder, aPaidOrder } from '#server/testing/desk.ts'
import { aWrongAmount, staffCaller } from '#server/testing/finance.ts'

type Row = Record<string, unknown>
const first = (body: Row, part = 'rows') => (body[part] as Row[])[0]

test('an order, its ledger lines, its voucher, its exception and its emails name the person and the order', async () => {
  const office = await anOffice()
  const { world, app, eventId, sana } = office
  const owner = await staffCaller(app, world, { role: 'owner' })
  const paid = await aPaidOrder(office)
  const person = expect.objectContaining({ accountId: paid.person.accountId }) as unknown

  expect((await sana.get('/staff/OrderShow', { paymentCode: paid.code })).body.order).toMatchObject({ person })
  expect((await sana.get('/staff/OrderMoney', { eventId, paymentCode: paid.code })).body).toMatchObject({ person })
  expect(first((await sana.get('/staff/LedgerList', { eventId })).body)).toMatchObject({
    person,
    paymentCode: paid.code,
  })
  expect(first((await owner.get('/staff/OutboxList', { eventId, search: 'receipt' })).body)).toMatchObject({
    accountId: paid.person.accountId,
    paymentCode: paid.code,
  })
  const { body } = await owner.get('/staff/PersonTimeline', { eventId, accountId: paid.person.accountId })
  const about = (body.lines as { kind: string; about: unknown }[]).flatMap((line) => line.about ?? [])
  expect(about).toContainEqual({ kind: 'order', id: paid.code })

  const waiting = await anOrder(office)
  await sana.post('/staff/OfflineRecord', { eventId, paymentCode: waiting.code, ...aDraft(waiting.price) })
  expect(first((await sana.get('/staff/OfflineList', { eventId })).body)).toMatchObject({
    person: { accountId: waiting.person.accountId },
    paymentCode: waiting.code,
  })

  const wrong = await aWrongAmount(office)
  const { body: shown } = await sana.get('/staff/ExceptionShow', { id: wrong.id })
  expect(shown).toMatchObject({ person: { accountId: expect.any(Number) as number }, paymentCode: wrong.code })
  const { accountId } = shown.person as { accountId: number }
  const { lines } = (await owner.get('/staff/PersonTimeline', { eventId, accountId })).body
  expect((lines as { about: unknown }[]).map((line) => line.about)).toContainEqual({
    kind: 'exception',
    id: String(wrong.id),
  })
})
