/** How an event is reviewed: how many reviews, until when, how blind, by which criteria; and that it begins. */
import { z } from 'zod'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { ActKey, Version } from '#contract/act-key.ts'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import {
  authorFeedbacks,
  blindnesses,
  callLimits,
  conflictRules,
  hospitalLine,
  hospitalWords,
  othersReviews,
} from './words.ts'

const count = z.number().int()
const within = ([least, most]: readonly [number, number]) => count.min(least).max(most)
const words = (most: number) =>
  z
    .string()
    .max(most, `Use at most ${most} characters.`)
    .transform((text) => plainText(text))

export const CallFields = z
  .object({
    reviewsWanted: within(callLimits.reviews),
    reviewsToDecide: within(callLimits.reviews),
    dueOn: Day.nullable(),
    graceMinutes: within(callLimits.graceMinutes),
    blind: z.enum(blindnesses),
    conflictBy: z.enum(conflictRules),
    others: z.enum(othersReviews),
    feedback: z.enum(authorFeedbacks),
    revealOnAccept: z.boolean(),
    bids: z.boolean(),
    /** Reviewers read a text in which nothing was found before a person has looked at it. Missing: as it is. */
    autoRelease: z.boolean().optional(),
    /** Added to the hospitals that are known by their letters, each as `AKU, AKUH = Aga Khan University Hospital`. Missing: as they are. */
    hospitals: z
      .array(z.string().trim().regex(hospitalLine, hospitalWords).max(300))
      .max(callLimits.hospitals)
      .optional(),
    answerDays: within(callLimits.answerDays),
  })
  .refine(({ reviewsToDecide, reviewsWanted }) => reviewsToDecide <= reviewsWanted, {
    path: ['reviewsToDecide'],
    error: 'No more than are wanted.',
  })

export const CriterionFields = z.object({
  name: words(100).pipe(z.string().min(1, 'Please name it.')),
  hint: words(500),
  /** What the ends of the scale from 1 to 5 mean. */
  low: words(60),
  high: words(60),
  weight: z.number().min(0.1).max(99).multipleOf(0.1),
  isRequired: z.boolean(),
  /** Null: for every type. */
  types: z.array(z.enum(abstractTypes)).min(1).nullable().default(null),
  position: count.min(0).max(1000),
})

const Criterion = z.object({
  criterionId: Id,
  version: count,
  ...CriterionFields.shape,
  name: z.string(),
  hint: z.string(),
  low: z.string(),
  high: z.string(),
  /** Reviews have begun with it: it can only be retired. */
  isUsed: z.boolean(),
})

const Shown = z.object({
  eventId: Id,
  /** 0 while nobody has saved it and what is usual counts. */
  version: count,
  ...CallFields.shape,
  autoRelease: z.boolean(),
  hospitals: z.array(z.string()),
  beganAt: z.iso.datetime().nullable(),
  criteria: z.array(Criterion),
  /** Those that are submitted and wait for the review to begin, and those that are with reviewers. */
  submitted: count,
  underReview: count,
  /** Reviewers who said what they would like to read; and how often they would like to, or would rather not. */
  wishes: z.object({ reviewers: count, wanted: count, unwanted: count }),
})
export type ShownCall = z.output<typeof Shown>

const ofEvent = { eventId: Id, actKey: ActKey }

export const CallShow = operation('CallShow', staffRead('review.read'), {
  input: z.object({ eventId: Id }),
  reply: Shown,
})

export const CallSave = operation('CallSave', staffChange('review.manage'), {
  input: CallFields.safeExtend({ ...ofEvent, version: count.min(0) }),
  reply: Shown,
})

/** Without `criterionId` it is a new one. */
export const CriterionSave = operation('CriterionSave', staffChange('review.manage'), {
  input: z.object({
    ...ofEvent,
    criterionId: Id.optional(),
    version: Version.optional(),
    ...CriterionFields.shape,
  }),
  reply: Shown,
})

export const CriterionRetire = operation('CriterionRetire', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, criterionId: Id, version: Version }),
  reply: nothing,
})

/** What is submitted goes to the reviewers and can no longer be edited. `expected` is how many were seen; another number is refused with 409. */
export const BeginReview = operation('BeginReview', staffChange('review.manage', { stepUp: true }), {
  input: z.object({ ...ofEvent, expected: count.min(0) }),
  reply: z.object({ moved: count }),
})
