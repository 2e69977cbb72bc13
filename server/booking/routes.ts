import type { FastifyInstance } from 'fastify'
import { CheckOut } from '#contract/booking/orders.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { type CheckedOut, checkOut, nothingToBook } from './checkout.ts'

export function bookingRoutes(app: FastifyInstance, world: World): void {
  serve(app, CheckOut, {
    answer: async ({ input, caller }) => checkedOut(await checkOut(world, caller, input.workshopIDs)),
    withoutEvent: (input) => checkedOut(nothingToBook(input.workshopIDs)),
  })
}

function checkedOut(answer: CheckedOut): ReplyOf<typeof CheckOut> {
  if (answer.kind === 'refused')
    return {
      Table: answer.obstacles.map(({ status, workshopId, topic, paymentCode }) => ({
        Status: status,
        Description: topic,
        WorkshopID: workshopId,
        'Payment Code': paymentCode,
      })),
    }
  const { paymentCode, total, holdUntil, isPaid } = answer
  const hold = !isPaid && { HoldUntil: holdUntil.toISOString() }
  return {
    Table: [{ Status: 'True', 'Payment Code': paymentCode, Total: total / paisaInRupee, IsPaid: isPaid, ...hold }],
  }
}
