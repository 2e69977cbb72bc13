/** When an email is tried again, and who may write to whom. */
import { minute } from '#contract/durations.ts'
import type { Grant } from '#server/kernel/callers.ts'

/** Quickly at first, for a hiccup; every five minutes for two hours; then ever more rarely: [how often, pause]. */
const pauses: readonly [tries: number, pause: number][] = [
  [1, 5000],
  [1, 15_000],
  [1, minute],
  [1, 2 * minute],
  [24, 5 * minute],
  [88, 15 * minute],
  [48, 60 * minute],
]

/** When to try again after `tries` failures, or undefined after three days of trying. */
export function nextTry(tries: number, now: Date): Date | undefined {
  let left = tries
  for (const [many, pause] of pauses) {
    if (left <= many) return new Date(now.getTime() + pause)
    left -= many
  }
  return undefined
}

/** The longest pause between two tries: an email whose next try is later than that met a clock that was wrong. */
export const longestPause = Math.max(...pauses.map(([, pause]) => pause))

/** A programme chair writes to authors; owners and organisers to everybody of the event. */
export function writesToAuthorsOnly(grants: readonly Grant[], event: number): boolean {
  return !grants.some(
    ({ role, eventId }) => (role === 'owner' || role === 'organiser') && (eventId === null || eventId === event),
  )
}

/** For the whole college: whoever has the role without an event. */
export function writesToCollege(grants: readonly Grant[]): boolean {
  return grants.some(({ role, eventId }) => (role === 'owner' || role === 'organiser') && eventId === null)
}
