/** `npm test`: everything. Types, lint, house, unit, integration on real PostgreSQL, browser journeys, accessibility. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build, isStale } from './build.ts'
import { check, steps } from './check.ts'
import { findChromium } from './chromium.ts'

type Count = { passed: number; failed: number; skipped: number }

const reports = 'test-results'
const started = Date.now()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const wrong = await check()
const counts: Count[] = [{ passed: steps.length - wrong.length, failed: wrong.length, skipped: 0 }]
if (isStale()) await build()
console.log('\nTests and browser journeys run side by side; each tells what it found when it has ended.')
// Each has stretches in which it only waits.
counts.push(...(await Promise.all([vitest(), playwright(await findChromium())])))

const sum = (kind: keyof Count) => counts.reduce((total, count) => total + count[kind], 0)
console.log(`\nDone in ${Math.round((Date.now() - started) / 1000)} s.`)
if (sum('skipped') > 0) console.log('The tests that were skipped need root: they run other accounts.')
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
)
process.exitCode = sum('failed') === 0 ? 0 : 1

async function vitest(): Promise<Count> {
  const file = `${reports}/vitest.json`
  const ran = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A suite that does not even load has no failed test; it must not look like a success.
  const failed = ran === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

async function playwright(browser: string): Promise<Count> {
  const file = `${reports}/playwright.json`
  const ran = await run('playwright', ['test', '--reporter=dot,json'], {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(file)?.stats
  const failed = stats ? stats.unexpected + stats.flaky + stats.skipped : 1
  return { passed: stats?.expected ?? 0, failed: ran === 0 ? failed : Math.max(1, failed), skipped: 0 }
}

/** Tells what a program printed when it has ended, so that two of them do not speak at once. */
async function run(program: string, words: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const status = await new Promise<number>((ended) => {
    child.once('error', () => ended(1))
    child.once('close', (code) => ended(code ?? 1))
  })
  console.log(`\n> ${program} ${words.join(' ')}`)
  process.stdout.write(Buffer.concat(said))
  return status
}

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
