/** An owner looks after people in the browser: finds one, corrects a name, gives more time, changes an address, merges two accounts and undoes it. */
import { aGuest } from '#server/testing/guests.ts'
import type { World } from '#server/world.ts'
import { look, wide } from './looks.ts'
import { inDatabase, inWorld } from './people.ts'
import { aStaffPerson, signInAsStaff, stepUp } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

const xss = '<img src=x onerror=alert(1)>'

// A portal of its own: everybody else's keeps its people.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

test('a person is found, put right, given more time and another address; two accounts become one and two again', async ({
  browser,
}) => {
  const { portal } = own
  const { eventId } = (await inDatabase(portal, `select id as "eventId" from event where is_current`))[0] as {
    eventId: number
  }
  const guest = (change: Parameters<typeof aGuest>[2]) =>
    inWorld(portal, (world) => aGuest(world as World, eventId, change))
  const mehak = await guest({ name: 'Mehak Somro', email: 'm.somro@example.org', mobile: '03004444417' })
  const second = await guest({ name: xss, email: 'm.soomro@example.net', mobile: '+92 300 4444417' })
  // More than a page shows.
  await inWorld(portal, async (world) => {
    for (let each = 0; each < 60; each += 1) await aGuest(world as World, eventId, { name: `Guest ${each}` })
  })
  const owner = await aStaffPerson(portal, 'owner')
  const page = await browser.newPage({ baseURL: portal.url, viewport: wide })
  page.on('dialog', () => expect(false, 'a script ran').toBe(true))
  await page.goto('/console/people')
  await signInAsStaff(page, owner)

  await test.step('those who are chosen, or all that fit, are written to and taken along, with their count', async () => {
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.locator('#main').focus()
    // A key that comes before the list listens is nobody's.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(page.locator('tbody a:focus')).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: '1 person selected' })
    await bar.getByRole('button', { name: /^Select all \d+$/ }).click()
    const all = page.getByRole('region', { name: /^\d{2,} people selected$/ })
    await look(page, 'all people selected')
    await all.getByRole('button', { name: /^Export/ }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 })
    await all.getByRole('link', { name: 'Write' }).click()
    await expect(page.getByText('Everybody of the event', { exact: true }).first()).toBeVisible()
    await page.goto('/console/people?search=Somro')
    await page.getByRole('link', { name: 'Write to 1' }).click()
    await expect(page.getByLabel('And found by')).toHaveValue('Somro')
    await expect(page.getByText('1 person', { exact: true })).toBeVisible()
    await page.goto('/console/people')
  })

  await test.step('found by the end of a mobile number typed as people type it, and the address says so', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await look(page, 'people')
    await page.keyboard.press('f')
    await page.keyboard.type('0300 4444417')
    await expect(page).toHaveURL(/search=0300/)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByText('May be a second account').first()).toBeVisible()
    await page.getByRole('link', { name: /Mehak Somro/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mehak Somro' })).toBeVisible()
  })

  await test.step('the name is corrected, with a reason', async () => {
    await page.getByRole('button', { name: 'Correct the name' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Mehak Soomro')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect(page.getByText('Please write why, for whoever looks at it later.')).toBeVisible()
    await page.getByLabel('Why').fill('She showed her card')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mehak Soomro' })).toBeVisible()
    await expect(page.getByText(/corrected the name/)).toBeVisible()
  })

  await test.step('contact is shown and noted; a note stays a note', async () => {
    await page.getByRole('button', { name: 'Show how to reach them' }).click()
    await expect(page.getByText('03004444417')).toBeVisible()
    await expect(page.getByText(/looked at how to reach them/)).toBeVisible()
    await page.getByLabel('A new note').fill(xss)
    await page.getByRole('button', { name: 'Add a note' }).click()
    await expect(page.getByText(xss, { exact: false }).first()).toBeVisible()
  })

  await test.step('more time for this person alone', async () => {
    const [day] = await inDatabase(portal, `select to_char(ends_on, 'YYYY-MM-DD') as until from event where is_current`)
    await page.getByLabel('Until').fill((day as { until: string }).until)
    await page.getByLabel('Reason').fill('In hospital, letter seen')
    await page.getByRole('button', { name: 'Save and tell the person' }).click()
    await expect(page.getByRole('button', { name: 'End it' })).toBeVisible()
    await look(page, 'a person')
  })

  await test.step('another address, with the PIN that was sent there', async () => {
    await page.getByRole('button', { name: 'Change the e-mail address' }).click()
    await page.getByLabel('New address').fill('mehak.new@example.org')
    await page.getByLabel('Why').fill('The old mailbox is gone')
    await page.getByRole('button', { name: 'Send the PIN' }).click()
    await stepUp(page)
    await expect(page.getByText('mehak.new@example.org').first()).toBeVisible()
    const [letter] = await inDatabase(portal, `select body_text from mail where recipient = 'mehak.new@example.org'`)
    const [, pin = ''] = /^ {4}(\d{6})$/m.exec((letter as { body_text: string }).body_text) ?? []
    await page.getByLabel('PIN that the person reads to you').fill(pin)
    await page.getByRole('button', { name: 'Use the new address' }).click()
    await expect(page.locator('.console-head').getByText('mehak.new@example.org')).toBeVisible()
    await expect(page.getByText(pin)).toHaveCount(0)
  })

  await test.step('two accounts become one, and two again', async () => {
    await page.getByRole('link', { name: 'Compare and merge' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Merge two accounts' })).toBeVisible()
    await look(page, 'merge')
    await page.getByLabel('Why these are one person').fill('Both are hers')
    await page.getByRole('button', { name: 'Merge into mehak.new@example.org' }).click()
    await expect(page.getByText(/became part of this account/)).toBeVisible()
    const whose = () => inDatabase(portal, `select email_key from account_alias where account_id = ${mehak.accountId}`)
    expect(await whose()).toEqual([{ email_key: second.email }])
    await page.getByRole('button', { name: 'Undo the merge' }).click()
    await page.getByLabel('Why').fill('They are sisters')
    await page.getByRole('button', { name: 'Make them two accounts again' }).click()
    await expect(page.getByText(/became part of this account/)).toHaveCount(0)
    expect(await whose()).toEqual([])
    await page.getByRole('button', { name: 'They are two people' }).click()
    await expect(page.getByText(/may be the same person/)).toHaveCount(0)
  })
  await page.close()
})
