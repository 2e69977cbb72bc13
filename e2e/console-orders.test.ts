/** An organiser looks after orders in the browser, by keyboard alone: finds them, holds one longer, moves a seat, cancels, and takes the list along. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { World } from '#server/kernel/world.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { aWorkshop, buyers, order, pay } from '#server/testing/shop.ts'
import { pick, press, select, tick, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { onPaper } from './paper.ts'
import { inDatabase, inWorld } from './people.ts'
import { bilal, signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its orders.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

type Orders = Awaited<ReturnType<typeof someOrders>>

/** Two people with an order each, one of them paid, and three workshops: two at one price. */
async function someOrders(portal: Portal) {
  const [event] = (await inDatabase(
    portal,
    'select id, workshops_from::timestamptz as day from event where is_current',
  )) as { id: number; day: Date }[]
  const { id: eventId, day } = event as { id: number; day: Date }
  return inWorld(portal, async ({ db, now, endDeskPayments }) => {
    const log = { warn: () => {}, error: () => {}, info: () => {} }
    const world = {
      db,
      now,
      endDeskPayments,
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

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `an order is found, held longer and cancelled; a paid seat is moved, its receipt says so, and the list is taken along as filtered: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      const orders = await someOrders(portal)
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      await page.goto('/console/orders')
      await signInAsStaff(page, zainab)
      await expect(page.getByRole('link', { name: orders.held })).toBeVisible()
      await look(page, 'orders')
      await test.step('several at once: a receipt sent again, seats held', () => severalAtOnce(page, orders))
      await test.step('held longer', () => heldLonger(page, orders))
      await test.step('cancelled, with what it means on the button', () => cancelled(page))
      await test.step('a seat is moved at the same price', () => moved(page, orders))
      await test.step('the order is given to somebody else, who is found by name', () => given(page))
      await test.step('the field at the top finds the receipt from anywhere', () => foundFromAnywhere(page, orders))
      await test.step('the list leaves as filtered, without a formula', () => takenAlong(page, orders))
      await page.close()

      const finance = await browser.newPage({ ...settings, baseURL: portal.url })
      await finance.goto(`/console/finance/receipts?eventId=${orders.eventId}`)
      await signInAsStaff(finance, bilal)
      await expect(finance.getByRole('rowheader', { name: /^R\d+-0*1$/ })).toBeVisible()
      await look(finance, 'receipts')
      await press(finance.getByRole('link', { name: 'Print' }))
      await expect(finance.getByText(/\d+ receipts, 0 of them cancelled/)).toBeVisible()
      await onPaper(finance, 'register')
      await finance.close()
    },
  )

async function severalAtOnce(page: Page, { paid, held }: Orders): Promise<void> {
  const chosen = (orders: string) => page.getByRole('region', { name: `${orders} selected` })
  for (const code of [paid, held]) await tick(page.getByRole('checkbox', { name: `Select ${code}` }))
  await look(page, 'orders selected')
  await press(chosen('2 orders').getByRole('button', { name: 'Send the receipt again' }))
  await press(page.getByRole('button', { name: 'Send 1 receipt' }))
  await expect(chosen('2 orders')).toBeHidden()
  await expect.poll(() => own.portal.mail()).toContain('a copy of your receipt')

  await tick(page.getByRole('checkbox', { name: `Select ${held}` }))
  await press(chosen('1 order').getByRole('button', { name: 'Hold for longer' }))
  await look(page, 'several held longer')
  await type(page.getByLabel('Why'), 'The line was down.')
  await press(page.getByRole('button', { name: 'Hold the seats of 1 order' }))
  await expect(chosen('1 order')).toBeHidden()
}

async function heldLonger(page: Page, { paid, held }: Orders): Promise<void> {
  await page.keyboard.press('f')
  await page.keyboard.type('hira')
  await expect(page.getByRole('link', { name: paid })).toBeHidden()
  await press(page.getByRole('link', { name: held }))
  await expect(page.getByRole('heading', { level: 1, name: held })).toBeVisible()
  await look(page, 'an order that is held')
  await press(page.getByRole('button', { name: 'Hold for longer' }))
  await select(page.getByLabel('For how long, from now'), '3 days')
  await press(page.getByRole('button', { name: 'Hold 2 seats', exact: true }))
  await expect(page.getByText('Please say why, in a few words.')).toBeVisible()
  await expect(page.getByLabel('Why')).toBeFocused()
  await page.keyboard.type('The bank is closed until Monday.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your seats are held for you')).toHaveCount(2)
}

async function cancelled(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Cancel this order' }))
  await type(page.getByLabel('Why'), 'They asked for it by phone.')
  await press(page.getByRole('button', { name: 'Cancel it and free 2 seats' }))
  await expect(page.getByText('This order was cancelled.')).toBeVisible()
  await expect(page.getByText('Given up')).toHaveCount(2)
}

async function moved(page: Page, { paid }: Orders): Promise<void> {
  await press(page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Orders' }))
  await type(page.getByRole('searchbox', { name: 'Payment code, receipt, name or email' }), paid)
  await press(page.getByRole('link', { name: paid }))
  await press(page.getByRole('button', { name: 'Move the seat in Airway in the Field' }))
  await look(page, 'a seat to be moved')
  await select(page.getByLabel('To, at RS 5,000'), await optionFor(page, 'Burns'))
  await type(page.getByRole('dialog').getByLabel('Why'), 'The field is flooded.')
  await press(page.getByRole('button', { name: 'Move 1 seat and write to Mehak Soomro' }))
  await expect(page.getByText(/moved a seat: Airway in the Field → Burns: The First Hour/)).toBeVisible()
  await look(page, 'an order that is paid')
  await press(page.getByRole('link', { name: 'Receipt' }))
  await expect(page.getByText(/Moved from “Airway in the Field” to “Burns: The First Hour”/)).toBeVisible()
  await look(page, 'a receipt')
  await expect(page.getByText('Rupees five thousand only')).toBeVisible()
  await onPaper(page, 'receipt', { pages: 1, isIssued: true })
}

async function given(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Back to the order' }))
  await press(page.getByRole('button', { name: 'Give to another person' }))
  await type(page.getByLabel('To whom'), 'hyperlink')
  await look(page, 'to whom an order is given')
  await press(page.getByRole('button', { name: /Hira/ }))
  await press(page.getByRole('button', { name: 'Give 1 seat and write to both' }))
  await expect(page.getByRole('dialog').getByLabel('Why')).toBeFocused()
  await page.keyboard.type('She is ill and sends her colleague.')
  await look(page, 'an order to be given')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/gave it: Mehak Soomro → .*Hira/)).toBeVisible()
  await press(page.getByRole('link', { name: 'Receipt' }))
  await expect(page.getByText(/^Given to .*Hira on /)).toBeVisible()
  await expect(page.getByText('Mehak Soomro', { exact: true })).toBeVisible()
}

async function foundFromAnywhere(page: Page, { paid, eventId }: Orders): Promise<void> {
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Search people, orders, screens' })
  // A key that comes before the screen listens is nobody's.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('xx')
  await expect(page.getByText('Type at least three letters or digits.')).toBeVisible()
  await page.keyboard.type('xyz')
  await expect(page.getByText('Nothing at this event fits “xxxyz”.')).toBeVisible()
  await type(field, `R${eventId}-000001`)
  await expect(page.getByRole('link', { name: /^R\d+-000001/ })).toBeVisible()
  await look(page, 'found from anywhere')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('a:focus')).toHaveAttribute('href', new RegExp(`/console/orders/${paid}`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: paid })).toBeVisible()
}

async function takenAlong(page: Page, { held }: Orders): Promise<void> {
  await page.goto('/console/orders?state=cancelled&search=hira')
  await press(page.getByRole('button', { name: 'Export 1' }))
  await pick(page.getByRole('menuitem', { name: /CSV/ }))
  const link = page.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible({ timeout: 30_000 })
  const arrived = page.waitForEvent('download')
  await press(link)
  const file = await (await arrived).path()
  const text = readFileSync(file, 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(held)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"") Hira"`)
  expect(text).toContain('Made (Asia/Karachi)')
  // To start it takes seconds. In the usual run a call shows the same of a file of Excel.
  if (process.env.TEST_LONG && hasProgram('soffice', '--version')) expectNoFormula(text, held)
}

const optionFor = async (page: Page, topic: string): Promise<string> =>
  (await page.getByRole('option', { name: new RegExp(`^${topic}`) }).textContent()) ?? ''

/** LibreOffice reads every row of it and finds nothing to calculate; what it would calculate it finds. */
function expectNoFormula(text: string, held: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'soffice-'))
  const opened = (name: string) => readFileSync(join(folder, `${name}.fods`), 'utf8')
  try {
    writeFileSync(join(folder, 'orders.csv'), text)
    writeFileSync(join(folder, 'planted.csv'), text.replaceAll(`"'=`, `"=`))
    const files = ['orders.csv', 'planted.csv'].map((name) => join(folder, name))
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, ...files], {
      stdio: 'ignore',
    })
    expect(opened('orders')).toContain(held)
    expect(opened('orders')).not.toContain('table:formula')
    expect(opened('planted')).toContain('table:formula')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
