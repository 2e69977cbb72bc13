/** CON-050: hostile words in every text of the database, and every screen of staff, reviewers and authors: nothing of them becomes a part of a page. */
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { consolePages } from '#contract/console-pages.ts'
import type { World } from '#server/kernel/world.ts'
import { isTold } from '#server/testing/told.ts'
import { inDatabase, inWorld } from './people.ts'
import { aReviewerWith, type Work } from './reviewer.ts'
import { signIn } from './sign-in.ts'
import { bilal, signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

const attack = '"><b data-hostile></b><img src=x onerror=alert(1)>'

/** Every column in which somebody wrote several words; what its rules, or those of the books, refuse stays as it is. */
const poison = `do $$
declare word record;
begin
  for word in select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'text' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name not in ('migration', 'mail', 'secret', 'secret_seen', 'attempt')
  loop
    begin
      execute format('update %1$I set %2$I = left(%2$I, 20) || %3$L where %2$I like ''%% %%''', word.table_name, word.column_name, '${attack}');
    exception when others then null;
    end;
  end loop;
  -- Authors have other names now, and texts would be looked through anew: here they are read as they stand.
  update redaction set state = 'ready', was_ready = false where was_ready;
end $$`

/** The words of a page are in a document, whose names have no blank in them. What was published is not changed: hostile words come as its next version. */
const publishHostile = String.raw`with old as (update page_version set state = 'replaced', replaced_at = now() where page = 'faq' and state = 'published' returning *)
  insert into page_version (page, event_id, number, body, state, written_at, published_at)
  select page, event_id, number + 1, regexp_replace(body::text, '(?<=[:,] |\[)"([^"\\]+) ([^"\\]+)"', $1, 'g')::jsonb, 'published', now(), now() from old`
const inDocument = String.raw`"\1 ${attack.replaceAll('"', String.raw`\\"`)} \2"`

/** Screens of one thing are opened from the list that they belong to. */
async function open(page: Page, path: string): Promise<boolean> {
  const list = path.replace(/\/:.*/, '')
  await page.goto(list)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  if (!path.includes(':')) return true
  const shape = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}$`)
  const links = await page.locator('#main a[href]').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  const wanted = links.map((href) => href?.split('?')[0] ?? '').find((href) => shape.test(href))
  if (!wanted) return false
  await page.goto(wanted)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return true
}

/** Every screen under `npm run test:long`; usually an owner looks at those with most words of other people. */
const usual = [
  '/console',
  '/console/people',
  '/console/people/:id',
  '/console/workshops',
  '/console/event',
  '/console/audit',
  '/console/abstracts/:number',
  '/console/redaction',
  '/console/reviewers',
  '/console/decisions',
]
const isOpened = (path: string): boolean => Boolean(process.env.TEST_LONG) || usual.includes(path)
const lookers = [zainab.email, ...(process.env.TEST_LONG ? [bilal.email] : [])]

// A portal of its own: everybody else's keeps its words.
test.describe.configure({ mode: 'default' })
let own: { portal: Portal; stop: () => Promise<void> }
let reviewer: { email: string; work: Work[] }
test.beforeAll(async () => {
  own = await openPortal()
  reviewer = await aReviewerWith(own.portal, 2)
  const answerUntil = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const decided = { outcome: 'accepted', note: 'Please say who.', answerUntil } as const
  await inWorld(own.portal, (world) => isTold(world as World, works()[1].abstractId, decided))
  await inDatabase(own.portal, poison)
  await inDatabase(own.portal, publishHostile, [inDocument])
})
test.afterAll(() => own.stop())

/** One is being reviewed, and the author of the other has been told. */
const works = () => reviewer.work as [Work, Work]

/** Whatever runs is an error, wherever it runs. */
async function aPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ baseURL: own.portal.url })
  page.on('dialog', (dialog) => {
    throw new Error(`something ran: ${dialog.message()}`)
  })
  return page
}

async function toConsole(browser: Browser, email: string): Promise<Page> {
  const page = await aPage(browser)
  await page.goto('/console/you')
  await signInAsStaff(page, { email, password: zainab.password })
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
  return page
}

/** What became a part of this page, or of the page in a frame of it. */
const alive = (seen: Page | FrameLocator) =>
  seen
    .locator('[data-hostile], img[src="x"], [onerror], a[href^="javascript:"]')
    .evaluateAll((all) => all.map((each) => each.outerHTML))

test('hostile words in every text of the database run on no screen of the console', async ({ browser }) => {
  const shown: string[] = []
  for (const email of lookers) {
    const page = await toConsole(browser, email)
    for (const [path, { title, ...rest }] of Object.entries(consolePages)) {
      if ('alone' in rest || !isOpened(path) || !(await open(page, path))) continue
      expect([path, title, await alive(page)]).toEqual([path, title, []])
      if ((await page.locator('body').innerText()).includes('data-hostile')) shown.push(path)
    }
    await page.close()
  }
  // Where they are shown, they are shown as what they are.
  expect(shown.length).toBeGreaterThan(process.env.TEST_LONG ? 4 : 2)
  test.info().annotations.push({ type: 'screens that show hostile words', description: shown.join(', ') })
})

test('hostile words of a page run in no field of its editor, in no version of it, and not where it is looked at', async ({
  browser,
}) => {
  const page = await toConsole(browser, zainab.email)
  await page.goto('/console/pages/faq')
  const question = page.getByRole('group', { name: 'question 1' }).first()
  await expect(question.getByLabel('Answer')).toHaveValue(/data-hostile/)
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('<b data-hostile>').first()).toBeAttached()
  expect([await alive(page), await alive(preview)]).toEqual([[], []])
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  const compared = page.getByRole('dialog', { name: 'Version 1 and what visitors see' })
  await expect(compared.getByText('<b data-hostile>').first()).toBeVisible()
  expect(await alive(page)).toEqual([])
  await page.close()
})

test('hostile words run for no reviewer and no author', async ({ browser }) => {
  const [{ assignmentId }, { abstractId }] = works()
  const shown: string[] = []
  const whose =
    'select email from account join applicant on account.id = account_id join abstract on applicant.id = applicant_id'
  const [author] = (await inDatabase(own.portal, `${whose} where abstract.id = $1`, [abstractId])) as [
    { email: string },
  ]
  for (const { email, addresses } of [
    { email: reviewer.email, addresses: ['/review', `/review/${assignmentId}`] },
    {
      email: author.email,
      addresses: ['/abstractsubmission', `/decision?pk=${abstractId}`, `/authors?pk=${abstractId}`],
    },
  ]) {
    const page = await aPage(browser)
    await signIn(page, own.portal, { email })
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect([address, await alive(page)]).toEqual([address, []])
      if ((await page.locator('body').innerText()).includes('data-hostile')) shown.push(address)
    }
    await page.close()
  }
  expect(shown).toEqual(expect.arrayContaining([`/review/${assignmentId}`, `/decision?pk=${abstractId}`]))
})
