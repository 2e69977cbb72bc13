// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as reviewsBids from '../reviews/bids.ts'
import type * as reviewsOffers from '../reviews/offers.ts'
import type * as reviewsReviews from '../reviews/reviews.ts'

export const BidList: Call<typeof reviewsBids.BidList> = /* @__PURE__ */ read('BidList', 'session')
export const BidSave: Call<typeof reviewsBids.BidSave> = /* @__PURE__ */ change('BidSave', 'session', { repeatable: true })
export const MyReviews: Call<typeof reviewsOffers.MyReviews> = /* @__PURE__ */ read('MyReviews', 'session')
export const ReviewerOffer: Call<typeof reviewsOffers.ReviewerOffer> = /* @__PURE__ */ change('ReviewerOffer', 'session', { repeatable: true })
export const RemarkAdd: Call<typeof reviewsReviews.RemarkAdd> = /* @__PURE__ */ change('RemarkAdd', 'session', { repeatable: true })
export const ReviewDecline: Call<typeof reviewsReviews.ReviewDecline> = /* @__PURE__ */ change('ReviewDecline', 'session')
export const ReviewFile: Call<typeof reviewsReviews.ReviewFile> = /* @__PURE__ */ read('ReviewFile', 'session')
export const ReviewInbox: Call<typeof reviewsReviews.ReviewInbox> = /* @__PURE__ */ read('ReviewInbox', 'session')
export const ReviewOpen: Call<typeof reviewsReviews.ReviewOpen> = /* @__PURE__ */ change('ReviewOpen', 'session', { repeatable: true })
export const ReviewSave: Call<typeof reviewsReviews.ReviewSave> = /* @__PURE__ */ change('ReviewSave', 'session', { repeatable: true })
export const ReviewSubmit: Call<typeof reviewsReviews.ReviewSubmit> = /* @__PURE__ */ change('ReviewSubmit', 'session', { repeatable: true })
export const ReviewTakeBack: Call<typeof reviewsReviews.ReviewTakeBack> = /* @__PURE__ */ change('ReviewTakeBack', 'session')
