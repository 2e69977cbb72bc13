import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pages, type PageAssets, type PagePath } from '../contract/pages.ts'
import { press, type } from './keys.ts'
import { expectNoBarrier } from './looks.ts'
import { openSchedule } from './shop.ts'
import { expect, test, testLong, visit } from './testing.ts'

const map = 'https://www.openstreetmap.org/**'

/** The one page of another site that ours show; nobody needs a connection for these tests. */
const answerMap = (page: Page) =>
  page.route(map, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' }))
test.beforeEach(({ page }) => answerMap(page))

const publicPaths = Object.entries(pages)
  .filter(([, page]) => page.token === 'none' && !('development' in page))
  .map(([path]) => path)

const words: Record<string, RegExp> = {
  '/': /Bridging Theory and Practice/,
  '/program': /Safe Sedation/,
  '/past-programs': /ECG: Rhythm to Reason/,
  '/events': /Infection Control Walk-Round/,
  '/abstract': /at least three .*reviewers/is,
  '/faq': /separate fee/,
  '/travel': /stay@indusmedical\.example/,
  '/contact': /registration@indusmedical\.example/,
  '/privacy': /privacy/i,
  '/terms': /under 13|children/i,
  '/login': /Forgot password/,
  '/signup': /Loading/,
  '/forgotpass': /PIN/,
  '/verify-email': /PIN/,
  '/undo-email': /Undo the change of email address/,
  '/review/invitation': /Invitation to review/,
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page can be read', async ({ page }) => {
    for (const path of publicPaths) {
      const reply = await page.goto(path)

      expect([path, reply?.status()]).toEqual([path, 200])
      await expect(page.locator('h1'), path).toHaveCount(1)
      await expect(page.locator('main'), path).toContainText(words[path] as RegExp)
      // Beside them the events, where several are published.
      const footer = page.getByRole('contentinfo').getByRole('navigation').first()
      await expect(footer.getByRole('link'), path).toHaveText([
        'FAQ',
        'Privacy Policy',
        'Terms & Conditions',
        'Travel Information',
      ])
    }
  })

  test('an address that does not exist says so and helps on', async ({ page, complaints }) => {
    complaints.expect(/404/)
    const reply = await page.goto('/no-such-page')

    expect(reply?.status()).toBe(404)
    await expect(page.locator('main').getByRole('link').first()).toBeVisible()
  })
})

/** With everything that the browser adds to what the server sent. */
async function untilDrawn(page: Page, path: string): Promise<void> {
  if (path === '/events') await openSchedule(page)
  else if (publicPaths.includes(path) && pages[path as PagePath].kind === 'interactive') await visit(page, path)
  else await page.goto(path)
}

for (const path of [...publicPaths, '/no-such-page']) {
  test(`${path} has no barrier, light and dark, asks no other site but that of the map, and keeps no cookie`, async ({
    page,
    context,
    portal,
    complaints,
  }) => {
    if (path === '/no-such-page') complaints.expect(/404/)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(portal.url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url())
    })
    await untilDrawn(page, path)
    await expectNoBarrier(page, path)
    await page.waitForLoadState('networkidle')
    const { frame } = (pages[path as PagePath] ?? {}) as { frame?: string }
    expect(elsewhere.map((address) => new URL(address).origin)).toEqual(frame ? [frame] : [])
    expect(await context.cookies()).toEqual([])
  })
}

/** The rules of a style that mean something on this page, whatever the state of its elements. */
function rulesInUse(style: string): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  const state = '::?(hover|focus|active|open|checked|empty|before|after|backdrop|marker|placeholder)[\\w-]*|\\[open\\]'
  const anyState = new RegExp(`:not\\((${state})\\)|${state}`, 'g')
  const isUsed = (selector: string) => document.querySelector(selector.replace(anyState, ':is(*)')) !== null
  const used = (rules: CSSRuleList, within = ''): string[] =>
    Array.from(rules).flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? [within + rule.cssText] : []
      return rule instanceof CSSGroupingRule ? used(rule.cssRules, `${within}${rule.cssText.split('{')[0]} `) : []
    })
  return used(sheet.cssRules)
}

test('pages that are only read miss no rule in their smaller style', async ({ page, complaints }) => {
  complaints.expect(/404/)
  const { styles } = JSON.parse(await readFile('dist/assets.json', 'utf8')) as PageAssets
  const contentPaths = publicPaths.filter((path) => pages[path as PagePath].kind === 'content')
  for (const path of [...contentPaths, '/no-such-page']) {
    await page.goto(path)
    const small = new Set(await page.evaluate(rulesInUse, styles.content))
    const missing = (await page.evaluate(rulesInUse, styles.app)).filter((rule) => !small.has(rule))
    expect({ path, missing }).toEqual({ path, missing: [] })
  }
})

test('the map is on the travel page without a click, with a drawing beside it', async ({ page }) => {
  await page.goto('/travel')
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('title', 'Map: Gate 2, University Road')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(frame).toHaveAttribute('src', /^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=.+marker=/)
  await expect(page.frameLocator('iframe').getByText('A map')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Sketch map/ })).toBeVisible()
})

