/** Tests at their full size, too long for every run of `npm test`, which goes a short part of the same way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const days = 20

/** Twenty bad days for payments. */
export async function stress(): Promise<string[]> {
  const told = await runTest('server/payments/stress.test.ts', { STRESS_SEEDS: String(days), TEST_LONG: '1' })
  const lines = told.filter((line) => /^day \d+: /.test(line))
  if (lines.length !== days) throw new Error(`only ${lines.length} days were lived through`)
  return [`${days} days of 600 buyers, all invariants true in the evening`, ...lines]
}

/** What a test tells, line by line; one that fails is an error of the bench. */
async function runTest(test: string, settings: Record<string, string>): Promise<string[]> {
  const env = { ...process.env, ...settings }
  const child = spawn('vitest', ['run', test], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (part: Buffer) => (told += part.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${test} failed:\n${told}`)
  return told.split('\n').map((line) => line.trim())
}
