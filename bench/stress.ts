/** Twenty bad days for payments, at full size: too long for every test run, which goes through the first two. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const days = 20
const test = 'server/payments/stress.test.ts'

export async function stress(): Promise<string[]> {
  const env = { ...process.env, STRESS_SEEDS: String(days) }
  const child = spawn('vitest', ['run', '--project', 'server', test], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (part: Buffer) => (told += part.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  const lines = told.split('\n').flatMap((line) => (/^ *day \d+: /.test(line) ? [line.trim()] : []))
  if (code !== 0 || lines.length !== days) throw new Error(`the books were not right every evening:\n${told}`)
  return [`${days} days of 600 buyers, all invariants true in the evening`, ...lines]
}
