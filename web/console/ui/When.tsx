import { clockAt, dayAndMonth, dayBefore, shortDay, todayIn, yearOf } from '#web/platform/calendar.ts'

/** In a sentence: `today, 14:12`, `yesterday, 9:31`, `3 August, 20:11`, or with the year when it is another one. By the clocks where the event is held. */
export function whenText(instant: string, timeZone: string, dayText = dayAndMonth): string {
  const { day, time } = clockAt(instant, timeZone)
  const today = todayIn(timeZone)
  if (day === today) return `today, ${time}`
  if (day === dayBefore(today)) return `yesterday, ${time}`
  return `${dayText(day)}${yearOf(day) === yearOf(today) ? '' : ` ${yearOf(day)}`}, ${time}`
}

type WhenProps = { at: string; timeZone: string; isInSentence?: boolean; isInColumn?: boolean }

/** Alone it begins with a capital; in a column of a list its month is short. */
export function When({ at, timeZone, isInSentence, isInColumn }: WhenProps) {
  const text = whenText(at, timeZone, isInColumn ? shortDay : dayAndMonth)
  return <time dateTime={at}>{isInSentence ? text : text.replace(/^[ty]/, (first) => first.toUpperCase())}</time>
}
