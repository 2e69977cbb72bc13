/** Two organisers announce an event in the browser: copied from the last, repaired, published, and changed by both at once. */
import type { Browser, Page } from '@playwright/test'
import { press, tick, type, typeDay } from './keys.ts'
import { expectNoBarrier, look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test, testLong } from './testing.ts'

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

test('an organiser copies the last event, repairs what the checklist names and publishes, by keyboard alone: the home page shows it within a second', async ({
  browser,
}) => {
  const page = await aConsole(browser, '/console/events')
  await expect(page.getByRole('heading', { level: 1, name: 'All events' })).toBeVisible()
  await look(page, 'all events')

  await test.step('copied', async () => {
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
    await typeDay(page.getByLabel('Registration closes'), after)
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save your changes first' })).toBeDisabled()
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Registration cannot close after the event ends.')).toBeVisible()
    await expect(page.getByLabel('Registration closes')).toBeFocused()
    await look(page, 'a date that is refused')
    await typeDay(page.getByLabel('Registration closes'), registration)
    await expect(page.getByText('1 change not saved')).toHaveCount(0)
  })

  await test.step('what was typed is there again after the page was left', async () => {
    await type(page.getByLabel('Theme', { exact: true }), 'Typed and not saved')
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Theme', { exact: true })).toHaveValue('Typed and not saved')
    await press(page.getByRole('button', { name: 'Discard' }))
  })

  await test.step('without a discipline it takes no abstracts, as the checklist says; it leads to the repair', async () => {
    await inDatabase(
      own.portal,
      `update speciality set retired_at = now() where event_id = (select max(id) from event)`,
    )
    await page.reload()
    await expect(page.getByText('There is no discipline: this event takes no abstracts')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
    await press(page.getByRole('link', { name: 'Publish without, or add one' }))
    await expect(page.getByRole('heading', { name: 'Disciplines' })).toBeVisible()
    await look(page, 'disciplines')
    await press(page.getByRole('button', { name: /^Offer again/ }).first())
    await expect(page.getByText('No longer offered').first()).toBeVisible()
    await press(page.getByRole('button', { name: 'Add a discipline' }))
    await type(page.getByLabel('Name of the discipline'), 'Palliative Care')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Change Palliative Care' })).toBeVisible()
    await press(page.getByRole('link', { name: 'Details and dates' }))
  })

  await test.step('published, and on the home page within a second', async () => {
    await expect(page.getByText(/^Ready to publish/)).toBeVisible()
    await look(page, 'an event that is ready')
    await tick(page.getByRole('checkbox', { name: /^Make it the current one/ }))
    await press(page.getByRole('button', { name: 'Publish', exact: true }))
    await press(page.getByRole('button', { name: /^Publish, and leave/ }))
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
    await press(page.getByRole('link', { name: 'End and archive' }))
    await press(page.getByRole('button', { name: 'End the event …' }))
    await expect(page.getByRole('button', { name: /^End it: \d+ holds? and \d+ extensions? close/ })).toBeVisible()
    await type(page.getByLabel(/^Type/), 'Another')
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
  await type(page.getByLabel('Venue'), 'College Auditorium, new wing')
  await type(page.getByLabel('Short name'), 'Spring')
  await press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText(/not saved/)).toHaveCount(0)

  await type(second.getByLabel('Venue'), 'New Academic Block, Hall 2')
  await type(second.getByLabel('Theme', { exact: true }), 'From Evidence to Bedside')
  await press(second.getByRole('button', { name: 'Save', exact: true }))
  await expect(second.getByText('Zainab Qureshi saved this meanwhile.')).toBeVisible()
  await expect(second.getByText('Taken from them: Short name.')).toBeVisible()
  await expect(second.getByText('College Auditorium, new wing')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Choose first' })).toBeDisabled()
  await look(second, 'two versions of an event')
  await press(second.getByRole('button', { name: 'Keep mine' }))
  await press(second.getByRole('button', { name: 'Save', exact: true }))
  await expect(second.getByText(/not saved/)).toHaveCount(0)
  await expect(second.getByLabel('Short name')).toHaveValue('Spring')
  await expect(second.getByLabel('Venue')).toHaveValue('New Academic Block, Hall 2')
  await page.close()
  await second.close()
})

// console-people.test.ts gives somebody more time, server/events/console.test.ts has the programmes.
testLong(
  'one person is given more time, and a programme is added and taken off the pages again, by keyboard alone (needs npm run test:long)',
  async ({ browser }) => {
    const page = await aConsole(browser, '/console/event?part=extensions')
    const [event] = await inDatabase(own.portal, `select ends_on::text as "lastDay" from event where is_current`)
    await typeDay(page.getByLabel('Until the end of'), (event as { lastDay: string }).lastDay)
    await type(page.getByLabel('Addresses'), 'sana@example.org\nnot-an-address')
    await type(page.getByLabel('Why'), 'Her father is in hospital')
    await press(page.getByRole('button', { name: 'Give more time and write to them' }))
    await expect(page.getByText('1 person has more time.')).toBeVisible()
    await expect(page.getByText('not-an-address: not an address')).toBeVisible()
    await expect(page.getByRole('button', { name: /^End it ?: sana@example\.org/ })).toBeVisible()
    await look(page, 'deadlines for one person')

    await page.goto('/console/programmes')
    await press(page.getByRole('button', { name: 'Add a programme' }))
    await type(page.getByLabel('Name', { exact: true }), 'Ultrasound at the bedside')
    await typeDay(page.getByLabel('Last day'), '2030-03-01')
    await press(page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Choose a picture' }))
    const dialog = page.getByRole('dialog', { name: 'Picture' })
    await dialog
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'probe.png', mimeType: 'image/png', buffer: onePixel })
    await type(dialog.getByLabel('What it shows, for whoever cannot see it'), 'A probe on a phantom')
    await press(dialog.getByRole('button', { name: 'Send the picture' }))
    await expect(page.getByRole('button', { name: 'Choose another' })).toBeVisible()
    await look(page, 'a new programme')
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.getByRole('heading', { name: 'Ultrasound at the bedside' })).toBeVisible()
    await expect.poll(async () => (await page.request.get('/program')).text()).toContain('Ultrasound at the bedside')
    expect(await (await page.request.get('/program')).text()).toMatch(/\/pictures\/\d+-\w+\.png/)
    await press(page.getByRole('button', { name: /^Take it off the pages.*Ultrasound at the bedside/ }))
    await expect(page.getByText('Not shown')).toBeVisible()
    await expect
      .poll(async () => (await page.request.get('/program')).text())
      .not.toContain('Ultrasound at the bedside')
    await page.close()
  },
)
