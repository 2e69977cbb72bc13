import { clockAt, weekdayAndDay } from '#web/platform/calendar.ts'
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
