/** Pieces of costly work that go wrong in every way, for the process that does them. */
import type { Effort } from '#server/platform/costly-work/effort.ts'

const forEver = () => {
  for (;;);
}

export const tasks = {
  /** As good work does: an answer, and whose process gave it. */
  echo: async (words: string) => ({ words, process: process.pid }),
  pause: async (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds)),
  spin: async () => forEver(),
  /** Memory that is used, until somebody ends it. */
  hoard: async () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(1_048_576, kept.length))
  },
  /** The same while others have their turn, as a library with threads of its own does. */
  hoardSlowly: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(8 * 1_048_576, 1))
      await new Promise((done) => setTimeout(done, 5))
    }
  },
  crash: async () => process.abort(),
  throwUp: async () => {
    throw new Error('nobody expected this')
  },
  long: async (words: string, effort: Effort) => {
    effort.takeTime()
    return { words, process: process.pid }
  },
  longPause: async (milliseconds: number, effort: Effort) => {
    effort.takeTime()
    await new Promise((done) => setTimeout(done, milliseconds))
  },
  settings: async (isLong: boolean, effort: Effort) => {
    if (isLong) effort.takeTime()
    return { names: Object.keys(process.env).toSorted(), priority: (await import('node:os')).getPriority() }
  },
}
