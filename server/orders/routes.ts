import type { FastifyInstance } from 'fastify'
import { paisaInRupee } from '#contract/money.ts'
import { CheckOut } from '#contract/orders.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { checkOut } from './service.ts'

export function orderRoutes(app: FastifyInstance, world: World): void {
  serve(app, CheckOut, async ({ input, caller }) => {
    const answer = await checkOut(world, caller, input.workshopIDs)
    if (answer.kind === 'order') {
      const { paymentCode, total, holdUntil, isPaid } = answer
      const hold = !isPaid && { HoldUntil: holdUntil.toISOString() }
      return {
        Table: [
          {
            Status: 'True' as const,
            'Payment Code': paymentCode,
            Total: total / paisaInRupee,
            IsPaid: isPaid,
            ...hold,
          },
        ],
      }
    }
    return {
      Table: answer.obstacles.map(({ status, workshopId, topic, paymentCode }) => ({
        Status: status,
        Description: topic,
        WorkshopID: workshopId,
        'Payment Code': paymentCode,
      })),
    }
  })
}
