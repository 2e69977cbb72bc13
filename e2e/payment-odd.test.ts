import type { Page } from '@playwright/test'
import type { World } from '#server/kernel/world.ts'
import { reconcileSoon } from '#server/payments/card/reconcile.ts'
import { inDatabase, inWorld } from './people.ts'
import { aBuyer, addToCart, atTheBank, cardOf, cartOf, checkOut, echo, infection, openSchedule, osce } from './shop.ts'
import { closeAlert, expect, login, test, testLong, visit } from './testing.ts'

const booked = 'Your payment was received. Your seats are booked.'
const profile = /\/profile(reg)?$/

async function buy(page: Page, topic: string, button: string): Promise<void> {
  await openSchedule(page)
  await checkOut(page, topic)
  await atTheBank(page, button)
}

test('whatever the bank does, the person is told the truth', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await buy(page, infection, 'Approve, and send the result twice')
  await closeAlert(page, booked)

  await buy(page, osce, 'Approve, and return a minute later')
  await page.getByRole('link', { name: 'Return now' }).click()
  await closeAlert(page, booked)

  await buy(page, echo, 'Leave pending (210), approve in 3 minutes')
  await closeAlert(
    page,
    'Your payment is being confirmed. We will write to you as soon as it is; please do not pay again.',
  )
  await openSchedule(page)
  await expect(cardOf(page, echo)).toContainText(
    /Your payment is being confirmed\..* We have been asking the bank since \d\d:\d\d on .* and ask again at/,
  )
  // Nobody who is asked not to pay again is beckoned to.
  await expect(cardOf(page, echo).getByRole('button', { name: 'Pay Now' })).not.toHaveClass(/button-accent/)

  await buy(page, 'Breaking Bad News in Urdu and Sindhi', 'Approve the wrong amount')
  await closeAlert(
    page,
    'We received your payment, but could not book the seats. The accounts office will write to you.',
  )
})

test('a payment of somebody who never returns is found by the server, and shown in any browser', async ({
  page,
  portal,
  browser,
}) => {
  const person = await aBuyer(page, portal)
  await buy(page, infection, 'Approve, and never return')
  await expect(page.getByRole('heading', { name: 'Approved' })).toBeVisible()
  await page.close()
  const states = () =>
    inDatabase(
      portal,
      `select state from orders join applicant on applicant.id = applicant_id
       join account on account.id = account_id where email = $1`,
      [person.email],
    )
  // In a minute or two it asks by itself, for which the usual run does not wait.
  if (!process.env.TEST_LONG) await inWorld(portal, (world) => reconcileSoon(world as World))
  await expect.poll(states, { timeout: 130_000, intervals: [1000] }).toEqual([{ state: 'paid' }])

  const elsewhere = await browser.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { 'x-forwarded-for': '10.88.0.1' },
  })
  const other = await elsewhere.newPage()
  await visit(other, '/payment-processing')
  await login(other, person)
  await closeAlert(other, 'Transaction ID not found.')
  await expect(other).toHaveURL(profile)
  await openSchedule(other, portal.url)
  await expect(cardOf(other, infection)).toContainText('Purchased')
  await elsewhere.close()
})

// server/payments/card/ask-bank.test.ts shows the rule.
testLong(
  'whoever opens the page of the bank and comes back without paying is told so, and pays (needs npm run test:long)',
  async ({ page, portal }) => {
    await aBuyer(page, portal)
    await checkOut(page, infection)
    const bank = page.url()
    await page.goBack()
    const notPaid = 'The bank says that nothing has been paid yet. Your seats are held; you can pay now.'
    await expect(cardOf(page, infection)).toContainText(notPaid)
    await page.goto('/payment-processing')
    await closeAlert(page, notPaid)

    await openSchedule(page)
    await cardOf(page, infection).getByRole('button', { name: 'Pay Now' }).click()
    await expect(page.getByText('Test payment page')).toBeVisible()
    expect(page.url()).toBe(bank)
    // Paid in another tab, and never returned: a look at the order is enough.
    const otherTab = await page.context().newPage()
    await otherTab.goto(bank)
    await atTheBank(otherTab, 'Approve, and never return')
    await expect(otherTab.getByRole('heading', { name: 'Approved' })).toBeVisible()
    await openSchedule(page)
    await expect(cardOf(page, infection)).toContainText('Purchased', { timeout: 60_000 })
  },
)

// booking/hardest.test.ts (cases 3 and 4) and payments/routes.test.ts (fifty clicks) show that there is one order and one payment.
testLong(
  'two tabs have one cart, one order and one payment (needs npm run test:long)',
  async ({ page, portal, context }) => {
    await aBuyer(page, portal)
    const second = await context.newPage()
    await openSchedule(second, portal.url)
    await addToCart(page, infection)
    await expect(cartOf(second).getByRole('listitem')).toHaveCount(1)
    await cartOf(page).getByRole('button', { name: 'Check out' }).click()
    await expect(page.getByText('Test payment page')).toBeVisible()
    await expect(cartOf(second).getByRole('listitem')).toHaveCount(0)

    await openSchedule(second)
    await cardOf(second, infection).getByRole('button', { name: 'Pay Now' }).click()
    await expect(second.getByText('Test payment page')).toBeVisible()
    expect(second.url()).toBe(page.url())
    await atTheBank(second, 'Pay RS 1,500')
    await closeAlert(second, booked)
    // The first tab comes back, too: it is the same payment.
    await atTheBank(page, 'Pay RS 1,500')
    await closeAlert(page, booked)
    await openSchedule(page)
    await expect(cardOf(page, infection)).toContainText('Purchased')
  },
)

test('the last step breaks: the person is told, and the payment is not lost', async ({ page, portal, complaints }) => {
  complaints.expect(/Failed to load resource/)
  await aBuyer(page, portal)
  await page.route('**/payments/finalizePayment', (route) => route.abort())
  await buy(page, infection, 'Approve')
  await closeAlert(page, 'An error occurred while finalizing payment.')
  await expect(page).toHaveURL(profile)
  await page.unrouteAll()
  // The second time nothing is stored, and no payment is open.
  for (const told of [booked, 'Transaction ID not found.']) {
    await page.goto('/payment-processing')
    await closeAlert(page, told)
    await expect(page).toHaveURL(profile)
  }
})

test('the hold ends while the person looks: they are told, and the seat is free again', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await buy(page, infection, 'Cancel and return to Colloquium')
  await closeAlert(page, 'The payment was cancelled. Your seats are still held.')
  await inDatabase(portal, `update orders set hold_until = now() + interval '12 seconds' where state = 'pending'`)
  await openSchedule(page)
  await expect(cardOf(page, infection)).toContainText(/Held for 0:\d\d/)
  const ended = page.getByRole('alertdialog', { name: 'Your seats are no longer held. Please check out again.' })
  await expect(ended).toBeVisible({ timeout: 60_000 })
  await ended.getByRole('button', { name: 'OK' }).click()
  await expect(cardOf(page, infection).getByRole('button', { name: 'Add to cart' })).toBeVisible()
})
