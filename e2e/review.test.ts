/** Reviewing: on a phone between two wards, by keys, without a line for a while, and in two windows. */
import type { Page } from '@playwright/test'
import { expectNoBarrier } from './looks.ts'
import { inDatabase } from './people.ts'
import { aReviewerWith, decide, sendBack, withhold, type Work } from './reviewer.ts'
import { signIn } from './sign-in.ts'
import { demoPerson, expect, type Portal, test } from './testing.ts'

const begin = async (page: Page, portal: Portal, abstracts: number) => {
  const reviewer = await aReviewerWith(portal, abstracts)
  await signIn(page, portal, reviewer)
  await page.goto('/review')
  await expect(page.getByRole('heading', { name: 'Your reviews' })).toBeVisible()
  return reviewer.work as [Work, ...Work[]]
}

/** A way on from one row of the list. */
const way = (page: Page, verb: string, { number }: Work) =>
  page.getByRole('link', { name: new RegExp(`^${verb} ?: ${number}$`) })
const form = (page: Page) => page.getByRole('form', { name: 'Your review' })
const comment = (page: Page) => page.getByLabel('Comments to the author')
const saved = (page: Page) => expect(form(page).getByText(/Saved \d\d:\d\d/)).toBeVisible()
/** What lies on this device of any abstract. */
const texts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => /:review:\d+:/.test(name)))
const storedComment = async (portal: Portal, { assignmentId }: Work) =>
  (await inDatabase(portal, 'select to_author from review where assignment_id = $1', [assignmentId])) as object[]

test('from the list to the discussion: by keys, without a line for a while, with one thing forgotten', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  const [first, second] = await begin(page, portal, 2)
  await expectNoBarrier(page, 'the list of reviews')
  await way(page, 'Begin', first).click()
  await expect(page.getByRole('heading', { name: `Abstract ${first.number}` })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${first.number}.txt`)

  await page.getByRole('radio', { name: 'Question: 1' }).focus()
  for (const key of ['4', 'Tab', '4', 'Tab', '5']) await page.keyboard.press(key)
  await expect(page.getByText('Total so far')).toContainText('3 of 4 answered')
  await saved(page)

  // A lift, a cellar: what is typed there goes when there is a line again. What was opened can be read meanwhile.
  await page.context().setOffline(true)
  await comment(page).fill('State who trained the readers, and for how long.')
  await expect(form(page).getByText('Kept on this device until there is a connection')).toBeVisible()
  await page.getByRole('link', { name: 'Your reviews' }).first().click()
  await expect(page.getByText('This is your list as it was last.')).toBeVisible()
  // The list was last read before anything was saved.
  await way(page, 'Begin', first).click()
  await expect(comment(page)).toHaveValue('State who trained the readers, and for how long.')
  await page.context().setOffline(false)
  await expect
    .poll(() => storedComment(portal, first))
    .toEqual([{ to_author: 'State who trained the readers, and for how long.' }])

  await page.getByRole('radio', { name: 'Accept as poster' }).check()
  await page.getByRole('radio', { name: 'My field' }).check()
  await comment(page).press('Control+Enter')
  await expect(page.getByText('Still to answer: Use.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Use: 1' })).toBeFocused()
  await expectNoBarrier(page, 'the form with one thing missing')
  await page.keyboard.press('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Submitted. Thank you.')).toBeVisible()

  await expect(page.getByRole('article', { name: 'Reviewer 1' })).toContainText('Say who read the scans.')
  await page.getByLabel('Your remark').fill('We agree about the readers.')
  await page.getByRole('button', { name: 'Add remark' }).click()
  await expect(page.getByText('Reviewer 2, you')).toBeVisible()
  await expectNoBarrier(page, 'the submitted review')

  // Sent back, decided, withheld: the list says each in words.
  await sendBack(portal, first, 'The comment names a colleague.')
  if (second) await withhold(portal, second)
  await page.goto('/review')
  await expect(page.getByText('The chair writes: The comment names a colleague.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This text is being prepared' })).toBeVisible()
  await way(page, 'Correct', first).click()
  await comment(page).fill('Dear Dr Fatima Memon, state who trained the readers.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  const names = page.getByRole('alertdialog', { name: 'Does your comment name somebody?' })
  await names.getByRole('button', { name: 'Submit as it is' }).click()
  await expect(page.getByText('Submitted. Thank you.')).toBeVisible()
  await decide(portal, first)
  await page.reload()
  await expect(page.getByText('A decision has been made.')).toBeVisible()
  await expect(comment(page)).toBeDisabled()
})

test('declined for want of time it can be taken back; declined by a conflict it is gone, and nothing of it stays on the device', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/404 \(Not Found\)/)
  const [first] = await begin(page, portal, 1)
  const decline = async (why: RegExp) => {
    await page.goto(`/review/${first.assignmentId}/decline`)
    await page.getByRole('radio', { name: why }).check()
  }
  await decline(/no time/)
  await page.getByRole('button', { name: 'Decline this review' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: `Abstract ${first.number}` })).toBeVisible()
  await expect.poll(() => texts(page)).toHaveLength(1)

  await decline(/conflict of interest/)
  await expectNoBarrier(page, 'the page that declines')
  await page.getByRole('button', { name: 'Decline this review' }).click()
  await expect(page.getByText('Please say which kind of conflict.')).toBeVisible()
  await page.getByRole('radio', { name: 'Same department' }).check()
  await page.getByRole('button', { name: 'Decline this review' }).click()
  await expect(page.getByText(`${first.number} went back to the chairs.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeHidden()
  await expect.poll(() => texts(page)).toEqual([])
  await page.getByRole('link', { name: 'Your reviews' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  await page.goto(`/review/${first.assignmentId}`)
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})

test('a second window gets both texts; whoever is no reviewer finds no page', async ({ page, portal, complaints }) => {
  complaints.expect(/404 \(Not Found\)/)
  const [first] = await begin(page, portal, 1)
  const address = `/review/${first.assignmentId}`
  await page.goto(address)
  await expect(comment(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(address)
  await comment(other).fill('Written in the other window.')
  await saved(other)
  await page.getByRole('radio', { name: 'Question: 4' }).check()
  await comment(page).fill('Written in this window.')
  const both = page.getByRole('alertdialog', { name: 'Changed in another window since you opened it.' })
  await expect(both).toContainText('Written in this window.')
  await expect(both).toContainText('Written in the other window.')
  await both.getByRole('button', { name: 'Keep what is here' }).click()
  await expect.poll(() => storedComment(portal, first)).toEqual([{ to_author: 'Written in this window.' }])
  await other.close()
  await page.goto('/review')
  await expect(page.getByText('Draft, 1 of 7 answered')).toBeVisible()

  expect(await texts(page)).not.toEqual([])
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => texts(page)).toEqual([])
  await signIn(page, portal, demoPerson)
  await page.goto('/review')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})

test('somebody offers to read fewer, and in another field as well; where they work is the chair’s to change', async ({
  page,
  portal,
}) => {
  await begin(page, portal, 1)
  await page.getByRole('button', { name: 'Change what you offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'What you offer' })
  await dialog.getByLabel('At most how many abstracts').fill('61')
  await dialog.getByLabel('First field 1').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Save what I offer' }).click()
  await expect(dialog.getByText('A number from 1 to 60.')).toBeVisible()
  await dialog.getByLabel('At most how many abstracts').fill('5')
  await expect(dialog.getByText('please ask the chair to change this')).toBeVisible()
  await expectNoBarrier(page, 'what is offered')
  await dialog.getByRole('button', { name: 'Save what I offer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'What you offered' })).toContainText('5 abstracts')
})
