import type { Page } from '@playwright/test'
import { expectNoBarrier, findings } from './looks.ts'
import { addToCart, cardOf, cartOf, echo, infection, openSchedule, osce } from './shop.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, demoPerson, expect, hydrated, test } from './testing.ts'

const laparoscopy = 'Basic Laparoscopic Skills'
const abstracts = 'Writing the Structured Abstract'

type Row = { Topic: string; PaidStatus: string; PaymentCode: string; SeatsLeft: number }

const inAnHalfHour = () => new Date(Date.now() + 30 * 60_000).toISOString()

/** The real list, with one workshop in each of the states. */
async function everyState(page: Page): Promise<void> {
  await page.route('**/api/WorkshopsList?*', async (route) => {
    const response = await route.fetch()
    const { Table } = (await response.json()) as { Table: Row[] }
    for (const row of Table) {
      if (row.Topic === laparoscopy) row.SeatsLeft = 0
      if (row.Topic === abstracts) Object.assign(row, { PaidStatus: 'PAID', PaymentCode: 'PAID01' })
      if (row.Topic === osce) Object.assign(row, { PaidStatus: 'added', PaymentCode: 'WAIT01' })
    }
    await route.fulfill({ response, json: { Table } })
  })
  await page.route('**/api/MyOrders', (route) =>
    route.fulfill({
      json: {
        Now: new Date().toISOString(),
        Table: [
          {
            PaymentCode: 'WAIT01',
            PaidStatus: 'added',
            Total: 2500,
            Workshops: [],
            HoldUntil: inAnHalfHour(),
            IsConfirming: false,
          },
        ],
      },
    }),
  )
}

test('schedule, cart, receipt and the way back from the bank look right at every width, in light and dark', async ({
  page,
  portal,
}) => {
  await everyState(page)
  await signIn(page, portal, demoPerson)
  await openSchedule(page)
  await expectNoBarrier(page, 'empty-cart')
  await addToCart(page, echo)
  await addToCart(page, infection)
  await expect(cardOf(page, osce)).toContainText(/Held for (30:00|29:\d\d)/)
  await expectNoBarrier(page, 'cart')

  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  await cartOf(page).getByRole('button', { name: 'Close cart' }).click()

  await page.setViewportSize({ width: 1360, height: 900 })
  await page.route('**/api/Receipt?*', (route) =>
    route.fulfill({
      json: {
        Table: [
          {
            ReceiptNumber: 'R1-000042',
            IssuedAt: '2026-08-05T06:00:00.000Z',
            PaymentCode: 'PAID01',
            Event: 'Annual Medical Conference',
            Name: 'Mehak Soomro',
            UserID: demoPerson.email,
            Workshops: [
              {
                WorkshopID: 1,
                Topic: abstracts,
                theDate: '2026-10-22T05:00:00.000Z',
                Price: 1000,
                Venue: 'Seminar Room A',
                duration: 120,
              },
            ],
            Total: 1000,
            Currency: 'PKR',
            TransactionID: '123456789012',
            IsCancelled: false,
          },
        ],
      },
    }),
  )
  await cardOf(page, abstracts).getByRole('button', { name: 'Receipt' }).click()
  await expect(page.getByText('R1-000042')).toBeVisible()
  await expectNoBarrier(page, 'receipt')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.route('**/payments/OpenAttempt', () => {})
  await page.goto('/payment-processing')
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Processing payment...' })).toBeVisible()
  await expectNoBarrier(page, 'processing')
  await page.unroute('**/payments/OpenAttempt')
  await page.goto('/payment-processing')
  await closeAlert(page, 'Transaction ID not found.')
  await expect(page).toHaveURL(/\/profile(reg)?$/)
})

test('the style guide shows orders and profiles in their states, and looks right', async ({ page }) => {
  await page.goto('/styleguide')
  await hydrated(page)
  for (const name of ['Workshop cards', 'Orders', 'Cart', 'Receipt', 'Photo'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(9)
  await expect(page.getByRole('button', { name: 'Pay Now' })).not.toHaveCount(0)
  await expectNoBarrier(page, 'styleguide')
})
