/** Whom a letter is for: people by their numbers, whoever fits the filter of the list of people, or everybody of the college. */
import { z } from 'zod'
import { Id } from '#contract/operation.ts'
import { PeopleFilter } from '#contract/people/people-filter.ts'

/** Nothing of it means nobody. */
export const Audience = z
  .strictObject({
    /** Of applicants, as the list of people has them. */
    ids: z.array(Id).min(1).max(200).optional(),
    /** The event is the letter's own. */
    filter: PeopleFilter.omit({ eventId: true }).optional(),
    /** Every account of the college; for announcements, by whoever may write for the whole college. */
    college: z.literal(true).optional(),
  })
  .refine((chosen) => Object.values(chosen).filter((each) => each !== undefined).length <= 1, 'Choose one of them.')
export type Audience = z.output<typeof Audience>
