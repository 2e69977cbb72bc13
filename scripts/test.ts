/** `npm test`: everything. Types, lint, house, unit, integration on real PostgreSQL, browser journeys, accessibility. */
import { spawnSync } from 'node:child_process'
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
counts.push(vitest(), playwright(await findChromium()))

const sum = (kind: keyof Count) => counts.reduce((total, count) => total + count[kind], 0)
console.log(`\nDone in ${Math.round((Date.now() - started) / 1000)} s.`)
if (sum('skipped') > 0) console.log('The tests that were skipped need root: they run other accounts.')
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
)
process.exitCode = sum('failed') === 0 ? 0 : 1

function vitest(): Count {
  const file = `${reports}/vitest.json`
  const ran = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const report = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A suite that does not even load has no failed test; it must not look like a success.
  const failed = ran === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

function playwright(browser: string): Count {
  const file = `${reports}/playwright.json`
  const ran = run('playwright', ['test', '--reporter=dot,json'], {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = read<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(file)?.stats
  const failed = stats ? stats.unexpected + stats.flaky + stats.skipped : 1
  return { passed: stats?.expected ?? 0, failed: ran === 0 ? failed : Math.max(1, failed), skipped: 0 }
}

function run(program: string, words: string[], env: Record<string, string> = {}): number {
  console.log(`\n> ${program} ${words.join(' ')}`)
  const { status } = spawnSync(program, words, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return status ?? 1
}

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
