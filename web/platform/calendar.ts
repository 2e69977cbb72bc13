/** Days and times as people read them. Written by hand: browsers and Node punctuate `Intl` dates differently, and hydration compares letter by letter. */
import { dayIn } from '#contract/days.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A day of the calendar, `2025-10-25`. Such days sort as text. */
type Day = string

const partsOf = (day: Day) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month: months[month - 1] ?? '', date, utc: Date.UTC(year, month - 1, date) }
}

export const yearOf = (day: Day): number => partsOf(day).year

/** `25 October` */
export function dayAndMonth(day: Day): string {
  const { date, month } = partsOf(day)
  return `${date} ${month}`
}

/** `25 Oct`, where columns stand close. */
export function shortDay(day: Day): string {
  const { date, month } = partsOf(day)
  return `${date} ${month.slice(0, 3)}`
}

/** `25 October 2025` */
export const fullDay = (day: Day): string => `${dayAndMonth(day)} ${yearOf(day)}`

/** `Wednesday 22 October` */
export const weekdayAndDay = (day: Day): string =>
  `${weekdays[new Date(partsOf(day).utc).getUTCDay()]} ${dayAndMonth(day)}`

/** `25–27 October`, `30 October – 2 November`, or one day if both are the same */
export function dayRange(from: Day, to: Day): string {
  if (from >= to) return dayAndMonth(from)
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return sameMonth ? `${partsOf(from).date}–${dayAndMonth(to)}` : `${dayAndMonth(from)} – ${dayAndMonth(to)}`
}

/** `25–27 October 2025` */
export function fullDayRange(from: Day, to: Day): string {
  const sameYear = yearOf(from) === yearOf(to)
  return sameYear ? `${dayRange(from, to)} ${yearOf(to)}` : `${fullDay(from)} – ${fullDay(to)}`
}

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((partsOf(to).utc - partsOf(from).utc) / 86_400_000)

export const dayBefore = (day: Day): Day => new Date(partsOf(day).utc - 86_400_000).toISOString().slice(0, 10)

/** The day and the 24 h time that a clock at the venue shows. */
export function clockAt(instant: string, timeZone: string): { day: Day; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

/** `3 hours`, `90 minutes` */
export function durationText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** The day it is now in a time zone. */
export const todayIn = (timeZone: string): Day => dayIn(timeZone, new Date())
