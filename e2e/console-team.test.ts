/** An owner invites a colleague, who makes an account from the letter, sees their screen and loses the role again; the trail tells it all. */
import type { Page } from '@playwright/test'
import { expectNoBarrier, look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, type Portal, someEmail, test } from './testing.ts'

const words = 'seven lamps on the quiet ward'
const odd = `Rabia "><img src=x onerror=alert(1)>`

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await signInAsStaff(page, zainab)
}

/** The link in the newest letter to an address. */
async function linkFor(portal: Portal, email: string): Promise<string> {
  const letters = (await portal.mail()).split('<article>')
  const letter = letters.find((text) => text.includes(`To ${email},`)) ?? ''
  const link = /https?:\/\/[^\s"<]+\/console\/invitation#[\w-]{43}/.exec(letter)?.[0]
  if (!link) throw new Error(`There is no invitation for ${email}.`)
  return link.replace(/^https?:\/\/[^/]+/, '')
}

test.beforeEach(({ complaints }) => {
  // Whoever is not signed in is told so by the server, and the browser says it once more.
  complaints.expect(/status of 401/)
  // And whoever has not proven who they are just now.
  complaints.expect(/status of 403/)
})

test('a colleague is invited, comes in from the letter, loses the role, and the trail tells all of it', async ({
  page,
  browser,
  portal,
}) => {
  const email = someEmail('rabia.memon')
  await signIn(page, '/console/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /Zainab Qureshi/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invite' })).toBeVisible()
  await expectNoBarrier(page, 'team')

  // By keyboard alone.
  await page.setViewportSize(wide)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.getByLabel('Role', { exact: true }).selectOption('desk')
  await page.getByLabel('Role', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await stepUp(page, zainab.password)
  await expect(page.getByText(`The invitation to ${email} is on its way.`)).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: email })
  await expect(line).toContainText('Registration desk')
  await line.getByRole('button', { name: /^Send again/ }).click()
  await expect(line.getByRole('button', { name: /^Sent again/ })).toBeVisible()
  await expectNoBarrier(page, 'team with an invitation')

  const theirs = await browser.newContext({ baseURL: portal.url })
  const colleague = await theirs.newPage()
  await colleague.goto(await linkFor(portal, email))
  await expect(colleague.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible()
  expect(new URL(colleague.url()).hash).toBe('')
  await expectNoBarrier(colleague, 'invitation')
  await colleague.getByRole('button', { name: 'Accept and go in' }).click()
  await expect(colleague.getByText('Please enter your name.')).toBeVisible()
  await colleague.getByLabel('Your name').fill(odd)
  await colleague.getByLabel('New password').fill(words)
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  // What the desk may see of the trail: what they did themselves.
  await colleague.goto('/console/audit')
  await expect(colleague.getByText('accepted an invitation')).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(odd)
  await row.getByRole('button', { name: /Change$/ }).click()
  await page.getByLabel('Why').fill('<b>left</b> the college')
  await look(page, 'one person of the team')
  await page.getByRole('button', { name: /^Take away/ }).click()
  await page.getByRole('button', { name: new RegExp(`from ${odd.slice(0, 5)}`) }).click()
  await expect(row).toHaveCount(0)
  await colleague.reload()
  await expect(colleague.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  await theirs.close()

  await page.goto('/console/audit')
  const newest = page.locator('.timeline > li').first()
  await expect(newest).toContainText('Zainab Qureshi')
  await expect(newest).toContainText('removed a role from')
  await expect(newest).toContainText('<b>left</b> the college')
  await newest.getByText(/^1 change$/).click()
  await expect(newest.locator('ins').first()).toBeVisible()
  await look(page, 'audit trail')
  await page.getByLabel('About', { exact: true }).selectOption('team')
  await expect(page).toHaveURL(/about=team/)
  await page.getByRole('searchbox').fill('InvitationAccept')
  await expect(page).toHaveURL(/search=InvitationAccept/)
  const accepted = page.locator('.timeline > li').first()
  await expect(accepted).toContainText('accepted an invitation')
  await expect(accepted).toContainText(odd)
  await accepted.getByRole('link', { name: /in full/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Act \d+$/ })).toBeVisible()
  await expect(page.getByText('Verified at')).toBeVisible()
  await expectNoBarrier(page, 'an act')
  await page.goBack()
  await expect(page).toHaveURL(/search=InvitationAccept/)

  const acts = await inDatabase(
    portal,
    `select operation, outcome, (select count(*)::int from act_change where act_id = act.id) > 0 as has_changes
     from act where operation in ('InvitationSend', 'InvitationAccept', 'GrantRevoke') order by id`,
  )
  expect(acts).toEqual([
    { operation: 'InvitationSend', outcome: 'done', has_changes: true },
    { operation: 'InvitationSend', outcome: 'done', has_changes: true },
    { operation: 'InvitationAccept', outcome: 'done', has_changes: true },
    { operation: 'GrantRevoke', outcome: 'done', has_changes: true },
  ])
})

test('a link that is none, or not whole, says so', async ({ page, complaints }) => {
  complaints.expect(/status of 404/)
  await page.goto(`/console/invitation#${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This invitation is not good any more' })).toBeVisible()
  await page.goto('/console/invitation')
  await expect(page.getByRole('heading', { name: 'This link is not whole' })).toBeVisible()
})
