/** How V8 is started for the server, and helped with uploads: see docs/decisions/0020 and 0068. */
export const engineFlags = ['--no-allocation-site-pretenuring', '--expose-gc', '--max-semi-space-size=16']

/** With one for each thread, what a crowd of uploads has used stays with the process: the system's allocator may keep two heaps. */
export const engineEnvironment = { MALLOC_ARENA_MAX: '2' }

const megabyte = 1024 * 1024
const collectedEvery = 16 * megabyte
/** After less than this there is nothing to give back. */
const rush = 32 * megabyte
const quietFor = 5000
let arrived = 0
let inThisRush = 0
let quiet: NodeJS.Timeout | undefined

/** So many bytes came in a buffer that is soon done with. V8 does not see how large such things are until it marks its whole heap; a small collection frees them at once. */
export function countArrived(bytes: number): void {
  arrived += bytes
  inThisRush += bytes
  quiet = quiet?.refresh() ?? setTimeout(giveBack, quietFor).unref()
  if (arrived < collectedEvery) return
  arrived = 0
  // Not there in a server that was started without the flag.
  globalThis.gc?.({ type: 'minor' })
}

/** V8 keeps the pages that a rush of files has filled, also when they are empty. Only this collection hands them to the system; it takes a fifth of a second, so nobody is sending anything. */
function giveBack(): void {
  quiet = undefined
  if (inThisRush >= rush) globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  inThisRush = 0
}
