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
