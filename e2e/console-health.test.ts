/** An owner looks how the portal is doing, and finds what to do about what is wrong. */
import { expectNoBarrier } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff } from './staff.ts'
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
  await page.setViewportSize({ width: 1360, height: 800 })
  await page.goto('/console/health')
  await signInAsStaff(page, { email: 'zainab.qureshi@example.org', password: 'demo-organiser' })
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health' })).toHaveAttribute('aria-current', 'page')
  const safe = page.getByRole('region', { name: 'Kept safe' })
  await expect(safe).toContainText('All that must be true of the data was true.')
  await expect(safe).toContainText('The file 7f3a of a portrait is not where files are kept.')
  await expect(safe).toContainText('Put them back from a backup. The next check finds them.')
  await expect(page.getByRole('region', { name: 'The machine' })).toContainText(/It answered in \d+ ms\./)
  await expect(page.getByText(/parts? needs? something now/)).toBeVisible()
  await expectNoBarrier(page, 'health')
  if (process.env.SHOTS)
    for (const [width, colorScheme] of [
      [360, 'light'],
      [820, 'light'],
      [1360, 'light'],
      [1360, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${process.env.SHOTS}/health ${width} ${colorScheme}.png`, fullPage: true })
    }
  await inDatabase(portal, `delete from check_result`)

  await page.context().clearCookies()
  await page.goto('/console/health')
  await signInAsStaff(page, { email: 'bilal.ansari@example.org', password: 'demo-organiser' })
  await expect(page.getByText('owners and organisers of the college')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0)
})
