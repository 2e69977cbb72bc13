/** The card "Account": five journeys without a mouse, each with its looks. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './looks.ts'
import { anApplicant, inDatabase, openSessionFor, type Person } from './people.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, expect, hydrated, login, type Portal, someEmail, test } from './testing.ts'

const isLong = Boolean(process.env.TEST_LONG)
const sights = [360, 820, 1360]
  .flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))
  .filter(
    ({ width, colorScheme }) =>
      isLong || `${width} ${colorScheme}` === '360 light' || `${width} ${colorScheme}` === '1360 dark',
  )

/** No finding of axe, nothing that scrolls sideways; at the end the page is as it was. */
async function look(page: Page, name: string): Promise<void> {
  for (const { width, colorScheme } of sights) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const tooWide = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    const seen = { name, width, colorScheme, found: await findings(page, colorScheme), tooWide }
    expect(seen).toEqual({ name, width, colorScheme, found: [], tooWide: 0 })
  }
}

async function atProfile(page: Page, portal: Portal): Promise<Person> {
  const person = await anApplicant(portal, 'Sana Memon')
  await signIn(page, portal, person)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  return person
}

/** With the keyboard alone: Enter on the button of the row. */
async function open(page: Page, button: string, title: string) {
  await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

const confirmAlert = async (page: Page, text: string | RegExp) => {
  const alert = page.getByRole('alertdialog', { name: text })
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
}

test('a new password: a wrong old one is told at its field, and a lost connection loses nothing', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  // Watched from the start: a page that is open may send one request more before it is.
  let isCut = true
  await page.route('**/api/ChangePassword', (route) => (isCut ? route.abort() : route.continue()))
  const person = await atProfile(page, portal)
  await look(page, 'card')
  const dialog = await open(page, 'Change password', 'Change your password')
  const { keyboard } = page
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await keyboard.type('not mine')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('three blue boats')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('three blue boats')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('That did not work, and nothing was changed. Please try again.')
  await expect(dialog.getByLabel('New password once more')).toHaveValue('three blue boats')
  isCut = false
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Password not correct')
  await look(page, 'password')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(person.password)
  await keyboard.press('Enter')
  await confirmAlert(page, 'Your password has been changed.')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()

  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await hydrated(page)
  await login(page, { email: person.email, password: 'three blue boats' })
  await expect(page).toHaveURL(/\/profile(reg)?$/)
})

test('a new email with the PIN from the mail, and the way back from the letter to the old one', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/401/)
  const person = await atProfile(page, portal)
  const address = someEmail('sana.new')
  const dialog = await open(page, 'Change email', 'Change your email')
  const { keyboard } = page
  await keyboard.type(address)
  await keyboard.press('Tab')
  await keyboard.type(person.password)
  await look(page, 'email')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const pinDialog = page.getByRole('dialog', { name: 'Enter the PIN' })
  await expect(pinDialog.getByLabel('PIN')).toBeFocused()
  await look(page, 'email-pin')
  await keyboard.type(await portal.pinOf(address))
  // On a phone none of its digits is cut off.
  await page.setViewportSize({ width: 360, height: 800 })
  const cutOff = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth
  expect(await pinDialog.getByRole('textbox', { name: 'PIN' }).evaluate(cutOff)).toBe(0)
  await keyboard.press('Enter')
  await confirmAlert(page, 'Your email has been changed.')
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(address)

  const [, key = ''] = /undo-email#key=([\w-]+)/.exec(await portal.mail()) ?? []
  await page.goto(`/undo-email#key=${key}`)
  await hydrated(page)
  await expect(page).toHaveURL(/\/undo-email$/)
  await look(page, 'undo')
  await page.getByRole('button', { name: 'Undo the change' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('mine again')
  await page.getByLabel('New password once more').fill('mine again')
  await keyboard.press('Enter')
  await closeAlert(page, 'Your password has been updated.')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('thirty sessions of one browser are one row, and all others end with the password', async ({ page, portal }) => {
  const person = await atProfile(page, portal)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'
  for (let count = 0; count < 30; count += 1) await openSessionFor(portal, { email: person.email, userAgent })
  await page.reload()
  const card = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByRole('listitem').first()).toContainText('This device')
  await expect(card.getByRole('listitem').nth(1)).toContainText('30 sessions, last used on')
  await look(page, 'sessions')

  await open(page, 'End all others', 'End all other sessions')
  await page.keyboard.type(person.password)
  await look(page, 'end-others')
  await page.keyboard.press('Enter')
  await confirmAlert(page, '30 sessions ended.')
  await expect(card.getByRole('listitem')).toHaveCount(1)
})

test('a person takes their data along as one archive', async ({ page, portal }) => {
  const person = await atProfile(page, portal)
  await open(page, 'Take my data', 'Take your data along')
  await page.keyboard.type(person.password)
  await look(page, 'copy')
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toBe('colloquium.zip')
  const bytes = await readFile(await file.path())
  expect([bytes.subarray(0, 2).toString(), bytes.includes('data.json'), bytes.includes('index.html')]).toEqual([
    'PK',
    true,
    true,
  ])
  await expect(page.getByRole('button', { name: 'Take my data' })).toBeFocused()
})

test('a person asks for the end of their account, sees the date after signing in, and changes their mind', async ({
  page,
  portal,
}) => {
  const person = await atProfile(page, portal)
  const dialog = await open(page, 'Delete account', 'Delete your account?')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(person.password)
  await look(page, 'delete')
  await page.keyboard.press('Enter')
  await confirmAlert(page, /^Your account will be deleted on /)
  await expect(page.getByRole('heading', { name: 'Account' })).toBeFocused()
  await look(page, 'closing')

  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
  await hydrated(page)
  await login(page, person)
  await expect(page).toHaveURL(/\/profilereg$/)
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).focus()
  await page.keyboard.press('Enter')
  await confirmAlert(page, 'Your account stays as it is.')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeHidden()
  expect(await inDatabase(portal, 'select 1 from closure')).toEqual([])
})

test('the button says in figures what is given up', async ({ page, portal }) => {
  await page.route('**/api/AccountStanding', (route) =>
    route.fulfill({
      json: { paidSeats: 2, paidAmount: 750_000, unpaidOrders: 1, openOrders: 1, submittedAbstracts: 1 },
    }),
  )
  await atProfile(page, portal)
  const dialog = await open(page, 'Delete account', 'Delete your account?')
  await expect(
    dialog.getByRole('button', { name: 'Delete my account and give up 2 paid seats (RS 7,500)' }),
  ).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Withdraw and erase' })).toBeChecked()
  await look(page, 'delete-figures')
})
