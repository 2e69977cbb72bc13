/** An organiser looks after orders in the browser: finds them, holds one longer, moves a seat, cancels, and takes the list along. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { aWorkshop, buyers, order, pay } from '#server/testing/shop.ts'
import type { World } from '#server/world.ts'
import { look, wide } from './looks.ts'
import { onPaper } from './paper.ts'
import { inDatabase, inWorld } from './people.ts'
import { bilal, signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its orders.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

/** Two people with an order each, one of them paid, and three workshops: two at one price. */
async function someOrders(portal: Portal) {
  const [event] = (await inDatabase(
    portal,
    'select id, workshops_from::timestamptz as day from event where is_current',
  )) as { id: number; day: Date }[]
  const { id: eventId, day } = event as { id: number; day: Date }
  return inWorld(portal, async ({ db, now }) => {
    const log = { warn: () => {}, error: () => {}, info: () => {} }
    const world = {
      db,
      now,
      log,
      holdMinutes: 40,
      publicUrl: portal.url,
      gateway: openSandbox({ db, now }),
    } as unknown as World
    const startsAt = new Date(day.getTime() + 9 * 3_600_000)
    const [airway, burns] = [
      await aWorkshop(world, eventId, { topic: 'Airway in the Field', startsAt }),
      await aWorkshop(world, eventId, { topic: 'Burns: The First Hour', startsAt }),
    ]
    const [mehak, hira] = (await buyers(world, eventId, 2)) as [Buyer, Buyer]
    await named(world, mehak, 'Mehak Soomro')
    await named(world, hira, '=HYPERLINK("http://evil.example") Hira')
    const paid = await order(world, mehak, [airway])
    await pay(world, mehak, { code: paid })
    return { paid, held: await order(world, hira, [airway, burns]), eventId }
  })
}
type Buyer = Awaited<ReturnType<typeof buyers>>[number]
const named = ({ db }: World, { accountId }: Buyer, fullName: string) =>
  db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()

async function toConsole(page: Page, address: string, who: typeof zainab): Promise<void> {
  await page.setViewportSize(wide)
  await page.goto(address)
  await signInAsStaff(page, who)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in to the console')
}

test('an order is found, held longer and cancelled; a paid seat is moved, its receipt says so, and the list is taken along as filtered', async ({
  browser,
}) => {
  const { portal } = own
  const { paid, held, eventId } = await someOrders(portal)
  const page = await browser.newPage({ baseURL: portal.url })
  await toConsole(page, '/console/orders', zainab)
  await expect(page.getByRole('link', { name: held })).toBeVisible()
  await look(page, 'orders')

  await test.step('held longer, by keyboard alone', async () => {
    await page.keyboard.press('f')
    await page.keyboard.type('hira')
    await expect(page.getByRole('link', { name: paid })).toBeHidden()
    await page.keyboard.press('Tab')
    await page.locator('#main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: held })).toBeVisible()
    await look(page, 'an order that is held')
    await page.getByRole('button', { name: 'Hold for longer' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('For how long, from now').selectOption('3 days')
    await page.getByRole('button', { name: 'Hold 2 seats' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please say why, in a few words.')).toBeVisible()
    await expect(page.getByLabel('Why')).toBeFocused()
    await page.keyboard.type('The bank is closed until Monday.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your seats are held for you')).toBeVisible()
  })

  await test.step('cancelled, with what it means on the button', async () => {
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByLabel('Why').fill('They asked for it by phone.')
    await page.getByRole('button', { name: 'Cancel it and free 2 seats' }).click()
    await expect(page.getByText('This order was cancelled.')).toBeVisible()
    await expect(page.getByText('Given up')).toHaveCount(2)
  })

  await test.step('a seat is moved at the same price', async () => {
    await page.goto(`/console/orders/${paid}`)
    await page.getByRole('button', { name: 'Move the seat in Airway in the Field' }).click()
    await look(page, 'a seat to be moved')
    await page.getByLabel('To, at RS 5,000').selectOption({ label: (await optionFor(page, 'Burns')) ?? '' })
    await page.getByLabel('Why').fill('The field is flooded.')
    await page.getByRole('button', { name: 'Move 1 seat and write to Mehak Soomro' }).click()
    await expect(page.getByText(/moved a seat: Airway in the Field → Burns: The First Hour/)).toBeVisible()
    await look(page, 'an order that is paid')
    await page.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByText(/Moved from “Airway in the Field” to “Burns: The First Hour”/)).toBeVisible()
    await look(page, 'a receipt')
    await onPaper(page, 'receipt', { pages: 1 })
  })

  await test.step('the order is given to somebody else, who is found by name', async () => {
    await page.getByRole('link', { name: 'Back to the order' }).click()
    await page.getByRole('button', { name: 'Give to another person' }).click()
    await page.getByLabel('To whom').fill('hyperlink')
    await look(page, 'to whom an order is given')
    await page.getByRole('button', { name: /Hira/ }).click()
    await page.getByRole('button', { name: 'Give 1 seat and write to both' }).click()
    await expect(page.getByLabel('Why')).toBeFocused()
    await page.keyboard.type('She is ill and sends her colleague.')
    await look(page, 'an order to be given')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/gave it: Mehak Soomro → .*Hira/)).toBeVisible()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByText(/^Given to .*Hira on /)).toBeVisible()
    await expect(page.getByText('Mehak Soomro', { exact: true })).toBeVisible()
  })

  await test.step('the field at the top finds the receipt from anywhere, by keyboard alone', async () => {
    await page.goto('/console')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('#main').focus()
    await page.keyboard.press('/')
    const field = page.getByRole('textbox', { name: 'Search people, orders, receipts' })
    await expect(field).toBeFocused()
    await page.keyboard.type('xx')
    await expect(page.getByText('Type at least three letters or digits.')).toBeVisible()
    await page.keyboard.type('xyz')
    await expect(page.getByText('Nothing at this event fits “xxxyz”.')).toBeVisible()
    await field.fill(`R${eventId}-000001`)
    await expect(page.getByRole('link', { name: /^R\d+-000001/ })).toBeVisible()
    await look(page, 'found from anywhere')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: new RegExp(`^${paid}`) })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: paid })).toBeVisible()
  })

  await test.step('the list leaves as filtered, without a formula', async () => {
    await page.goto('/console/orders?state=cancelled&search=hira')
    await page.getByRole('button', { name: 'Export 1' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const link = page.getByRole('link', { name: 'Download' })
    await expect(link).toBeVisible({ timeout: 30_000 })
    const arrived = page.waitForEvent('download')
    await link.click()
    const text = readFileSync(await (await arrived).path(), 'utf8')
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain(held)
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"") Hira"`)
    expect(text).toContain('Made (Asia/Karachi)')
  })
  await page.close()

  const finance = await browser.newPage({ baseURL: portal.url })
  await toConsole(finance, `/console/finance/receipts?eventId=${eventId}`, bilal)
  await expect(finance.getByRole('rowheader', { name: /^R\d+-0*1$/ })).toBeVisible()
  await look(finance, 'receipts')
  await finance.getByRole('link', { name: 'Print' }).click()
  await expect(finance.getByText(/\d+ receipts, 0 of them cancelled/)).toBeVisible()
  await onPaper(finance, 'register')
  await finance.close()
})

const optionFor = (page: Page, topic: string): Promise<string | null> =>
  page.getByRole('option', { name: new RegExp(`^${topic}`) }).textContent()
