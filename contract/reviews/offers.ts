/** Where somebody reviews, and what they offer, changed by themselves. */
import { z } from 'zod'
import { personRead, reviewerChange } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { OfferFields } from '#contract/selection/offer-fields.ts'
import { offerTexts } from './offer-texts.ts'

/** Once review has begun, institution and department are for a chair to change: who vanishes then would tell where an author works. */
export const ReviewerOffer = operation('ReviewerOffer', reviewerChange({ repeatable: true }), {
  /** Without an event it is the one that their list begins with. */
  input: OfferFields.extend({ eventId: Id.optional() }),
  reply: z.object({ status: z.enum(['Success', offerTexts.frozen, offerTexts.field]) }),
})

/** For everybody: whoever reviews nowhere gets an empty list. The current event stands first. */
export const MyReviews = operation('MyReviews', personRead(), {
  input: nothing,
  reply: z.object({ events: z.array(z.object({ eventId: Id, name: z.string(), toDo: z.number().int() })) }),
})
