import type { Page } from '@playwright/test'
import { expectNoBarrier } from './looks.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, demoPerson, expect, login, type Portal, provePerson, test, visit } from './testing.ts'

const fake = (page: Page, call: string, row: object) =>
  page.route(new RegExp(`/api/${call}(\\?|$)`), (route) => route.fulfill({ json: { Table: [row] } }))

const send = (page: Page, button: string) =>
  page.getByRole('main').getByRole('button', { name: button, exact: true }).click()

/** Beside the pages as they open, which e2e/site.test.ts looks at. */
const states: Record<string, (page: Page, portal: Portal) => Promise<void>> = {
  'login with mistakes': async (page) => {
    await visit(page, '/login')
    await send(page, 'Login')
  },
  'login of someone unverified': async (page) => {
    await fake(page, 'Login', { Status: 'Email not verified' })
    await visit(page, '/login')
    await login(page, demoPerson)
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  signup: async (page) => {
    await visit(page, '/signup')
    await page.getByLabel('Password', { exact: true }).fill('three boats')
  },
  'signup with mistakes': async (page) => {
    await visit(page, '/signup')
    await send(page, 'Create account')
  },
  'signup when closed': async (page) => {
    await page.route('**/api/LastDates?*', (route) => route.fulfill({ json: { Table: [{ theDate: '2020-01-31' }] } }))
    await visit(page, '/signup')
    await expect(page.getByRole('heading', { name: 'Registration Date has Expired.' })).toBeVisible()
  },
  'verify-email': async (page) => {
    await page.goto('/verify-email#email=sana.memon%40example.org&pin=407193')
    await expect(page.getByText('sana.memon@example.org')).toBeVisible()
  },
  'verify-email, done': async (page, portal) => {
    await fake(page, 'EventEmailVerify', { Status: 'Success', PasswordKept: false })
    await states['verify-email']?.(page, portal)
    await send(page, 'Verify')
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  },
  'forgotpass, step 2': async (page) => {
    await fake(page, 'EventForgotPassword', { Status: 'PIN Generated' })
    await visit(page, '/forgotpass')
    await page.getByLabel('Email').fill('sana.memon@example.org')
    await provePerson(page)
    await send(page, 'Send PIN')
    await expect(page.getByRole('heading', { name: 'Enter the PIN' })).toBeVisible()
  },
  'forgotpass, step 3': async (page, portal) => {
    await fake(page, 'EventForgotPasswordVerify', { Status: 'Success', Column1: 'a-token-of-the-pin-step-000000' })
    await states['forgotpass, step 2']?.(page, portal)
    await page.getByRole('textbox', { name: 'PIN' }).fill('407193')
    await provePerson(page)
    await send(page, 'Verify PIN')
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  },
  regcomplete: async (page, portal) => {
    await signIn(page, portal, demoPerson)
    await page.goto('/regcomplete')
    await expect(page.getByRole('dialog')).toBeVisible()
    // It would count down to the login page while it is looked at.
    await page.evaluate(() => {
      const now = performance.now()
      performance.now = () => now
    })
  },
}

for (const [name, reach] of Object.entries(states)) {
  test(`${name} has no barrier, light and dark, on a phone, a tablet and a desk`, async ({ page, portal }) => {
    await reach(page, portal)
    await expectNoBarrier(page, name)
  })
}

/** The names of what Tab reaches inside the page, in order. */
async function tabStops(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement | null
      if (!focused?.closest('main')) return undefined
      const label = focused.labels?.[0]?.textContent ?? focused.ariaLabel ?? focused.textContent
      return (label ?? '').replace(/\s+/g, ' ').trim()
    })
    if (name === undefined) return stops
    stops.push(name)
  }
}

const captchaBox = 'I am a person No puzzle needed'
const stops: Record<string, string[]> = {
  '/login': ['Email', 'Password', 'Show password', captchaBox, 'Login', 'Forgot password?', 'Create an account'],
  '/signup': ['Username', 'Email', 'Password', 'Show password', captchaBox, 'Create account', 'Login'],
  '/forgotpass': ['Email', captchaBox, 'Send PIN', 'Login'],
  '/verify-email': ['Email', 'Verification PIN', 'Password (optional)', 'Show password', 'Verify', 'Create an account'],
}

for (const [path, expected] of Object.entries(stops)) {
  test(`Tab goes through ${path} in the order of reading`, async ({ page }) => {
    await visit(page, path)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await tabStops(page)).toEqual(expected)
  })
}

test('the whole way in without a mouse', async ({ page }) => {
  await visit(page, '/login')
  const { keyboard } = page
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type(demoPerson.email)
  await keyboard.press('Tab')
  await keyboard.type(demoPerson.password)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile(reg)?$/)
  await expect(page.locator('#main')).toBeFocused()
})

test('a forgotten password without a mouse', async ({ page }) => {
  await fake(page, 'EventForgotPassword', { Status: 'PIN Generated' })
  await fake(page, 'EventForgotPasswordVerify', { Status: 'Success', Column1: 'a-token-of-the-pin-step-000000' })
  await fake(page, 'EventUpdatePassword', { Status: 'Success' })
  await visit(page, '/forgotpass')
  const { keyboard } = page
  await page.getByLabel('Email').focus()
  await keyboard.type('sana.memon@example.org')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter the PIN' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type('407193')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type('three blue boats')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('three blue boats')
  await keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'OK' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL(/\/login$/)
})

test('signing up without a mouse', async ({ page }) => {
  await fake(page, 'EventRegister', { Status: 'Success' })
  await visit(page, '/signup')
  const { keyboard } = page
  await page.getByLabel('Username').focus()
  await keyboard.type('Sana Memon')
  await keyboard.press('Tab')
  await keyboard.type('sana.memon@example.org')
  await keyboard.press('Tab')
  await keyboard.type('three blue boats')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await closeAlert(page, 'A verification PIN has been sent to your email.')
  // The heading stands there while the page is still being fetched: only the field says that it has come.
  const pin = page.getByRole('textbox', { name: 'Verification PIN' })
  await expect(pin).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await keyboard.press('Tab')
  await expect(pin).toBeFocused()
})
