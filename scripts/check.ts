/** `npm run check`: everything that can be known without running the portal, in seconds. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

export type Step = { name: string; command: string[] }

const node = process.execPath

/** Two steps run at a time. More checkers than cores do the work that they share again and again: twice the time on two cores. */
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 2)))
const types = (project: string) => ['tsc', '-p', project, '--checkers', checkers]

export const steps: Step[] = [
  { name: 'types of the server', command: types('tsconfig.server.json') },
  { name: 'types of the web', command: types('tsconfig.web.json') },
  { name: 'types of the browser tests', command: types('tsconfig.e2e.json') },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'house', command: [node, 'scripts/check-house.ts'] },
  { name: 'calls', command: [node, 'scripts/write-calls.ts', '--check'] },
  { name: 'row types', command: [node, 'scripts/write-tables.ts', '--check'] },
]

/** Runs every step, two at a time, and gives the names of those that failed. */
export async function check(): Promise<string[]> {
  const waiting = [...steps]
  const failed: string[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { code, output } = await runStep(step)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name}${code === 0 ? '' : `\n${output}`}`)
      if (code !== 0) failed.push(step.name)
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

function runStep({ command }: Step): Promise<{ code: number; output: string }> {
  const [program, ...words] = command as [string, ...string[]]
  // npm puts node_modules/.bin on the PATH of its scripts, so the tools are found by name.
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

if (import.meta.main) process.exitCode = (await check()).length > 0 ? 1 : 0
