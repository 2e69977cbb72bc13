/** The second factor of staff as in production: set up, shown at the sign-in, shown again, lost. */
import type { Page } from '@playwright/test'
import { expectNoBarrier } from './looks.ts'
import { aStaffPerson, codeFor, signInAsStaff, type StaffPerson, withPasskeys } from './staff.ts'
import { expect, openPortal, type Portal, test as base } from './testing.ts'

/** A server in production: there the password alone is never enough for an owner. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const { portal, stop } = await openPortal({
        NODE_ENV: 'production',
        ALLOW_UNSAFE: 'sandbox-payments,no-mail,plain-http,no-captcha',
      })
      await use(portal)
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

// One after the other: a server in production makes its database anew, which takes longer than either.
test.describe.configure({ mode: 'default' })

const list = '/console/finance/exceptions'
const you = '/console/you'
const isIn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^(Payments that need a person|Overview)$/ })).toBeVisible()
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your account/ }).click()
  await press(page, 'Sign out')
  await heading(page, 'Sign in to the console')
}

async function backToProof(page: Page, person: StaffPerson): Promise<void> {
  await signOut(page)
  await page.goto(list)
  await signInAsStaff(page, person)
  await heading(page, 'Confirm that it is you')
}

test.beforeEach(({ complaints }) => {
  // Whoever is refused is told so by the server, and the browser says it once more.
  complaints.expect(/status of 4(01|03|22)/)
})

test('an owner sees one page until there is a passkey, comes in with it, with it alone, and confirms with it again', async ({
  page,
  portal,
}) => {
  const { client, authenticatorId } = await withPasskeys(page)
  const owner = await aStaffPerson(portal, 'owner')
  await page.goto(list)
  await signInAsStaff(page, owner)
  await heading(page, 'Set up your second factor')
  await expectNoBarrier(page, 'setting up')
  for (const address of [you, '/console', list]) {
    await page.goto(address)
    await heading(page, 'Set up your second factor')
  }
  await page.getByLabel('Name of this device').fill('Office laptop')
  await press(page, 'Add a passkey')
  await heading(page, 'Keep these recovery codes')
  await expect(page.locator('.factor-codes li')).toHaveCount(10)
  await expectNoBarrier(page, 'recovery codes')
  await press(page, 'I have kept them')
  await isIn(page)

  await backToProof(page, owner)
  await expectNoBarrier(page, 'showing the second factor')
  const [shown] = await Promise.all([page.waitForRequest(/StaffSecondFactor/), press(page, 'Use a passkey')])
  await isIn(page)

  // What a page of another site asks for in our name, the browser does not sign.
  const evil = await page.context().newPage()
  await withPasskeys(evil)
  await evil.route('https://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Sign in here' }),
  )
  await evil.goto('https://evil.example/')
  const refusal = await evil.evaluate(() =>
    navigator.credentials
      .get({ publicKey: { challenge: new Uint8Array(32), rpId: 'localhost', userVerification: 'required' } })
      .then(
        () => 'signed',
        (error: Error) => error.name,
      ),
  )
  expect(refusal).toBe('SecurityError')
  await evil.close()

  await page.goto(you)
  await expect(page.getByText('Passkey, Office laptop')).toBeVisible()
  await expectNoBarrier(page, 'your sign-in')
  await press(page, 'New codes')
  await expect(page.getByRole('dialog', { name: 'Please confirm that it is you' })).toBeVisible()
  await expectNoBarrier(page, 'step-up')
  await press(page, 'Use a passkey')
  await expect(page.locator('.factor-codes li')).toHaveCount(10)
  await press(page, 'I have kept them')
  // Ten minutes: nobody is asked twice. The last factor of an owner stays.
  await page.getByRole('button', { name: 'Office laptop: Remove' }).click()
  await press(page, 'Remove it and end all other sessions')
  await expect(page.getByText('This is your last second factor. Add another one first.')).toBeVisible()

  await signOut(page)
  await page.goto(list)
  await press(page, 'Sign in with a passkey')
  await isIn(page)

  await backToProof(page, owner)
  // What somebody saw go by is worth nothing a second time.
  const again = await page.evaluate(
    async (body) =>
      (
        await fetch('/staff/StaffSecondFactor', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    shown.postData() ?? '',
  )
  expect(again).toBe(403)
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (!credential) throw new Error('the device has no passkey')
  await client.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
  await client.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 1 } })
  await press(page, 'Use a passkey')
  await expect(page.getByText('This passkey was not accepted. Please try again.')).toBeVisible()
})

test('finance sets up an app; a code works once; a recovery code opens one of two tabs, and there the set-up page', async ({
  page,
  browser,
  portal,
}) => {
  const finance = await aStaffPerson(portal, 'finance')
  await page.goto(list)
  await signInAsStaff(page, finance)
  await press(page, 'Show the picture to scan')
  await expect(page.locator('.factor-qr')).toBeVisible()
  await expectNoBarrier(page, 'an app')
  const secret = await page.locator('.factor-secret').innerText()
  const code = codeFor(secret)
  await page.getByLabel('Six digits that the app shows now').fill(code)
  await press(page, 'Confirm the app')
  await expect(page.locator('.factor-codes code')).toHaveCount(10)
  const codes = await page.locator('.factor-codes code').allInnerTexts()
  await press(page, 'I have kept them')
  await isIn(page)

  await backToProof(page, finance)
  await page.getByLabel('Six digits').fill(code)
  await press(page, 'Continue')
  await expect(page.getByText('This code was used already. Wait for the next one.')).toBeVisible()
  await page.getByLabel('Six digits').fill(codeFor(secret, 1))
  await press(page, 'Continue')
  await isIn(page)

  const tabs: Page[] = []
  for (const _ of [1, 2]) {
    const context = await browser.newContext({ baseURL: portal.url })
    const tab = await context.newPage()
    await tab.goto(list)
    await signInAsStaff(tab, finance)
    await heading(tab, 'Confirm that it is you')
    await tab.getByText('I have neither with me').click()
    await tab.getByLabel('Recovery code').fill(codes[0] ?? '')
    tabs.push(tab)
  }
  await Promise.all(tabs.map((tab) => press(tab, 'Use the recovery code')))
  const outcome = (tab: Page) =>
    Promise.race([
      tab
        .getByRole('heading', { name: 'Set up your second factor' })
        .waitFor()
        .then(() => 'set-up'),
      tab
        .getByText('This code was used already.')
        .waitFor()
        .then(() => 'used'),
    ])
  expect((await Promise.all(tabs.map(outcome))).toSorted()).toEqual(['set-up', 'used'])
  for (const tab of tabs) await tab.context().close()

  await page.goto(you)
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await press(page, 'End all 2 others')
  await expect(page.getByRole('button', { name: /^End / })).toHaveCount(0)
})
