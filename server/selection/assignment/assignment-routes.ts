/** What staff ask and do to give abstracts to reviewers. */
import type { FastifyInstance } from 'fastify'
import {
  AssignByHand,
  AssignmentPropose,
  RunApply,
  RunDiscard,
  RunShow,
  RunStop,
  Unassign,
} from '#contract/selection/assignments.ts'
import { ReviewRemind, ReviewSendBack } from '#contract/selection/review-work.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { sendBack } from '#server/selection/abstracts/review-work.ts'
import { remindByChair } from '#server/selection/reviewers/reminders.ts'
import { applyRun, assignByHand, unassign } from './apply.ts'
import { showRun } from './run-detail.ts'
import { discardRun, propose, stopRun } from './runs.ts'

const toRun = ({ eventId, runId }: { eventId: number; runId: number }) => ({
  eventId,
  about: { kind: 'assignment_run', id: runId },
})

export function assignmentRoutes(app: FastifyInstance, world: World): void {
  reviewWorkRoutes(app)
  serve(app, RunShow, ({ input, caller }) => showRun(world, caller, input))
  serve(app, AssignmentPropose, {
    act: ({ eventId }) => ({ eventId, about: { kind: 'event', id: eventId } }),
    answer: ({ world, input, caller }) => propose(world, caller, input),
  })
  serve(app, RunStop, {
    act: toRun,
    answer: async ({ world, input }) => {
      await stopRun(world, input)
      return {}
    },
  })
  serve(app, RunDiscard, {
    act: toRun,
    answer: async ({ world, input }) => {
      await discardRun(world, input)
      return {}
    },
  })
  serve(app, RunApply, {
    act: toRun,
    answer: ({ world, input, caller }) => applyRun(world, caller, input),
  })
  serve(app, AssignByHand, {
    act: ({ eventId, abstractId, reason }) => ({ eventId, about: { kind: 'abstract', id: abstractId }, reason }),
    answer: ({ world, input, caller }) => assignByHand(world, caller, input),
  })
  serve(app, Unassign, {
    act: ({ eventId, assignmentId, reason }) => ({ eventId, about: { kind: 'assignment', id: assignmentId }, reason }),
    answer: async ({ world, input, caller }) => {
      await unassign(world, caller, input)
      return {}
    },
  })
}

/** What they do while others review. */
function reviewWorkRoutes(app: FastifyInstance): void {
  serve(app, ReviewSendBack, {
    act: ({ eventId, assignmentId, reason }) => ({ eventId, about: { kind: 'assignment', id: assignmentId }, reason }),
    answer: async ({ world, input, caller }) => {
      await sendBack(world, caller, input)
      return {}
    },
  })
  serve(app, ReviewRemind, {
    act: ({ eventId }) => ({ eventId, about: { kind: 'event', id: eventId } }),
    answer: ({ world, input, caller }) => remindByChair(world, caller, input),
  })
}
