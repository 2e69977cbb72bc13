/** `balance` in a thread of its own: the server goes on meanwhile, hears how far it is, and can stop it. It knows numbers only. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { balance, type Balanced, type Problem, Stopped } from './balance.ts'

export type Wanted = Omit<Problem, 'fixed'> & { fixed: [number, number][] }

const doneAt = 0
const stopAt = 1
type Message = { wanted: Wanted; shared: SharedArrayBuffer }

/** `result` ends with `Stopped` when it was. */
export function balanceInThread(wanted: Wanted): {
  result: Promise<Balanced>
  /** From 0 to 100. */
  progress: () => number
  stop: () => void
} {
  const shared = new SharedArrayBuffer(8)
  const counters = new Int32Array(shared)
  const steps = Math.max(1, wanted.need.reduce((a, b) => a + b, 0) - wanted.fixed.length)
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { wanted, shared } satisfies Message,
    resourceLimits: { maxOldGenerationSizeMb: 200 },
  })
  const result = new Promise<Balanced>((resolve, reject) => {
    thread.once('message', (answer: Balanced | 'stopped') =>
      answer === 'stopped' ? reject(new Stopped('stopped')) : resolve(answer),
    )
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  })
  return {
    result,
    progress: () => Math.min(100, Math.floor((100 * Atomics.load(counters, doneAt)) / steps)),
    stop: () => Atomics.store(counters, stopAt, 1),
  }
}

function work({ wanted, shared }: Message): void {
  const counters = new Int32Array(shared)
  const watch = (done: number) => {
    Atomics.store(counters, doneAt, done)
    return Atomics.load(counters, stopAt) === 1
  }
  try {
    parentPort?.postMessage(balance(wanted, watch))
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    parentPort?.postMessage('stopped')
  }
}

if (!isMainThread && (workerData as Partial<Message> | undefined)?.shared) work(workerData as Message)
