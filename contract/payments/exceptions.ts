/** Payments that need a person: money that no rule could place. */
import { z } from 'zod'
import { staffRead, staffSteps } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, operation } from '#contract/operation.ts'
import { exceptionKinds, exceptionSorts, exceptionStates, exceptionWays, refundAnswers } from './exception-kinds.ts'
import { Resolution } from './exception-note.ts'
import { PaymentCode, PayoutFields } from './finance-forms.ts'
import { payoutWays } from './finance-words.ts'

/** In the smallest unit of its currency, as banks count. */
const Money = z.object({ amount: z.number().int(), currency: z.string() })

const Row = z.object({
  id: Id,
  version: z.number().int(),
  kind: z.enum(exceptionKinds),
  openedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  /** Null for money that no order of ours asked for. */
  event: z.object({ eventId: Id, name: z.string() }).nullable(),
  person: z.object({ accountId: Id, name: z.string(), email: z.string() }).nullable(),
  paymentCode: z.string().nullable(),
  /** The number under which the bank knows it. */
  reference: z.string(),
  /** What it is about: what the bank took or, when it took nothing, what was asked for. Null when neither is known. */
  money: Money.nullable(),
})

/** What happened to the payment, oldest first, in the words of whoever reads it at a desk. */
const Told = z.object({
  at: z.iso.datetime(),
  what: z.enum(['order', 'attempt', 'bank', 'captured', 'refund', 'letter', 'exception', 'resolved']),
  words: z.string(),
  money: Money.nullable(),
})

export const ExceptionDetail = Row.extend({
  /** What was found when it was filed. */
  finding: z.string(),
  gateway: z.string(),
  asked: Money.nullable(),
  captured: Money.nullable(),
  givenBack: z.array(Money),
  /** What can be asked about at the bank. */
  attempt: z.object({ attemptId: Id, transactionId: z.string().nullable(), mayAsk: z.boolean() }).nullable(),
  order: z
    .object({
      state: z.enum(['pending', 'paid', 'lapsed', 'cancelled']),
      total: Money,
      workshops: z.array(z.object({ topic: z.string(), startsAt: z.iso.datetime(), seatsLeft: z.number().int() })),
    })
    .nullable(),
  story: z.array(Told),
  /** For this kind, as things stand. One that is shut says why. Empty when it is resolved. */
  ways: z.array(z.object({ way: z.enum(exceptionWays), why: z.string().nullable() })),
  /** What more than the order asks for came, or less: for the ways that settle it. */
  difference: Money.nullable(),
  /** Workshops of the same price with a seat, in place of one of the order's that has none. */
  otherWorkshops: z.array(
    z.object({
      from: Id,
      fromTopic: z.string(),
      to: Id,
      topic: z.string(),
      startsAt: z.iso.datetime(),
      seatsLeft: z.number().int(),
    }),
  ),
  /** Orders that wait for this amount, newest first, at most ten. */
  matches: z.array(z.object({ paymentCode: z.string(), name: z.string() })),
  /** `by` is missing where the portal itself resolved it, with a refund that a command made. */
  resolution: z.object({ at: z.iso.datetime(), by: z.string().nullable(), note: z.string() }).nullable(),
})

/** The usual order is the longest waiting first. */
export const ExceptionsList = operation('ExceptionsList', staffRead('finance.read'), {
  ...listOf(Row, {
    filters: {
      kind: z.enum(exceptionKinds).optional(),
      state: z.enum(exceptionStates).optional(),
      /** Without it: of every event where the caller may, and what belongs to none for whoever may in the whole college. */
      eventId: Id.optional(),
    },
    sorts: exceptionSorts,
  }),
})

export const ExceptionShow = operation('ExceptionShow', staffRead('finance.read'), {
  input: z.object({ id: Id }),
  reply: ExceptionDetail,
})

/** Refused with `conflict` and the stored copy when somebody else resolved or changed it first. One of its ways asks the bank, whose password only the payment service has. */
export const ExceptionResolve = operation(
  'ExceptionResolve',
  staffSteps('exceptions.resolve', { stepUp: true, priority: 'paying' }),
  {
    input: z.object({
      id: Id,
      version: z.number().int(),
      ...Resolution.shape,
      /** With `match`: which order. */
      paymentCode: z.optional(PaymentCode),
      /** With `other`: which workshop in place of which. */
      from: Id.optional(),
      to: Id.optional(),
      /** With `payout` and `accept`: how it is paid out, and under which number. */
      payoutWay: z.enum(payoutWays).optional(),
      number: z.optional(PayoutFields.shape.number),
    }),
    /** With a refund that the bank did not confirm, or that `waits` for a second person, it stays open; `refund` is null for other ways. */
    reply: z.object({ refund: z.enum([...refundAnswers, 'waits']).nullable(), exception: ExceptionDetail }),
  },
)

/** Asks the bank about a payment now, and settles what it says. */
export const BankAsk = operation('BankAsk', staffSteps('exceptions.resolve', { priority: 'paying' }), {
  input: z.object({ attemptId: Id }),
  reply: z.object({ code: z.string(), words: z.string() }),
})
