import { expectNoBarrier } from './looks.ts'
import {
  aBuyer,
  addToCart,
  cardOf,
  cartOf,
  echo,
  fill,
  giveSeatsBack,
  holdScheduleBack,
  infection,
  openSchedule,
  osce,
  stored,
} from './shop.ts'
import { closeAlert, expect, test, testLong } from './testing.ts'

// With all that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const brokenNetwork = /Failed to load resource/

test('a visitor sees workshops by day with their seats, and is asked to sign in before adding', async ({ page }) => {
  await openSchedule(page)
  await expect(page.locator('.day-heading')).toHaveCount(3)
  const card = cardOf(page, infection)
  await expect(card).toContainText(/\d+ of 20 seats left/)
  await expect(card).toContainText('RS 1,500')
  await card.getByRole('button', { name: 'Add to cart' }).click()
  await closeAlert(page, 'Please sign in first to add this workshop to your cart.')
  await expect(card.getByRole('button', { name: 'Add to cart' })).toBeFocused()
  expect(await stored(page, 'cartItems')).toBeNull()
  await cartOf(page).getByRole('button', { name: 'Sign in to book' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the cart: no duplicates, kept over a reload, empty at checkout, gone at sign-out', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await closeAlert(page, 'Your cart is empty.')

  await addToCart(page, infection)
  await addToCart(page, osce)
  await cardOf(page, osce).getByRole('button', { name: 'In your cart' }).click()
  await closeAlert(page, 'This workshop is already added to your cart.')
  await cartOf(page)
    .getByRole('button', { name: `Remove ${infection}` })
    .click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  await expect(cartOf(page).locator('.total')).toHaveText('Total RS 2,500')
  await expect(cardOf(page, infection).getByRole('button', { name: 'Add to cart' })).toBeVisible()

  await openSchedule(page)
  await expect(cartOf(page).getByRole('listitem')).toHaveText(/Designing OSCE/)
  await expect(page.getByRole('link', { name: /Cart/ })).toContainText('1')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => stored(page, 'cartItems')).toBeNull()
  // Somebody put it back by hand, or a tab died while it wrote: the next person still does not see it.
  await page.evaluate(() => localStorage.setItem('cartItems', '[{"WorkshopID":1}]'))
  await openSchedule(page)
  await expect.poll(() => stored(page, 'cartItems')).toBeNull()
})

test('seats that go meanwhile: refused when adding, named at checkout, and shown without a reload', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await aBuyer(page, portal)
  await addToCart(page, infection)
  await addToCart(page, osce)
  await addToCart(page, echo)
  const laparoscopy = cardOf(page, 'Basic Laparoscopic Skills')
  const letScheduleCome = await holdScheduleBack(page)
  await fill(portal, osce, echo, 'Basic Laparoscopic Skills')

  await laparoscopy.getByRole('button', { name: 'Add to cart' }).click()
  await closeAlert(page, 'There are no seats available in this workshop.')
  await expect(laparoscopy.getByRole('button', { name: 'No Seats Available' })).toBeDisabled()

  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await closeAlert(page, `No seats available for: ${echo}, ${osce}`)
  await expect(cardOf(page, osce).getByRole('button', { name: 'No Seats Available' })).toBeDisabled()
  await expect(cartOf(page)).toContainText('No seats left')
  await expect(cardOf(page, infection)).not.toContainText('Pay Now')
  letScheduleCome()

  const ultrasound = cardOf(page, 'Point-of-Care Ultrasound')
  await fill(portal, 'Point-of-Care Ultrasound: First Scans')
  await page.clock.runFor(21_000)
  await expect(ultrasound.getByRole('button', { name: 'No Seats Available' })).toBeDisabled()
  await giveSeatsBack(portal)
})

