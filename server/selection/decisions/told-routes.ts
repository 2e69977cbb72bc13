/** What authors read of a decision and answer, and what their own text may tell reviewers. */
import type { FastifyInstance } from 'fastify'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import { BlindCheck, DecisionRead, PresentingAnswer, RevisionSend } from '#contract/selection/told.ts'
import { countRead } from '#server/abstracts/list.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { blindCheck } from '#server/selection/redaction/blind-check.ts'
import { answerPresenting } from './presenting.ts'
import { sendRevision } from './revisions.ts'
import { readDecision } from './told.ts'

export function toldRoutes(app: FastifyInstance, world: World): void {
  const withoutEvent = () => ({ status: abstractTexts.gone })
  serve(app, BlindCheck, {
    answer: async ({ caller, input }) => {
      await countRead(world, caller)
      return blindCheck(world, caller, input)
    },
    withoutEvent: () => refuse('not_found'),
  })
  serve(app, DecisionRead, {
    answer: async ({ caller, input }) => {
      await countRead(world, caller)
      return readDecision(world, caller, input)
    },
    withoutEvent: () => refuse('not_found'),
  })
  serve(app, RevisionSend, {
    answer: async ({ caller, input: { pk }, request: { startedAt } }) => ({
      status: await sendRevision(world, caller, { pk, startedAt }),
    }),
    withoutEvent,
  })
  serve(app, PresentingAnswer, {
    answer: async ({ caller, input }) => ({ status: await answerPresenting(world, caller, input) }),
    withoutEvent,
  })
}
