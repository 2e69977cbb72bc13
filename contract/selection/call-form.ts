/** The settings and criteria of a review as somebody types them; the server looks again. */
import * as z from 'zod/mini'
import {
  authorFeedbacks,
  blindnesses,
  callLimits,
  conflictRules,
  hospitalLine,
  hospitalWords,
  mostQuota,
  othersReviews,
} from './words.ts'

const figure = ([least, most]: readonly [number, number]) => {
  const words = `Please write a whole number from ${least} to ${most.toLocaleString('en-US')}.`
  const digits = z.string().check(z.trim(), z.regex(/^\d{1,9}$/, words))
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int(words).check(z.gte(least, words), z.lte(most, words)))
}
const yesOrNo = z.pipe(
  z.enum(['yes', 'no']),
  z.transform((said) => said === 'yes'),
)
const line = (most: number) => z.string().check(z.trim(), z.maxLength(most, `Use at most ${most} characters.`))

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
const hospitals = z.pipe(
  z.string().check(
    z.refine((typed) => linesOf(typed).every((each) => hospitalLine.test(each) && each.length <= 300), hospitalWords),
    z.refine((typed) => linesOf(typed).length <= callLimits.hospitals, `Use at most ${callLimits.hospitals} lines.`),
  ),
  z.transform(linesOf),
)

export const CallForm = z.object({
  reviewsWanted: figure(callLimits.reviews),
  reviewsToDecide: figure(callLimits.reviews),
  dueOn: z.pipe(
    z.union([z.literal(''), z.iso.date()], 'Please choose a day.'),
    z.transform((day) => day || null),
  ),
  graceMinutes: figure(callLimits.graceMinutes),
  blind: z.enum(blindnesses),
  conflictBy: z.enum(conflictRules),
  others: z.enum(othersReviews),
  feedback: z.enum(authorFeedbacks),
  revealOnAccept: yesOrNo,
  bids: yesOrNo,
  autoRelease: yesOrNo,
  hospitals,
  answerDays: figure(callLimits.answerDays),
})

const weightWords = 'Please write a weight from 0.1 to 99, such as 1 or 1.5.'

export const CriterionForm = z.object({
  name: line(100).check(z.minLength(1, 'Please name it.')),
  hint: line(500),
  low: line(60),
  high: line(60),
  weight: z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,2}(\.\d)?$/, weightWords)),
    z.pipe(z.transform(Number), z.number().check(z.gte(0.1, weightWords))),
  ),
  isRequired: z.optional(z.string()),
})

export const OfferForm = z.object({
  quota: figure([1, mostQuota]),
  institution: line(200),
  department: line(200),
})

export const RunForm = z.object({
  each: figure(callLimits.reviews),
  most: figure([1, mostQuota]),
  expertFirst: z.optional(z.string()),
  keepUnopened: z.optional(z.string()),
  seed: figure([0, 2_147_483_647]),
})

export const ReasonForm = z.object({
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(1000, 'Use at most 1,000 characters.')),
})
