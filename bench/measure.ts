/** Measures servers against each other in the same minutes: machines are noisy, ratios less so. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** `flags` are for its Node. */
export type Contender = { name: string; file: string; env?: Record<string, string>; flags?: string[] }
export type Ask = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
type Speed = { perSecond: number; cpuMicroseconds: number; p99: number }

export type Running = AsyncDisposable & { process: ChildProcess; port: number }

const rounds = 5
const seconds = 2
const connections = 20

/** Starts every contender, lets them take turns, and gives the median of each. Any answer but 200 is an error of the bench. */
export async function compare(contenders: Contender[], ask: Ask): Promise<Map<string, Speed>> {
  const running = await Promise.all(
    contenders.map(async (contender) => ({ contender, server: await start(contender) })),
  )
  const speeds = new Map<string, Speed[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { contender, server } of running) {
      const speed = await hammer(server, ask)
      // The first round warms up the compiler of each.
      if (round > 0) speeds.get(contender.name)?.push(speed)
    }
  }
  for (const { server } of running) await end(server.process)
  return new Map([...speeds].map(([name, all]) => [name, medianSpeed(all)]))
}

export async function start({ file, env = {}, flags = [] }: Contender): Promise<Running> {
  const child = fork(file, {
    execArgv: flags,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port, [Symbol.asyncDispose]: () => end(child) }
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

async function hammer({ process: child, port }: Running, { path, ...rest }: Ask): Promise<Speed> {
  const before = await cpuOf(child)
  const result = await autocannon({ url: `http://127.0.0.1:${port}${path}`, connections, duration: seconds, ...rest })
  const after = await cpuOf(child)
  const answers = result['2xx']
  if (answers === 0 || result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { perSecond: answers / result.duration, cpuMicroseconds: (after - before) / answers, p99: result.latency.p99 }
}

/** Each server answers the message `cpu` with the processor time it has used, in microseconds. */
async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }]
  return cpu
}

/** For a server under measurement: tells where it listens, answers `cpu`, and leaves when asked. */
export function contend(port: number, leave: () => Promise<unknown>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  })
  process.on('SIGTERM', () => void leave().finally(() => process.exit(0)))
  process.send?.({ port })
}

/** Two speeds that take turns: neighbours in time meet the same machine. The first rounds warm up the compilers. */
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

function medianSpeed(all: Speed[]): Speed {
  const of = (key: keyof Speed) => median(all.map((speed) => speed[key]))
  return { perSecond: of('perSecond'), cpuMicroseconds: of('cpuMicroseconds'), p99: of('p99') }
}

export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] as number
}
