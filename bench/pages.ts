/** What a visitor waits for: bytes, first paint over a bad network, and how many visitors one server feeds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { engineFlags } from '#server/platform/process/engine.ts'
import { content } from '#web/testing/content.ts'
import { costs, firstWindow } from '../scripts/budget.ts'
import { findChromium } from '../scripts/chromium.ts'
import { flood } from './flood.ts'
import { lighthouseScores } from './lighthouse.ts'
import { end, inTurns, median, start } from './measure.ts'
import { openSlowLink } from './slow-link.ts'

const paths = ['/', '/faq', '/login'] as const
const badNetwork = { roundTrip: 150, kilobitsPerSecond: 1638, firstWindow }

export async function pageCost(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const env = { DATA_DIR: folder, LOG_LEVEL: 'warn', DEMONSTRATION: 'small' }
  const ours = { file: 'bench/servers/ours.ts', env, flags: engineFlags }
  try {
    return [...(await bytes()), ...(await throughput(ours)), ...(await paintAndScores(ours))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bytes(): Promise<string[]> {
  const all = await costs(content)
  return paths.map((path) => {
    const { first, script } = all[path] ?? { first: 0, script: 0 }
    return `${path}: ${first} bytes before first paint (goal ${firstWindow}), script ${script} bytes (brotli)`
  })
}

async function throughput(ours: Parameters<typeof start>[0]): Promise<string[]> {
  const server = await start(ours)
  const headers = { 'accept-encoding': 'br' }
  const lines: string[] = []
  for (const path of ['/', '/faq']) {
    const { ratio, ours, baseline } = await inTurns(15, {
      ours: () => flood(server, { path, headers }, { seconds: 1 }),
      baseline: () => flood(server, { path: '/healthz', headers }, { seconds: 1 }),
    })
    lines.push(
      `${path} as kept bytes: ${ratio.toFixed(2)} of an empty handler (goal 0.8); ${Math.round(ours)}/s against ${Math.round(baseline)}/s`,
    )
  }
  await end(server.process)
  return lines
}

async function paintAndScores(ours: Parameters<typeof start>[0]): Promise<string[]> {
  const server = await start(ours)
  const floor = createServer((_request, reply) => {
    reply
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><title>.</title><p>A page of 140 bytes, to see what the network alone costs a visitor who sees nothing else at all.</p>',
      )
  })
  await new Promise<void>((ready) => floor.listen(0, '127.0.0.1', ready))
  const browser = await findChromium()
  try {
    const [slowOurs, slowFloor] = await Promise.all(
      [server.port, (floor.address() as { port: number }).port].map((port) => openSlowLink(port, badNetwork)),
    )
    if (!slowOurs || !slowFloor) throw new Error('the slow link did not open')
    const lines: string[] = []
    for (const path of paths) {
      const [page, nothing] = [[], []] as [number[], number[]]
      for (let round = 0; round < 5; round += 1) {
        nothing.push(await firstPaint(browser, `http://localhost:${slowFloor.port}/`))
        page.push(await firstPaint(browser, `http://localhost:${slowOurs.port}${path}`))
      }
      const [paint, least] = [median(page), median(nothing)]
      lines.push(
        `${path}: first paint ${Math.round(paint - least)} ms after a page of 140 bytes (goal 250) on the slow link; ${Math.round(paint)} against ${Math.round(least)} ms`,
      )
    }
    slowOurs.close()
    slowFloor.close()
    return [
      ...lines,
      ...(await lighthouseScores(
        browser,
        paths.map((path) => `http://localhost:${server.port}${path}`),
      )),
    ]
  } finally {
    floor.close()
    await end(server.process)
  }
}

/** A cold visit on a processor four times slower than this one. */
async function firstPaint(executablePath: string, url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'load' })
    return await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const look = () => {
            const [paint] = performance.getEntriesByName('first-contentful-paint')
            if (paint) done(paint.startTime)
            else setTimeout(look, 20)
          }
          look()
        }),
    )
  } finally {
    await browser.close()
  }
}
