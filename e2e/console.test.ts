/** Finance at work: a payment that no rule can place is found, looked at, resolved and taken along as a file. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { look } from './looks.ts'
import { inDatabase } from './people.ts'
import { aBuyer, atTheBank, checkOut, openSchedule } from './shop.ts'
import { bilal, signInAsStaff, stepUp } from './staff.ts'
import { closeAlert, expect, type Portal, test, testLong } from './testing.ts'

const exceptions = '/console/finance/exceptions'
const topic = 'Breaking Bad News in Urdu and Sindhi'

/** Somebody pays, and the bank takes another amount. Gives who it was. */
async function aWrongAmount(browser: Browser, portal: Portal) {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  const buyer = await aBuyer(page, portal)
  await openSchedule(page)
  await checkOut(page, topic)
  await atTheBank(page, 'Approve the wrong amount')
  await closeAlert(
    page,
    'We received your payment, but could not book the seats. The accounts office will write to you.',
  )
  await context.close()
  return buyer
}

async function signInToConsole(page: Page, address: string = exceptions): Promise<void> {
  await page.goto(address)
  await signInAsStaff(page, bilal)
  await expect(page.getByRole('heading', { level: 1, name: 'Payments that need a person' })).toBeVisible()
}

/** Opens the newest of this person. */
async function open(page: Page, { email }: { email: string }): Promise<void> {
  await page.getByRole('searchbox').fill(email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Ways out' })).toBeVisible()
}

test.beforeEach(({ complaints }) => {
  // Whoever is not signed in is told so by the server, and the browser says it once more.
  complaints.expect(/status of 401/)
  complaints.expect(/status of 409/)
  // Before a payment is resolved they confirm that it is they.
  complaints.expect(/status of 403/)
})

test('a payment that no rule can place is found and closed with a note, by keyboard alone', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = await aWrongAmount(browser, portal)
  await page.goto(exceptions)
  await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  await look(page, 'sign-in of the console')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(bilal.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(bilal.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments that need a person' })).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(1)
  await look(page, 'payments that need a person')
  await page.keyboard.press('f')
  await page.keyboard.type(buyer.email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ways out' })).toBeVisible()
  await look(page, 'a payment that needs a person')
  await page.getByRole('radio', { name: 'Settled another way: close it' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('What was done, and why').focus()
  await page.keyboard.type('Called the bank: the rest comes by draft.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Please confirm that it is you' })).toBeVisible()
  await page.keyboard.type(bilal.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Resolved' })).toBeVisible()
  await expect(page.getByText('Called the bank: the rest comes by draft.', { exact: true })).toBeVisible()

  const acts = await inDatabase(
    portal,
    `select operation, outcome, role::text, (select count(*)::int from act_change where act_id = act.id) > 0 as has_changes
     from act where operation = 'ExceptionResolve'`,
  )
  expect(acts).toContainEqual(
    expect.objectContaining({ operation: 'ExceptionResolve', role: 'finance', has_changes: true }),
  )
})

// ExceptionScreen.test.tsx shows what the second sees, resolve-race.test.ts that one wins.
testLong(
  'of two who resolve the same payment one wins, and the other is told with both notes (needs npm run test:long)',
  async ({ page, browser, portal }) => {
    const buyer = await aWrongAmount(browser, portal)
    const other = await browser.newContext({ baseURL: portal.url })
    const second = await other.newPage()
    for (const each of [page, second]) {
      await signInToConsole(each)
      await open(each, buyer)
      await each.getByRole('radio', { name: 'Settled another way: close it' }).check()
    }
    await page.getByLabel('What was done, and why').fill('Given back by draft 12.')
    await page.getByRole('button', { name: 'Close with this note' }).click()
    await stepUp(page, bilal.password)
    await expect(page.getByRole('heading', { name: 'Resolved' })).toBeVisible()

    await second.getByLabel('What was done, and why').fill('Waiting for the bank.')
    await second.getByRole('button', { name: 'Close with this note' }).click()
    await stepUp(second, bilal.password)
    await expect(second.getByText('Somebody else changed this meanwhile.')).toBeVisible()
    await expect(second.getByText('Waiting for the bank.')).toBeVisible()
    await expect(second.getByText('Given back by draft 12.')).toBeVisible()
    await second.getByRole('button', { name: 'Leave it as stored' }).click()
    await expect(second.getByRole('heading', { name: 'Resolved' })).toBeVisible()
    await other.close()
  },
)

test('whoever goes on to a row at once is not brought back by what they typed', async ({ page, browser, portal }) => {
  const buyer = await aWrongAmount(browser, portal)
  await signInToConsole(page)
  await page.getByRole('searchbox').fill(buyer.email)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Ways out' })).toBeVisible()
  // Longer than the pause after which a search is sent.
  await page.waitForTimeout(1500)
  await expect(page.getByRole('heading', { name: 'Ways out' })).toBeVisible()
})

// ExceptionsScreen.test.tsx shows what is asked for, server/exports what comes.
testLong(
  'what the list shows is taken along as a file (needs npm run test:long)',
  async ({ page, browser, portal }) => {
    const buyer = await aWrongAmount(browser, portal)
    await signInToConsole(page)
    await page.getByRole('searchbox').fill(buyer.email)
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: /^Export 1/ }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const link = page.getByRole('link', { name: 'Download' })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain(buyer.email)
  },
)
