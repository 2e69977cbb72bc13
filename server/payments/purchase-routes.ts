/** What somebody has ordered, with what was paid and given back. */
import type { FastifyInstance } from 'fastify'
import { MyOrders, Receipt } from '#contract/booking/orders.ts'
import { paisaInRupee } from '#contract/money.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { type BoughtWorkshop, purchasesOf, receiptFor } from './purchases.ts'

export function purchaseRoutes(app: FastifyInstance, world: World): void {
  serve(app, MyOrders, async ({ caller }) => {
    const purchases = await purchasesOf(world, caller)
    return {
      // The countdown is counted from our clock: that of a phone may be wrong by hours.
      Now: world.now().toISOString(),
      Table: purchases.map((purchase) => ({
        EventID: purchase.eventId,
        PaymentCode: purchase.paymentCode,
        PaidStatus: purchase.status,
        Total: purchase.total / paisaInRupee,
        Workshops: purchase.workshops.map(rowOf),
        HoldUntil: purchase.holdUntil?.toISOString(),
        IsConfirming: purchase.isConfirming,
        AtDesk: purchase.atDesk && {
          Way: purchase.atDesk.way,
          Voucher: purchase.atDesk.voucher,
          HeldUntil: purchase.atDesk.heldUntil.toISOString(),
        },
        PaidAt: purchase.paidAt?.toISOString(),
        ReceiptNumber: purchase.receiptNumber,
        TimeZone: purchase.timeZone,
        RefundNote: purchase.refundNote,
      })),
    }
  })
  serve(app, Receipt, async ({ caller, input }) => {
    const { order, person, ...receipt } = await receiptFor(world, caller, input.PaymentCode)
    return {
      Table: [
        {
          ReceiptNumber: receipt.receiptNumber,
          IssuedAt: receipt.issuedAt.toISOString(),
          PaymentCode: order.paymentCode,
          Event: receipt.eventName,
          Name: person.fullName,
          UserID: person.email,
          Workshops: receipt.workshops.map(rowOf),
          Total: order.total / paisaInRupee,
          Currency: order.currency,
          TransactionID: receipt.transactionId,
          IsCancelled: order.state === 'cancelled',
          TimeZone: order.timeZone,
          RefundNote: receipt.refundNote,
          MoveNote: receipt.moveNote,
        },
      ],
    }
  })
}

function rowOf({ workshopId, topic, price, startsAt, venue, durationMinutes, isCancelled }: BoughtWorkshop) {
  return {
    WorkshopID: workshopId,
    Topic: topic,
    theDate: startsAt.toISOString(),
    Price: price / paisaInRupee,
    Venue: venue,
    duration: durationMinutes,
    ...(isCancelled && ({ IsCancelled: true } as const)),
  }
}
