/** When a letter is tried again, and who may write to whom. */
import type { Grant } from '#server/callers.ts'

const minute = 60_000

/** Quickly at first, for a hiccup; then every five minutes, so that an hour without a mail server delays a letter by little. */
const pauses = [5000, 15_000, minute, 2 * minute, 5 * minute]

/** A day of trying. */
const lastTry = 290

/** When to try again after `tries` failures, or undefined when it is time to give up. */
export function nextTry(tries: number, now: Date): Date | undefined {
  if (tries >= lastTry) return undefined
  return new Date(now.getTime() + (pauses[Math.min(tries, pauses.length) - 1] as number))
}

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
