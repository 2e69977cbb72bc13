import { expectNoBarrier } from './looks.ts'
import { onPaper } from './paper.ts'
import {
  addToCart,
  atTheBank,
  aBuyer,
  cardOf,
  cartOf,
  checkOut,
  free,
  infection,
  openSchedule,
  osce,
  stored,
} from './shop.ts'
import { closeAlert, expect, test, testLong } from './testing.ts'

test('a workshop is bought: cart, order, bank, and back to the profile', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await addToCart(page, infection)
  await addToCart(page, osce)
  await expect(cartOf(page).locator('.total')).toHaveText('Total RS 4,000')
  expect(JSON.parse((await stored(page, 'cartItems')) ?? '')).toMatchObject([{ Topic: infection }, { Topic: osce }])
  await expect(page.getByRole('link', { name: /Cart/ })).toContainText('2')

  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await expect(page.getByRole('heading', { name: 'Pay RS 4,000' })).toBeVisible()
  expect(await stored(page, 'cartItems')).toBeNull()
  await atTheBank(page, 'Pay RS 4,000')
  await expect(page.getByRole('heading', { name: 'Processing payment...' })).toBeVisible()
  await closeAlert(page, 'Your payment was received. Your seats are booked.')
  await expect(page).toHaveURL(/\/profile(reg)?$/)

  await openSchedule(page)
  for (const topic of [infection, osce]) await expect(cardOf(page, topic)).toContainText('Purchased')
  await cardOf(page, osce).getByRole('button', { name: 'Receipt' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText(/R1-\d{6}/)
  await expect(receipt).toContainText('RS 4,000')
  await expect(receipt).toContainText('Rupees four thousand only')
  await onPaper(page, 'receipt of a participant', { pages: 1, isIssued: true })
})

test('somebody who pays in cash or by draft finds the way in the cart, and the payment code on the card', async ({
  page,
  portal,
}) => {
  await aBuyer(page, portal)
  await addToCart(page, osce)
  await expectNoBarrier(page, 'a cart that can be paid at the desk')
  await cartOf(page).getByRole('button', { name: 'Pay at the desk' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Pay RS 2,500 in cash or by bank draft at the registration desk')
  const code = /payment code (\w+),/.exec((await told.textContent()) ?? '')?.[1] ?? 'none'
  await told.getByRole('button').click()
  expect(await stored(page, 'cartItems')).toBeNull()
  await expect(cardOf(page, osce)).toContainText(`Payment code ${code}. To pay in cash or by bank draft`)
  await expectNoBarrier(page, 'a card of a workshop that waits for payment')
})

// payment-odd.test.ts tells what the bank does; payments/routes.test.ts shows that somebody can pay again.
testLong(
  'however often a payment fails, the person is told why, and can pay again (needs npm run test:long)',
  async ({ page, portal }) => {
    await aBuyer(page, portal)
    await checkOut(page, infection)
    const payNow = cardOf(page, infection).getByRole('button', { name: 'Pay Now' })
    for (const [button, why] of [
      ['Decline: not enough funds (51)', 'Not sufficient funds'],
      ['Decline: do not honour (5)', 'Do not honour'],
      ['Decline: the bank is down (91)', 'Issuer or switch inoperative'],
      ['Cancel and return to Colloquium', 'The payment was cancelled. Your seats are still held.'],
    ] as const) {
      await atTheBank(page, button)
      await closeAlert(page, why)
      await expect(page).toHaveURL(/\/profile(reg)?$/)
      await openSchedule(page)
      await expect(cardOf(page, infection)).toContainText(/Held for [34]\d:\d\d/)
      await payNow.click()
    }
    await atTheBank(page, 'Approve')
    await closeAlert(page, 'Your payment was received. Your seats are booked.')
  },
)

test('a free workshop needs no bank', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await expect(cardOf(page, free).locator('.price')).toHaveText('Free')
  await addToCart(page, free)
  await expect(cartOf(page).getByRole('listitem').locator('.price')).toHaveText('Free')
  await expect(cartOf(page).locator('.total')).toHaveText('Total RS 0')
  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await closeAlert(page, 'Your seats are booked.')
  await expect(cardOf(page, free)).toContainText('Purchased')
  expect(await stored(page, 'cartItems')).toBeNull()
})
