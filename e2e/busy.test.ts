/** The database changes places under people's hands: calls are answered with 503 for a moment. */
import type { Page } from '@playwright/test'
import { anApplicant } from './people.ts'
import { addToCart, cardOf, cartOf, infection, openSchedule } from './shop.ts'
import { closeAlert, expect, login, test, testLong, visit } from './testing.ts'

const busy = 'The service is busy for a moment. Please try again shortly.'

/** Stands before the server: answers so many calls of this name with 503, and passes on the others. Tells how many were sent. */
async function busyFor(page: Page, name: string, many: number): Promise<() => number> {
  let sent = 0
  await page.route(
    ({ pathname }) => pathname.endsWith(`/${name}`),
    (route) => {
      sent += 1
      if (sent > many) return route.continue()
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { Table: [{ Status: busy }] } })
    },
  )
  return () => sent
}

// web/platform/busy.test.ts shows it call by call.
testLong(
  'of a server that is busy for a moment people see one sentence at most: what they typed stays, and what is safe is asked again by itself (needs npm run test:long)',
  async ({ page, portal, complaints }) => {
    complaints.expect(/503/)
    const person = await anApplicant(portal, 'Sana Memon')
    await visit(page, '/login')
    const signIns = await busyFor(page, 'Login', 1)
    await login(page, person)
    await expect(page.getByText(busy)).toBeVisible()
    expect(signIns()).toBe(1)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    await login(page, person)
    await expect(page).toHaveURL(/\/profile(reg)?$/)

    // The list of seats comes by itself, a moment later.
    const lists = await busyFor(page, 'WorkshopsList', 1)
    await openSchedule(page)
    await expect(cardOf(page, infection)).toContainText(/\d+ of 20 seats left/)
    expect(lists()).toBe(2)

    // An order is the person's own to repeat; its cart is still there.
    await addToCart(page, infection)
    const orders = await busyFor(page, 'CheckOut', 1)
    const payments = await busyFor(page, 'initiatePayment', 1)
    await cartOf(page).getByRole('button', { name: 'Check out' }).click()
    await closeAlert(page, busy)
    expect(orders()).toBe(1)
    await expect(cartOf(page)).toContainText(infection)
    await cartOf(page).getByRole('button', { name: 'Check out' }).click()
    await expect(page.getByText('Test payment page')).toBeVisible()
    expect([orders(), payments()]).toEqual([2, 2])
  },
)

test('somebody who signs in at a full server sees how long they wait, does nothing, and is signed in', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/503/)
  const person = await anApplicant(portal, 'Rabia Junejo')
  await visit(page, '/login')
  const turns: (string | undefined)[] = []
  await page.route(
    ({ pathname }) => pathname.endsWith('/Login'),
    (route) => {
      turns.push(route.request().headers()['x-turn'])
      if (turns.length > 1) return route.continue()
      const headers = { 'retry-after': '4', 'x-wait': '3500', 'x-turn': 'mine' }
      return route.fulfill({ status: 503, headers, json: { Table: [{ Status: busy }] } })
    },
  )
  await login(page, person)
  await expect(
    page.getByText(/^Many people are here at the moment\. Your place is kept; continuing in \d seconds?\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page).toHaveURL(/\/profile(reg)?$/)
  await expect(page.getByText('Your place is kept')).toBeHidden()
  expect(turns).toEqual([undefined, 'mine'])
})
