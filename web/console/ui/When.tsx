import { clockAt, dayAndMonth, fullDay, todayIn, yearOf } from '#web/platform/calendar.ts'

/** In a sentence: `today, 14:12`, `3 August, 20:11`, or with the year when it is another one. By the clocks where the event is held. */
export function whenText(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone)
  const today = todayIn(timeZone)
  if (day === today) return `today, ${time}`
  return `${yearOf(day) === yearOf(today) ? dayAndMonth(day) : fullDay(day)}, ${time}`
}

type WhenProps = { at: string; timeZone: string; isInSentence?: boolean }

/** Alone it begins with a capital. */
export function When({ at, timeZone, isInSentence }: WhenProps) {
  const text = whenText(at, timeZone)
  return <time dateTime={at}>{isInSentence ? text : text.replace(/^t/, 'T')}</time>
}
