import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { content } from '#web/testing/content.ts'
import { costs, firstWindow, overBudget, readBudget } from './budget.ts'

test('no page has grown by more than five per cent: trim it, or raise budget.json knowingly', async () => {
  expect(overBudget(await costs(content), readBudget())).toEqual([])
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

test('content pages show in the first window and run less than a kilobyte; others at most 110 KB', async () => {
  const tooMuch = Object.entries(await costs(content)).filter(([path, { first, script }]) => {
    const most = pages[path as keyof typeof pages].kind === 'content' ? 1024 : 110 * 1024
    return first >= firstWindow || script >= most
  })

  expect(tooMuch).toEqual([])
})
