/** An owner looks how the portal is doing, and finds what to do about what is wrong. */
import { look, wide } from './looks.ts'
import { inDatabase } from './people.ts'
import { bilal, signInAsStaff, zainab } from './staff.ts'
import { expect, test } from './testing.ts'

test('an owner finds in sentences how the portal is doing and what to do; finance has no such screen', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/status of 40[13]/)
  await inDatabase(
    portal,
    `insert into check_result (name, checked_at, problems) values ('invariants', now(), '{}'),
      ('files', now(), '{The file 7f3a of a portrait is not where files are kept.}')
     on conflict (name) do update set checked_at = excluded.checked_at, problems = excluded.problems`,
  )
  await page.setViewportSize(wide)
  await page.goto('/console/health')
  await signInAsStaff(page, zainab)
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health' })).toHaveAttribute('aria-current', 'page')
  const safe = page.getByRole('region', { name: 'Kept safe' })
  await expect(safe).toContainText('All that must be true of the data was true.')
  await expect(safe).toContainText('The file 7f3a of a portrait is not where files are kept.')
  await expect(safe).toContainText('Put missing and damaged files back from a backup. The next check finds them.')
  await expect(page.getByRole('region', { name: 'The machine' })).toContainText(/It answered in \d+ ms\./)
  await expect(page.getByText(/parts? needs? something now/)).toBeVisible()
  await look(page, 'health')
  await inDatabase(portal, `delete from check_result`)

  await page.context().clearCookies()
  await page.goto('/console/health')
  await signInAsStaff(page, bilal)
  await expect(page.getByText('owners and organisers of the college')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0)
})
