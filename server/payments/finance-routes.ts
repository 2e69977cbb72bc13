/** What staff ask about money beside the bank, and change of it. */
import type { FastifyInstance } from 'fastify'
import {
  ClosingPreview,
  ClosingShow,
  ClosingsList,
  ClosingWrite,
  FinanceToday,
  LedgerList,
} from '#contract/payments/closings.ts'
import {
  PayoutConfirm,
  PayoutRecord,
  PayoutReject,
  RefundApprove,
  RefundGive,
  RefundPropose,
  RefundReject,
  RefundsList,
} from '#contract/payments/give-back.ts'
import {
  FinanceRule,
  FinanceRuleSave,
  OfflineConfirm,
  OfflineList,
  OfflinePhoto,
  OfflinePhotoAdd,
  OfflineRecord,
  OfflineReject,
  OfflineShow,
  OrderMoney,
} from '#contract/payments/offline.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { financeToday, listLedger } from './books/books.ts'
import { listClosings, previewClosing, showClosing, writeClosing } from './books/closings.ts'
import { orderMoney } from './books/order-money.ts'
import { listOffline, showOffline } from './desk/offline-list.ts'
import { addPhoto, photoOf } from './desk/offline-photo.ts'
import { confirmOffline, recordOffline, rejectOffline } from './desk/offline.ts'
import { financeRule, saveRule } from './refunds/finance-rule.ts'
import { confirmPayout, recordPayout, rejectPayout } from './refunds/payouts.ts'
import { approveRefund, endOfRefund, giveRefund, proposeRefund, rejectRefund } from './refunds/propose.ts'
import { listRefunds } from './refunds/refunds-list.ts'

type Which = { eventId: number; id: number; reason?: string }

const of =
  (kind: string) =>
  ({ eventId, id, reason = '' }: Which) => ({ eventId, about: { kind, id }, reason })
const ofAttempt = ({ eventId, attemptId, reason = '' }: { eventId: number; attemptId: number; reason?: string }) => ({
  eventId,
  about: { kind: 'payment_attempt', id: attemptId },
  reason,
})

/** Served by the portal: no word of the bank is needed. */
export function deskRoutes(app: FastifyInstance, world: World): void {
  serve(app, FinanceRule, () => financeRule(world))
  serve(app, FinanceRuleSave, {
    act: () => ({ about: { kind: 'finance_rule', id: 1 } }),
    answer: ({ world, input }) => saveRule(world, input),
  })
  serve(app, OrderMoney, ({ input }) => orderMoney(world, input))
  serve(app, OfflineList, ({ caller, input }) => listOffline(world, caller, input))
  serve(app, OfflineShow, ({ caller, input }) => showOffline(world, caller, input))
  serve(app, OfflinePhoto, ({ caller, input }) => photoOf(world, caller, input.id))
  serve(app, OfflineRecord, {
    act: ({ eventId }) => ({ eventId, about: { kind: 'event', id: eventId } }),
    answer: ({ world, caller, input }) => recordOffline(world, caller, input),
  })
  serve(app, OfflinePhotoAdd, {
    act: of('offline_payment'),
    answer: ({ world, caller, input, file }) => addPhoto(world, caller, { ...input, path: file?.path }),
  })
  serve(app, OfflineConfirm, {
    act: of('offline_payment'),
    answer: ({ world, caller, input }) => confirmOffline(world, caller, input),
  })
  serve(app, OfflineReject, {
    act: of('offline_payment'),
    answer: ({ world, caller, input }) => rejectOffline(world, caller, input),
  })
  payoutRoutes(app, world)
  bookRoutes(app, world)
}

function payoutRoutes(app: FastifyInstance, world: World): void {
  serve(app, RefundsList, ({ caller, input }) => listRefunds(world, caller, input))
  serve(app, RefundReject, {
    act: of('refund_proposal'),
    answer: ({ world, caller, input }) => rejectRefund(world, caller, input),
  })
  serve(app, PayoutRecord, {
    act: ofAttempt,
    answer: ({ world, caller, input }) => recordPayout(world, caller, input),
  })
  serve(app, PayoutConfirm, {
    act: of('payout'),
    answer: ({ world, caller, input }) => confirmPayout(world, caller, input),
  })
  serve(app, PayoutReject, {
    act: of('payout'),
    answer: ({ world, caller, input }) => rejectPayout(world, caller, input),
  })
}

function bookRoutes(app: FastifyInstance, world: World): void {
  serve(app, FinanceToday, ({ input }) => financeToday(world, input.eventId))
  serve(app, LedgerList, ({ input }) => listLedger(world, input))
  serve(app, ClosingPreview, ({ input }) => previewClosing(world, input.eventId))
  serve(app, ClosingsList, ({ input }) => listClosings(world, input))
  serve(app, ClosingShow, ({ caller, input }) => showClosing(world, caller, input.id))
  serve(app, ClosingWrite, {
    act: ({ eventId, why }) => ({ eventId, about: { kind: 'event', id: eventId }, reason: why }),
    answer: ({ world, caller, input }) => writeClosing(world, caller, input),
  })
}

/** Served where the bank's password is. */
export function refundRoutes(app: FastifyInstance, _world: World): void {
  serve(app, RefundPropose, {
    act: ofAttempt,
    endOf: endOfRefund,
    answer: ({ world, caller, input }) => proposeRefund(world, caller, input),
  })
  serve(app, RefundApprove, {
    act: of('refund_proposal'),
    endOf: endOfRefund,
    answer: ({ world, caller, input }) => approveRefund(world, caller, input),
  })
  serve(app, RefundGive, {
    act: ofAttempt,
    endOf: endOfRefund,
    answer: ({ world, caller, input }) => giveRefund(world, caller, input),
  })
}
