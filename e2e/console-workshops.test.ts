/** An organiser adds a workshop in the browser, lowers its seats, changes its price while somebody holds a seat, and cancels it. */
import type { Page } from '@playwright/test'
import { press, type } from './keys.ts'
import { look, wide } from './looks.ts'
import { onPaper } from './paper.ts'
import { inDatabase } from './people.ts'
import { addToCart, atTheBank, cardOf, cartOf, aBuyer, openSchedule } from './shop.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { closeAlert, expect, openPortal, type Portal, test } from './testing.ts'

const topic = 'Suturing Under the Microscope'

// A portal of its own: everybody else's keeps its schedule.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

async function toConsole(page: Page, address: string): Promise<void> {
  await page.setViewportSize(wide)
  await page.goto(address)
  await signInAsStaff(page, zainab)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in to the console')
}

async function typeOver(page: Page, name: string, text: string): Promise<void> {
  await type(page.getByRole('textbox', { name }), text)
}

test('a workshop is added, its seats are not lowered below who has one, an order keeps its price, and it is cancelled', async ({
  browser,
}) => {
  const { portal } = own
  const page = await browser.newPage({ baseURL: portal.url })
  await toConsole(page, '/console/workshops')
  await expect(page.getByRole('heading', { level: 1, name: 'Workshops' })).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(1)
  await look(page, 'workshops')

  await test.step('added, by keyboard alone', async () => {
    await page.locator('#main').focus()
    await press(page.getByRole('link', { name: 'Add a workshop' }))
    await typeOver(page, 'Topic', topic)
    await page.getByLabel('Day').fill(await firstDay(portal))
    await typeOver(page, 'Room or venue', 'Skills Laboratory')
    await typeOver(page, 'Facilitators', 'Dr Hina Talpur')
    await typeOver(page, 'Seats', 'many')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Please write a whole number from 0 to 100,000.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Seats' })).toBeFocused()
    await look(page, 'a new workshop')
    await page.getByRole('textbox', { name: 'Seats' }).fill('16')
    await page.getByLabel('Price in rupees').fill('5000')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('heading', { level: 1, name: topic })).toBeVisible()
    await expect(page.getByText('Selling', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No participants yet' })).toBeVisible()
  })

  const context = await browser.newContext({ baseURL: portal.url })
  const buyers = await context.newPage()
  await aBuyer(buyers, portal)
  await addToCart(buyers, topic)
  await cartOf(buyers).getByRole('button', { name: 'Check out' }).click()
  await expect(buyers.getByText('Test payment page')).toBeVisible()

  await test.step('fewer seats than are taken are refused with the numbers', async () => {
    await page.reload()
    await expect(page.getByRole('cell', { name: 'Held' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Seats' }).fill('0')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(
      page.getByText('1 seat is taken: 0 paid, 1 held. The lowest you can set is 1.', { exact: true }),
    ).toBeVisible()
    await look(page, 'seats that are taken')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('the open order keeps its price, and the page says so', async () => {
    await expect(page.getByText('1 order not paid yet keeps the price it was made at.')).toBeVisible()
    await page.getByLabel('Price in rupees').fill('5500')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('The new price is saved.')).toBeVisible()
    await expect(page.getByText(/^.*1 order keeps the price that it was made at/)).toBeVisible()
    await atTheBank(buyers, 'Approve')
    await closeAlert(buyers, 'Your payment was received. Your seats are booked.')
    const paid = await inDatabase(
      portal,
      'select total, state from orders where total in (500000, 550000) order by id desc limit 1',
    )
    expect(paid).toEqual([expect.objectContaining({ state: 'paid', total: '500000' })])
  })

  await test.step('sales stop and begin again', async () => {
    await page.reload()
    await expect(page.getByRole('cell', { name: 'Paid' })).toBeVisible()
    await look(page, 'a workshop')
    await page.locator('#main').focus()
    await press(page.getByRole('button', { name: 'Stop sales' }))
    await expect(page.getByText('Sales stopped', { exact: true })).toBeVisible()
    await openSchedule(buyers)
    await page.getByRole('button', { name: 'Start sales again' }).click()
    await expect(page.getByText('Selling', { exact: true })).toBeVisible()
  })

  await test.step('the sheet to sign has who paid', async () => {
    await page.getByRole('link', { name: 'Sign-in sheet' }).click()
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
    await expect(page.getByRole('rowheader', { name: 'Bilal Rajput' })).toBeVisible()
    await look(page, 'sign-in sheet')
    await onPaper(page, 'sheet', { pages: 1 })
    await page.getByRole('link', { name: 'Back to the workshop' }).click()
    await expect(page.getByRole('rowheader', { name: /Bilal Rajput/ })).toBeVisible()
    await onPaper(page, 'roster', { pages: 1 })
  })

  await test.step('cancelled, with what it means on the button', async () => {
    await page.locator('#main').focus()
    await press(page.getByRole('button', { name: 'Cancel this workshop' }))
    await press(page.getByRole('button', { name: 'Cancel the workshop and email 1 person' }))
    await expect(page.getByText('This workshop is cancelled.')).toBeVisible()
    await expect(page.getByText(/1 person has paid/)).toBeVisible()
    await look(page, 'a cancelled workshop')
    await openSchedule(buyers)
    await expect(cardOf(buyers, topic).locator('.status-chip', { hasText: 'Cancelled' })).toBeVisible()
  })
  await context.close()
  await page.close()
})

/** A day on which workshops are held. */
async function firstDay(portal: Portal): Promise<string> {
  const [row] = await inDatabase(
    portal,
    `select to_char(workshops_from, 'YYYY-MM-DD') as day from event where is_current`,
  )
  return (row as { day: string }).day
}
