/** Where the college is when no event says otherwise. */
export const homeTimeZone = 'Asia/Karachi'

/** The day it is in a time zone, as a date without a time: 2026-11-15. */
export function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** A last date lasts until the end of its day. */
export function isPast(lastDate: string, today: string): boolean {
  return today > lastDate
}
