import type { Page } from '@playwright/test'
import { demoPerson, expect, hydrated, login, signUp, someEmail, test, testLong, visit } from './testing.ts'

const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
const atProfile = (page: Page) => expect(page).toHaveURL(/\/profile(reg)?$/)
const atLogin = (page: Page) => expect(page).toHaveURL(/\/login$/)

/** The token of the next sign-in, as the server gives it. */
async function tokenOf(page: Page): Promise<string> {
  const reply = await page.waitForResponse('**/api/Login?*')
  const { Table } = (await reply.json()) as { Table: [{ Column1: string }] }
  return Table[0].Column1
}

/** Whoever signs out while a page still asks for something is refused, and the browser notes that. */
const refused = /401/

test('from signing up to signing out, in two tabs', async ({ page, portal, context, complaints }) => {
  complaints.expect(refused)
  const person = { name: 'Sana Memon', email: someEmail('sana'), password: 'three blue boats' }
  await signUp(page, person)
  await expect(page).toHaveURL(/\/verify-email$/)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('button', { name: /Send a new PIN in/ })).toBeDisabled()

  await page.getByLabel('Verification PIN').fill(await portal.pinOf(person.email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
  await page.getByRole('button', { name: 'Login' }).click()
  await atLogin(page)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)

  await login(page, person)
  await atProfile(page)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart 0 items' })).toBeVisible()

  await page.reload()
  await atProfile(page)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/profilereg')
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(other).toHaveURL(/\/profilereg$/)
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await atLogin(other)
  await atLogin(page)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
})

// web/platform/persist.test.ts shows it, and the first journey with two tabs.
testLong('signing in in one tab signs in the other (needs npm run test:long)', async ({ page, context }) => {
  const other = await context.newPage()
  await visit(other, '/login')
  await visit(page, '/login')
  await login(page, demoPerson)
  await atProfile(page)
  await atProfile(other)
})

test('TRAP-17: the browser keeps ciphertext only, and nothing of the person after signing out', async ({
  page,
  complaints,
}) => {
  complaints.expect(refused)
  await visit(page, '/login')
  const answered = tokenOf(page)
  await login(page, demoPerson)
  await atProfile(page)
  const token = await answered
  const before = await stored(page)
  expect(Object.keys(before).toSorted()).toEqual(['colloquium:signed-in', 'persist:root'])
  expect(before['colloquium:signed-in']).toBe('0')
  expect(before['persist:root']).toMatch(/^[\w+/=]{16}\.[\w+/=]{100,}$/)
  for (const secret of [token, demoPerson.email, 'mehak', 'verificationToken'])
    expect(JSON.stringify(before)).not.toContain(secret)
  const exported = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open('colloquium')
      opening.onsuccess = () => done(opening.result)
    })
    const key = await new Promise<CryptoKey>((done) => {
      const asked = database.transaction('keys').objectStore('keys').get('persist')
      asked.onsuccess = () => done(asked.result as CryptoKey)
    })
    database.close()
    return crypto.subtle.exportKey('raw', key).catch((error: Error) => error.name)
  })
  expect(exported).toBe('InvalidAccessError')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await atLogin(page)
  await expect.poll(async () => (await stored(page))['persist:root']).not.toBe(before['persist:root'])
  expect(await stored(page)).not.toHaveProperty('colloquium:signed-in')
  // The token is worth nothing any more, wherever somebody may have kept it.
  await expect
    .poll(async () =>
      (await page.request.get('/api/Sessions', { headers: { authorization: `Bearer ${token}` } })).status(),
    )
    .toBe(401)
  // What was stored before cannot be read back either: its key is gone.
  await page.evaluate((old) => localStorage.setItem('persist:root', old ?? ''), before['persist:root'])
  await page.goto('/profile')
  await atLogin(page)
})

// web/platform/vault.test.ts shows it of every kind of damage.
testLong('stored data that was tampered with starts clean (needs npm run test:long)', async ({ page }) => {
  await visit(page, '/login')
  await login(page, demoPerson)
  await atProfile(page)
  await page.evaluate(() => {
    const sealed = localStorage.getItem('persist:root') ?? ''
    const middle = Math.floor(sealed.length / 2)
    const flipped = sealed[middle] === 'A' ? 'B' : 'A'
    localStorage.setItem('persist:root', sealed.slice(0, middle) + flipped + sealed.slice(middle + 1))
  })
  await page.reload()
  await atLogin(page)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  await hydrated(page)
  await login(page, demoPerson)
  await atProfile(page)
})

test('a visitor who wants a screen behind sign-in comes back to it', async ({ page }) => {
  await page.goto('/abstractsubmission?from=mail')
  await atLogin(page)
  await expect(page.getByText('We then bring you back to where you were.')).toBeVisible()
  await login(page, demoPerson)
  await expect(page).toHaveURL(/\/abstractsubmission\?from=mail$/)
})

test('a session that the server has ended leads to the login page and back', async ({ page, complaints }) => {
  complaints.expect(refused)
  await visit(page, '/login')
  const token = tokenOf(page)
  await login(page, demoPerson)
  await atProfile(page)
  await page.request.post('/api/SignOut', { headers: { authorization: `Bearer ${await token}` } })
  await page.goto('/profilereg')
  await atLogin(page)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  await login(page, demoPerson)
  await expect(page).toHaveURL(/\/profilereg$/)
})

test('signing out from a page of text signs out everywhere', async ({ page, context, complaints }) => {
  complaints.expect(refused)
  await visit(page, '/login')
  await login(page, demoPerson)
  await atProfile(page)
  const text = await context.newPage()
  await text.goto('/faq')
  await expect(text.getByRole('link', { name: 'Login' })).toBeHidden()
  await text.getByRole('button', { name: 'Sign Out' }).click()
  await atLogin(text)
  await atLogin(page)
  await text.goto('/faq')
  await expect(text.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('going back after signing out shows nothing of the person', async ({ page, complaints }) => {
  complaints.expect(refused)
  await visit(page, '/login')
  await login(page, demoPerson)
  await atProfile(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await atLogin(page)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  await atLogin(page)
})

test('someone signed in is taken from /login and /signup to their profile', async ({ page }) => {
  await visit(page, '/login')
  await login(page, demoPerson)
  await atProfile(page)
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await atProfile(page)
  }
})

// web/platform/persist.test.ts shows it.
testLong(
  'where nothing can be kept safely, the session lives in memory and is never written (needs npm run test:long)',
  async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await visit(page, '/login')
    await login(page, demoPerson)
    await atProfile(page)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(await stored(page)).toEqual({})
    await page.reload()
    await atLogin(page)
  },
)

// web/platform/persist.test.ts shows it.
testLong('storage that hangs costs five seconds, not the visit (needs npm run test:long)', async ({ page }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      performance.mark('asked')
      return {} as IDBOpenDBRequest
    }
  })
  await page.goto('/profile')
  const led = await page.waitForFunction(() => {
    const [asked] = performance.getEntriesByName('asked')
    return location.pathname === '/login' && asked && performance.now() - asked.startTime
  })
  const waited = await led.jsonValue()
  expect(waited).toBeGreaterThan(4500)
  expect(waited).toBeLessThan(30_000)
})
