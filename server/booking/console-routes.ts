/** What staff ask about orders and receipts, and change of orders. Cancelling asks the bank, and is with payments. */
import type { FastifyInstance } from 'fastify'
import {
  OrderGiveToPerson,
  OrderHoldLonger,
  OrderMoveSeat,
  OrderShow,
  OrdersList,
  ReceiptSend,
  ReceiptsRegister,
} from '#contract/booking/order-console.ts'
import { isSearchOnly } from '#server/kernel/noted-searches.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { giveOrder } from './give-order.ts'
import { holdLonger, moveSeat } from './order-changes.ts'
import { orderFor } from './order-detail.ts'
import { listOrders, searchOrders } from './order-list.ts'
import { listReceipts } from './receipts.ts'
import { sendReceipt } from './send-receipt.ts'

type Wish = { eventId: number; orderId: number; reason: string }
const toOrder = ({ eventId, orderId, reason }: Wish) => ({ eventId, reason, about: { kind: 'orders', id: orderId } })

export function orderConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, OrdersList, ({ input, caller, request }) =>
    isSearchOnly(caller, input.eventId)
      ? searchOrders(world, caller, { ...input, requestId: request.id })
      : listOrders(world, input),
  )
  serve(app, OrderShow, async ({ input, caller }) => ({ order: await orderFor(world, caller, input.paymentCode) }))
  serve(app, OrderHoldLonger, {
    act: toOrder,
    answer: async ({ world, input }) => ({ order: await holdLonger(world, input) }),
  })
  serve(app, OrderMoveSeat, {
    act: toOrder,
    answer: async ({ world, caller, input }) => ({
      order: await moveSeat(world, caller, input),
    }),
  })
  serve(app, OrderGiveToPerson, {
    act: toOrder,
    answer: async ({ world, caller, input }) => ({
      order: await giveOrder(world, caller, input),
    }),
  })
  serve(app, ReceiptSend, {
    act: ({ eventId, orderId }) => ({ eventId, about: { kind: 'orders', id: orderId } }),
    answer: async ({ world, input }) => ({ order: await sendReceipt(world, input) }),
  })
  serve(app, ReceiptsRegister, ({ input }) => listReceipts(world, input))
}
