/** The process that works on what strangers send: costly-process.ts starts it, gives it one item after the other, and may kill it at any moment. */
import { effortOf, type Line, TooLong } from './effort.ts'
import type { Order, Told } from './process.ts'
import type { Task } from './tasks.ts'

const [list, line, most] = process.argv.slice(2) as [string, Line, string]
const lookEvery = 100

// Ctrl-C reaches every process of a terminal; the server decides when this one goes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Without its server nobody waits for the work, and an orderly end would wait for threads that are busy with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The system's own limit counts what was asked for, and not every system has one: this counts what is used.
setInterval(() => process.memoryUsage.rss() > Number(most) && process.abort(), lookEvery)

const { tasks } = (await import(list)) as { tasks: Record<string, Task<unknown>> }
process.on('message', (order: Order) => void answer(order).then(tell))
tell({ isReady: true })

function tell(told: Told): void {
  process.send?.(told, undefined, undefined, () => undefined)
}

async function answer({ id, task, input }: Order): Promise<Told> {
  const work = tasks[task]
  if (!work) return { id, problem: `there is no task called ${task}` }
  try {
    return { id, result: await work(input, effortOf(line)) }
  } catch (error) {
    // It asked for more than the system gives: the same as being ended for it, and no mistake of ours.
    if (isOutOfMemory(error)) process.abort()
    return error instanceof TooLong ? { id, isTooLong: true } : { id, problem: (error as Error).stack ?? String(error) }
  }
}

function isOutOfMemory(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MEMORY_ALLOCATION_FAILED' || (error instanceof RangeError && /allocat/i.test(message))
}
