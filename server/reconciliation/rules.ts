const minute = 60_000
const day = 24 * 60

/** Somebody may be paying right now: a little under a minute, so that the clockwork, which comes every minute, does not just miss it. */
const whileOpen = 50_000

/** Minutes since the gateway's limit, and how long to wait from there: 1, 2, 5, 10, 30 minutes, 2 hours, 6 hours, then daily. */
const waits = [
  { before: 1, wait: 1 },
  { before: 3, wait: 2 },
  { before: 8, wait: 5 },
  { before: 18, wait: 10 },
  { before: 48, wait: 30 },
  { before: 168, wait: 120 },
  { before: 528, wait: 360 },
  { before: Number.POSITIVE_INFINITY, wait: day },
]
const lastAge = 7 * day

type Limits = { limit: number; grace: number; now: Date }

/**
 * When to ask again about a payment of this age in minutes, or undefined when it is time for a person to. `limit` is the gateway's own, and
 * until `grace` minutes after it the payment keeps seats from others: its end is not slept through.
 */
export function nextCheck(age: number, { limit, grace, now }: Limits): Date | undefined {
  if (age < limit) return new Date(now.getTime() + whileOpen)
  if (age >= lastAge) return undefined
  const wait = waits.find(({ before }) => age - limit < before)?.wait ?? day
  const rest = limit + grace - age
  return new Date(now.getTime() + (rest > 0 ? Math.min(wait, rest) : wait) * minute)
}
