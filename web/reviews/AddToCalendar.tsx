import { Icon } from '#web/ui/Icon.tsx'
import type { Inbox } from './useInbox.ts'

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
