/** What reviewers ask and send. They are known by their own row only; see docs/decisions/0057. */
import type { FastifyInstance } from 'fastify'
import { ReviewerOffer } from '#contract/reviews/offers.ts'
import { changeOffer } from '#server/selection/offers.ts'
import { serve } from '#server/serve.ts'
import type { World } from '#server/world.ts'

export function reviewRoutes(app: FastifyInstance, world: World): void {
  serve(app, ReviewerOffer, ({ caller, input }) => changeOffer(world, caller, input))
}
