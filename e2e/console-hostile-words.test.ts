/** CON-050: hostile words in every text of the database, and every screen of the console: nothing of them becomes a part of a page. */
import type { Page } from '@playwright/test'
import { consolePages } from '#contract/console-pages.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff } from './staff.ts'
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
end $$`

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
]
const isOpened = (path: string): boolean => Boolean(process.env.TEST_LONG) || usual.includes(path)
const lookers = ['zainab.qureshi@example.org', ...(process.env.TEST_LONG ? ['bilal.ansari@example.org'] : [])]

// A portal of its own: everybody else's keeps its words.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

test('hostile words in every text of the database run on no screen of the console', async ({ browser }) => {
  await inDatabase(own.portal, poison)
  const shown: string[] = []
  for (const email of lookers) {
    const page = await browser.newPage({ baseURL: own.portal.url })
    page.on('dialog', (dialog) => {
      throw new Error(`something ran: ${dialog.message()}`)
    })
    await page.goto('/console/you')
    await signInAsStaff(page, { email, password: 'demo-organiser' })
    await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in' })).toBeVisible()
    for (const [path, { title, ...rest }] of Object.entries(consolePages)) {
      if ('alone' in rest || !isOpened(path) || !(await open(page, path))) continue
      const found = await page
        .locator('[data-hostile], img[src="x"], [onerror], a[href^="javascript:"]')
        .evaluateAll((all) => all.map((each) => each.outerHTML))
      expect([path, title, found]).toEqual([path, title, []])
      if ((await page.locator('body').innerText()).includes('data-hostile')) shown.push(path)
    }
    await page.close()
  }
  // Where they are shown, they are shown as what they are.
  expect(shown.length).toBeGreaterThan(process.env.TEST_LONG ? 4 : 2)
  test.info().annotations.push({ type: 'screens that show hostile words', description: shown.join(', ') })
})
