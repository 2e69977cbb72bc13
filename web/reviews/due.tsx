import { clockAt, weekdayAndDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Inbox } from './useInbox.ts'

type Due = Pick<Inbox, 'dueOn' | 'timeZone'>

/** `Due Sunday 28 September, 23:59 in Karachi` */
export const dueText = ({ dueOn, timeZone }: Due): string =>
  dueOn === null ? '' : `Due ${weekdayAndDay(dueOn)}, 23:59 in ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`

/** `10:42` today, `16 November, 10:42` before. */
export function timeText(at: string, timeZone: string, today: string): string {
  const { day, time } = clockAt(at, timeZone)
  return day === today ? time : `${weekdayAndDay(day)}, ${time}`
}

/** A file that every calendar reads. */
function calendarFile({ dueOn, eventName }: { dueOn: string; eventName: string }): string {
  const escaped = eventName.replace(/[\\;,]/g, '\\$&')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Colloquium//Reviews//EN',
    'BEGIN:VEVENT',
    `UID:reviews-${dueOn}@${location.hostname}`,
    `DTSTAMP:${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
    `SUMMARY:Reviews are due: ${escaped}`,
    `URL:${location.origin}/review`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.join('\r\n')
}

export function AddToCalendar({ inbox: { dueOn, eventName } }: { inbox: Inbox }) {
  if (dueOn === null) return null
  const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile({ dueOn, eventName }))}`
  return (
    <a className="button button-quiet" href={file} download="reviews-due.ics">
      <Icon name="calendar" /> Add to calendar
    </a>
  )
}
