/** An event as a college writes it down in a file: days are dates, or a number of days from the day it is loaded. */
import { z } from 'zod'
import { Day } from '#contract/events/events.ts'

const DayOrDays = z.union([Day, z.number().int()])

export const ProgrammeEntry = z.object({
  name: z.string(),
  courseCoordinator: z.string(),
  registrationFee: z.string(),
  endDate: DayOrDays,
  image: z.string(),
  description: z.string(),
})

export const ProgrammesFile = z.object({ programmes: z.array(ProgrammeEntry) })

export const EventFile = z.object({
  name: z.string(),
  theme: z.string(),
  lead: z.string(),
  venue: z.string(),
  flyer: z.string(),
  timeZone: z.string(),
  opensOn: DayOrDays,
  abstractsCloseOn: DayOrDays,
  decisionsOn: DayOrDays,
  registrationClosesOn: DayOrDays,
  workshopsFrom: DayOrDays,
  startsOn: DayOrDays,
  endsOn: DayOrDays,
  specialities: z.array(z.object({ description: z.string(), subSpecialities: z.array(z.string()) })).min(1),
  workshops: z.array(
    z.object({
      topic: z.string(),
      day: DayOrDays,
      time: z.iso.time({ precision: -1 }),
      hours: z.number().positive(),
      /** Whole rupees; 0 is free. */
      price: z.number().int().nonnegative(),
      seats: z.number().int().nonnegative(),
      facilitators: z.string(),
      venue: z.string(),
      focal: z.string(),
    }),
  ),
  programmes: z.array(ProgrammeEntry).default([]),
})
export type EventFile = z.output<typeof EventFile>

/** A date as it stands, or so many days after `today`. */
export function toDay(when: string | number, today: string): string {
  if (typeof when === 'string') return when
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + when)
  return day.toISOString().slice(0, 10)
}
