/** A person's profile, from the first sign-in to changing it later. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { choose, choosePhoto, fillAll, jpeg, newcomer } from './newcomer.ts'
import { atTheBank, checkOut, infection, openSchedule } from './shop.ts'
import { closeAlert, expect, hydrated, login, test, testLong, visit } from './testing.ts'

/** Playwright does not see into a form with files, so the page notes what it sends. */
async function recordSent(page: Page): Promise<() => Promise<Record<string, string>>> {
  await page.evaluate(() => {
    const real = window.fetch.bind(window)
    window.fetch = (address, init) => {
      if (init?.body instanceof FormData) {
        const parts = Array.from(init.body, ([name, part]) => [
          name,
          part instanceof File ? `${part.name} ${part.type}` : part,
        ])
        Object.assign(window, { sent: Object.fromEntries(parts) as object })
      }
      return real(address, init)
    }
  })
  return () => page.evaluate(() => (window as unknown as { sent: Record<string, string> }).sent)
}

const send = (page: Page) => page.getByRole('button', { name: 'Create profile' }).click()

const required = [
  'Photo',
  "Father's name",
  'Gender',
  'Participation type',
  'Category',
  'Participation as',
  'Address',
  'Country',
  'City',
  'Zip code',
  'Mobile',
]

test('from the form of a newcomer to a profile with a photo, changing it, and a workshop', async ({ page, portal }) => {
  const person = await newcomer(page, portal)
  await expect(page.getByLabel('Name on certificate')).toHaveValue('Sana Memon')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()

  await send(page)
  const dialog = page.getByRole('alertdialog', { name: 'Required Fields Missing' })
  await expect(dialog.getByRole('listitem')).toHaveText(required.map((label) => `${label}: This field is required.`))
  await dialog.getByRole('link', { name: 'City' }).click()
  await expect(page.getByRole('combobox', { name: 'City' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveAccessibleDescription('This field is required.')
  await send(page)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Photo', { exact: true })).toBeFocused()
  await expect(page.getByText('Choose a photo')).toBeInViewport()

  await fillAll(page)
  await choosePhoto(page)
  await expect(page.getByText('13 of 13 done')).toBeVisible()
  const sent = await recordSent(page)
  await send(page)
  await closeAlert(page, 'Profile created')
  expect(await sent()).toMatchObject({
    UserID: person.email,
    Nationality: 'Pakistani',
    PartcipantType: 'Others',
    ProfileImage: expect.stringMatching(/^\d+\.png image\/png$/) as unknown,
  })
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Welcome back, Sana' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dr Sana Memon' })).toBeVisible()
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 600)

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { name: 'Edit your profile' })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('House 14\nQasimabad')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Hyderabad')
  await expect(page.getByRole('img', { name: 'As it is in your profile' })).toBeVisible()
  await page.getByLabel('Institution').fill('Civil Hospital')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await closeAlert(page, 'Profile updated')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('Civil Hospital')).toBeVisible()

  const steps = page.getByRole('region', { name: 'Next steps' })
  await expect(steps).toContainText('2 of 5 done')
  await openSchedule(page)
  await checkOut(page, infection)
  await atTheBank(page, 'Approve')
  await closeAlert(page, 'Your payment was received. Your seats are booked.')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Choose your workshops' })).toContainText('(done)')
  await expect(steps).toContainText('3 of 5 done')
})

test('a photo that we cannot take is refused in words, and a large one made smaller if asked', async ({
  page,
  portal,
}) => {
  await newcomer(page, portal)
  const photo = page.getByLabel('Photo', { exact: true })
  const picture = page.getByRole('img', { name: 'Your photo, cropped to the circle' })
  const webp = await sharp(await jpeg())
    .webp()
    .toBuffer()
  await choose(page, { name: 'me.webp', mimeType: 'image/webp', buffer: webp })
  await expect(photo).toHaveAccessibleDescription(/WebP format is not supported\.$/)
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: webp })
  await expect(photo).toHaveAccessibleDescription(/WebP format is not supported\.$/)
  await expect(picture).toBeHidden()

  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('this is not a picture') })
  await expect(photo).toHaveAccessibleDescription(/This picture cannot be read\. Please choose another one\.$/)

  const small = await jpeg(1200, 900)
  const padded = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)])
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: padded(2_097_151) })
  await expect(picture).toBeVisible()
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: padded(2_097_152) })
  await expect(photo).toHaveAccessibleDescription(/File size must be less than 2MB\.$/)
  await expect(picture).toBeHidden()
  await page.getByRole('button', { name: 'Make it smaller' }).click()
  await expect(picture).toBeVisible()
  await expect(page.getByText('File size must be less than 2MB.')).toBeHidden()

  await page.getByRole('button', { name: 'Turn by a quarter' }).click()
  await page.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('End')
  await page.getByRole('slider', { name: 'Left or right' }).focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(picture).toBeHidden()
})

