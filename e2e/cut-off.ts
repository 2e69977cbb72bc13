/** Run by cut-off.test.ts in a network of its own, where nothing but this machine can be reached: visits every page and tells what it saw. */
import { chromium } from '@playwright/test'
import { pages } from '../contract/pages.ts'
import { openPortal } from './testing.ts'

const { portal, stop } = await openPortal()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
const problems: string[] = []
page.on('requestfailed', (request) => {
  const why = request.failure()?.errorText
  // What a page asked for last is given up when the next page is opened. The map is of another site, and has a drawing beside it.
  const isMap = request.frame().parentFrame() !== null
  if (why !== 'net::ERR_ABORTED' && !isMap) problems.push(`${request.url()} failed: ${why}`)
})
page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))

const outside = await fetch('http://example.org/', { signal: AbortSignal.timeout(3000) }).then(
  () => 'another site could be reached',
  () => undefined,
)
if (outside) problems.push(outside)
for (const path of Object.keys(pages)) {
  const reply = await page.goto(portal.url + path, { waitUntil: 'networkidle' })
  if (reply?.status() !== 200) problems.push(`${path} answered ${reply?.status()}`)
}
await browser.close()
await stop()
process.stdout.write(`${JSON.stringify({ visited: Object.keys(pages).length, problems })}\n`)
