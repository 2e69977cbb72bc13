/** What reviewers would like to read, where an event asks them: before the abstracts are given to anybody. */
import { z } from 'zod'
import { reviewerChange, reviewerRead } from '#contract/heads.ts'
import { Id, operation, whole } from '#contract/operation.ts'
import { bidTexts } from './words.ts'

/** Without an event it is the one that their list begins with. */
const ofEvent = { eventId: Id.optional() }
/** Theirs alone: somebody else knows the same abstract by another, or not at all. */
const TitleId = z.string().regex(/^[0-9a-f]{32}$/)

/** Some of the titles in their fields, by lot: that one is not there tells nothing. In an order that tells nothing either. */
export const BidList = operation('BidList', reviewerRead(), {
  input: z.object(ofEvent),
  reply: z.object({
    /** Wishes are asked for, and can still be changed. Otherwise there are no titles. */
    isOpen: z.boolean(),
    titles: z.array(
      z.object({
        titleId: TitleId,
        speciality: z.string(),
        /** Markup that was made safe, without names. */
        title: z.string(),
        /** 1: they would like to read it; -1: rather not. */
        bid: z.number().int(),
      }),
    ),
  }),
})

export const BidSave = operation('BidSave', reviewerChange({ repeatable: true }), {
  input: z.object({ ...ofEvent, titleId: TitleId, bid: whole(-1, 1) }),
  reply: z.object({ status: z.enum(['Success', bidTexts.over]) }),
})
