/** What reviewers ask and send. They are known by their own row only; see docs/decisions/0057. */
import type { FastifyInstance } from 'fastify'
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
import type { Reviewer } from '#server/callers.ts'
import { limits } from '#server/limits.ts'
import { count, type Limit } from '#server/platform/security/rate-limits.ts'
import { changeOffer } from '#server/selection/offers.ts'
import { serve } from '#server/serve.ts'
import type { World } from '#server/world.ts'
import { declineReview, takeBackReview } from './decline.ts'
import { readInbox } from './inbox.ts'
import { openReview, reviewFile } from './open.ts'
import { addRemark } from './remarks.ts'
import { saveReview, submitReview } from './save.ts'

export function reviewRoutes(app: FastifyInstance, world: World): void {
  const counted = ({ accountId }: Reviewer, limit: Limit) => count(world, limit, String(accountId))
  serve(app, ReviewerOffer, ({ caller, input }) => changeOffer(world, caller, input))
  serve(app, ReviewInbox, async ({ caller }) => {
    await counted(caller, limits.reviewReadsOfAccount)
    return readInbox(world, caller)
  })
  serve(app, ReviewOpen, async ({ caller, input }) => {
    await counted(caller, limits.reviewReadsOfAccount)
    return openReview(world, caller, input.assignmentId)
  })
  serve(app, ReviewFile, async ({ caller, input }) => {
    await counted(caller, limits.reviewReadsOfAccount)
    return reviewFile(world, caller, input.assignmentId)
  })
  serve(app, ReviewSave, async ({ caller, input }) => {
    await counted(caller, limits.reviewSavesOfAccount)
    return saveReview(world, caller, input)
  })
  serve(app, ReviewSubmit, async ({ caller, input }) => {
    await counted(caller, limits.reviewSavesOfAccount)
    return submitReview(world, caller, input)
  })
  serve(app, ReviewDecline, async ({ caller, input }) => {
    await counted(caller, limits.reviewChangesOfAccount)
    return declineReview(world, caller, input)
  })
  serve(app, ReviewTakeBack, async ({ caller, input }) => {
    await counted(caller, limits.reviewChangesOfAccount)
    return takeBackReview(world, caller, input.assignmentId)
  })
  serve(app, RemarkAdd, async ({ caller, input }) => {
    await counted(caller, limits.remarksOfAccount)
    return addRemark(world, caller, input)
  })
}
