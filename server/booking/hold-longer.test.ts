/** Staff hold an order longer: what the person is told of it. */
import { expect, test } from 'vitest'
import { anOrder, anOrderOffice, toOrder } from '#server/testing/orders.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { pay } from '#server/testing/shop.ts'

test('whoever is held longer is asked to pay, but not once their money came and somebody looks into it', async () => {
  const office = await anOrderOffice()
  const { world, app, echo } = office
  const zainab = await anOrganiser(app, world)
  const unpaid = await anOrder(office, [echo], { isPaid: false })
  const wrong = await anOrder(office, [echo], { isPaid: false })
  await pay(world, wrong, { code: wrong.code, outcome: 'wrong-amount' })
  const letterTo = async ({ code, email }: { code: string; email: string }) => {
    await toOrder(zainab, code, ['OrderHoldLonger', { hours: 2 }])
    const written = world.db.selectFrom('mail').select('bodyText').where('recipient', '=', email)
    return (await written.where('subject', '=', 'Your seats are held for you').executeTakeFirst())?.bodyText
  }
  expect(await letterTo(unpaid)).toContain('Please pay before that.')
  expect(await letterTo(wrong)).toMatch(/, while we look into your payment\. Please do not pay again\./)
})
