import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  askedAgain,
  ofPlaywright,
  ofVitest,
  tellMissing,
  type PlaywrightReport,
  type VitestReport,
  withSecond,
} from './test-reports.ts'

const file = { name: resolve('server/mail.test.ts'), status: 'passed', message: '', assertionResults: [] }
const green: VitestReport = { numPassedTests: 3, testResults: [file] }

describe('what vitest reports', () => {
  test('is counted', () => expect(ofVitest(green, 0)).toEqual({ passed: 3, missing: [], failures: [], files: [] }))

  test('says what the machine lacks for each test that was left out', () => {
    const leftOut = (fullName: string) => ({ status: 'skipped', fullName, failureMessages: [] })
    const assertionResults = ['a (needs nginx)', 'b (needs root)', 'c (needs nginx)'].map(leftOut)
    const { missing, failures } = ofVitest({ ...green, testResults: [{ ...file, assertionResults }] }, 0)

    expect(failures).toEqual([])
    expect(tellMissing(missing)).toBe('Left out, because this machine lacks what they need: nginx (2); root (1).')
    expect(tellMissing([])).toBeUndefined()
  })

  test('takes a test that was switched off for a failure', () => {
    const off = { status: 'skipped', fullName: 'a letter arrives', failureMessages: [] }

    expect(ofVitest({ ...green, testResults: [{ ...file, assertionResults: [off] }] }, 0).failures).toEqual([
      'server/mail.test.ts: a letter arrives\n    was switched off, and does not say what it needs.',
    ])
  })

  test('names each test that failed, with its first words and without colours', () => {
    const failed = {
      status: 'failed',
      fullName: 'a letter arrives',
      failureMessages: ['\u001B[31mexpected 1\u001B[39m'],
    }
    const report = { ...green, testResults: [{ ...file, status: 'failed', assertionResults: [failed] }] }

    expect(ofVitest(report, 1).failures).toEqual(['server/mail.test.ts: a letter arrives\n    expected 1'])
  })

  test('names a file that did not load', () => {
    const report = { ...green, testResults: [{ ...file, status: 'failed', message: 'no such module' }] }

    expect(ofVitest(report, 1).failures).toEqual(['server/mail.test.ts\n    no such module'])
  })

  test('names a file whose preparation failed, beside its tests', () => {
    const failed = { status: 'failed', fullName: 'a letter arrives', failureMessages: ['expected 1'] }
    const result = { ...file, status: 'failed', message: 'no database', assertionResults: [failed] }

    expect(ofVitest({ ...green, testResults: [result] }, 1).failures).toEqual([
      'server/mail.test.ts\n    no database',
      'server/mail.test.ts: a letter arrives\n    expected 1',
    ])
    expect(ofVitest({ ...green, testResults: [{ ...file, status: 'failed' }] }, 1).failures).toEqual([
      'server/mail.test.ts\n    failed before or after its tests.',
    ])
  })

  test('is a failure when it ended badly, whatever it counted', () => {
    expect(ofVitest(green, 1).failures).toEqual(['vitest\n    ended with 1; what it printed says why.'])
    expect(ofVitest(undefined, 137).failures).toEqual(['vitest\n    left no report and ended with 137.'])
  })
})