test('what the server says about a photo is shown at the photo, and a failure loses nothing', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/500/)
  await newcomer(page, portal)
  await fillAll(page)
  await choosePhoto(page)
  const answers = [
    { json: { Table: [{ Status: 'This picture has too many pixels. Please choose a smaller one.' }] } },
    { status: 500, json: { Table: [{ Status: 'An error occurred. Please try again later.' }] } },
  ]
  await page.route('**/api/ProfileCreate', (route) => route.fulfill(answers.shift() ?? {}))
  await send(page)
  await expect(page.getByLabel('Photo', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Photo', { exact: true })).toHaveAccessibleDescription(/too many pixels/)
  await choosePhoto(page)
  await send(page)
  await closeAlert(page, 'The profile cannot be created, please try again later.')
  await expect(page).toHaveURL(/\/profilereg$/)
  await expect(page.getByLabel('Zip code')).toHaveValue('71000')
  await page.unroute('**/api/ProfileCreate')
  await send(page)
  await closeAlert(page, 'Profile created')
})

// web/people/api.test.ts shows it of every field.
testLong(
  'limits and stripped characters apply as one types and pastes, and the caret stays (needs npm run test:long)',
  async ({ page, portal }) => {
    await newcomer(page, portal)
    const name = page.getByLabel('Name on certificate')
    await name.fill('')
    await name.pressSequentially('A&b=c?')
    await expect(name).toHaveValue('Abc')
    await page.keyboard.press('Home')
    await page.keyboard.type('<X>')
    await page.keyboard.type('y')
    await expect(name).toHaveValue('XyAbc')
    await page.evaluate(() => document.execCommand('insertText', false, `#${'z'.repeat(60)}%`))
    await expect(name).toHaveValue(`Xy${'z'.repeat(45)}Abc`)
    expect(await name.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(47)
    const mobile = page.getByLabel('Mobile')
    await mobile.fill('call me & my 15 friends')
    await expect(mobile).toHaveValue('call me & my 15')
  },
)

test('what was typed is there after a reload and after a session that timed out, and gone after signing out', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/401/)
  const person = await newcomer(page, portal)
  await fillAll(page)
  await choosePhoto(page)
  await page.reload()
  const expectKept = async () => {
    await expect(page.getByText('We kept what you had typed on this device.')).toBeVisible()
    await expect(page.getByLabel('Zip code')).toHaveValue('71000')
    await expect(page.getByRole('radio', { name: 'Presenter' })).toBeChecked()
    await expect(page.getByRole('img', { name: 'Your photo, cropped to the circle' })).toBeVisible()
  }
  await expectKept()
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  for (const secret of ['71000', 'Qasimabad', person.email]) expect(await stored()).not.toContain(secret)

  await page.route('**/api/ProfileCreate', (route) => route.fulfill({ status: 401, json: { Table: [] } }))
  await send(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.unroute('**/api/ProfileCreate')
  await hydrated(page)
  await login(page, person)
  await expect(page).toHaveURL(/\/profilereg$/)
  await expectKept()

  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(stored).not.toContain('draft:')
  await login(page, person)
  await expect(page.getByLabel('Name on certificate')).toHaveValue('Sana Memon')
  await expect(page.getByLabel('Zip code')).toHaveValue('')
})

test('a city by its first letters, one that is not listed, and one request for each country', async ({
  page,
  portal,
}) => {
  await newcomer(page, portal)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/geo/searchJSON')) asked.push(new URL(request.url()).searchParams.get('country') ?? '')
  })
  const city = page.getByRole('combobox', { name: 'City' })
  const options = page.getByRole('listbox', { name: 'City' }).getByRole('option')
  await expect(page.getByLabel('Country').getByRole('option').nth(1)).toHaveText('Pakistan')
  await page.getByLabel('Country').selectOption('Pakistan')
  await city.pressSequentially('hyd')
  await expect(options.first()).toHaveText('Hyderabad')
  await expect(city).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(city).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(city).toHaveValue('Hyderabad')
  await expect(city).toHaveAttribute('aria-expanded', 'false')
  await city.fill('larkana')
  await page.keyboard.press('Tab')
  await expect(city).toHaveValue('Larkana')
  await city.fill('My Very Own Village')
  await expect(city).toHaveAccessibleDescription('Not in our list. We take it as you type it.')
  await page.keyboard.press('Tab')
  await expect(city).toHaveValue('My Very Own Village')
  await page.getByLabel('Country').selectOption('Nepal')
  await city.fill('')
  await city.click()
  await expect(options.first()).toBeVisible()
  expect(asked).toEqual(['PK', 'NP'])
})

test('a person may finish later, and sees and ends their other sessions', async ({ page, portal, browser }) => {
  const person = await newcomer(page, portal)
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Welcome, Sana' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Create your profile' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: portal.url })
  const other = await elsewhere.newPage()
  await visit(other, '/login')
  await login(other, person)
  await expect(other).toHaveURL(/\/profilereg$/)
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Sign out on / }).click()
  await expect(page.getByText(/^Signed out on /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/login$/)
  await elsewhere.close()
})
