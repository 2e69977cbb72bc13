/** A chair prepares a review in the browser: settings and criteria, invitations, a proposal, its short list, by hand, applied. */
import type { Page } from '@playwright/test'
import { aPerson } from '#server/testing/people.ts'
import { press, type, typeDay } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase, inWorld } from './people.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

const titles = ['Lung ultrasound in dengue', 'Consent forms that patients can read', 'A ward checklist for potassium']

// A portal of its own: everybody else's goes on taking abstracts.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

/** Three that are submitted, and a last date that is over. */
async function submitted(portal: Portal): Promise<void> {
  await inDatabase(portal, `update event set opens_on = current_date - 60, abstracts_close_on = current_date - 2`)
  for (const [at, title] of titles.entries()) {
    const { accountId } = await inWorld(portal, (world) =>
      aPerson(world, { email: `author${at}@example.org`, fullName: `Author ${at}` }),
    )
    await inDatabase(
      portal,
      `with who as (insert into applicant (account_id, event_id, created_at) select $1, id, now() from event returning id, event_id),
        made as (insert into abstract (applicant_id, event_id, status, number, created_at, submitted_at)
          select id, event_id, 'Pending', $2, now(), now() from who returning id, applicant_id)
      insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background,
        background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size,
        file_sha256, file_scan, saved_at)
      select made.id, 1, applicant_id, sha256(''), 'Oral', (select min(id) from sub_speciality), $3, $3, '', '', '', '', '', '', '', '', 0,
        'abstracts/00/' || repeat('1', 30), 'a.pdf', 1, sha256(''), 'none', now() from made`,
      [accountId, at + 1, title],
    )
  }
}

/** They accepted the letter: that road has a journey of its own. */
async function accepted(portal: Portal, people: readonly { name: string; quota: number }[]): Promise<void> {
  for (const { name, quota } of people) {
    const email = `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.org`
    const { accountId } = await inWorld(portal, (world) => aPerson(world, { email, fullName: name }))
    await inDatabase(
      portal,
      `with who as (insert into reviewer (event_id, email, email_key, account_id, state, quota, invited_at, expires_at, answered_at)
          select id, $1, $1, $2, 'active', $3, now(), now(), now() from event
          on conflict (event_id, email_key) where email_key <> '' do update set state = 'active', token_hash = null, account_id = $2, quota = $3 returning id)
      insert into reviewer_field select id, (select speciality_id from sub_speciality order by id limit 1), 'first' from who`,
      [email, accountId, quota],
    )
  }
}