describe('what playwright reports', () => {
  const spec = (status: string, results: { status: string; errors: { message?: string }[] }[] = []) => ({
    title: 'a visitor signs up',
    file: 'accounts.test.ts',
    line: 7,
    tests: [{ status, results }],
  })
  const report = (...specs: ReturnType<typeof spec>[]): PlaywrightReport => ({
    stats: { expected: 2 },
    suites: [{ specs: [], suites: [{ specs }] }],
    errors: [],
  })

  test('is counted', () =>
    expect(ofPlaywright(report(spec('expected')), 0)).toEqual({ passed: 2, missing: [], failures: [], files: [] }))

  test('names each journey that failed, with its first words', () => {
    const failed = spec('unexpected', [
      { status: 'failed', errors: [{ message: 'Not found: the button\n\n  at line 9' }] },
    ])

    expect(ofPlaywright(report(failed), 1).failures).toEqual([
      'e2e/accounts.test.ts:7: a visitor signs up\n    Not found: the button\n      at line 9',
    ])
  })

  test.each(['skipped', 'flaky'])('takes a journey that is %s for a failure', (status) => {
    expect(ofPlaywright(report(spec(status)), 0).failures).toEqual([
      'e2e/accounts.test.ts:7: a visitor signs up\n    not run',
    ])
  })

  test('says what each journey needs that was left out, and takes one that failed for a failure all the same', () => {
    const title = 'a visitor signs up twice (needs npm run test:long)'

    const outcome = ofPlaywright(report({ ...spec('skipped'), title }, { ...spec('unexpected'), title }), 1)

    expect(outcome.missing).toEqual(['npm run test:long'])
    expect(outcome.failures).toEqual([`e2e/accounts.test.ts:7: ${title}\n    not run`])
  })

  test('names what went wrong outside of every journey', () => {
    const broken = { ...report(), errors: [{ message: 'no tests found' }] }

    expect(ofPlaywright(broken, 1).failures).toEqual(['playwright\n    no tests found'])
  })
})

describe('what failed beside the others', () => {
  const failed = (...files: string[]) => ({
    passed: 7,
    missing: [],
    failures: files.map((file) => `${file}: a`),
    files,
  })
  const passed = { passed: 2, missing: [], failures: [], files: [] }

  test('is asked once more, alone', () => expect(askedAgain(failed('a.test.ts'))).toEqual(['a.test.ts']))

  test('counts as passed when it passes then, and is told', () =>
    expect(withSecond(failed('a.test.ts'), passed)).toEqual({
      passed: 8,
      missing: [],
      failures: [],
      files: [],
      unsteady: ['a.test.ts: a'],
    }))

  test('stays a failure when it fails again', () => {
    const first = failed('a.test.ts', 'b.test.ts')
    expect(withSecond(first, failed('b.test.ts'))).toBe(first)
  })

  test.each([
    ['a race', ['server/orders/order-race.test.ts']],
    ['a race among others', ['a.test.ts', 'server/selection/decisions/decision-races.test.ts']],
    ['a process that was killed', ['server/testing/payment-kill-points.test.ts']],
    ['a story made with dice', ['server/selection/stories.test.ts']],
    ['so much that it is no accident', ['a', 'b', 'c', 'd']],
    ['a run that left no report', []],
  ])('is not asked again when it is %s', (_, files) => expect(askedAgain(failed(...files))).toEqual([]))
})

/** The name of each test that is not run everywhere: the words right before what it does. */
function namesLeftOut(text: string): string[] {
  return text
    .split(/\btest\.runIf\(|\btestLong\(/)
    .slice(1)
    .map((rest) => /(['"`])((?:(?!\1).)*)\1,\s*(?:\{[^{}]*\},\s*)?(?:async )?\(/.exec(rest)?.[2] ?? rest.slice(0, 80))
}

test('whatever may be left out says what it needs, also on a machine that has it', () => {
  const files = globSync('{contract,server,docs,scripts,web,e2e}/**/*.test.{ts,tsx}')
  const names = files
    .filter((file) => resolve(file) !== import.meta.filename)
    .flatMap((file) => namesLeftOut(readFileSync(file, 'utf8')))

  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !/ \(needs [^()]+\)$/.test(name))).toEqual([])
})

test('control: a name that says it only where it is missing is found, with each too', () => {
  const plain = 'test.runIf(has)(`through a pooler${leftOut}`, async () => {'
  const each = "test.runIf(has).each([{ a: f('x') }])(\n  'it is known: $a',\n  (a) => {"

  expect(namesLeftOut(plain + each)).toEqual(['through a pooler${leftOut}', 'it is known: $a'])
})
