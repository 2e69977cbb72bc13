/** Reviewing in one piece, on a phone: from the letter that asks somebody to the discussion, with ten minutes in a cellar between. */
import type { Page } from '@playwright/test'
import { invite } from './invited.ts'
import { choose, press, reach, select, tick, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase } from './people.ts'
import { decide, giveTo, sendBack, withhold, type Work } from './reviewer.ts'
import { type Complaints, expect, hydrated, type Portal, someEmail, test, visit } from './testing.ts'

const password = 'seven lamps on the quiet ward'
const said = 'State who trained the readers, and for how long.'

/** A way on from one row of the list. */
const way = (page: Page, verb: string, { number }: Work) =>
  page.getByRole('link', { name: new RegExp(`^${verb} ?: ${number}$`) })
const form = (page: Page) => page.getByRole('form', { name: 'Your review' })
const comment = (page: Page) => page.getByLabel('Comments to the author')
/** What lies on this device of any abstract. */
const texts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => /:review:\d+:/.test(name)))
const stored = (portal: Portal, { assignmentId }: Work) =>
  inDatabase(portal, 'select to_author from review where assignment_id = $1', [assignmentId])

for (const { sight, settings, annotation } of walks('on a phone'))
  test.describe(sight, () => {
    test.use(settings)
    test(
      'a letter, an account, an offer; the list, a review with ten minutes without a line, the others, a remark; one declined by conflict',
      { annotation },
      ({ page, portal, complaints }) => wholeReview({ page, portal, complaints }),
    )
  })

type Journey = { page: Page; portal: Portal; complaints: Complaints }

async function wholeReview({ page, portal, complaints }: Journey): Promise<void> {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|404 \(Not Found\)/)
  const email = someEmail('farah')
  const link = await invite(page, portal, email)
  await visit(page, link)
  await test.step('the letter is answered, and reloaded in the middle', () => accept(page))
  await test.step('an offer with a mistake, a look back, an account', () => offer(page))
  await test.step('signed in', () => signInByKeys(page, email))
  const [reviewer] = (await inDatabase(
    portal,
    `select reviewer.id, state, quota, institution, array_agg(strength::text || ' ' || description order by strength) as fields
     from reviewer join reviewer_field on reviewer_id = reviewer.id join speciality on speciality.id = speciality_id
     where reviewer.email = $1 group by reviewer.id`,
    [email],
  )) as { id: number }[]
  expect(reviewer).toMatchObject({
    state: 'active',
    quota: 9,
    institution: 'Aga Khan Hospital',
    fields: ['first Radiology', 'second Diagnostics'],
  })
  await visit(page, link)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer open.' })).toBeVisible()

  const [first, second, third] = await giveTo(portal, reviewer?.id ?? 0, 3)
  if (!second || !third) throw new Error('Too little was given.')
  await page.clock.install()
  await test.step('the profile leads to the list', () => fromProfile(page))
  await test.step('one is declined by a conflict', () => declineByConflict(page, third))
  await test.step('scored by keys, and ten minutes without a line', () => withoutLine(page, portal, first))
  await test.step('submitted, with one thing forgotten', () => submit(page))
  await test.step('the others, and a remark', () => discuss(page))
  await test.step('sent back, withheld, decided', () => afterwards(page, portal, [first, second]))
}

async function accept(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/review\/invitation$/)
  await expect(page.getByRole('heading', { name: 'Would you review abstracts?' })).toBeVisible()
  await look(page, 'invitation')
  await page.reload()
  await hydrated(page)
  await press(page.getByRole('button', { name: 'Accept' }))
  await expect(page.getByRole('heading', { name: 'What you can offer' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

async function offer(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: 'Accept the invitation' })
  const quota = page.getByLabel('At most how many abstracts')
  await type(quota, '70')
  await press(send)
  await expect(quota).toHaveAccessibleDescription('A number from 1 to 60.')
  await expect(quota).toBeFocused()
  await look(page, 'offer with mistakes')
  await type(quota, '9')
  await select(page.getByLabel('First field 1'), 'Radiology')
  await select(page.getByLabel('Second field 1'), 'Diagnostics')
  // What is chosen once is not offered again.
  await expect(page.getByLabel('Second field 2').getByRole('option', { name: 'Radiology' })).toHaveCount(0)
  await type(page.getByLabel('Institution'), 'Aga Khan Hospital')
  await type(page.getByRole('textbox', { name: 'Department' }), 'Radiology')
  await type(page.getByLabel('Full name'), 'Farah Junejo')
  // A look back loses nothing.
  await press(page.getByRole('button', { name: 'Back', exact: true }))
  await press(page.getByRole('button', { name: 'Accept' }))
  await expect(page.getByLabel('Institution')).toHaveValue('Aga Khan Hospital')
  await expect(page.getByLabel('First field 1')).toHaveText(/Radiology/)
  await type(page.getByLabel('Password', { exact: true }), password)
  await press(send)
  await expect(page.getByRole('heading', { name: 'Thank you. You are a reviewer.' })).toBeFocused()
  await expect(page.getByText('You offered to read up to 9 abstracts')).toBeVisible()
  await look(page, 'accepted')
}

async function signInByKeys(page: Page, email: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Sign in' }))
  await hydrated(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await type(page.getByLabel('Password', { exact: true }), password)
  await tick(page.getByRole('checkbox', { name: 'I am a person' }))
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await press(page.getByRole('button', { name: 'Login', exact: true }))
  await expect(page).not.toHaveURL(/login/)
}

/** Whoever is new is led to the form of their profile first. */
async function fromProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/profilereg$/)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'My reviews' })
  await expect(card).toContainText('3 abstracts to review')
  await press(card.getByRole('link', { name: 'Open' }))
  await expect(page.getByRole('heading', { name: 'Your reviews' })).toBeVisible()
  await look(page, 'the list of reviews')
}

