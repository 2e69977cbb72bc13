/** What a reviewer offers, changed by themselves. */
import { z } from 'zod'
import { operation } from '#contract/operation.ts'
import { OfferFields } from '#contract/selection/offer-fields.ts'
import { offerTexts, reviewHeads } from './heads.ts'

/** Once review has begun, institution and department are for a chair to change: who vanishes then would tell where an author works. */
export const ReviewerOffer = operation({
  ...reviewHeads.ReviewerOffer,
  input: OfferFields,
  reply: z.object({ status: z.enum(['Success', offerTexts.frozen, offerTexts.field]) }),
})
