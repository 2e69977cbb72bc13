/** A chair decides in the browser: by keyboard and for many, reads the letters, publishes, takes back, publishes again, and corrects. */
import { look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { someReviewed } from './reviewed.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its abstracts.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

const told = async (portal: Portal) =>
  (await inDatabase(portal, `select status from abstract where level > 0 order by number`)).map(
    (row) => (row as { status: string }).status,
  )

test('decided by keyboard and for many, previewed, published, taken back, published again and corrected', async ({
  browser,
}) => {
  const { portal } = own
  await someReviewed(portal, [
    { title: 'A ward checklist for safer potassium replacement', type: 'Poster', totals: [5, 4.5, 4.5, 4.5] },
    {
      title: 'Lung ultrasound against chest radiograph in dengue',
      type: 'Oral',
      totals: [4.5, 4, 4],
      toAuthor: 'As Dr Channa showed, say how many.',
    },
    { title: 'Early warning scores on a mixed medical ward', type: 'Poster', totals: [5, 3, 2.5] },
    { title: 'Consent in day surgery: a survey', type: 'Oral', totals: [2.5, 2, 2] },
  ])
  const page = await browser.newPage({ baseURL: portal.url, viewport: wide })
  await page.goto('/console/decisions')
  await signInAsStaff(page, zainab)
  await expect(page.getByRole('heading', { level: 1, name: 'Decisions' })).toBeVisible()
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })

  await test.step('the ranking says who is divided, in words too', async () => {
    await expect(page.getByText('0 of 4 decided, none told yet')).toBeVisible()
    await expect(row('Early warning').getByText('Divided')).toBeVisible()
    await expect(row('Early warning').getByRole('img')).toHaveAccessibleName('Scores 5, 3, 2.5; mean 3.5, spread 2.5')
  })

  await test.step('decided by keyboard, and for many at once', async () => {
    await page.locator('#main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect(page.getByLabel(/^Decision for/).first()).toHaveValue('accepted')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Accept as oral' }).click()
    await expect(page.getByText('2 of 4 decided, none told yet')).toBeVisible()
    await row('Consent in day')
      .getByLabel(/^Decision for/)
      .selectOption('Reject')
    await row('Early warning')
      .getByLabel(/^Decision for/)
      .selectOption('Ask for a revision')
    await page.getByRole('button', { name: 'Keep for 1 abstract' }).click()
    await expect(page.getByText('4 of 4 decided, none told yet')).toBeVisible()
    expect(new Set(await told(portal))).toEqual(new Set(['Under review']))
    await look(page, 'decided')
  })

  const publish = page.getByRole('button', { name: /^Publish and write/ })
  await test.step('read letter by letter; a comment that names somebody stops it', async () => {
    await page.getByRole('button', { name: 'Preview and publish' }).click()
    await expect(page.getByText('2 accepted: 1 oral, 1 poster')).toBeVisible()
    await expect(publish).toBeDisabled()
    await page.getByRole('button', { name: 'Next letter' }).click()
    await expect(page.getByText(/Reviewer 1: As Dr Channa showed/)).toBeVisible()
    await look(page, 'preview')
    await page.getByRole('button', { name: /^Leave it out/ }).click()
    await expect(page.getByText(/Reviewer 1: As Dr Channa showed/)).toBeHidden()
    await expect(publish).toBeEnabled()
  })

  await test.step('published, taken back, and published again', async () => {
    await publish.click()
    await stepUp(page, zainab.password)
    await expect(page.getByText(/^4 decisions published by/)).toBeVisible()
    expect(await told(portal)).toEqual(['Accepted', 'Accepted', 'Rejected'])
    await look(page, 'ten minutes')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Take back 4 decisions' }).click()
    await expect(page.getByText('4 of 4 decided, none told yet')).toBeVisible()
    expect(new Set(await told(portal))).toEqual(new Set(['Under review']))
    await page.getByRole('button', { name: 'Preview and publish' }).click()
    await publish.click()
    await expect(page.getByText(/^4 decisions published by/)).toBeVisible()
  })

  await test.step('flipped after the letter has gone: a correction that names it', async () => {
    await inDatabase(portal, `update mail set sent_at = now() where about like '%decision%' and given_up_at is null`)
    await row('Consent in day')
      .getByLabel(/^Decision for/)
      .selectOption('Accept')
    await page.getByRole('button', { name: 'Preview and publish' }).click()
    await expect(page.getByText('1 of them corrects what was told before')).toBeVisible()
    await expect(page.getByText(/This letter replaces ours of .*“Your abstract is not accepted/)).toBeVisible()
    await publish.click()
    await expect(page.getByText(/^1 decision published by/)).toBeVisible()
    await look(page, 'corrected')
  })
})
