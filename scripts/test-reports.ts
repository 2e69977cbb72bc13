/** What the two test runners say of a run, as one kind of answer: how many, and of each failure its name and its first words. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `missing` is what this machine lacks, once for each test that was left out for it. `files` are those with a failure. `unsteady` is what failed
 * beside the others and passed alone.
 */
export type Outcome = { passed: number; missing: string[]; failures: string[]; files: string[]; unsteady?: string[] }

export type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

type Suite = { specs: Spec[]; suites?: Suite[] }
type Spec = { title: string; file: string; line: number; tests: { status: string; results: Result[] }[] }
type Result = { status: string; errors: { message?: string }[] }
export type PlaywrightReport = { stats: { expected: number }; suites: Suite[]; errors: { message?: string }[] }

export function ofVitest(report: VitestReport | undefined, status: number): Outcome {
  if (!report) return unreported('vitest', status)
  const failures = report.testResults.flatMap(({ name: path, status: ended, message, assertionResults }) => {
    const name = relative('', path)
    const tests = assertionResults.filter((test) => test.status === 'failed')
    const switchedOff = assertionResults.filter((test) => notRun.has(test.status) && !needOf(test.fullName))
    // A file that does not load, or whose preparation fails, has perhaps no failed test.
    const isWhole = message !== '' || (ended === 'failed' && tests.length === 0)
    return [
      ...(isWhole ? [failure(name, message || 'failed before or after its tests.')] : []),
      ...tests.map(({ fullName, failureMessages }) => failure(`${name}: ${fullName}`, failureMessages.join('\n'))),
      ...switchedOff.map(({ fullName }) =>
        failure(`${name}: ${fullName}`, 'was switched off, and does not say what it needs.'),
      ),
    ]
  })
  const missing = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap((test) => (notRun.has(test.status) && needOf(test.fullName)) || [])
  const files = report.testResults.filter((file) => file.status === 'failed').map(({ name }) => relative('', name))
  return sound({ passed: report.numPassedTests, missing, failures, files }, 'vitest', status)
}

const notRun = new Set(['skipped', 'pending', 'todo', 'disabled'])

/** Written at the end of its name: see server/testing/needs.ts. */
function needOf(testName: string): string | undefined {
  return /\(needs ([^()]+)\)$/.exec(testName)?.[1]
}

/** What was left out and why, as one sentence; undefined when nothing was. */
export function tellMissing(missing: string[]): string | undefined {
  if (missing.length === 0) return undefined
  const counted = Map.groupBy(missing, (what) => what)
  const words = [...counted].map(([what, tests]) => `${what} (${tests.length})`)
  return `Left out, because this machine lacks what they need: ${words.join('; ')}.`
}

/** Retries are off: whatever did not just pass has failed, unless it was left out and says what it needs. */
export function ofPlaywright(report: PlaywrightReport | undefined, status: number): Outcome {
  if (!report) return unreported('playwright', status)
  const all = report.suites.flatMap(specsOf)
  const isLeftOut = ({ title, tests }: Spec) =>
    needOf(title) !== undefined && tests.every(({ status: ended }) => ended === 'skipped')
  const specs = all.filter((spec) => !isLeftOut(spec))
  const missing = all.filter(isLeftOut).flatMap(({ title }) => needOf(title) ?? [])
  const failures = [
    ...report.errors.map(({ message = '' }) => failure('playwright', message)),
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter((test) => test.status !== 'expected')
        .map(({ results }) => {
          const errors = results.flatMap((result) => result.errors.map(({ message = '' }) => message))
          return failure(`e2e/${file}:${line}: ${title}`, errors.join('\n') || (results.at(-1)?.status ?? 'not run'))
        }),
    ),
  ]
  const failed = specs.filter(({ tests }) => tests.some((test) => test.status !== 'expected'))
  const files = [...new Set(failed.map(({ file }) => `e2e/${file}`))]
  return sound({ passed: report.stats.expected, missing, failures, files }, 'playwright', status)
}

/** Races, processes that are killed, and stories made with dice. */
const byChance = /race|crash|kill|restart|stress|stories|blind-crawl/

/** More than these are no accident of a busy machine. */
const mostAskedAgain = 3

/** Which files are worth asking once more, alone (docs/decisions/0069). What is left to chance on purpose has shown once what it is there to show. */
export function askedAgain({ failures, files }: Outcome): string[] {
  const isAccident = files.length <= mostAskedAgain && failures.length <= 2 * mostAskedAgain
  return isAccident && !files.some((file) => byChance.test(file)) ? files : []
}

/** What failed and passes alone, all of it, counts as passed, and is told. */
export function withSecond(first: Outcome, second: Outcome): Outcome {
  if (second.failures.length > 0 || second.passed === 0) return first
  return { ...first, passed: first.passed + first.failures.length, failures: [], files: [], unsteady: first.failures }
}

function specsOf(suite: Suite): Spec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function failure(name: string, said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, 12).map((line) => `    ${line}`)].join('\n')
}

function unreported(runner: string, status: number): Outcome {
  const failures = [failure(runner, `left no report and ended with ${status}.`)]
  return { passed: 0, missing: [], failures, files: [] }
}

/** A run that ended badly must not look like a success, even when no test of it failed. */
function sound(outcome: Outcome, runner: string, status: number): Outcome {
  if (status === 0 || outcome.failures.length > 0) return outcome
  return { ...outcome, failures: [failure(runner, `ended with ${status}; what it printed says why.`)] }
}
