/** A chair releases a whole event by keys. Reviewers read nothing before, each abstract once it is released, and an unread scan only where somebody sends it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#server/kernel/world.ts'
import { inBlindWorld } from '#server/reviews/blind-world.ts'
import { aPage, pdfOf, streamOf } from '#server/testing/pdf.ts'
import { aReviewer } from '#server/testing/selection.ts'
import { look } from './looks.ts'
import { anApplicant, inDatabase, inWorld } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, someEmail, test } from './testing.ts'

let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

const many = 140
/** The first is a scan of two pages, the second a page of words; all others are texts. */
const files = [
  { name: 'scan.pdf', bytes: aScan() },
  { name: 'words.pdf', bytes: pdfOf(aPage('We counted every bed of two wards.')) },
  { name: 'words.txt', bytes: Buffer.from('We counted every bed of two wards.') },
].map((file, at) => ({ ...file, key: `abstracts/0${at}/${String(at + 1).repeat(30)}` }))

function aScan(): Buffer {
  const pictures = streamOf(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    'x',
  )
  const content = streamOf('', 'q 300 0 0 300 100 300 cm /Im Do Q')
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /Im 6 0 R >> >> >>'
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
    3: page,
    4: content,
    5: page,
    6: pictures,
  })
}

/** All with one reviewer, who waits for them; what else waited is ready. */
async function anEventOf(portal: Portal): Promise<{ reviewerId: number; abstractIds: number[] }> {
  for (const { key, bytes } of files) {
    const path = join(portal.dataFolder, 'files', key)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, bytes)
  }
  const { email } = await anApplicant(portal, 'Rubina Shaikhani')
  const made = (await inDatabase(
    portal,
    `with current as (select id from event where event_state = 'published' order by id desc limit 1),
     applicant as (insert into applicant (account_id, event_id, created_at) select account.id, current.id, now() from account, current where email = $1 returning id, event_id),
     made as (insert into abstract (applicant_id, event_id, status, number, created_at, submitted_at)
       select id, event_id, 'Pending', n + coalesce((select max(number) from abstract where event_id = applicant.event_id), 0), now(), now()
       from applicant, generate_series(1, $2::int) as n order by n returning id, applicant_id, event_id),
     numbered as (select *, row_number() over (order by id) as at from made),
     written as (insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
       material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
     select id, 1, applicant_id, sha256('a'), 'Oral', (select min(id) from sub_speciality), 'Beds of ward ' || at, 'Beds of ward ' || at, '<p>Beds are counted late.</p>', '',
       '<p>We counted.</p>', '', '<p>Fewer.</p>', '', '<p>More.</p>', '', 9, ($3::text[])[least(at, 3)], ($4::text[])[least(at, 3)], 1, sha256('a'), 'none', now() from numbered)
     select id, event_id as "eventId" from made order by id`,
    [email, many, files.map(({ key }) => key), files.map(({ name }) => name)],
  )) as { id: number; eventId: number }[]
  const abstractIds = made.map(({ id }) => id)
  const eventId = made[0]?.eventId ?? 0
  await inDatabase(portal, `update abstract set status = 'Under review', level = 1 where id = any ($1)`, [abstractIds])
  const { reviewerId } = await inWorld(portal, (world) =>
    aReviewer({ world: world as World, eventId }, { email: someEmail('Farah'), fullName: 'Farah' }),
  )
  await inDatabase(
    portal,
    `insert into assignment (abstract_id, reviewer_id, alias, assigned_at, changed_at) select id, $2, 1, now(), now() from unnest($1::bigint[]) as id`,
    [abstractIds, reviewerId],
  )
  await inDatabase(portal, `update redaction set state = 'ready' where abstract_id <> all ($1)`, [abstractIds])
  await inDatabase(portal, `select graphile_worker.add_job('prepare-blind')`)
  const waiting = `select count(*)::int as many from redaction where state = 'waiting' and abstract_id = any ($1)`
  await expect
    .poll(() => inDatabase(portal, waiting, [abstractIds]), { timeout: 120_000 })
    .toEqual([{ many: abstractIds.length }])
  return { reviewerId, abstractIds }
}

/** How many texts and files the reviewer has. */
const readBy = (portal: Portal, reviewerId: number) =>
  inWorld(portal, (world) =>
    inBlindWorld(world as World, { reviewerId }, async ({ db }) => {
      const rows = await db.selectFrom('myAbstract').select(['title', 'background', 'results', 'fileSize']).execute()
      const texts = rows.filter(({ title, background, results }) => title ?? background ?? results).length
      return { abstracts: rows.length, texts, files: rows.filter(({ fileSize }) => fileSize !== null).length }
    }),
  )

test('a chair releases 140 abstracts by keys, and reviewers read none of them before', async ({ browser }) => {
  const { portal } = own
  const { reviewerId, abstractIds } = await anEventOf(portal)
  expect(await readBy(portal, reviewerId)).toEqual({ abstracts: many, texts: 0, files: 0 })
  const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 1360, height: 800 } })
  await page.goto('/console/redaction')
  await signInAsStaff(page, zainab)
  await expect(page.getByText(new RegExp(`^${many} wait, `))).toBeVisible()

  // The scan: its pages are beside the text, and it is withheld unless somebody sends it.
  const pages = page.getByRole('region', { name: 'Pages of the file' })
  await expect(pages.getByRole('img', { name: /^Page 1 of the copy/ })).toBeVisible()
  await expect(page.getByText('The file shows pictures, drawings or letters that cannot be searched.')).toBeVisible()
  const file = page.getByRole('group', { name: 'the file' })
  await expect(file.getByRole('radio', { name: 'Withhold' })).toBeChecked()
  await page.keyboard.press('.')
  await expect(pages.getByRole('img', { name: /^Page 2 of the copy/ })).toBeVisible()
  await expect(pages.getByRole('combobox', { name: 'Page' })).toHaveValue('2')
  await look(page, 'redaction, a scan')
  await page.keyboard.press('r')

  // A page of words was searched, and goes with its text.
  await expect(page.getByText(new RegExp(`^${many - 1} wait, `))).toBeVisible()
  await expect(pages.getByRole('img', { name: /^Page 1 of the copy/ })).toBeVisible()
  await expect(file.getByRole('radio', { name: 'Send' })).toBeChecked()
  await expect(page.getByText('Nothing was found in it. It is as the author wrote it.')).toBeVisible()
  expect(await readBy(portal, reviewerId)).toEqual({ abstracts: many, texts: 1, files: 0 })
  const heading = page.getByRole('heading', { name: /^A-\d+, version 1$/ })
  for (let left = many - 1; left > 0; left -= 1) {
    const released = (await heading.textContent()) ?? ''
    await page.keyboard.press('r')
    await expect(page.getByText(new RegExp(`^${left - 1} waits?, `))).toBeVisible()
    if (left === 1) break
    await expect(heading).not.toHaveText(released)
    await expect(page.getByRole('button', { name: 'Release and next' })).toBeEnabled()
  }
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(await readBy(portal, reviewerId)).toEqual({ abstracts: many, texts: many, files: many - 1 })
  const released = await inDatabase(
    portal,
    `select count(*)::int as acts, count(distinct about_id)::int as abstracts from act where operation = 'RedactionSave' and about_id = any ($1::text[])`,
    [abstractIds],
  )
  expect(released).toEqual([{ acts: many, abstracts: many }])
  await page.close()
})
