/** So many a minute and no more, evenly. */
import { setTimeout as pause } from 'node:timers/promises'

export type Pace = { next: () => Promise<void>; isOver: () => boolean }

/** For one run of a job: `isOver` says that it has taken long enough, and that others should have their turn. */
export function atPace({ perMinute, runsFor }: { perMinute: number; runsFor: number }): Pace {
  const gap = 60_000 / perMinute
  const begun = performance.now()
  let due = begun
  return {
    async next() {
      const wait = due - performance.now()
      due = Math.max(due, performance.now()) + gap
      if (wait > 1) await pause(wait)
    },
    isOver: () => performance.now() - begun > runsFor,
  }
}
