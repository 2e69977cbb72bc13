/**
 * An owner looks after people in the browser, by keyboard alone: finds one, corrects a name, gives more time, which opens what is closed for
 * others, changes an address, merges two accounts and undoes it.
 */
import type { Browser, Page } from '@playwright/test'
import type { World } from '#server/kernel/world.ts'
import { aGuest } from '#server/testing/guests.ts'
import { staffPassword } from '#server/testing/staff.ts'
import { rowOf } from './author.ts'
import { pick, press, type, typeDay } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase, inWorld } from './people.ts'
import { signIn } from './sign-in.ts'
import { aStaffPerson, signInAsStaff } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

const xss = '<img src=x onerror=alert(1)>'
const title = 'Lung ultrasound in dengue'

// A portal of its own: everybody else's keeps its people.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

type People = Awaited<ReturnType<typeof somePeople>>

/** Somebody with two accounts, somebody else, and more than a page shows. The last date for abstracts is over; two have a draft. */
async function somePeople(portal: Portal) {
  const [event] = await inDatabase(
    portal,
    `update event set opens_on = current_date - 60, abstracts_close_on = current_date - 2 where is_current
     returning id, to_char(ends_on, 'YYYY-MM-DD') as "lastDay"`,
  )
  const { id: eventId, lastDay } = event as { id: number; lastDay: string }
  const people = await inWorld(portal, async (world) => {
    const guest = (change: Parameters<typeof aGuest>[2]) => aGuest(world as World, eventId, change)
    const mehak = await guest({ name: 'Mehak Somro', email: 'm.somro@example.org', mobile: '03004444417' })
    const second = await guest({ name: `Mehak ${xss}`, email: 'm.soomro@example.net', mobile: '+92 300 4444417' })
    const other = await guest({ name: 'Rubina Shaikh', email: 'rubina@example.org' })
    for (let each = 0; each < 60; each += 1) await guest({ name: `Guest ${each}` })
    return { mehak, second, other }
  })
  for (const { applicantId } of [people.mehak, people.other])
    await inDatabase(
      portal,
      `with made as (insert into abstract (applicant_id, event_id, created_at) values ($1, $2, now()) returning id, applicant_id)
       insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background,
         background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size,
         file_sha256, file_scan, saved_at)
       select made.id, 1, applicant_id, sha256(''), 'Oral', (select min(id) from sub_speciality), $3, $3, '', '', '', '', '', '', '', '', 0,
         'abstracts/00/' || repeat('1', 30), 'a.pdf', 1, sha256(''), 'none', now() from made`,
      [applicantId, eventId, title],
    )
  return { ...people, lastDay }
}

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `a person is found, put right, given more time and another address; two accounts become one and two again: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      const people = await somePeople(portal)
      const owner = await aStaffPerson(portal, 'owner')
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      page.on('dialog', () => expect(false, 'a script ran').toBe(true))
      await page.goto('/console/people')
      await signInAsStaff(page, owner)

      await test.step('those who are chosen, or all that fit, are written to and taken along, with their count', () =>
        chosen(page))
      await test.step('found by the end of a mobile number typed as people type it, and the address says so', () =>
        found(page))
      await test.step('the name is corrected, with a reason', () => corrected(page))
      await test.step('contact is shown and noted; a note stays a note', () => noted(page))
      await test.step('more time for this person alone, who submits, while another is refused', () =>
        givenTime(page, browser, people))
      await test.step('another address, with the PIN that was sent there', () => readdressed(page))
      await test.step('two accounts become one, and two again', () => merged(page, people))
      await page.close()
    },
  )

async function chosen(page: Page): Promise<void> {
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  // A key that comes before the list listens is nobody's.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('tbody a:focus')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: '1 person selected' })
  await press(bar.getByRole('button', { name: /^Select all \d+$/ }))
  const all = page.getByRole('region', { name: /^\d{2,} people selected$/ })
  await look(page, 'all people selected')
  await press(all.getByRole('button', { name: /^Export/ }))
  await pick(page.getByRole('menuitem', { name: /CSV/ }))
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 })
  await press(all.getByRole('link', { name: 'Write' }))
  await expect(page.getByText('Everybody of the event', { exact: true }).first()).toBeVisible()
  await page.goto('/console/people?search=Somro')
  await press(page.getByRole('link', { name: 'Write to 1' }))
  await expect(page.getByLabel('And found by')).toHaveValue('Somro')
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await page.goto('/console/people')
}

async function found(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await look(page, 'people')
  await page.keyboard.press('f')
  await page.keyboard.type('0300 4444417')
  await expect(page).toHaveURL(/search=0300/)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('Possible duplicate').first()).toBeVisible()
  await press(page.getByRole('link', { name: /Mehak Somro/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Mehak Somro' })).toBeVisible()
}

async function corrected(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Correct the name' }))
  await type(page.getByLabel('Name', { exact: true }), 'Mehak Soomro')
  await press(page.getByRole('button', { name: 'Correct it' }))
  await expect(page.getByText('Please write why, for whoever looks at it later.')).toBeVisible()
  await expect(page.getByLabel('Why')).toBeFocused()
  await page.keyboard.type('She showed her card')
  await press(page.getByRole('button', { name: 'Correct it' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Mehak Soomro' })).toBeVisible()
  await expect(page.getByText(/corrected the name/)).toBeVisible()
}

async function noted(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Show how to reach them' }))
  await expect(page.getByText('03004444417')).toBeVisible()
  await expect(page.getByText(/looked at how to reach them/)).toBeVisible()
  await type(page.getByLabel('A new note'), xss)
  await press(page.getByRole('button', { name: 'Add a note' }))
  await expect(page.getByText(xss, { exact: false }).first()).toBeVisible()
}

async function givenTime(page: Page, browser: Browser, { mehak, other, lastDay }: People): Promise<void> {
  await typeDay(page.getByLabel('Until'), lastDay)
  await type(page.getByLabel('Reason'), 'In hospital, letter seen')
  await press(page.getByRole('button', { name: 'Save and tell the person' }))
  await expect(page.getByRole('button', { name: 'End it' })).toBeVisible()
  await look(page, 'a person')
  await submits(browser, other, 'Abstract submission date has passed.')
  await submits(browser, mehak, 'Abstract Submitted')
  const states = `select state, is_late from abstract where applicant_id = any ($1) order by applicant_id`
  expect(await inDatabase(own.portal, states, [[mehak.applicantId, other.applicantId]])).toEqual([
    { state: 'submitted', is_late: false },
    { state: 'draft', is_late: false },
  ])
}

/** A participant presses Submit, and reads this. */
async function submits(browser: Browser, { email }: { email: string }, heading: string): Promise<void> {
  const page = await browser.newPage({ baseURL: own.portal.url })
  await signIn(page, own.portal, { email })
  await page.goto('/abstractsubmission')
  await rowOf(page, title)
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await page.close()
}

async function readdressed(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Change the email address' }))
  await type(page.getByLabel('New address'), 'mehak.new@example.org')
  await type(page.getByLabel('Why'), 'The old mailbox is gone')
  await press(page.getByRole('button', { name: 'Send the PIN' }))
  await type(page.getByLabel('Your password'), staffPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('mehak.new@example.org').first()).toBeVisible()
  const [letter] = await inDatabase(own.portal, `select body_text from mail where recipient = 'mehak.new@example.org'`)
  const [, pin = ''] = /^ {4}(\d{6})$/m.exec((letter as { body_text: string }).body_text) ?? []
  await type(page.getByLabel('PIN that the person reads to you'), pin)
  await press(page.getByRole('button', { name: 'Use the new address' }))
  await expect(page.locator('.console-head').getByText('mehak.new@example.org')).toBeVisible()
  await expect(page.getByText(pin)).toHaveCount(0)
}

async function merged(page: Page, { mehak, second }: People): Promise<void> {
  await press(page.getByRole('link', { name: 'Compare and merge' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Merge two accounts' })).toBeVisible()
  await look(page, 'merge')
  await type(page.getByLabel('Why these are one person'), 'Both are hers')
  await press(page.getByRole('button', { name: 'Merge into mehak.new@example.org' }))
  await expect(page.getByText(/became part of this account/)).toBeVisible()
  const whose = () =>
    inDatabase(own.portal, `select email_key from account_alias where account_id = ${mehak.accountId}`)
  expect(await whose()).toEqual([{ email_key: second.email }])
  await press(page.getByRole('button', { name: 'Undo the merge' }))
  await type(page.getByLabel('Why'), 'They are sisters')
  await press(page.getByRole('button', { name: 'Make them two accounts again' }))
  await expect(page.getByText(/became part of this account/)).toHaveCount(0)
  expect(await whose()).toEqual([])
  await press(page.getByRole('button', { name: 'They are two people' }))
  await expect(page.getByText(/may be the same person/)).toHaveCount(0)
  await press(page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'People' }))
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
}
