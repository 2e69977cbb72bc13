/** What chairs do inside a review. */
import type { FastifyInstance } from 'fastify'
import { RemarkByChair } from '#contract/selection/review-work.ts'
import { serve } from '#server/kernel/serve.ts'
import { remarkByChair } from './chair-remarks.ts'

export function chairRemarkRoutes(app: FastifyInstance): void {
  serve(app, RemarkByChair, {
    act: ({ eventId, abstractId }) => ({ eventId, about: { kind: 'abstract', id: abstractId } }),
    answer: async ({ world, input, caller }) => {
      await remarkByChair(world, caller, input)
      return {}
    },
  })
}
