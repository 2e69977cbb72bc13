/**
 * CONTRIBUTING's first hour: the portal under `npm run dev`, and a browser that stays open while the sources change. Node watches threads and
 * files then as it does nowhere else.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { freePort } from './ports.ts'
import { kill, postmasterOf } from './power-cut.ts'
import { aFolder, copySources, groupOf, linkModules, opened, type Running, start, until } from './process.ts'

test('a newcomer changes a page and a line of the server, sees both at once, and stops with Ctrl-C', async () => {
  const { clone, portal, dataFolder } = await aNewcomer()
  await opened(portal)
  const visit = await aBrowser(portal)
  const [signIn, questions] = [await visit('/login'), await visit('/faq')]
  await signIn.fill('input[type=email]', 'ayesha@example.org')

  change(clone, 'web/accounts/LoginPage.tsx', { from: 'title="Welcome back"', to: 'title="Good to see you"' })
  await heading(signIn, 'Good to see you')
  // Followed, not loaded again: what was typed is still there.
  expect(await signIn.inputValue('input[type=email]')).toBe('ayesha@example.org')
  change(clone, 'web/events/site/FaqPage.tsx', { from: 'Frequently asked questions', to: 'What people ask' })
  await heading(questions, 'What people ask')

  const rules = async () => (await fetch(`${portal.address}/robots.txt`)).text().catch(() => '')
  expect(await rules()).not.toContain('/later/')
  change(clone, 'server/kernel/site.ts', { from: 'Disallow: /api/', to: 'Disallow: /api/\\nDisallow: /later/' })
  await until(async () => (await rules().catch(() => '')).includes('/later/'), { otherwise: portal.output })

  await pressCtrlC(portal)
  expect(postmasterOf(dataFolder)).toBeUndefined()
})

test.runIf(process.env.TEST_LONG)(
  'Ctrl-C while it starts leaves nothing running either (needs npm run test:long)',
  async () => {
    const { portal, dataFolder } = await aNewcomer()
    await until(() => postmasterOf(dataFolder) !== undefined, { every: 20, otherwise: portal.output })

    await pressCtrlC(portal)
    expect(postmasterOf(dataFolder)).toBeUndefined()
  },
)

async function aNewcomer() {
  const clone = join(aFolder(), 'colloquium')
  copySources(clone)
  linkModules(clone)
  const dataFolder = join(clone, 'data')
  return { clone, dataFolder, portal: start({ program: 'npm run dev', dataFolder, clone, port: await freePort() }) }
}

async function aBrowser({ address }: Running): Promise<(path: string) => Promise<Page>> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  onTestFinished(() => browser.close())
  return async (path) => {
    const page = await browser.newPage()
    // Until then nobody would tell it of a change.
    const listens = page.waitForEvent('console', { predicate: (line) => line.text() === '[vite] connected.' })
    await page.goto(address + path, { waitUntil: 'networkidle' })
    await listens
    return page
  }
}

function change(clone: string, file: string, { from, to }: { from: string; to: string }): void {
  const before = readFileSync(join(clone, file), 'utf8')
  expect(before).toContain(from)
  writeFileSync(join(clone, file), before.replace(from, to))
}

async function heading(page: Page, words: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout: 120_000 })
}

/** As a terminal does it: every process of the group hears of it. */
async function pressCtrlC(portal: Running): Promise<void> {
  kill(-portal.pid, 'SIGINT')
  await portal.ended
  await until(() => groupOf(portal.pid).length === 0, { otherwise: () => `${groupOf(portal.pid).length} still run` })
}
