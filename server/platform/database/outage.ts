/** While the database is away, everything that looks for it says so, many times a second. One line a second tells as much. */
import type { Logger } from '#server/platform/process/log.ts'

export type Outage = {
  /** `isAway` unless it is something else that a crowd could fill the log with. */
  tell: (error: unknown, message: string, options?: { about?: object; isAway?: boolean }) => void
  /** Whether something was told of just now. */
  isNow: () => boolean
  stop: () => void
}

const oneLineEvery = 1000
const isOverAfter = 5000

/** Pools, calls and jobs lose the database in the same moment: whoever writes to the same log shares its second. */
const tellers = new WeakMap<object, Outage>()

export function tellingOfOutages(log: Pick<Logger, 'warn'>): Outage {
  const teller = tellers.get(log) ?? openTeller(log)
  tellers.set(log, teller)
  return teller
}

/** The first line comes at once and whole; what follows within its second is counted by its words, and told at the end of it. */
function openTeller(log: Pick<Logger, 'warn'>): Outage {
  let last = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const held = new Map<string, number>()

  function tellHeld(): void {
    timer = undefined
    if (held.size === 0) return
    log.warn({ times: Object.fromEntries(held) }, 'more of this in the last second')
    held.clear()
    wait()
  }
  function wait(): void {
    timer = setTimeout(tellHeld, oneLineEvery).unref()
  }

  return {
    tell(error, message, { about, isAway = true } = {}) {
      if (isAway) last = performance.now()
      if (!timer) {
        log.warn({ ...about, err: error }, message)
        return wait()
      }
      const words = error instanceof Error ? `${message}: ${error.message}` : message
      held.set(words, (held.get(words) ?? 0) + 1)
    },
    isNow: () => performance.now() - last < isOverAfter,
    stop() {
      clearTimeout(timer)
      tellHeld()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
