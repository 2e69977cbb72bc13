/** What staff ask and change before abstracts are given to reviewers; and the letter by which somebody becomes one. */
import type { FastifyInstance } from 'fastify'
import { MyReviews } from '#contract/reviews/offers.ts'
import { BeginReview, CallSave, CallShow, CriterionRetire, CriterionSave } from '#contract/selection/calls.ts'
import { InvitationAnswer, InvitationRead } from '#contract/selection/invitations.ts'
import { ReviewOverview } from '#contract/selection/overview.ts'
import {
  ConflictClear,
  ConflictList,
  ConflictSet,
  ReviewerChange,
  ReviewerList,
  ReviewerRemove,
  ReviewerInvitationPreview,
  ReviewersInvite,
} from '#contract/selection/reviewers.ts'
import { StaffConflictList, StaffConflictSet } from '#contract/selection/staff-conflicts.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { beginReview, retireCriterion, saveCall, saveCriterion, showCall } from './call/calls.ts'
import { overviewOfReview } from './call/overview.ts'
import { clearConflict, listConflicts, setConflict } from './conflicts/conflicts.ts'
import { listStaffConflicts, setStaffConflict } from './conflicts/staff-conflicts.ts'
import { previewInvitation } from './reviewers/invitation-letters.ts'
import { answerInvitation, inviteReviewers, readInvitation } from './reviewers/invite.ts'
import { changeReviewer, listReviewers, removeReviewer, reviewsOf } from './reviewers/reviewers.ts'

const toEvent = ({ eventId }: { eventId: number }) => ({ eventId, about: { kind: 'event', id: eventId } })
const toReviewer = ({
  eventId,
  reviewerId,
  reason = '',
}: {
  eventId: number
  reviewerId: number
  reason?: string
}) => ({
  eventId,
  about: { kind: 'reviewer', id: reviewerId },
  reason,
})

export function selectionRoutes(app: FastifyInstance, world: World): void {
  callRoutes(app, world)
  reviewerRoutes(app, world)
  conflictRoutes(app, world)
  serve(app, ReviewOverview, ({ input, caller }) => overviewOfReview(world, caller, input.eventId))
  serve(app, MyReviews, ({ caller }) => reviewsOf(world, caller))
  serve(app, InvitationRead, ({ input, request }) => readInvitation(world, input.link, originOf(request, '')))
  serve(app, InvitationAnswer, ({ input, caller, request }) =>
    answerInvitation(world, caller, { ...input, origin: originOf(request, '') }),
  )
}

function callRoutes(app: FastifyInstance, world: World): void {
  serve(app, CallShow, ({ input, caller }) => showCall(world, caller, input.eventId))
  serve(app, CallSave, {
    act: toEvent,
    answer: ({ world, input, caller }) => saveCall(world, caller, input),
  })
  serve(app, CriterionSave, {
    act: toEvent,
    answer: ({ world, input, caller }) => saveCriterion(world, caller, input),
  })
  serve(app, CriterionRetire, {
    act: ({ eventId, criterionId }) => ({ eventId, about: { kind: 'criterion', id: criterionId } }),
    answer: async ({ world, input, caller }) => {
      await retireCriterion(world, caller, input)
      return {}
    },
  })
  serve(app, BeginReview, {
    act: toEvent,
    answer: ({ world, input, caller }) => beginReview(world, caller, input),
  })
}

function reviewerRoutes(app: FastifyInstance, world: World): void {
  serve(app, ReviewerList, ({ input, caller }) => listReviewers(world, caller, input))
  serve(app, ReviewerInvitationPreview, ({ input, caller }) => previewInvitation(world, caller, input))
  serve(app, ReviewersInvite, {
    act: toEvent,
    answer: ({ world, input, caller }) => inviteReviewers(world, caller, input),
  })
  serve(app, ReviewerChange, {
    act: toReviewer,
    answer: async ({ world, input, caller }) => {
      await changeReviewer(world, caller, input)
      return {}
    },
  })
  serve(app, ReviewerRemove, {
    act: toReviewer,
    answer: async ({ world, input, caller }) => {
      await removeReviewer(world, caller, input)
      return {}
    },
  })
}

function conflictRoutes(app: FastifyInstance, world: World): void {
  serve(app, ConflictList, ({ input, caller }) => listConflicts(world, caller, input))
  serve(app, ConflictSet, {
    act: toReviewer,
    answer: async ({ world, input, caller }) => {
      await setConflict(world, caller, input)
      return {}
    },
  })
  serve(app, ConflictClear, {
    act: toReviewer,
    answer: async ({ world, input, caller }) => {
      await clearConflict(world, caller, input)
      return {}
    },
  })
  serve(app, StaffConflictList, ({ input, caller }) => listStaffConflicts(world, caller, input))
  serve(app, StaffConflictSet, {
    act: ({ eventId, accountId, reason }) => ({ eventId, about: { kind: 'account', id: accountId }, reason }),
    answer: async ({ world, input, caller }) => {
      await setStaffConflict(world, caller, input)
      return {}
    },
  })
}
