import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { expect, hydrated, provePerson, test, visit, type Portal } from './testing.ts'

/** Moves the last date of registration while something is tried, and puts it back. */
async function withLastDate(portal: Portal, day: string, tryIt: () => Promise<void>): Promise<void> {
  const database = await openEmbeddedPostgres(join(portal.dataFolder, 'postgres'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ opens: string; closes: string }>(
    'select opens_on::text as opens, registration_closes_on::text as closes from event where is_current',
  )
  const move = (opens = '', closes = '') =>
    client.query('update event set opens_on = $1, registration_closes_on = $2 where is_current', [opens, closes])
  try {
    await move(day, day)
    await tryIt()
  } finally {
    await move(rows[0]?.opens, rows[0]?.closes)
    await client.end()
    await database.leave()
  }
}

test('after the last date nobody signs up, neither on the page nor past it', async ({ page, portal }) => {
  await withLastDate(portal, '2020-01-31', async () => {
    // The pages are at most a second old.
    await expect.poll(async () => (await page.request.get('/signup')).text()).not.toContain('name="username"')
    await page.goto('/signup')
    await expect(page.getByRole('heading', { name: 'Registration Date has Expired.' })).toBeVisible()
    await expect(page.getByText('closed on 31 January 2020')).toBeVisible()
    const reply = await page.request.post('/api/EventRegister', {
      data: { UserID: 'late@example.org', Fullname: 'Late', Password: 'x' },
    })
    expect(await reply.json()).toEqual({ Table: [{ Status: 'Registration Date has Expired.' }] })
  })
})

test('registration that closes while the form is open says so', async ({ page, portal }) => {
  await visit(page, '/signup')
  await page.getByLabel('Username').fill('Late')
  await page.getByLabel('Email').fill('late@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  await provePerson(page)
  await withLastDate(portal, '2020-01-31', async () => {
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Registration Date has Expired.' })).toBeVisible()
  })
})

test('the last date itself is still open, in the time of the college', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-01-20T18:59:00Z'))
  await page.route('**/api/LastDates?*', (route) => route.fulfill({ json: { Table: [{ theDate: '2027-01-20' }] } }))
  await page.goto('/signup')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.clock.setFixedTime(new Date('2027-01-20T19:01:00Z'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Registration Date has Expired.' })).toBeVisible()
})

test('the page says Loading until it knows, with the form in its place already, and goes by its own date when nobody answers', async ({
  page,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  let answer = () => {}
  const asked = new Promise<void>((done) => (answer = done))
  await page.route('**/api/LastDates?*', async (route) => {
    await asked
    await route.abort()
  })
  await page.goto('/signup')
  await expect(page.getByText('Loading')).toBeVisible()
  const name = page.getByLabel('Username')
  // At once: whoever waits for it would see a page that gave up its question and drew the form late.
  expect(await name.isVisible()).toBe(true)
  await name.fill('Sana')
  await hydrated(page)
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  const place = await name.boundingBox()
  answer()
  await expect(page.getByText('Loading')).toBeHidden()
  await expect(page.getByText(/^One account.*Registration closes on \d+ \w+ \d{4}\.$/)).toBeVisible()
  // Nothing that the server drew was drawn anew, or moved.
  await expect(name).toHaveValue('Sana')
  expect([await page.getByRole('heading', { level: 1 }).boundingBox(), await name.boundingBox()]).toEqual([
    heading,
    place,
  ])
})