async function declineByConflict(page: Page, work: Work): Promise<void> {
  await press(way(page, 'Begin', work))
  await expect.poll(() => texts(page)).toHaveLength(1)
  await press(page.getByRole('link', { name: 'Your reviews' }).first())
  await press(way(page, 'Decline', work))
  await choose(page.getByRole('radio', { name: /conflict of interest/ }))
  await press(page.getByRole('button', { name: 'Decline this review' }))
  await expect(page.getByText('Please say which kind of conflict.')).toBeVisible()
  await look(page, 'the page that declines')
  await choose(page.getByRole('radio', { name: 'Same department' }))
  await press(page.getByRole('button', { name: 'Decline this review' }))
  await expect(page.getByText(`${work.number} went back to the chairs.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeHidden()
  // Nothing of it stays on the device, and there is no way back to it.
  await expect.poll(() => texts(page)).toEqual([])
  await page.goto(`/review/${work.assignmentId}`)
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
  await page.goto('/review')
}

async function withoutLine(page: Page, portal: Portal, work: Work): Promise<void> {
  await press(way(page, 'Begin', work))
  await expect(page.getByRole('heading', { name: `Abstract ${work.number}` })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: /^Save/ })),
  ])
  expect(download.suggestedFilename()).toBe(`${work.number}.txt`)
  await reach(page.getByRole('radio', { name: 'Question: 1' }))
  for (const key of ['4', 'Tab', '4', 'Tab', '5']) await page.keyboard.press(key)
  await expect(page.getByText('Total so far')).toContainText('3 of 4 answered')
  await expect(form(page).getByText(/Saved \d\d:\d\d/)).toBeVisible()

  // A lift, a cellar: what is typed there goes when there is a line again. What was opened can be read meanwhile.
  await page.context().setOffline(true)
  await type(comment(page), said)
  await expect(form(page).getByText('Kept on this device until there is a connection')).toBeVisible()
  await page.clock.fastForward('10:00')
  await press(page.getByRole('link', { name: 'Your reviews' }).first())
  await expect(page.getByText('This is your list as it was last.')).toBeVisible()
  await press(way(page, '(Begin|Continue)', work))
  await expect(comment(page)).toHaveValue(said)
  expect(await stored(portal, work)).toEqual([{ to_author: '' }])
  await page.context().setOffline(false)
  await expect.poll(() => stored(portal, work)).toEqual([{ to_author: said }])
}

async function submit(page: Page): Promise<void> {
  await choose(page.getByRole('radio', { name: 'Accept as poster' }))
  await choose(page.getByRole('radio', { name: 'My field' }))
  await press(comment(page), 'Control+Enter')
  await expect(page.getByText('Still to answer: Use.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Use: 1' })).toBeFocused()
  await look(page, 'the form with one thing missing')
  await page.keyboard.press('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Submitted. Thank you.')).toBeVisible()
}

async function discuss(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Reviewer 1' })).toContainText('Say who read the scans.')
  await type(page.getByLabel('Your remark'), 'We agree about the readers.')
  await press(page.getByRole('button', { name: 'Add remark' }))
  await expect(page.getByText('Reviewer 2, you')).toBeVisible()
  await look(page, 'the submitted review')
}

/** The list says each in words. */
async function afterwards(page: Page, portal: Portal, [first, second]: [Work, Work]): Promise<void> {
  await sendBack(portal, first, 'The comment names a colleague.')
  await withhold(portal, second)
  await page.goto('/review')
  await expect(page.getByText('The chair writes: The comment names a colleague.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This text is being prepared' })).toBeVisible()
  await press(way(page, 'Correct', first))
  await type(comment(page), 'Dear Dr Fatima Memon, state who trained the readers.')
  await press(page.getByRole('button', { name: 'Submit review' }))
  const names = page.getByRole('alertdialog', { name: 'Does your comment name somebody?' })
  await press(names.getByRole('button', { name: 'Submit as it is' }))
  await expect(page.getByText('Submitted. Thank you.')).toBeVisible()
  await decide(portal, first)
  await page.reload()
  await expect(page.getByText('A decision has been made.')).toBeVisible()
  await expect(comment(page)).toBeDisabled()
}
