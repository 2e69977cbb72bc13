/**
 * `npm test`: everything. Types, lint, house, unit, integration on real PostgreSQL, browser journeys, accessibility.
 * `npm test -- abstracts`: of all tests and journeys those whose path says so, and no checks.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build, isStale } from './build.ts'
import { check, steps } from './check.ts'
import { findChromium } from './chromium.ts'
import {
  askedAgain,
  ofPlaywright,
  ofVitest,
  tellMissing,
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
  withSecond,
} from './test-reports.ts'

/** `npm run test:long`: the same files with every round, seed, width and theme. */
if (process.argv.includes('--long')) process.env.TEST_LONG = '1'

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isWhole = wanted.length === 0
// All at once is slow: nothing is given up on soon.
if (isWhole) process.env.TEST_WHOLE = '1'

const reports = 'test-results'
const started = Date.now()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const wrong = isWhole ? await check() : []
const checked: Outcome = { passed: isWhole ? steps.length - wrong.length : 0, missing: [], failures: wrong, files: [] }
if (isStale()) await build()
// Without a browser a run is told so before it has begun.
const chromium = await findChromium()
// One after the other. Side by side they cost a third more: whoever waits for a page or an answer looks again and again.
const tests = await vitest(wanted, 'vitest')
const journeys = await playwright(wanted, chromium, 'playwright')
// What failed is asked once more with nothing beside it. Whoever runs a few of them hears at once.
const [testsAgain, journeysAgain] = isWhole ? [tests, journeys].map(askedAgain) : []
const outcomes = [
  checked,
  testsAgain?.length ? withSecond(tests, await vitest(testsAgain, 'vitest-again')) : tests,
  journeysAgain?.length
    ? withSecond(journeys, await playwright(journeysAgain, chromium, 'playwright-again'))
    : journeys,
]

const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
const missing = outcomes.flatMap((outcome) => outcome.missing)
const failures = outcomes.flatMap((outcome) => outcome.failures)
const unsteady = outcomes.flatMap((outcome) => outcome.unsteady ?? [])
if (passed + failures.length === 0) failures.push(`no test has ${wanted.join(' or ')} in its path`)
// Last, because whoever reads a long log begins at its end.
for (const failure of unsteady) console.log(`\nUNSTEADY, failed beside the others and passed alone: ${failure}`)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\nDone in ${Math.round((Date.now() - started) / 1000)} s.`)
const leftOut = tellMissing(missing)
if (leftOut) console.log(leftOut)
console.log(`${passed} passed, ${failures.length} failed${leftOut ? `, ${missing.length} left out` : ''}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function vitest(files: string[], name: string): Promise<Outcome> {
  const file = `${reports}/${name}.json`
  const words = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests']
  const status = await run('vitest', ['run', ...files, ...words])
  return ofVitest(read<VitestReport>(file), status)
}

async function playwright(files: string[], browser: string, name: string): Promise<Outcome> {
  const file = `${reports}/${name}.json`
  const env = { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const status = await run('playwright', ['test', ...files, '--reporter=dot,json', '--pass-with-no-tests'], env)
  return ofPlaywright(read<PlaywrightReport>(file), status)
}

/** Tells what a program printed when it has ended. */
async function run(program: string, words: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Colours in a log that is no screen are noise.
    env: { ...process.env, ...env, ...(!process.stdout.isTTY && { NO_COLOR: '1', FORCE_COLOR: undefined }) },
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
