/** A calendar file (RFC 5545) that goes with an email. */

export type CalendarEntry = {
  /** The same for a later file about the same thing, which replaces the entry. */
  name: string
  title: string
  startsAt: Date
  durationMinutes: number
  venue: string
  note: string
}
type Calendar = { publicUrl: string; writtenAt: Date }

export function calendarFile(entries: readonly CalendarEntry[], { publicUrl, writtenAt }: Calendar): string {
  const host = new URL(publicUrl).hostname
  const lines = entries.flatMap(({ name, title, startsAt, durationMinutes, venue, note }) => [
    'BEGIN:VEVENT',
    `UID:${name}@${host}`,
    `DTSTAMP:${utc(writtenAt)}`,
    // A calendar keeps the entry with the highest number.
    `SEQUENCE:${Math.floor(writtenAt.getTime() / 60_000)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(new Date(startsAt.getTime() + durationMinutes * 60_000))}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(venue)}`,
    `DESCRIPTION:${escaped(note)}`,
    'END:VEVENT',
  ])
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Colloquium//Emails//EN', 'METHOD:PUBLISH', ...lines]
  return [...all, 'END:VCALENDAR', ''].map(folded).join('\r\n')
}

/** `20270112T040000Z` */
const utc = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** A line holds at most 75 bytes; the next one begins with a blank. A character is never cut. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
