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
