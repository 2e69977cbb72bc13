import { dayIn } from '#contract/days.ts'
/** On which days reviewers are reminded. */
import { day, minute } from '#contract/durations.ts'

/** Days before the last one, and after it. */
const days = [7, 3, 1, -2, -4, -6]
/** In the morning, where the event is held. */
const fromHour = 9

type When = { dueOn: string; timeZone: string; graceMinutes: number; now: Date }

/** Which of them it is now; after the last day only while a review is still taken: nobody is asked for what would be refused. */
export function reminderOn({ dueOn, timeZone, graceMinutes, now }: When): number | undefined {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  if (hour < fromHour) return undefined
  const left = (Date.parse(dueOn) - Date.parse(dayIn(timeZone, now))) / day
  // By the clock of the event: the grace begins when its day has ended there.
  const graceLeft = dayIn(timeZone, new Date(now.getTime() - graceMinutes * minute)) <= dueOn
  return days.includes(left) && (left >= 0 || graceLeft) ? left : undefined
}