test('without a line to the map the travel page stays whole', async ({ page, complaints }) => {
  complaints.expect(/net::ERR|Failed to load/)
  await page.route(map, (route) => route.abort())
  await page.goto('/travel')
  await expect(page.getByRole('img', { name: /^Sketch map/ })).toHaveJSProperty('complete', true)
  await expect(page.getByRole('link', { name: 'Open Map' })).toBeVisible()
  await expect(page.getByText('stay@indusmedical.example')).toBeVisible()
  for (const width of [320, 820, 1360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('no page promises a certificate with a code, or that somebody counts at the door', async ({ request }) => {
  for (const path of publicPaths) {
    const html = await (await request.get(path)).text()
    expect([
      path,
      /at the route|attendance (is|was)|certificate[^.<]* code|certificates work/i.exec(html)?.[0],
    ]).toEqual([path, undefined])
  }
})

const openMapHref = async (page: Page) => {
  await page.getByRole('link', { name: 'Open Map' }).evaluate((link) => {
    link.addEventListener('click', (event) => event.preventDefault())
    ;(link as HTMLElement).click()
  })
  return page.getByRole('link', { name: 'Open Map' }).getAttribute('href')
}

for (const [device, userAgent, href] of [
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /^https:\/\/maps\.apple\.com\//],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 7)', /^geo:/],
  ['a computer', 'Mozilla/5.0 (X11; Linux x86_64)', /^https:\/\/www\.openstreetmap\.org\//],
] as const) {
  test.describe(() => {
    test.use({ userAgent })
    test(`Open Map opens the map of ${device}`, async ({ page }) => {
      await page.goto('/travel')
      expect(await openMapHref(page)).toMatch(href)
    })
  })
}

test('SEC-077: no other site can show a page of ours in a frame', async ({ page, portal, complaints }) => {
  complaints.expect(/frame-ancestors|X-Frame-Options|chrome-error/)
  await page.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<h1>Other</h1><iframe src="${portal.url}/login"></iframe>` }),
  )
  await page.goto('http://other.example/')
  await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible()

  await expect(page.frameLocator('iframe').getByLabel('Email')).toHaveCount(0)
  expect(page.frames().map((frame) => frame.url())).not.toContain(`${portal.url}/login`)
})

test('the flyer opens in a dialog under 786 px and is only a picture above', async ({ page }) => {
  await page.setViewportSize({ width: 785, height: 900 })
  await page.goto('/')
  await page.getByRole('button', { name: /flyer/i }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 786, height: 900 })
  await expect(page.getByRole('button', { name: /flyer/i })).toBeHidden()
})

test('with the keyboard alone: skip to the content, open the Events menu, leave it, and choose from it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 800 })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const events = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Events' })
  await events.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Current Events' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Current Events' })).toBeHidden()
  await expect(events).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/past-programs$/)
})

test('with the keyboard alone: the flyer, the search and the map', async ({ page, complaints }) => {
  complaints.expect(/net::ERR|Failed to load/)
  const { keyboard } = page
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const flyer = page.getByRole('button', { name: /flyer/i })
  await press(flyer)
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(flyer).toBeFocused()

  await visit(page, '/past-programs')
  await type(page.getByRole('searchbox'), 'chest film')
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.goto('/travel')
  await press(page.getByRole('link', { name: 'Open Map' }))
  await expect(page).toHaveURL(/^https:\/\/www\.openstreetmap\.org\//)
})

test('on a phone the menu holds everything, and closes again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Events' }).click()
  await expect(page.getByRole('link', { name: 'Register for Events' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Past Events' })).toBeHidden()
})

// PastProgrammesPage.test.tsx and web/platform/words.test.tsx show it.
testLong(
  'past programmes are found whatever the capitals, accents and order of words (needs npm run test:long)',
  async ({ page }) => {
    await visit(page, '/past-programs')
    const found = page.getByRole('article')
    await page.getByRole('searchbox').fill('FILM reading')
    await expect(found).toHaveCount(1)
    await expect(found).toContainText('Reading the Chest Film')
    await page.getByRole('searchbox').fill('nothing like it')
    await expect(found).toHaveCount(0)
    await expect(page.locator('main')).toContainText(/no .*programme/i)
  },
)

test('a chunk that cannot be had is named, and can be tried again', async ({ page, complaints }) => {
  complaints.expect(/chunk|Failed to|import|ERR_/i)
  let blocked = true
  await page.route('**/assets/SignupPage*.js', (route) => (blocked ? route.abort() : route.continue()))
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.locator('main')).toContainText('Loading chunk /signup failed')
  blocked = false
  await page.getByRole('button', { name: /try again/i }).click()

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('Loading chunk')
})

test('what is for search engines names every public page', async ({ request, portal }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = await (await request.get('/sitemap.xml')).text()

  expect(robots).toContain(`Sitemap: ${portal.url}/sitemap.xml`)
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replace(portal.url, ''))
  // Another journey may have announced an event beside the current one.
  expect(named.filter((path) => !path.startsWith('/e/'))).toEqual(publicPaths)
})
