/** What chairs do with reviews: send one back, remind, and take part in the discussion. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { reviewLimits } from '#contract/reviews/words.ts'

const ofEvent = { eventId: Id, actKey: ActKey }
const words = (most: number, missing: string) =>
  z
    .string()
    .max(most, `Use at most ${most} characters.`)
    .transform((text) => plainText(text, 'lines'))
    .pipe(z.string().min(1, missing))

/** The reviewer reads why, and gets a letter that does not say it. */
export const ReviewSendBack = operation('ReviewSendBack', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, assignmentId: Id, reason: words(1000, 'Please say why.') }),
  reply: nothing,
})

/** One letter a day to each who has something to do: counts, and no titles. Without `reviewerIds` to all of them. */
export const ReviewRemind = operation('ReviewRemind', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, reviewerIds: z.array(Id).min(1).max(500).optional() }),
  /** Null for somebody with an abstract that is hidden from them. */
  reply: z.object({ reminded: z.number().int().nullable() }),
})

/** To `reviewers` it opens the discussion of this abstract to all who have submitted; to `chairs` no reviewer sees it. */
export const RemarkByChair = operation('RemarkByChair', staffChange('review.decide'), {
  input: z.object({
    ...ofEvent,
    abstractId: Id,
    text: words(reviewLimits.remark, 'Please write something.'),
    audience: z.enum(['reviewers', 'chairs']),
  }),
  reply: nothing,
})