// web/booking/api.test.ts and web/payments/api.test.ts have every sentence.
testLong(
  'odd answers and a broken network are told at every step, and everything can be tried again (needs npm run test:long)',
  async ({ page, portal, complaints }) => {
    complaints.expect(brokenNetwork)
    await aBuyer(page, portal)
    // Without an answer, the seat check is skipped.
    await page.route('**/api/SeatAvailable', (route) => route.abort())
    await addToCart(page, infection)
    const checkOut = cartOf(page).getByRole('button', { name: 'Check out' })
    const answer = async (call: string, action: 'abort' | object | number) => {
      await page.unrouteAll()
      await page.route(`**/${call}`, (route) => {
        if (action === 'abort') return route.abort()
        return typeof action === 'number'
          ? route.fulfill({ status: action, json: {} })
          : route.fulfill({ json: action })
      })
    }
    const again = 'An error occurred during checkout. Please try again.'
    for (const [call, action, sentence] of [
      ['api/CheckOut?*', 'abort', again],
      ['api/CheckOut?*', 500, again],
      ['api/CheckOut?*', { Table: [] }, 'Unexpected response from checkout API.'],
      ['api/CheckOut?*', { Table: [{ Status: 'True' }] }, 'Payment code not available for this event.'],
    ] as const) {
      await answer(call, action)
      await checkOut.click()
      await closeAlert(page, sentence)
      await expect(cartOf(page).getByRole('listitem')).toHaveCount(1)
    }

    const notBegun = 'An error occurred during payment initiation. Please try again.'
    await answer('payments/initiatePayment', 'abort')
    await checkOut.click()
    await closeAlert(page, notBegun)
    const payNow = cardOf(page, infection).getByRole('button', { name: 'Pay Now' })
    for (const [action, sentence] of [
      [500, notBegun],
      [{ Transaction: {} }, 'Payment registration failed.'],
    ] as const) {
      await answer('payments/initiatePayment', action)
      await payNow.click()
      await closeAlert(page, sentence)
    }
    await answer('api/WorkshopsList?*', 'abort')
    await page.goto('/events')
    await expect(page.getByText('We could not read how many seats are left. We keep trying.')).toBeVisible()
    await expect(cardOf(page, osce).getByRole('button', { name: 'Add to cart' })).toBeEnabled()
  },
)

test('buying without a mouse', async ({ page, portal }) => {
  await aBuyer(page, portal)
  const { keyboard } = page
  await cardOf(page, infection).getByRole('button', { name: 'Add to cart' }).focus()
  await keyboard.press('Enter')
  await expect(cardOf(page, infection).getByRole('button', { name: 'In your cart' })).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: /Cart/ }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(cartOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'View cart' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  for (const name of ['Close cart', `Remove ${infection}`, 'Check out']) {
    await keyboard.press('Tab')
    await expect(cartOf(page).getByRole('button', { name })).toBeFocused()
  }
  await keyboard.press('Enter')
  await expect(page.getByText('Test payment page')).toBeVisible()
  await page.getByRole('button', { name: 'Pay RS 1,500' }).focus()
  await keyboard.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Your payment was received. Your seats are booked.' })
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile(reg)?$/)
})

test('workshops at the same time are taken, and the cart says what overlaps with what', async ({ page, portal }) => {
  await aBuyer(page, portal)
  const ultrasound = 'Point-of-Care Ultrasound: First Scans'
  const writing = 'Writing the Structured Abstract'
  await addToCart(page, ultrasound)
  await addToCart(page, infection)
  await expect(cartOf(page)).not.toContainText('Overlaps')
  await addToCart(page, writing)
  const line = (topic: string) =>
    cartOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByText(topic, { exact: true }) })
  await expect(line(ultrasound)).toContainText(`Overlaps with ${writing}`)
  await expect(line(writing)).toContainText(`Overlaps with ${ultrasound}`)
  await expect(line(infection)).not.toContainText('Overlaps')
  await expectNoBarrier(page, 'overlaps')
  await page.setViewportSize({ width: 1360, height: 900 })

  await cartOf(page)
    .getByRole('button', { name: `Remove ${ultrasound}` })
    .click()
  await expect(cartOf(page)).not.toContainText('Overlaps')
  // What is ordered counts, too.
  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await expect(page.getByText('Test payment page')).toBeVisible()
  await openSchedule(page)
  await addToCart(page, ultrasound)
  await expect(line(ultrasound)).toContainText(`Overlaps with ${writing}`)
})

test('the footer shows the mark of the gateway in use, which says that it is a demonstration', async ({ page }) => {
  await page.goto('/faq')
  const mark = page.getByRole('contentinfo').getByRole('img', { name: 'a demonstration: no money is taken' })
  await mark.scrollIntoViewIfNeeded()
  await expect
    .poll(() => mark.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
})
