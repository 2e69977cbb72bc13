/** What reviewers ask and send. They are known by their own row only; see docs/decisions/0057. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BidList, BidSave } from '#contract/reviews/bids.ts'
import { ReviewerOffer } from '#contract/reviews/offers.ts'
import {
  RemarkAdd,
  ReviewDecline,
  ReviewFile,
  ReviewInbox,
  ReviewOpen,
  ReviewSave,
  ReviewSubmit,
  ReviewTakeBack,
} from '#contract/reviews/reviews.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { count, type Limit } from '#server/platform/security/rate-limits.ts'
import { changeOffer } from '#server/selection/reviewers/offers.ts'
import { listBids, saveBid } from './bids.ts'
import { declineReview, takeBackReview } from './decline.ts'
import { readInbox } from './inbox.ts'
import { openReview, reviewFile } from './open.ts'
import { addRemark } from './remarks.ts'
import { saveReview, submitReview } from './save.ts'

export function reviewRoutes(app: FastifyInstance, world: World): void {
  /** Nobody on the way keeps what a reviewer reads, nor learns whether it changed. */
  const begin = async ({ caller, reply }: { caller: Reviewer; reply: FastifyReply }, limit: Limit) => {
    reply.header('cache-control', 'private, no-store')
    await count(world, limit, String(caller.accountId))
  }
  serve(app, ReviewerOffer, async (call) => {
    await begin(call, limits.reviewChangesOfAccount)
    return changeOffer(world, call.caller, call.input)
  })
  serve(app, BidList, async (call) => {
    await begin(call, limits.reviewReadsOfAccount)
    return listBids(world, call.caller, call.input)
  })
  serve(app, BidSave, async (call) => {
    await begin(call, limits.bidsOfAccount)
    return saveBid(world, call.caller, call.input)
  })
  serve(app, ReviewInbox, async (call) => {
    await begin(call, limits.reviewReadsOfAccount)
    return readInbox(world, call.caller)
  })
  serve(app, ReviewOpen, async (call) => {
    await begin(call, limits.reviewReadsOfAccount)
    return openReview(world, call.caller, call.input.assignmentId)
  })
  serve(app, ReviewFile, async (call) => {
    await begin(call, limits.reviewReadsOfAccount)
    return reviewFile(world, call.caller, call.input.assignmentId)
  })
  serve(app, ReviewSave, async (call) => {
    await begin(call, limits.reviewSavesOfAccount)
    return saveReview(world, call.caller, call.input)
  })
  serve(app, ReviewSubmit, async (call) => {
    await begin(call, limits.reviewSavesOfAccount)
    return submitReview(world, call.caller, call.input)
  })
  serve(app, ReviewDecline, async (call) => {
    await begin(call, limits.reviewChangesOfAccount)
    return declineReview(world, call.caller, call.input)
  })
  serve(app, ReviewTakeBack, async (call) => {
    await begin(call, limits.reviewChangesOfAccount)
    return takeBackReview(world, call.caller, call.input.assignmentId)
  })
  serve(app, RemarkAdd, async (call) => {
    await begin(call, limits.remarksOfAccount)
    return addRemark(world, call.caller, call.input)
  })
}
