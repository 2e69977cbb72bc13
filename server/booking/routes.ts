import type { FastifyInstance } from 'fastify'
import { CheckOut, MyOrders, Receipt } from '#contract/booking/orders.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { type BoughtWorkshop, purchasesOf, receiptFor } from '#server/payments/purchases.ts'
import { type CheckedOut, checkOut, nothingToBook } from './checkout.ts'

export function bookingRoutes(app: FastifyInstance, world: World): void {
  checkoutRoutes(app, world)
  purchaseRoutes(app, world)
}

function checkoutRoutes(app: FastifyInstance, world: World): void {
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

function purchaseRoutes(app: FastifyInstance, world: World): void {
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
