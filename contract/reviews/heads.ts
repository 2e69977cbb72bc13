/** How the calls of reviewers are sent. Without zod: the browser has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as offers from './offers.ts'

export const reviewHeads = heads({
  ReviewerOffer: {
    name: 'ReviewerOffer',
    method: 'POST',
    path: '/api/ReviewerOffer',
    token: 'session',
    at: 'review',
    kind: 'change',
    repeatable: true,
  },
})

export const reviewCalls = callsOf<typeof offers>(reviewHeads)

export const offerTexts = {
  frozen: 'Review has begun: please ask the chair to change your institution or department.',
  field: 'This event has no such field.',
} as const
