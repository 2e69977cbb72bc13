/** What chairs ask and do to decide about abstracts. */
import type { FastifyInstance } from 'fastify'
import {
  AbstractMerge,
  DecisionList,
  DecisionPreview,
  DecisionPublish,
  DecisionReset,
  DecisionSet,
  DecisionTakeBack,
  LikenessList,
  LikenessSettle,
  PlacesSave,
  WaitingMove,
} from '#contract/selection/decisions.ts'
import { serve } from '#server/kernel/serve.ts'
import { batchBehind } from '#server/kernel/visibility/shown-numbers.ts'
import type { World } from '#server/kernel/world.ts'
import { listLikeness, settleLikeness } from '#server/selection/abstracts/likeness.ts'
import { mergeAbstracts } from '#server/selection/abstracts/merge.ts'
import { moveWaiting } from '#server/selection/assignment/waiting.ts'
import { savePlaces, setDecisions } from './decide.ts'
import { listDecisions } from './decision-list.ts'
import { previewDecisions } from './preview.ts'
import { publishDecisions } from './publish.ts'
import { resetDecision, takeBack } from './take-back.ts'

type OfAbstract = { eventId: number; abstractId: number; reason: string }
const toEvent = ({ eventId }: { eventId: number }) => ({ eventId, about: { kind: 'event', id: eventId } })
const toAbstract = ({ eventId, abstractId, reason }: OfAbstract) => ({
  eventId,
  about: { kind: 'abstract', id: abstractId },
  reason,
})

export function decisionRoutes(app: FastifyInstance, world: World): void {
  serve(app, DecisionList, ({ input, caller }) => listDecisions(world, caller, input))
  serve(app, DecisionPreview, ({ input, caller }) => previewDecisions(world, caller, input))
  serve(app, LikenessList, ({ input, caller }) => listLikeness(world, caller, input))
  serve(app, DecisionSet, {
    act: ({ eventId, abstractIds, reason }) => ({
      eventId,
      about:
        abstractIds.length === 1 ? { kind: 'abstract', id: abstractIds[0] as number } : { kind: 'event', id: eventId },
      reason,
    }),
    answer: ({ world, input, caller }) => setDecisions(world, caller, input),
  })
  serve(app, PlacesSave, {
    act: toEvent,
    answer: async ({ world, input }) => {
      await savePlaces(world, input)
      return {}
    },
  })
  serve(app, DecisionPublish, {
    act: toEvent,
    answer: ({ world, input, caller }) => publishDecisions(world, caller, input),
  })
  serve(app, DecisionTakeBack, {
    act: ({ eventId, batchId }) => ({ eventId, about: { kind: 'decision_batch', id: batchBehind(world, batchId) } }),
    answer: ({ world, input, caller }) => takeBack(world, caller, input),
  })
  changesOfOne(app)
}

function changesOfOne(app: FastifyInstance): void {
  serve(app, WaitingMove, {
    act: ({ eventId, abstractId }) => ({ eventId, about: { kind: 'abstract', id: abstractId } }),
    answer: async ({ world, input, caller }) => {
      await moveWaiting(world, caller, input)
      return {}
    },
  })
  serve(app, DecisionReset, {
    act: toAbstract,
    answer: async ({ world, input, caller }) => {
      await resetDecision(world, caller, input)
      return {}
    },
  })
  serve(app, AbstractMerge, {
    act: toAbstract,
    answer: async ({ world, input, caller }) => {
      await mergeAbstracts(world, caller, input)
      return {}
    },
  })
  serve(app, LikenessSettle, {
    act: toEvent,
    answer: async ({ world, input, caller }) => {
      await settleLikeness(world, caller, input)
      return {}
    },
  })
}
