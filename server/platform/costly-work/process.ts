/** One process for costly work, with limits that the system holds it to: see docs/decisions/0026. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Line } from './effort.ts'

export type Order = { id: number; task: string; input: unknown }
/** What the process tells. */
export type Told =
  | { isReady: true }
  | { id: number; result: unknown }
  | { id: number; isTooLong: true }
  | { id: number; problem: string }

/** `died by its work`: the item asked for more than it may have. `died`: somebody else ended the process, or it did not begin. */
export type Outcome =
  | { result: unknown }
  | { problem: string }
  | 'too long for this line'
  | 'took too much time'
  | 'died by its work'
  | 'died'

export type Limits = {
  /** Of the memory that is in use. */
  megabytes: number
  /** By the clock on the wall, for one item: thirty times what the worst that is let in takes on a free processor. */
  seconds: number
}

/** What is over one of these is killed. */
export type Allowed = {
  /** By the clock on the wall. */
  seconds: number
  /** Of the processor, where the system tells (Linux): what waits for its turn on a busy machine has not used any. */
  processorSeconds?: number
}

export type CostlyProcess = {
  do: (task: string, input: unknown, allowed: Allowed) => Promise<Outcome>
  /** Whether the next item needs another one. */
  hasEnded: () => boolean
  /** Ends it at once, whatever it is doing. */
  kill: () => Promise<void>
}

type Start = { line: Line; list: string; limits: Limits }
type Running = { child: ChildProcess; isReady: boolean; hasEnded: boolean; isLate: boolean }

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))
const memoryOfScripts = 128
/** V8 keeps 512 MB for code that it never fills, and the system counts them. */
const keptByV8 = 576
/** For all items of its life, which is a few hundred of them: a process without a server must not run for ever. */
const processorSeconds = 3600

/** People who sign in, save and pay come first. What is short is waited for by somebody who saves; what is long comes after everything else. */
const niceness: Record<Line, number> = { quick: 0, slow: 10 }

/**
 * Dumps none, has so much memory and so much of the processor, and is the first to go when the machine is out of memory. `ulimit -d` and not
 * `-v`: V8 and the picture library reserve addresses by the gigabyte that they never use. `nice` and not setPriority(): on Linux that is about
 * one thread, and those that V8 has begun by then go on as before.
 */
const limited =
  'ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; echo 1000 >/proc/self/oom_score_adj; priority="$3"; shift 3; exec nice -n "$priority" "$@"'

export function startCostlyProcess({ line, list, limits }: Start): CostlyProcess {
  const running: Running = {
    child: spawnLimited({ line, list, limits }),
    isReady: false,
    hasEnded: false,
    isLate: false,
  }
  const { child } = running
  const ended = new Promise<void>((done) => {
    const end = () => {
      running.hasEnded = true
      done()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  child.on('message', (told: Told) => 'isReady' in told && (running.isReady = true))
  rest(child)
  let items = 0
  return {
    hasEnded: () => running.hasEnded,
    kill: () => {
      // A program with nothing else to do would end before it hears of the end.
      child.ref()
      child.kill('SIGKILL')
      return ended
    },
    do: async (task, input, allowed) => {
      const order = { id: (items += 1), task, input }
      wake(child)
      const stopLooking = killWhenOver(allowed, running)
      try {
        return await Promise.race([answerTo(child, order), ended.then(() => whyItEnded(running))])
      } finally {
        stopLooking()
        rest(child)
      }
    },
  }
}

const lookEvery = 500

function killWhenOver({ seconds, processorSeconds = Number.POSITIVE_INFINITY }: Allowed, running: Running): () => void {
  const { child } = running
  const kill = () => {
    running.isLate = true
    child.kill('SIGKILL')
  }
  const late = setTimeout(kill, seconds * 1000)
  const before = processorSecondsOf(child)
  const looks = setInterval(() => processorSecondsOf(child) - before > processorSeconds && kill(), lookEvery)
  return () => {
    clearTimeout(late)
    clearInterval(looks)
  }
}

const ticksOfASecond = 100

/** What it has used in its life so far: fields 14 and 15 of proc_pid_stat(5), counted behind its name, which may hold anything. */
function processorSecondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksOfASecond
  } catch {
    // It has just ended, or this is no Linux.
    return 0
  }
}

function spawnLimited({ line, list, limits }: Start): ChildProcess {
  const flags = [`--max-old-space-size=${memoryOfScripts}`, worker, list, line, String(limits.megabytes * 1_048_576)]
  const words = [process.execPath, ...flags]
  const kilobytes = String((limits.megabytes + keptByV8) * 1024)
  const options = {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced' as const,
    env: environment(),
  }
  // There is no shell on Windows, and no such limits.
  if (process.platform === 'win32') {
    const child = spawn(words[0] as string, words.slice(1), options)
    if (child.pid) setPriority(child.pid, niceness[line])
    return child
  }
  const limit = [kilobytes, String(processorSeconds), String(niceness[line])]
  return spawn('/bin/sh', ['-c', limited, 'sh', ...limit, ...words], options)
}

/** No setting of ours: whoever breaks in there finds neither the database's address nor a password. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env
  return {
    UV_THREADPOOL_SIZE: '2',
    // Each thread of the library would otherwise keep memory of its own that it is done with.
    MALLOC_ARENA_MAX: '2',
    ...(PATH && { PATH }),
    ...(SystemRoot && { SystemRoot }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  }
}

function answerTo(child: ChildProcess, order: Order): Promise<Outcome> {
  return new Promise((done) => {
    const hear = (told: Told) => {
      if (!('id' in told) || told.id !== order.id) return
      child.off('message', hear)
      done('isTooLong' in told ? 'too long for this line' : told)
    }
    child.on('message', hear)
    // One that is gone cannot be told; its end is heard elsewhere.
    child.send(order, () => undefined)
  })
}

function whyItEnded({ child, isReady, isLate }: Running): Outcome {
  if (isLate) return 'took too much time'
  const { signalCode } = child
  const byOthers = signalCode === 'SIGKILL' || signalCode === 'SIGTERM'
  return isReady && !byOthers ? 'died by its work' : 'died'
}

/** A process without work does not keep the server. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function wake(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
