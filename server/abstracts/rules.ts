/** Whether an abstract is in time. */
import { dayIn, isPast } from '#contract/days.ts'

export type Lateness = 'in time' | 'late' | 'too late'
type LastDay = { abstractsCloseOn: string; timeZone: string }
const minute = 60_000

/** The last date lasts until midnight where the event is, and a grace after it counts as late but not as too late. */
export function lateness({ abstractsCloseOn, timeZone }: LastDay, startedAt: Date, graceMinutes: number): Lateness {
  const isPastAt = (time: number) => isPast(abstractsCloseOn, dayIn(timeZone, new Date(time)))
  if (!isPastAt(startedAt.getTime())) return 'in time'
  return isPastAt(startedAt.getTime() - graceMinutes * minute) ? 'too late' : 'late'
}

type Submit = { startedAt: Date; version: { startedAt: Date | null; savedAt: Date } }

/**
 * Whoever saved in time and submits what they saved within the grace of its answer is as much in time as the save: its file may have taken
 * longer to send than was left of the day.
 */
export function latenessOfSubmit(last: LastDay, { startedAt, version }: Submit, graceMinutes: number): Lateness {
  const follows = startedAt.getTime() - version.savedAt.getTime() <= graceMinutes * minute
  return lateness(last, (follows && version.startedAt) || startedAt, graceMinutes)
}
