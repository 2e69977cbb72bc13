/** How long a visitor with a slow phone waits: for what they came to see, and for an answer to their first click. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { engineFlags } from '#server/platform/process/engine.ts'
import { firstWindow } from '../scripts/budget.ts'
import { findChromium } from '../scripts/chromium.ts'
import { end, median, start } from './measure.ts'
import { openSlowLink } from './slow-link.ts'

const badNetwork = { roundTrip: 150, kilobitsPerSecond: 1638, firstWindow }
const rounds = 5

/** The first thing that somebody does there as soon as they see it, and what answers. */
const acts = [
  { path: '/login', act: '.auth form .button-primary', answer: '[aria-invalid=true]' },
  { path: '/signup', act: '.auth form .button-primary', answer: '[aria-invalid=true]' },
  { path: '/events', act: 'main .workshop-card .button-primary', answer: '[role=alertdialog][open]' },
]

export async function firstActs(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const env = { DATA_DIR: folder, LOG_LEVEL: 'warn', DEMONSTRATION: 'small' }
  const server = await start({ file: 'bench/servers/ours.ts', env, flags: engineFlags })
  const link = await openSlowLink(server.port, badNetwork)
  const executablePath = await findChromium()
  try {
    const lines: string[] = []
    for (const act of acts) {
      const waits: Wait[] = []
      for (let round = 0; round < rounds; round += 1) waits.push(await firstVisit(executablePath, link.port, act))
      const of = (name: keyof Wait) => Math.round(median(waits.map((wait) => wait[name])))
      lines.push(
        `${act.path}: first paint ${of('paint')} ms, largest ${of('largest') - of('paint')} ms later (goal 300); a click as soon as it is seen is heard after ${of('heard') - of('clicked')} ms and answered at ${of('answered')} ms (goal 1400)`,
      )
    }
    return lines
  } finally {
    link.close()
    await end(server.process)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Wait = Record<'paint' | 'largest' | 'clicked' | 'heard' | 'answered', number>

/** A cold visit on a processor four times slower than this one. */
async function firstVisit(executablePath: string, port: number, { path, act, answer }: (typeof acts)[number]) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript({ content: watch({ act, answer }) })
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'answered' in (globalThis as object), undefined, { timeout: 30_000 })
    await page.waitForTimeout(1000)
    return await page.evaluate(() => {
      const { paint, largest, clicked, heard, answered } = globalThis as unknown as Wait
      return { paint, largest, clicked, heard, answered }
    })
  } finally {
    await browser.close()
  }
}

/**
 * Runs in the page before anything else: clicks as soon as there is something to see, again while nothing was heard of it, and notes when
 * what happened. As text: the types of a browser are not those of a bench.
 */
const watch = ({ act, answer }: { act: string; answer: string }): string => `
  const note = (name, at = performance.now()) => (globalThis[name] ??= at)
  const look = () => {
    const isAnswered = document.querySelector(${JSON.stringify(answer)})
    if (isAnswered || document.querySelector(${JSON.stringify(`:is(${act})[aria-busy=true]`)})) note('heard')
    if (isAnswered) note('answered')
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  const click = () => {
    const button = document.querySelector(${JSON.stringify(act)})
    if (button && globalThis.paint !== undefined) {
      note('clicked')
      button.click()
    }
    look()
    if (globalThis.heard === undefined) setTimeout(click, 50)
  }
  setTimeout(click)
  new PerformanceObserver((list) => {
    for (const { startTime, name } of list.getEntries()) if (name === 'first-contentful-paint') note('paint', startTime)
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    globalThis.largest = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })`