const clash = (portal: Portal, number: number, email: string) =>
  inDatabase(
    portal,
    `insert into conflict (abstract_id, reviewer_id, kind, source, strength, at)
      select abstract.id, reviewer.id, 'personal', 'chair', 'hard', now() from abstract, reviewer where number = $1 and reviewer.email = $2`,
    [number, email],
  )

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `a chair sets a review up, invites, proposes, chooses by hand for whoever is short, and applies: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      await submitted(portal)
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      await page.goto('/console/reviews')
      await signInAsStaff(page, zainab)
      await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Review has not begun' })).toBeVisible()

      await test.step('settings and a criterion, by keyboard', async () => {
        await press(page.getByRole('link', { name: 'Begin review' }))
        await type(page.getByLabel('Reviews wanted for each'), '2')
        await page.keyboard.press('ControlOrMeta+S')
        await expect(page.getByText('No more than are wanted.')).toBeVisible()
        await expect(page.getByLabel('Reviews before a decision')).toBeFocused()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type('2')
        await typeDay(page.getByLabel('Last day for reviews'), inDays(12))
        await page.keyboard.press('ControlOrMeta+S')
        await expect(page.getByText('not saved')).toBeHidden()
        for (const name of ['Originality', 'Method']) {
          await press(page.getByRole('button', { name: 'Add a criterion' }))
          await expect(page.getByLabel('Name of the criterion')).toBeFocused()
          await page.keyboard.type(name)
          await page.keyboard.press('Enter')
          await expect(page.getByRole('button', { name: `Retire ${name}` })).toBeVisible()
        }
        await press(page.getByRole('button', { name: /^Up ?: Method/ }))
        await expect(page.getByRole('button', { name: /^Up ?: Method/ })).toBeDisabled()
        await look(page, 'review settings')
      })

      await test.step('it begins, with the password once more', async () => {
        await press(page.getByRole('button', { name: 'Begin with 3 abstracts' }))
        await press(page.getByRole('alertdialog').getByRole('button', { name: 'Begin with 3 abstracts' }))
        await stepUp(page, zainab.password)
        await expect(page.getByText('3 abstracts are under review now.')).toBeVisible()
      })

      await test.step('a pasted list says which lines to correct, and the email is read before it is sent', async () => {
        await goTo(page, 'Reviewers')
        await press(page.getByRole('button', { name: 'Invite reviewers' }))
        await type(
          page.getByLabel('People to invite'),
          'Dr Hira Channa <hira@example.org>\nwaqar@example.org\nWaqar@example.org\nnobody',
        )
        await expect(page.getByText('The same address as in line 2.')).toBeVisible()
        await expect(page.getByText('“nobody” is not an email address.')).toBeVisible()
        await press(page.getByRole('button', { name: 'Remove these 2 lines' }))
        await press(page.getByRole('button', { name: 'Preview email to 2 people' }))
        await expect(page.getByText(/invites you to review abstracts/)).toBeVisible()
        await expect(page.getByText(/The link works until/)).toBeVisible()
        await look(page, 'invitation preview')
        await press(page.getByRole('button', { name: 'Send 2 invitations' }))
        await expect(page.getByText('2 people were invited.')).toBeVisible()
        await expect(
          page.getByRole('row', { name: /Dr Hira Channa\s+hira@example\.org (State )?Invited/ }),
        ).toBeVisible()
        await accepted(portal, [
          { name: 'Hira Channa', quota: 2 },
          { name: 'Waqar Bhatti', quota: 3 },
          { name: 'Naila Memon', quota: 1 },
        ])
        await clash(portal, 2, 'naila@example.org')
        await page.reload()
        await press(page.getByRole('button', { name: 'Change Naila Memon' }))
        await type(page.getByLabel('Department', { exact: true }), 'Ward Seven')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Ward Seven')).toBeVisible()
        await look(page, 'reviewers')
        await press(page.getByRole('link', { name: 'Conflicts of Naila Memon' }))
        await expect(page.getByRole('row', { name: /A-0002.*Naila Memon.*Personal/ })).toBeVisible()
        await look(page, 'conflicts')
      })

      await test.step('a proposal, who is short, and by hand', async () => {
        await goTo(page, 'Assignment')
        await type(page.getByLabel('Most for one reviewer'), '2')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'Short of reviewers' })).toBeVisible()
        await expect(page.getByText('5 of 6', { exact: true })).toBeVisible()
        await look(page, 'assignment')
        // Its last column has the button, and a card that scrolls sideways would hide it.
        const changes = page.getByRole('region', { name: 'What would change' })
        await expect(changes.getByRole('link', { name: 'New 5' })).toHaveAttribute('aria-current', 'page')
        await expect(changes.getByRole('button', { name: /^Change the reviewers of A-0001/ })).toBeVisible()
        expect(await changes.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0)
        await press(page.getByRole('button', { name: /Choose by hand for/ }))
        const dialog = page.getByRole('dialog')
        const give = dialog.getByRole('button', { name: `Give ${await whoIsFree(portal)}` })
        await expect(give).toBeVisible()
        await look(page, 'by hand')
        await press(give)
        await expect(dialog.getByText(/^Given to/)).toBeVisible()
        // Whoever may not is not given it, and the reason is said.
        await press(give)
        await expect(dialog.getByText('They have it already.')).toBeVisible()
        await press(dialog.getByRole('button', { name: 'Done' }))
        await expect(page.getByRole('heading', { name: 'Short of reviewers' })).toBeHidden()
      })

      await test.step('applied: what no longer holds is left out and named', async () => {
        await inDatabase(portal, `update reviewer set state = 'removed' where email = 'naila@example.org'`)
        await page.reload()
        await expect(page.getByText('1 place can no longer be filled as proposed')).toBeVisible()
        await press(page.getByRole('button', { name: 'Apply 5 changes' }))
        await press(page.getByRole('alertdialog').getByRole('button', { name: 'Apply 5 changes and send 2 emails' }))
        await expect(page.getByText(/places were given to reviewers\./)).toBeVisible()
        await expect(page.getByText('Naila Memon reviews no longer')).toBeVisible()
        await look(page, 'applied')
        await press(page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Reviews' }))
        await expect(page.getByRole('heading', { name: 'Submitted over time' })).toBeVisible()
        await look(page, 'reviews')
      })
    },
  )

/** Somebody whom the proposal does not give the one that is short, and who may have it. */
async function whoIsFree(portal: Portal): Promise<string> {
  const [found] = await inDatabase(
    portal,
    `select full_name from reviewer join account on account.id = account_id where quota > 1 and reviewer.id not in (select reviewer_id from proposed
      where abstract_id = (select abstract_id from proposed group by abstract_id having count(*) = 1)) order by quota desc limit 1`,
  )
  return (found as { full_name: string }).full_name
}

/** Another screen by the rail, which a phone has behind a button. */
async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await press(menu)
  await press(page.getByRole('link', { name: screen, exact: true }))
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
