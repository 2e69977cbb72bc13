import { clockAt, dayAndMonth, fullDay, todayIn, yearOf } from '#web/platform/calendar.ts'

/** `Today, 14:12`, `3 August, 20:11`, or with the year when it is another one. By the clocks where the event is held. */
export function whenText(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone)
  const today = todayIn(timeZone)
  if (day === today) return `Today, ${time}`
  return `${yearOf(day) === yearOf(today) ? dayAndMonth(day) : fullDay(day)}, ${time}`
}

export function When({ at, timeZone }: { at: string; timeZone: string }) {
  return <time dateTime={at}>{whenText(at, timeZone)}</time>
}
