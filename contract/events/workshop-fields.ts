/** What staff write about a workshop. For the form and the server alike. */
import * as z from 'zod/mini'
import { plainText } from '#contract/plain-text.ts'

/** `full` has no seat left; `over` has begun. A workshop that is cancelled is only that. */
export const workshopStates = ['selling', 'full', 'stopped', 'cancelled', 'over'] as const
export type WorkshopState = (typeof workshopStates)[number]

/** What people with a seat are told by email. */
export const workshopChanges = ['cancelled', 'reinstated', 'moved'] as const
export type WorkshopChange = (typeof workshopChanges)[number]

/** How the seats stand of those who are told: `released` is a hold that ends with the change, `paying` a payment that is under way. */
export const seatGroups = ['paid', 'paying', 'held', 'released'] as const
export type SeatGroup = (typeof seatGroups)[number]

const oneLine = (most: number) =>
  z.string().check(
    z.overwrite((text) => plainText(text)),
    z.maxLength(most, `Use at most ${most} characters.`),
  )

/** A number, or the digits that somebody typed. */
const figure = (least: number, most: number) => {
  const words = `Please write a whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`
  const digits = z.string().check(z.trim(), z.regex(/^\d{1,9}$/, words))
  const typed = z.union([z.number(), z.pipe(digits, z.transform(Number))], words)
  return z.pipe(typed, z.int(words).check(z.gte(least, words), z.lte(most, words)))
}

export const WorkshopFields = z.object({
  topic: oneLine(200).check(z.minLength(1, 'Please write a topic.')),
  /** Day and time by the clocks where the event is held. */
  date: z.iso.date('Please choose a day.'),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.')),
  durationMinutes: figure(5, 1440),
  venue: oneLine(200),
  facilitators: oneLine(500),
  /** Whom people ask about it. */
  focal: oneLine(200),
  seats: figure(0, 100_000),
  priceInRupees: figure(0, 10_000_000),
})
export type WorkshopFields = z.output<typeof WorkshopFields>

/** Why, for the people with a seat. May be left empty. */
export const WorkshopReason = oneLine(500)
