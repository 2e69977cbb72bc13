/** Somebody comes to the console of a conference in full swing: what they see first, what waits for them, and where it leads. */
import { expectNoBarrier, look, wide } from './looks.ts'
import { anApplicant, inDatabase } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

/** With what a first start makes. */
const inFullSwing = test.extend<object, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const { portal, stop } = await openPortal({ DEMONSTRATION: 'living' })
      await use(portal)
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

test.beforeEach(({ complaints }) => {
  // Whoever is not signed in is told so by the server, and the browser says it once more.
  complaints.expect(/status of 401/)
})

inFullSwing(
  'an owner sees how the conference stands, reads the charts as tables, and goes to what waits',
  async ({ page }) => {
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/console')
    await signInAsStaff(page, zainab)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^321$/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Registrations grew from .* to 321 on / })).toBeVisible()

    // The table has the last figure of the chart, and as many seats as the bars.
    for (const table of await page.getByText('As a table').all()) await table.click()
    const weeks = page.getByRole('region', { name: 'Registrations by week, as a table' }).getByRole('row')
    await expect(weeks.last()).toContainText('321')
    await expectNoBarrier(page, 'the overview, wide and dark')

    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoBarrier(page, 'the overview, narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: /Resolve.*6 payments need a person/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Payments that need a person' })).toBeVisible()
    await expect(page.getByText('1–6 of 6')).toBeVisible()

    await page.goBack()
    await page.getByRole('link', { name: /See.*1 act: not known how it ended/ }).click()
    await expect(page.getByText('It is not known how it ended.')).toBeVisible()
  },
)

async function aPersonOfTheEvent(portal: Portal): Promise<void> {
  const { email } = await anApplicant(portal, 'Ayesha Khan')
  await inDatabase(
    portal,
    `insert into applicant (account_id, event_id, created_at) select account.id, event.id, now() from account, event
     where email = $1 and is_current on conflict do nothing`,
    [email],
  )
}

test('a list that is slow to come can be read meanwhile', async ({ page, portal }) => {
  await aPersonOfTheEvent(portal)
  await page.setViewportSize(wide)
  await page.goto('/console/people')
  await signInAsStaff(page, zainab)
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByText(/^1–\d+ of/)).toBeVisible()

  const answer = Promise.withResolvers<void>()
  await page.route('**/PeopleList*', (route) => answer.promise.then(() => route.continue()))
  await people.getByLabel(/^Name, email/).fill('khan')
  await expect(people.getByText('Searching …')).toBeVisible()
  await look(page, 'a list, looking')
  answer.resolve()
  await expect(people.getByText('Searching …')).toBeHidden()
})
