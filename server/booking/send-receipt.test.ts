/** A receipt is sent again: to whom, how often, and when not. */
import { expect, test } from 'vitest'
import { mostReceiptsAgain } from '#contract/booking/order-words.ts'
import type { World } from '#server/kernel/world.ts'
import { anOrder, anOrderOffice, orderOf, toOrder } from '#server/testing/orders.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { aBuyer } from '#server/testing/shop.ts'

const again = (world: World) =>
  world.db.selectFrom('mail').select(['recipient', 'bodyText']).where('subject', 'like', 'Your receipt %').execute()

test('the receipt goes to its person once more, the order tells of it, and nothing else changes', async () => {
  const office = await anOrderOffice()
  const { world, zainab, echo, eventId } = office
  const { code, email } = await anOrder(office, [echo], { fullName: 'Mehak Soomro' })
  const before = await orderOf(zainab, code)

  const { status, body } = await toOrder(zainab, code, ['ReceiptSend', {}])
  expect(status).toBe(200)
  const [sent, ...others] = await again(world)
  expect(others).toEqual([])
  expect(sent?.recipient).toBe(email)
  expect(sent?.bodyText).toContain(`Receipt R${eventId}-000001, payment code ${code}`)
  expect(sent?.bodyText).not.toContain('It was written for')
  const { letters: lettersNow, ...now } = body.order as Record<string, unknown[]>
  const { letters: lettersBefore, ...then } = before as unknown as Record<string, unknown[]>
  expect(now).toEqual(then)
  expect(lettersNow).toHaveLength((lettersBefore?.length ?? 0) + 1)
})

test('of an order that was given to another, the new person gets it, and it says whose name is on it', async () => {
  const office = await anOrderOffice()
  const { world, zainab, echo, eventId } = office
  const { code } = await anOrder(office, [echo], { fullName: 'Mehak Soomro' })
  const { accountId, email } = await aBuyer(world, eventId)
  await toOrder(zainab, code, ['OrderGiveToPerson', { toAccountId: accountId }])

  expect((await toOrder(zainab, code, ['ReceiptSend', {}])).status).toBe(200)
  const [sent] = await again(world)
  expect(sent?.recipient).toBe(email)
  expect(sent?.bodyText).toContain('The receipt was written for Mehak Soomro.')
})

test('what is not paid has none; nobody is written to without end; a browser that asks again writes once', async () => {
  const office = await anOrderOffice()
  const { world, zainab, echo, scans } = office
  const held = await anOrder(office, [scans], { isPaid: false })
  expect(await toOrder(zainab, held.code, ['ReceiptSend', {}])).toMatchObject({
    status: 409,
    body: { message: 'Only an order that is paid has a receipt to send.' },
  })

  const { code } = await anOrder(office, [echo])
  const actKey = 'the-same-wish'
  for (const _ of [1, 2]) expect((await toOrder(zainab, code, ['ReceiptSend', { actKey }])).status).toBe(200)
  expect(await again(world)).toHaveLength(1)
  for (let sent = 1; sent < mostReceiptsAgain; sent += 1) await toOrder(zainab, code, ['ReceiptSend', {}])
  // Also two who ask at the same moment.
  const late = await Promise.all([1, 2].map(() => toOrder(zainab, code, ['ReceiptSend', {}])))
  expect(late.map(({ status }) => status)).toEqual([409, 409])
  expect(await again(world)).toHaveLength(mostReceiptsAgain)
})

test('an order of another event does not exist', async () => {
  const office = await anOrderOffice()
  const { world, app, zainab, echo, eventId } = office
  const { code } = await anOrder(office, [echo])
  const { orderId } = await orderOf(zainab, code)
  const other = await anOrganiser(app, world)
  expect((await other.act('ReceiptSend', { eventId: eventId + 1, orderId })).status).toBe(404)
  expect(await again(world)).toEqual([])
})
