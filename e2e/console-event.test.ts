/** Two organisers announce an event in the browser: copied from the last, repaired, published, and changed by both at once. */
import type { Browser, Page } from '@playwright/test'
import { press, type } from './keys.ts'
import { expectNoBarrier, look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

/** The smallest picture there is. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

// A portal of its own: everybody else's keeps its event.
// All in one worker: each would open another.
test.describe.configure({ mode: 'default' })
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

async function aConsole(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({
    baseURL: own.portal.url,
    extraHTTPHeaders: { 'x-forwarded-for': `10.7.${Math.ceil(Math.random() * 200)}.${Math.ceil(Math.random() * 200)}` },
    viewport: wide,
  })
  await page.goto(address)
  await signInAsStaff(page, zainab)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in to the console')
  return page
}

test('an organiser copies the last event, repairs what stops it and publishes: the home page shows it within a second', async ({
  browser,
}) => {
  const page = await aConsole(browser, '/console/events')
  await expect(page.getByRole('heading', { level: 1, name: 'All events' })).toBeVisible()
  await look(page, 'all events')

  await test.step('copied, by keyboard alone', async () => {
    await page.locator('#main').focus()
    await press(page.getByRole('button', { name: /^Copy/ }).first())
    await type(page.getByRole('textbox', { name: 'Name of the new event' }), 'Spring Conference')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Spring Conference' })).toBeVisible()
    await expect(page.getByText('Draft, seen by staff only')).toBeVisible()
    await expect(page.getByText(/Days were moved by 52 weeks/)).toBeVisible()
    await expect(page.getByText(/^Last time: /)).toHaveCount(7)
  })

  await test.step('a last date after the end is refused at its field', async () => {
    const ends = await page.getByLabel('Event ends').inputValue()
    const registration = await page.getByLabel('Registration closes').inputValue()
    const after = new Date(Date.parse(ends) + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Registration closes').fill(after)
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save your changes first' })).toBeDisabled()
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Registration cannot close after the event ends.')).toBeVisible()
    await expect(page.getByLabel('Registration closes')).toBeFocused()
    await look(page, 'a date that is refused')
    await page.getByLabel('Registration closes').fill(registration)
    await expect(page.getByText('1 change not saved')).toHaveCount(0)
  })

  await test.step('what was typed is there again after the page was left', async () => {
    await page.getByLabel('Theme', { exact: true }).fill('Typed and not saved')
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Theme', { exact: true })).toHaveValue('Typed and not saved')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('without a discipline it cannot be published; the checklist leads to the repair', async () => {
    await inDatabase(
      own.portal,
      `update speciality set retired_at = now() where event_id = (select max(id) from event)`,
    )
    await page.reload()
    await expect(page.getByRole('button', { name: '1 thing stands in the way' })).toBeDisabled()
    await page.getByRole('link', { name: 'Add one' }).click()
    await expect(page.getByRole('heading', { name: 'Disciplines' })).toBeVisible()
    await look(page, 'disciplines')
    await page
      .getByRole('button', { name: /^Offer again/ })
      .first()
      .click()
    await expect(page.getByText('No longer offered').first()).toBeVisible()
    await page.getByRole('button', { name: 'Add a discipline' }).click()
    await page.getByLabel('Name of the discipline').fill('Palliative Care')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename Palliative Care' })).toBeVisible()
    await page.getByRole('link', { name: 'Details and dates' }).click()
  })

  await test.step('published, and on the home page within a second', async () => {
    await expect(page.getByText(/Nothing stands in the way/)).toBeVisible()
    await look(page, 'an event that is ready')
    await page.getByRole('checkbox', { name: /^Make it the current one/ }).check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: /^Publish, and leave/ }).click()
    // Then it goes on by itself.
    await stepUp(page, zainab.password)
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
    const published = Date.now()
    await expect
      .poll(async () => (await page.request.get('/')).text(), { intervals: [50], timeout: 20_000 })
      .toContain('Spring Conference')
    test.info().annotations.push({ type: 'home page after ms', description: String(Date.now() - published) })
    expect(Date.now() - published).toBeLessThan(Number(process.env.CI ? 20_000 : 3000))
  })

  await test.step('ending it asks for its name, and says what closes', async () => {
    await page.getByRole('link', { name: 'End and archive' }).click()
    await page.getByRole('button', { name: 'End the event …' }).click()
    await expect(page.getByRole('button', { name: /^End it: \d+ holds? and \d+ extensions? close/ })).toBeVisible()
    await page.getByLabel(/^Type/).fill('Another')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please type the name of the event as it is written.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectNoBarrier(page, 'the end of an event')
  })
  await page.close()
})

test('two organisers change one event: the second chooses field by field, and nothing of either is lost', async ({
  browser,
}) => {
  const [page, second] = [await aConsole(browser, '/console/event'), await aConsole(browser, '/console/event')]
  for (const each of [page, second]) await expect(each.getByLabel('Venue')).toBeVisible()
  await page.getByLabel('Venue').fill('College Auditorium, new wing')
  await page.getByLabel('Short name').fill('Spring')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/not saved/)).toHaveCount(0)

  await second.getByLabel('Venue').fill('New Academic Block, Hall 2')
  await second.getByLabel('Theme', { exact: true }).fill('From Evidence to Bedside')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText('Zainab Qureshi saved this meanwhile.')).toBeVisible()
  await expect(second.getByText('Taken from them: Short name.')).toBeVisible()
  await expect(second.getByText('College Auditorium, new wing')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Choose first' })).toBeDisabled()
  await look(second, 'two versions of an event')
  await second.getByRole('button', { name: 'Keep mine' }).click()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText(/not saved/)).toHaveCount(0)
  await expect(second.getByLabel('Short name')).toHaveValue('Spring')
  await expect(second.getByLabel('Venue')).toHaveValue('New Academic Block, Hall 2')
  await page.close()
  await second.close()
})

test('one person is given more time, and a programme is added and taken off the pages again', async ({ browser }) => {
  const page = await aConsole(browser, '/console/event?part=extensions')
  await page.getByLabel('Until the end of').fill(new Date(Date.now() + 75 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel('Addresses').fill('sana@example.org\nnot-an-address')
  await page.getByLabel('Why').fill('Her father is in hospital')
  await page.getByRole('button', { name: 'Give more time and write to them' }).click()
  await expect(page.getByText(/1 person has more time|This is after the end|Everybody has as long/)).toBeVisible()
  await look(page, 'deadlines for one person')

  await page.goto('/console/programmes')
  await page.getByRole('button', { name: 'Add a programme' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ultrasound at the bedside')
  await page.getByLabel('Last day').fill('2030-03-01')
  await page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await dialog
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'probe.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByLabel('What it shows, for whoever cannot see it').fill('A probe on a phantom')
  await dialog.getByRole('button', { name: 'Send the picture' }).click()
  await expect(page.getByRole('button', { name: 'Choose another' })).toBeVisible()
  await look(page, 'a new programme')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ultrasound at the bedside' })).toBeVisible()
  await expect.poll(async () => (await page.request.get('/program')).text()).toContain('Ultrasound at the bedside')
  expect(await (await page.request.get('/program')).text()).toMatch(/\/pictures\/\d+-\w+\.png/)
  await page.getByRole('button', { name: /^Take it off the pages.*Ultrasound at the bedside/ }).click()
  await expect(page.getByText('Not shown')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/program')).text()).not.toContain('Ultrasound at the bedside')
  await page.close()
})
