/** The hardest cases that were collected from systems like this one; those about payments are with the payments. */
import { expect, test } from 'vitest'
import { aBuyer, aWorkshop, buyers, openShop, order } from '#server/testing/shop.ts'
import { checkOut } from './checkout.ts'

test('case 1: two buyers want the last seat in the same moment; one gets it, the other is told which workshop is full', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId, { topic: 'The last seat', seats: 1 })
  const both = await buyers(world, eventId, 2)

  const answers = await Promise.all(both.map((person) => checkOut(world, person, [id])))

  expect(answers.filter(({ kind }) => kind === 'order').length).toBe(1)
  expect(answers.find(({ kind }) => kind === 'refused')).toEqual({
    kind: 'refused',
    obstacles: [{ status: 'Seats not available', workshopId: id, topic: 'The last seat' }],
  })
})

test('case 2: three workshops in one order and the middle one full: no order, no seat, and only that one is named', async () => {
  const { world, eventId } = await openShop()
  const ids = [1, 0, 1].map((seats) => aWorkshop(world, eventId, { seats, topic: `${seats} seats` }))
  const answer = await checkOut(world, await aBuyer(world, eventId), await Promise.all(ids))

  expect(answer).toMatchObject({ kind: 'refused', obstacles: [{ topic: '0 seats' }] })
  expect(await world.db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('case 3: the same checkout sent ten times at once is one order with one payment code', async () => {
  const { world, eventId } = await openShop()
  const id = await aWorkshop(world, eventId, { seats: 5 })
  const person = await aBuyer(world, eventId)

  const codes = await Promise.all(Array.from({ length: 10 }, () => order(world, person, [id])))

  expect(new Set(codes).size).toBe(1)
  expect(await world.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
})

test('case 4: one person with overlapping carts in two tabs gets one seat, and is told what is added already', async () => {
  const { world, eventId } = await openShop()
  const [a, b, c] = [await aWorkshop(world, eventId), await aWorkshop(world, eventId), await aWorkshop(world, eventId)]
  const person = await aBuyer(world, eventId)

  const answers = await Promise.all([checkOut(world, person, [a, b]), checkOut(world, person, [b, c])])

  const made = answers.find((answer) => answer.kind === 'order')
  expect(answers.find(({ kind }) => kind === 'refused')).toMatchObject({
    obstacles: [{ status: 'Already added', workshopId: b, paymentCode: made?.paymentCode }],
  })
})
