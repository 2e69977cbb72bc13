/** What the parts of an event are called, and how its days are read. */
import type { EventDate, EventState } from '#contract/events/event-fields.ts'
import type { Reply } from '#web/console/call.ts'

export type EventDetail = Reply<'EventShow'>['event']
export type Part = 'details' | 'disciplines' | 'extensions' | 'state'

export const parts: readonly (readonly [Part, string])[] = [
  ['details', 'Details and dates'],
  ['disciplines', 'Disciplines'],
  ['extensions', 'Deadlines for one person'],
  ['state', 'End and archive'],
]

export const dateNames: Record<EventDate, string> = {
  opensOn: 'Registration opens',
  abstractsCloseOn: 'Abstracts close',
  decisionsOn: 'Decisions',
  registrationClosesOn: 'Registration closes',
  workshopsFrom: 'Workshops begin',
  startsOn: 'Event begins',
  endsOn: 'Event ends',
}

export const fieldNames: Record<string, string> = {
  name: 'Name',
  shortName: 'Short name',
  theme: 'Theme',
  lead: 'Short description',
  venue: 'Venue',
  flyer: 'Flyer',
  timeZone: 'Time zone',
  ...dateNames,
}

export const states: Record<EventState, { words: string; status: string }> = {
  draft: { words: 'Draft, seen by staff only', status: 'draft' },
  published: { words: 'Published', status: 'paid' },
  ended: { words: 'Ended', status: 'full' },
  archived: { words: 'Archived, only read', status: 'full' },
}

const inUtc = { timeZone: 'UTC' } as const
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', ...inUtc })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', ...inUtc })

const asDay = (day: string): Date | undefined => {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `15 August 2026` */
export function dayText(day: string): string {
  const date = asDay(day)
  return date ? long.format(date) : ''
}

/** `Friday` */
export function weekdayOf(day: string): string {
  const date = asDay(day)
  return date ? weekday.format(date) : ''
}

export function weeksAfter(day: string, weeks: number): string {
  const date = asDay(day)
  return date && Number.isFinite(weeks) ? long.format(date.getTime() + weeks * 7 * 86_400_000) : ''
}

/** `1 workshop`, `14 workshops` */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`
