/** Money that goes back: by the bank, with a second person above a sum, and beside the bank by two. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead, staffSteps } from '#contract/heads.ts'
import { Id, operation } from '#contract/operation.ts'
import { refundAnswers } from './exception-kinds.ts'
import { PayoutFields, Reason } from './finance-forms.ts'
import { payoutKinds, payoutWays } from './finance-words.ts'
import { Money, Who } from './offline.ts'

const count = z.number().int()
const ofEvent = { eventId: Id, actKey: ActKey }
const seen = { ...ofEvent, id: Id, version: Version }
const about = { attemptId: Id, paymentCode: z.string(), person: Who, money: Money, reason: z.string() }
const second = { isMine: z.boolean(), exceptionId: Id.nullable() }

const Proposal = z.object({
  id: Id,
  version: count,
  ...about,
  ...second,
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  seats: count,
})
const Payout = z.object({
  id: Id,
  version: count,
  ...about,
  ...second,
  kind: z.enum(payoutKinds),
  topic: z.string().nullable(),
  way: z.enum(payoutWays),
  number: z.string(),
  recordedBy: z.string(),
  recordedAt: z.iso.datetime(),
  seats: count,
})

/** What waits: for a second person, for the bank, or, after a workshop was cancelled, for anybody. At most 200 of each. */
export const RefundsList = operation('RefundsList', staffRead('finance.read'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    proposals: z.array(Proposal),
    payouts: z.array(Payout),
    /** The bank was asked, and nobody knows what it did. */
    unanswered: z.array(z.object({ id: Id, ...about, askedBy: z.string(), askedAt: z.iso.datetime() })),
    /** Seats in workshops that are cancelled, paid and not settled. */
    queue: z.array(
      z.object({
        paymentCode: z.string(),
        person: Who,
        workshopId: Id,
        topic: z.string(),
        money: Money,
        attemptId: Id.nullable(),
        /** It is the only seat of its order: all of the payment can go back. */
        isOnly: z.boolean(),
      }),
    ),
    queued: count,
  }),
})

/** `waits`: it is more than one person may give back. The others are the bank's. */
const Given = z.object({ refund: z.enum([...refundAnswers, 'waits']) })

/** Of a whole payment that paid its order. `amount` is what was seen: another is refused with 409. The bank is asked, whose password only the payment service has. */
export const RefundPropose = operation(
  'RefundPropose',
  staffSteps('refunds.give', { stepUp: true, priority: 'paying' }),
  {
    input: z.object({ ...ofEvent, attemptId: Id, amount: count.min(1), ...Reason.shape }),
    reply: Given,
  },
)
export const RefundApprove = operation(
  'RefundApprove',
  staffSteps('refunds.give', { stepUp: true, priority: 'paying' }),
  {
    input: z.object(seen),
    reply: Given,
  },
)
/** Asks the bank what became of a refund that it never answered. It is not sent twice. */
export const RefundGive = operation('RefundGive', staffSteps('refunds.give', { stepUp: true, priority: 'paying' }), {
  input: z.object({ eventId: Id, attemptId: Id }),
  reply: Given,
})
export const RefundReject = operation('RefundReject', staffChange('refunds.give'), {
  input: z.object({ ...seen, ...Reason.shape }),
  reply: z.object({}),
})

/** With `workshopId` one seat of a workshop that is cancelled, else all that is left. `amount` is what was seen. */
export const PayoutRecord = operation('PayoutRecord', staffChange('refunds.give', { stepUp: true }), {
  input: z.object({
    ...ofEvent,
    attemptId: Id,
    workshopId: Id.optional(),
    amount: count.min(1),
    ...PayoutFields.shape,
  }),
  reply: z.object({ id: Id }),
})
export const PayoutConfirm = operation('PayoutConfirm', staffChange('refunds.give', { stepUp: true }), {
  input: z.object(seen),
  reply: z.object({}),
})
export const PayoutReject = operation('PayoutReject', staffChange('refunds.give'), {
  input: z.object({ ...seen, ...Reason.shape }),
  reply: z.object({}),
})
