/** How V8 is started for the server, and helped with uploads: see docs/decisions/0020 and 0068. */
import { performance } from 'node:perf_hooks'

export const engineFlags = ['--no-allocation-site-pretenuring', '--expose-gc', '--max-semi-space-size=16']

/** With one for each thread, what a crowd of uploads has used stays with the process: the system's allocator may keep two heaps. */
export const engineEnvironment = { MALLOC_ARENA_MAX: '2' }

const megabyte = 1024 * 1024
const collectedEvery = 16 * megabyte
let arrived = 0

/** So many bytes came in a buffer that is soon done with. V8 does not see how large such things are until it marks its whole heap; a small collection frees them at once. */
export function countArrived(bytes: number): void {
  arrived += bytes
  if (arrived < collectedEvery) return
  arrived = 0
  // Not there in a server that was started without the flag.
  globalThis.gc?.({ type: 'minor' })
}

const worthwhile = 64 * megabyte
/** Of its time, while nobody asks for much. */
const busyAtRest = 0.1

/**
 * V8 keeps the pages that a rush has filled, also when they are empty. Only a collection of last resort hands them to the system. It takes a
 * fifth of a second, so it waits until the server has rested for a while, and is left out where there is little to gain.
 */
export function giveBackAtRest(lookEvery = 5000): { stop: () => void } {
  let least = process.memoryUsage.rss()
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    least = Math.min(least, process.memoryUsage.rss())
    if (utilization > busyAtRest || process.memoryUsage.rss() < least + worthwhile) return
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
    // What is left is in use.
    least = process.memoryUsage.rss()
  }, lookEvery).unref()
  return { stop: () => clearInterval(timer) }
}
