/** How a workshop stands, and what its fields are called. */
import type { WorkshopState } from '#contract/events/workshop-fields.ts'
import type { Reply } from '#web/console/call.ts'
import { clockAt, fullDay, weekdayAndDay, yearOf } from '#web/platform/calendar.ts'

export type Workshop = Reply<'WorkshopShow'>['workshop']
export type WorkshopRow = Reply<'WorkshopsOfEvent'>['rows'][number]
export type Seated = Reply<'RosterList'>['rows'][number]

const states: Record<WorkshopState, { words: string; status: string }> = {
  selling: { words: 'Selling', status: 'accepted' },
  full: { words: 'Full', status: 'full' },
  stopped: { words: 'Sales stopped', status: 'draft' },
  cancelled: { words: 'Cancelled', status: 'rejected' },
  over: { words: 'Begun', status: 'full' },
}

export function StateChip({ state }: { state: WorkshopState }) {
  const { words, status } = states[state]
  return (
    <span className="status-chip" data-status={status}>
      {words}
    </span>
  )
}

export const workshopFieldNames: Record<string, string> = {
  topic: 'Topic',
  date: 'Day',
  time: 'Begins at',
  durationMinutes: 'Minutes',
  venue: 'Room or venue',
  facilitators: 'Facilitators',
  focal: 'Focal person',
  seats: 'Seats',
  priceInRupees: 'Price in rupees',
}

/** `Saturday 20 September 2025, 09:00 to 13:00` */
export function timeOf({ startsAt, durationMinutes, timeZone }: Workshop): string {
  const { day, time } = clockAt(startsAt, timeZone)
  const end = clockAt(new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString(), timeZone)
  const until = end.day === day ? end.time : `${fullDay(end.day)}, ${end.time}`
  return `${weekdayAndDay(day)} ${yearOf(day)}, ${time} to ${until}`
}
