/** A chair empties the redaction queue by keyboard: a name hidden, a text written by hand, and nothing left that reviewers wait for. */
import { press, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { anApplicant, inDatabase } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: what is with reviewers can no longer be edited by the authors of other journeys.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

type Given = { id: number; name: string }

/** Two abstracts that name their author, with reviewers since a moment ago; whatever else waited is ready. */
async function givenOut(portal: Portal): Promise<Given[]> {
  const given: Given[] = []
  for (const name of ['Rubina Shaikhani', 'Zubair Talpurani']) {
    const { email } = await anApplicant(portal, name)
    const words = `<p>Nurses charted the score. <em>${name}</em> trained all staff.</p>`
    const [row] = (await inDatabase(
      portal,
      `with current as (select id from event where event_state = 'published' order by id desc limit 1),
       applicant as (insert into applicant (account_id, event_id, created_at) select account.id, current.id, now() from account, current where email = $1 returning id, event_id),
       made as (insert into abstract (applicant_id, event_id, status, number, created_at, submitted_at)
         select id, event_id, 'Pending', 1 + coalesce((select max(number) from abstract where event_id = applicant.event_id), 0), now(), now() from applicant returning id, applicant_id)
       insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
         material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
       select made.id, 1, applicant_id, sha256('a'), 'Oral', (select min(id) from sub_speciality), 'Early warning scores', 'Early warning scores', $2, $2,
         '<p>We counted.</p>', '', '<p>Fewer.</p>', '', '<p>More.</p>', '', 9, 'abstracts/00/' || repeat('1', 30), 'early-warning-scores.pdf', 1, sha256('a'), 'none', now() from made
       returning abstract_id as id`,
      [email, words],
    )) as { id: number }[]
    if (!row) throw new Error('no abstract was made')
    await inDatabase(portal, `update abstract set status = 'Under review', level = 1 where id = $1`, [row.id])
    given.push({ id: row.id, name })
  }
  const ids = given.map(({ id }) => id)
  await inDatabase(portal, `update redaction set state = 'ready' where abstract_id <> all ($1)`, [ids])
  await inDatabase(portal, `select graphile_worker.add_job('prepare-blind')`)
  const waiting = `select count(*)::int as many from redaction where state = 'waiting' and abstract_id = any ($1)`
  await expect.poll(() => inDatabase(portal, waiting, [ids]), { timeout: 30_000 }).toEqual([{ many: 2 }])
  return given
}

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `a queue of two is emptied by keyboard alone: one hidden, one written by hand: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      const [first, second] = await givenOut(portal)
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      await page.goto('/console/redaction')
      await signInAsStaff(page, zainab)

      await expect(page.getByText(/^2 wait, /)).toBeVisible()
      const original = page.getByRole('region', { name: 'What the author wrote' })
      const blind = page.getByRole('region', { name: 'What reviewers will read' })
      await expect(original.locator('mark').first()).toHaveText(first?.name ?? '')
      await expect(blind.locator('.hidden-word').first()).toHaveText('name removed')
      await expect(blind).not.toContainText(first?.name ?? '')
      await page.keyboard.press('l')
      await expect(blind).toContainText(first?.name ?? '')
      await page.keyboard.press('h')
      await expect(blind).not.toContainText(first?.name ?? '')
      await look(page, 'redaction')
      await page.keyboard.press('r')

      await expect(page.getByText(/^1 waits, /)).toBeVisible()
      await expect(original).toContainText(second?.name ?? '')
      await press(page.getByRole('button', { name: 'Write it by hand' }))
      await type(
        page.getByRole('textbox', { name: 'Background' }),
        `Nurses charted the score, as ${second?.name ?? ''} asked.`,
      )
      await press(page.getByRole('button', { name: 'Keep what I wrote' }))
      // What is typed is looked through as well.
      await expect(blind).toContainText('Nurses charted the score, as name removed asked.')
      await press(page.getByRole('button', { name: 'Release and next' }))

      await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
      await look(page, 'redaction, nothing waits')
      const read = await inDatabase(portal, `select background, state from redaction where abstract_id = $1`, [
        second?.id,
      ])
      expect(read).toEqual([
        { background: '<p>Nurses charted the score, as [name removed] asked.</p>', state: 'ready' },
      ])
      await page.close()
    },
  )
