/** How V8 is started for the server, and helped with uploads: see docs/decisions/0020. */
export const engineFlags = ['--no-allocation-site-pretenuring', '--expose-gc']

/** With one for each thread, what a crowd of uploads has used stays with the process: the system's allocator may keep two heaps. */
export const engineEnvironment = { MALLOC_ARENA_MAX: '2' }

const collectedEvery = 16 * 1024 * 1024
let arrived = 0

/** So many bytes came in a buffer that is soon done with. V8 does not see how large such things are until it marks its whole heap; a small collection frees them at once. */
export function countArrived(bytes: number): void {
  arrived += bytes
  if (arrived < collectedEvery) return
  arrived = 0
  // Not there in a server that was started without the flag.
  globalThis.gc?.({ type: 'minor' })
}
