import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages, type PageAssets } from '#contract/pages.ts'
import { content } from '#web/testing/content.ts'
import { consoleCosts, costs, firstWindow, overBudget, readBudget } from './budget.ts'

test('no page has grown by more than five per cent: trim it, or raise budget.json knowingly', async () => {
  const now = { ...(await costs(content)), ...(await consoleCosts(content)) }

  expect(overBudget(now, readBudget())).toEqual([])
})

test('what has grown is named', () => {
  const budget = { '/': { first: 1000, script: 100 }, '/faq': { first: 1000, script: 100 } }
  const now = {
    '/': { first: 1050, script: 106 },
    '/faq': { first: 1051, script: 100 },
    '/new': { first: 1, script: 1 },
  }

  expect(overBudget(now, budget)).toEqual([
    '/: script 106 bytes, budget 100',
    '/faq: first 1051 bytes, budget 1000',
    '/new has no budget: run node scripts/budget.ts --write',
  ])
})

const kilobyte = 1024

test('content pages show in the first window and run less than a kilobyte; others at most 110 KB, those of reviewers 130', async () => {
  const tooMuch = Object.entries(await costs(content)).filter(([path, { first, script }]) => {
    const most = path === '/review' ? 130 : pages[path as keyof typeof pages].kind === 'content' ? 1 : 110
    return first >= firstWindow || script >= most * kilobyte
  })

  expect(tooMuch).toEqual([])
})

test('what only reviewers need is at most 25 KB, and no other page asks for it', () => {
  const { preloads } = JSON.parse(readFileSync('dist/assets.json', 'utf8')) as PageAssets
  const { '/review': theirs = [], ...others } = preloads
  const usual = new Set(Object.values(others).flat())
  const own = theirs.filter((file) => !usual.has(file))

  expect(own.filter((file) => file.includes('ReviewPages'))).toHaveLength(1)
  const bytes = own.reduce((sum, file) => sum + readFileSync(`dist/web${file}.br`).length, 0)
  expect(bytes).toBeLessThanOrEqual(25 * kilobyte)
})

test('the first screen of the console runs at most 180 KB, and each further one adds at most 40', async () => {
  const screens = await consoleCosts(content)
  const firstOnes = ['/console/signin', '/console/finance/exceptions']

  expect(firstOnes.filter((path) => (screens[path]?.script ?? Infinity) > 180 * kilobyte)).toEqual([])
  expect(Object.entries(screens).filter(([, { own = 0 }]) => own > 40 * kilobyte)).toEqual([])
})

test('no page of participants asks for a file of the console', async () => {
  const { script, preloads, styles } = JSON.parse(readFileSync('dist/assets.json', 'utf8')) as PageAssets

  expect(JSON.stringify([script, preloads])).not.toContain('/assets/console/')
  expect(Object.values(styles).join()).not.toMatch(/console-(bar|rail|page)/)
})
