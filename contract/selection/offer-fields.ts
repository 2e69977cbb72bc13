/** What somebody offers as a reviewer: how many, in which fields, and where they work. */
import { z } from 'zod'
import { Id } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { mostFirstFields, mostQuota, mostSecondFields } from './words.ts'

const whereabouts = z
  .string()
  .max(200, 'Use at most 200 characters.')
  .transform((text) => plainText(text))

export const OfferFields = z.object({
  quota: z.number().int().min(1, 'At least one.').max(mostQuota, `At most ${mostQuota}.`),
  /** Disciplines, by their number. */
  first: z.array(Id).min(1, 'Choose your first field.').max(mostFirstFields, `Choose at most ${mostFirstFields}.`),
  second: z.array(Id).max(mostSecondFields, `Choose at most ${mostSecondFields}.`),
  institution: whereabouts,
  department: whereabouts,
})
export type Offer = z.output<typeof OfferFields>
