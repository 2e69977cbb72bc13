/** While the database is away, everything that looks for it says so, many times a second. One line a second tells as much. */
import type { Logger } from '#server/platform/process/log.ts'

export type Outage = {
  tell: (error: unknown, message: string) => void
  /** Whether something was told of just now. */
  isNow: () => boolean
  stop: () => void
}

const oneLineEvery = 1000
const isOverAfter = 5000

/** The first line comes at once and whole; what follows within its second is counted by its words, and told at the end of it. */
export function tellingOfOutages(log: Pick<Logger, 'warn'>): Outage {
  let last = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const held = new Map<string, number>()

  function tellHeld(): void {
    timer = undefined
    if (held.size === 0) return
    log.warn({ times: Object.fromEntries(held) }, 'the jobs and the database that is away')
    held.clear()
    wait()
  }
  function wait(): void {
    timer = setTimeout(tellHeld, oneLineEvery).unref()
  }

  return {
    tell(error, message) {
      last = performance.now()
      if (timer) return void held.set(message, (held.get(message) ?? 0) + 1)
      log.warn({ err: error }, message)
      wait()
    },
    isNow: () => performance.now() - last < isOverAfter,
    stop() {
      clearTimeout(timer)
      tellHeld()
      clearTimeout(timer)
    },
  }
}
