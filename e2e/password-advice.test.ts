import type { Page } from '@playwright/test'
import { closeAlert, expect, provePerson, someEmail, test, visit } from './testing.ts'

const common = 'Many people use this one, so it is tried first.'

async function fill(page: Page, person: { name: string; email: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

test('whoever chooses a weak password is told at once, and may have it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  const email = someEmail('ayesha')
  await visit(page, '/signup')
  const password = page.getByLabel('Password', { exact: true })

  await fill(page, { name: 'Ayesha Khan', email, password: 'a' })
  await expect(page.getByText('Easy to guess. A few words together are stronger.')).toBeVisible()
  await password.fill('love-ayesha-always')
  await expect(page.getByText('Contains your name or email, which are tried first.')).toBeVisible()
  await password.fill('three blue boats')
  await expect(page.getByText('Strong.', { exact: true })).toBeVisible()
  await password.fill('Dragon2026!')
  await expect(page.getByText(common)).toBeVisible()
  // The password stays in the browser until it is sent for good.
  expect(asked.filter((each) => /dragon/i.test(each))).toEqual([])

  await provePerson(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await closeAlert(page, 'A verification PIN has been sent to your email.')
})

test('advice that cannot be had is in nobody’s way', async ({ page, complaints }) => {
  complaints.expect(/Failed to load resource/)
  await page.route('**/api/CommonPasswords*', (route) => route.abort())
  await visit(page, '/signup')
  await fill(page, { name: 'Bilal', email: someEmail('bilal'), password: 'dragon' })
  await provePerson(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await closeAlert(page, 'A verification PIN has been sent to your email.')
})

test('where the college has a rule, the form says so before anything is sent, and nothing typed is lost', async ({
  page,
}) => {
  await page.route('**/api/CommonPasswords*', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...((await reply.json()) as object), rule: 'standard' } })
  })
  const email = someEmail('sana')
  await visit(page, '/signup')
  await fill(page, { name: 'Sana', email, password: 'short' })
  await provePerson(page)
  const send = page.getByRole('button', { name: 'Create account' })

  await send.click()
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Dragon2026!')
  await send.click()
  await expect(page.getByText('Choose another one: many people use this password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill('three blue boats')
  await send.click()
  await closeAlert(page, 'A verification PIN has been sent to your email.')
})
