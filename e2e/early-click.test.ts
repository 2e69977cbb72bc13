/** People who are faster than the scripts: a click on what they see is kept, shown, and done once when the page lives. */
import type { Page } from '@playwright/test'
import { anApplicant } from './people.ts'
import { cardOf, cartOf, infection } from './shop.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, demoPerson, expect, test } from './testing.ts'

/** Scripts wait until they are let through. */
async function holdScripts(page: Page): Promise<() => void> {
  const later = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => later.promise.then(() => route.continue()))
  return later.resolve
}

function countAsked(page: Page, name: string): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${name}`) asked += 1
  })
  return () => asked
}

for (const [how, send] of [
  ['the button', (page: Page) => page.getByRole('button', { name: 'Login', exact: true }).click()],
  ['Enter', (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter')],
] as const)
  test(`a sign-in sent with ${how} before the script has come is sent once, when it has`, async ({ page }) => {
    const letThrough = await holdScripts(page)
    const asked = countAsked(page, 'Login')
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(demoPerson.email)
    await page.getByLabel('Password', { exact: true }).fill(demoPerson.password)
    await page.getByRole('checkbox', { name: 'I am a person' }).check()
    await send(page)
    const button = page.getByRole('button', { name: 'Login', exact: true })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    // Whoever is not sure presses again.
    await page.getByLabel('Password', { exact: true }).press('Enter')
    expect(asked()).toBe(0)
    letThrough()
    await expect(page).toHaveURL(/\/profile/)
    expect(asked()).toBe(1)
  })

test('what is missing is said when the script has come, and the button is free again', async ({ page }) => {
  const letThrough = await holdScripts(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Create account' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await expect(page.getByText('Username is required.')).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.getByLabel('Username').fill('Sana')
  await expect(page.getByText('Username is required.')).toBeHidden()
})

test('a stranger who is faster than the schedule is asked to sign in, once', async ({ page }) => {
  const letThrough = await holdScripts(page)
  await page.goto('/events', { waitUntil: 'commit' })
  const add = cardOf(page, infection).getByRole('button', { name: 'Add to cart' })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await closeAlert(page, 'Please sign in first to add this workshop to your cart.')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(add).not.toHaveAttribute('aria-busy')
})

test('a workshop that somebody chose before its seats were known is in their cart', async ({ page, portal }) => {
  await signIn(page, portal, await anApplicant(portal, 'Bilal Rajput'))
  const letThrough = await holdScripts(page)
  const asked = countAsked(page, 'SeatAvailable')
  await page.goto('/events', { waitUntil: 'commit' })
  await cardOf(page, infection).getByRole('button', { name: 'Add to cart' }).click()
  letThrough()
  await expect(cardOf(page, infection).getByRole('button', { name: 'In your cart' })).toBeVisible()
  await expect(cartOf(page).getByRole('listitem')).toHaveCount(1)
  expect(asked()).toBe(1)
})

test('buttons that need no script are not kept waiting', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(menu).not.toHaveAttribute('aria-busy')
})
