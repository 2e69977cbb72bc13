/** An organiser changes the words of the site: writes, looks, publishes, compares, brings back, without a file or a command. */
import type { Page } from '@playwright/test'
import { press } from './keys.ts'
import { expectNoBarrier, look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, test, testLong } from './testing.ts'

async function signInToConsole(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await signInAsStaff(page, zainab)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true })

test.beforeEach(({ complaints }) => {
  complaints.expect(/status of 401/)
  complaints.expect(/status of 409/)
  complaints.expect(/status of 422/)
})

test('the questions page is edited, looked at, published, compared and brought back, by keyboard alone', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(wide)
  await signInToConsole(page, '/console/pages')
  await expect(heading(page, 'Pages')).toBeVisible()
  await look(page, 'pages')
  await press(page.getByRole('link', { name: /^Questions/ }).first())
  await expect(heading(page, 'Questions')).toBeVisible()
  await expect(page.getByText('Version 1 is published')).toBeVisible()

  // A new question at the end of the first section.
  await press(page.getByRole('button', { name: /^\s*Add a question/ }).first())
  await page.keyboard.type('Can I pay by money order')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Yes, at the accounts office.')
  await expect(bar(page)).toContainText('Draft 2 is saved as you type.')
  const question = page.getByRole('group', { name: /^question 7$/ }).first()
  await question.getByRole('button', { name: /^Move question up/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move question up: 6' }).first()).toBeFocused()
  await expect(bar(page)).toContainText('Draft 2 is saved as you type.')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Can I pay by money order?')).toBeAttached()
  await expectNoBarrier(page, 'a page')
  expect(await (await page.request.get('/faq')).text()).not.toContain('money order')

  await page.setViewportSize(wide)
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 2 is published')).toBeVisible()
  await page.waitForTimeout(1000)
  expect(await (await page.request.get('/faq')).text()).toContain('Can I pay by money order?')

  await page.getByRole('button', { name: 'Compare version 1' }).focus()
  await page.keyboard.press('Enter')
  const compared = page.getByRole('dialog', { name: 'Version 1 and what visitors see' })
  await expect(compared.getByText('Can I pay by money order? Yes, at the accounts office.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Bring back version 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Draft 3, published is 2')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 3 is published')).toBeVisible()
  await page.waitForTimeout(1000)
  expect(await (await page.request.get('/faq')).text()).not.toContain('money order')

  const acts = await inDatabase(
    portal,
    `select distinct operation from act join act_change on act_id = act.id where operation like 'Page%' and outcome = 'done' order by 1`,
  )
  expect(acts).toEqual([{ operation: 'PageBringBack' }, { operation: 'PageDraftSave' }, { operation: 'PagePublish' }])
})

test('CON-079: what was typed and not saved is there again, and another who was quicker is shown beside it', async ({
  page,
  context,
  complaints,
}) => {
  await signInToConsole(page, '/console/pages/contact')
  await expect(heading(page, 'Contact')).toBeVisible()
  const first = () => page.getByLabel('What for').first()
  complaints.expect(/net::ERR_FAILED/)
  await page.route('**/staff/PageDraftSave', (route) => route.abort())
  await first().fill('Everything about money.')
  await expect(bar(page)).toContainText('It is kept on this device.')
  await page.unroute('**/staff/PageDraftSave')
  await page.close()

  const again = await context.newPage()
  await again.goto('/console/pages/contact')
  await expect(again.getByLabel('What for').first()).toHaveValue('Everything about money.')
  await expect(bar(again)).toContainText('is saved as you type.')

  // A second tab saves; the first one, which saw less, is told.
  const other = await context.newPage()
  await other.goto('/console/pages/contact')
  await other.getByLabel('What for').nth(1).fill('Of the other tab.')
  await expect(bar(other)).toContainText('is saved as you type.')
  await other.close()
  await again.getByLabel('What for').nth(2).fill('Of this tab.')
  await expect(again.getByText('Somebody else changed this meanwhile.', { exact: true })).toBeVisible()
  await expect(again.getByRole('region', { name: 'Both versions' })).toContainText('Of the other tab.')
  await expectNoBarrier(again, 'two versions of a page')
  // What only one of them changed is taken from both.
  await again.getByRole('button', { name: 'Save both together' }).click()
  await expect(bar(again)).toContainText('is saved as you type.')
  await expect(again.getByLabel('What for').nth(1)).toHaveValue('Of the other tab.')
  await expect(again.getByLabel('What for').nth(2)).toHaveValue('Of this tab.')

  // What both changed is chosen.
  const third = await context.newPage()
  await third.goto('/console/pages/contact')
  await third.getByLabel('What for').nth(2).fill('Of a third tab.')
  await expect(bar(third)).toContainText('is saved as you type.')
  await third.close()
  await again.getByLabel('What for').nth(2).fill('Of this tab, once more.')
  await expect(again.getByRole('button', { name: 'Choose first' })).toBeDisabled()
  await again.getByRole('button', { name: 'Keep theirs' }).click()
  await again.getByRole('button', { name: 'Save both together' }).click()
  await expect(again.getByLabel('What for').nth(2)).toHaveValue('Of a third tab.')
  await expect(bar(again)).toContainText('is saved as you type.')
  await again.getByRole('button', { name: 'Discard draft' }).click()
  await again.getByRole('button', { name: /^Discard draft \d+$/ }).click()
  await expect(again.getByText('Version 1 is published')).toBeVisible()
})

// server/pages shows what is refused, planned and taken off the plan.
testLong(
  'a page is planned for a day and taken off the plan; what visitors could not use is not published (needs npm run test:long)',
  async ({ page, complaints }) => {
    // The map of another site stays out of a preview.
    complaints.expect(/Framing 'https:\/\/www.openstreetmap.org/)
    await signInToConsole(page, '/console/pages/travel')
    await expect(heading(page, 'Travel')).toBeVisible()
    await page.getByLabel('Heading').first().fill('')
    await expect(bar(page)).toContainText('is saved as you type.')
    await bar(page).getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('One field needs another look before visitors see this.')).toBeVisible()
    await expect(page.getByLabel('Heading').first()).toBeFocused()
    await page.getByLabel('Heading').first().fill('How to come')
    await expect(bar(page)).toContainText('is saved as you type.')

    await page.getByRole('button', { name: 'Publish on a day' }).click()
    await page.getByRole('textbox', { name: 'Day' }).fill('2040-03-01')
    await page.getByRole('button', { name: 'Plan it' }).click()
    await expect(page.getByText('is published by itself on 1 March 2040, 00:00.')).toBeVisible()
    await expect(page.getByLabel('Heading').first()).toBeDisabled()
    await expectNoBarrier(page, 'a planned page')
    await page.getByRole('button', { name: 'Take off the plan' }).click()
    await expect(page.getByLabel('Heading').first()).toBeEnabled()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('button', { name: /^Discard draft \d+$/ }).click()
    await expect(page.getByText('Version 1 is published')).toBeVisible()
  },
)
