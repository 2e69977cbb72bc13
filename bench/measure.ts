/** Measures servers against each other in the same minutes: machines are noisy, ratios less so. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'

/** `flags` are for its Node. */
export type Contender = { file: string; env?: Record<string, string>; flags?: string[] }
export type Ask = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

export type Running = AsyncDisposable & { process: ChildProcess; port: number }

export async function start({ file, env = {}, flags = [] }: Contender): Promise<Running> {
  const child = fork(file, {
    execArgv: flags,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    { port: number } | number | null,
  ]
  if (told === null || typeof told === 'number') throw new Error(`${file} ended before it listened`)
  const { port } = told
  return { process: child, port, [Symbol.asyncDispose]: () => end(child) }
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** For a server under measurement: tells where it listens, and leaves when asked. */
export function contend(port: number, leave: () => Promise<unknown>): void {
  process.on('SIGTERM', () => void leave().finally(() => process.exit(0)))
  process.send?.({ port })
}

/** Two figures that take turns: neighbours in time meet the same machine. The first rounds warm up the compilers. */
export async function inTurns(rounds: number, speedOf: Record<'ours' | 'baseline', () => Promise<number>>) {
  const speeds: Record<'ours' | 'baseline' | 'ratio', number>[] = []
  for (let round = -2; round < rounds; round += 1) {
    const baseline = await speedOf.baseline()
    const ours = await speedOf.ours()
    if (round >= 0) speeds.push({ ours, baseline, ratio: ours / baseline })
  }
  const of = (key: 'ours' | 'baseline' | 'ratio') => median(speeds.map((speed) => speed[key]))
  return { ours: of('ours'), baseline: of('baseline'), ratio: of('ratio') }
}

export type Figure = { line: string; holds: boolean }

/** With whether its goal is met. */
export const judged = ({ line, holds }: Figure): string => `${line}: ${holds ? 'holds' : 'does not hold'}`

export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] as number
}

/** Of how many waits in a hundred none is longer. */
export function percentile(waits: number[], part: number): number {
  return waits.toSorted((a, b) => a - b)[Math.floor((waits.length * part) / 100)] as number
}

/** How much memory a server holds before, and how much more at most while it works, in MB. */
export async function memoryOf(
  server: Running,
  work: () => Promise<unknown>,
): Promise<{ before: number; growth: number }> {
  const before = residentMegabytes(server)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(server))), 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return { before, growth: most - before }
}

function residentMegabytes({ process: child }: Running): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
}

/** In whole seconds, as far as `ps` tells. */
export function processorSeconds({ process: child }: Running): number {
  return Number(execFileSync('ps', ['-o', 'cputimes=', '-p', String(child.pid)], { encoding: 'utf8' }))
}

/** Somebody who reads a last date fifty times a second; one caller, so that the figure is a wait and not a queue of our own. */
export async function p99OfOthers(url: string, seconds: number): Promise<number> {
  const waits: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const began = performance.now()
    const reply = await fetch(`${url}/api/LastDates?EventID=1&typ=2`, { method: 'POST' })
    await reply.arrayBuffer()
    waits.push(performance.now() - began)
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return percentile(waits, 99)
}
