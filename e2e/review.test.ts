/** Reviewing: declined and taken back, and in two windows. From the letter to the discussion it has a journey of its own. */
import type { Page } from '@playwright/test'
import { choose, press, type } from './keys.ts'
import { expectNoBarrier } from './looks.ts'
import { inDatabase } from './people.ts'
import { aReviewerWith, type Work } from './reviewer.ts'
import { signIn } from './sign-in.ts'
import { demoPerson, expect, type Portal, test } from './testing.ts'

const begin = async (page: Page, portal: Portal, abstracts: number) => {
  const reviewer = await aReviewerWith(portal, abstracts)
  await signIn(page, portal, reviewer)
  await page.goto('/review')
  await expect(page.getByRole('heading', { name: 'Your reviews' })).toBeVisible()
  return reviewer.work
}

const form = (page: Page) => page.getByRole('form', { name: 'Your review' })
const comment = (page: Page) => page.getByLabel('Comments to the author')
const saved = (page: Page) => expect(form(page).getByText(/Saved \d\d:\d\d/)).toBeVisible()
/** What lies on this device of any abstract. */
const texts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => /:review:\d+:/.test(name)))
const storedComment = async (portal: Portal, { assignmentId }: Work) =>
  (await inDatabase(portal, 'select to_author from review where assignment_id = $1', [assignmentId])) as object[]

test('declined for want of time it can be taken back', async ({ page, portal }) => {
  const [first] = await begin(page, portal, 1)
  await page.goto(`/review/${first.assignmentId}/decline`)
  await choose(page.getByRole('radio', { name: /no time/ }))
  await press(page.getByRole('button', { name: 'Decline this review' }))
  await press(page.getByRole('button', { name: 'Take it back' }))
  await expect(page.getByRole('heading', { name: `Abstract ${first.number}` })).toBeVisible()
})

test('a second window gets both texts; whoever is no reviewer finds no page', async ({ page, portal, complaints }) => {
  complaints.expect(/404 \(Not Found\)/)
  const [first] = await begin(page, portal, 1)
  const address = `/review/${first.assignmentId}`
  await page.goto(address)
  await expect(comment(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(address)
  await type(comment(other), 'Written in the other window.')
  await saved(other)
  await choose(page.getByRole('radio', { name: 'Question: 4' }))
  await type(comment(page), 'Written in this window.')
  const both = page.getByRole('alertdialog', { name: 'Changed in another window since you opened it.' })
  await expect(both).toContainText('Written in this window.')
  await expect(both).toContainText('Written in the other window.')
  await press(both.getByRole('button', { name: 'Keep what is here' }))
  await expect.poll(() => storedComment(portal, first)).toEqual([{ to_author: 'Written in this window.' }])
  await other.close()
  await page.goto('/review')
  await expect(page.getByText('Draft, 1 of 7 answered')).toBeVisible()

  expect(await texts(page)).not.toEqual([])
  const left = page.waitForEvent('load')
  await press(page.getByRole('button', { name: 'Sign Out' }))
  await left
  await expect.poll(() => texts(page)).toEqual([])
  await signIn(page, portal, demoPerson)
  await page.goto('/review')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})

test('a server that is busy, or is asked too often, takes nothing from what was typed', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/429 \(Too Many Requests\)|503 \(Service Unavailable\)/)
  const [first] = await begin(page, portal, 1)
  await page.goto(`/review/${first.assignmentId}`)
  await expect(comment(page)).toBeVisible()
  await page.route('**/api/ReviewSave', (route) =>
    route.fulfill({ status: 503, json: { Table: [{ Status: 'Busy' }] } }),
  )
  await type(comment(page), 'Say how many scans there were.')
  await expect(form(page).getByText('Kept on this device until there is a connection')).toBeVisible()
  for (const name of ['ReviewOpen', 'ReviewInbox'])
    await page.route(`**/api/${name}*`, (route) =>
      route.fulfill({ status: 429, json: { Table: [{ Status: 'Often' }] } }),
    )
  await page.goto('/review')
  // The list as it was last, where this device has it; never that there is none.
  await expect(page.getByText(/could not be loaded/).or(page.getByText(first.number))).toBeVisible()
  await page.goto(`/review/${first.assignmentId}`)
  await expect(comment(page)).toHaveValue('Say how many scans there were.')
  await page.unrouteAll()
  await page.reload()
  await expect.poll(() => storedComment(portal, first)).toEqual([{ to_author: 'Say how many scans there were.' }])
})

test('somebody offers to read fewer, and in another field as well; where they work is the chair’s to change', async ({
  page,
  portal,
}) => {
  await begin(page, portal, 1)
  await press(page.getByRole('button', { name: 'Change what you offer' }))
  const dialog = page.getByRole('dialog', { name: 'What you offer' })
  await type(dialog.getByLabel('At most how many abstracts'), '61')
  await press(dialog.getByLabel('First field 1'), 'ArrowDown')
  await press(dialog.getByRole('button', { name: 'Save what I offer' }))
  await expect(dialog.getByText('A number from 1 to 60.')).toBeVisible()
  await type(dialog.getByLabel('At most how many abstracts'), '5')
  await expect(dialog.getByText('please ask the chair to change this')).toBeVisible()
  await expectNoBarrier(page, 'what is offered')
  await press(dialog.getByRole('button', { name: 'Save what I offer' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'What you offered' })).toContainText('5 abstracts')
})

test('words typed without a connection stay to be copied when the abstract is given to another reviewer meanwhile', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/404 \(Not Found\)|ERR_INTERNET_DISCONNECTED/)
  const [first] = await begin(page, portal, 1)
  await page.goto(`/review/${first.assignmentId}`)
  await expect(comment(page)).toBeVisible()
  await page.context().setOffline(true)
  await type(comment(page), 'Typed in a cellar.')
  await expect(form(page).getByText('Kept on this device until there is a connection')).toBeVisible()
  const moved = `update assignment set state = 'cancelled', reason = 'moved', changed_at = now() where id = $1`
  await inDatabase(portal, moved, [first.assignmentId])
  await page.context().setOffline(false)
  await expect(page.getByText('Your last changes were not sent.')).toBeVisible()
  await expect(page.getByText('Thank you for it')).toBeHidden()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This abstract is no longer assigned to you' })).toBeVisible()
  await expect(comment(page)).toHaveValue('Typed in a cellar.')
  await expectNoBarrier(page, 'not sent')
  await page.goto('/review')
  await press(page.getByRole('link', { name: 'Read and copy your words' }))
  await expect(comment(page)).toHaveValue('Typed in a cellar.')
  await press(page.getByRole('button', { name: 'Remove from this device' }))
  await expect.poll(() => texts(page)).toEqual([])
})
