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
import { serve } from '#server/serve.ts'
import { inTransaction, type World } from '#server/world.ts'
import { applyRun, assignByHand, unassign } from './apply.ts'
import { showRun } from './run-detail.ts'
import { discardRun, propose, stopRun } from './runs.ts'

const toRun = ({ eventId, runId }: { eventId: number; runId: number }) => ({
  eventId,
  about: { kind: 'assignment_run', id: runId },
})

export function assignmentRoutes(app: FastifyInstance, world: World): void {
  serve(app, RunShow, ({ input, caller }) => showRun(world, caller, input))
  serve(app, AssignmentPropose, {
    act: ({ eventId }) => ({ eventId, about: { kind: 'event', id: eventId } }),
    answer: ({ world, input, caller }) => inTransaction(world, (world) => propose(world, caller, input)),
  })
  serve(app, RunStop, {
    act: toRun,
    answer: async ({ world, input }) => {
      await inTransaction(world, (world) => stopRun(world, input))
      return {}
    },
  })
  serve(app, RunDiscard, {
    act: toRun,
    answer: async ({ world, input }) => {
      await inTransaction(world, (world) => discardRun(world, input))
      return {}
    },
  })
  serve(app, RunApply, {
    act: toRun,
    answer: ({ world, input, caller }) => inTransaction(world, (world) => applyRun(world, caller, input)),
  })
  serve(app, AssignByHand, {
    act: ({ eventId, abstractId, reason }) => ({ eventId, about: { kind: 'abstract', id: abstractId }, reason }),
    answer: ({ world, input, caller }) => inTransaction(world, (world) => assignByHand(world, caller, input)),
  })
  serve(app, Unassign, {
    act: ({ eventId, assignmentId, reason }) => ({ eventId, about: { kind: 'assignment', id: assignmentId }, reason }),
    answer: async ({ world, input, caller }) => {
      await inTransaction(world, (world) => unassign(world, caller, input))
      return {}
    },
  })
}
