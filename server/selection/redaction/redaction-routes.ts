/** What staff ask and do to make abstracts blind. */
import type { FastifyInstance } from 'fastify'
import {
  RedactionAsk,
  RedactionFile,
  RedactionPage,
  RedactionQueue,
  RedactionSave,
  RedactionShow,
} from '#contract/selection/redactions.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { askForBlindFile, saveRedaction } from './redact.ts'
import { redactionPage } from './redaction-pages.ts'
import { redactionFile, redactionQueue, showRedaction } from './redactions.ts'

const toAbstract = ({ eventId, abstractId }: { eventId: number; abstractId: number }) => ({
  eventId,
  about: { kind: 'abstract', id: abstractId },
})

export function redactionRoutes(app: FastifyInstance, world: World): void {
  serve(app, RedactionQueue, ({ input, caller }) => redactionQueue(world, caller, input))
  serve(app, RedactionShow, ({ input, caller }) => showRedaction(world, caller, input))
  serve(app, RedactionPage, ({ input, caller }) => redactionPage(world, caller, input))
  serve(app, RedactionFile, ({ input, caller }) => redactionFile(world, caller, input))
  serve(app, RedactionSave, {
    act: toAbstract,
    answer: ({ world, input, caller }) => saveRedaction(world, caller, input),
  })
  serve(app, RedactionAsk, {
    act: toAbstract,
    answer: ({ world, input, caller }) => askForBlindFile(world, caller, input),
  })
}
