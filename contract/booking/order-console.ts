/** Staff look after the orders of an event: how each stands, its money and its tries to pay; holds, moves and cancels. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead, staffSteps } from '#contract/heads.ts'
import { listOf, orNot } from '#contract/list.ts'
import { Id, operation, whole } from '#contract/operation.ts'
import { exceptionKinds } from '#contract/payments/exception-kinds.ts'
import { CancelFields } from './order-fields.ts'
import { cancelAnswers, holdHours, orderViews, paidWays, shownStates } from './order-words.ts'

const count = z.number().int()
const time = z.iso.datetime()
/** In the smallest unit of its currency, as banks count. */
const Money = z.object({ amount: count, currency: z.string() })

const standing = {
  paymentCode: z.string(),
  state: z.enum(shownStates),
  /** Money came that no rule could place. */
  needsPerson: z.boolean(),
  total: Money,
  createdAt: time,
  /** Of one that is held; a payment that is under way keeps it longer. */
  holdUntil: time.nullable(),
  paidAt: time.nullable(),
  paidBy: z.enum(paidWays).nullable(),
  receipt: z.string().nullable(),
}

const listed = listOf(
  z.object({
    id: Id,
    version: count,
    ...standing,
    person: z.object({ name: z.string(), email: z.string() }),
    topics: z.array(z.string()),
  }),
  {
    filters: {
      eventId: Id,
      /** Each with a `!` before it means all others. */
      state: orNot(orderViews),
      paidBy: orNot(paidWays),
      workshopId: z
        .string()
        .regex(/^!?\d{1,9}$/, 'this is not a workshop')
        .optional(),
      /** The first and the last day on which it was made, by the clocks where the event is held. */
      from: Day.optional(),
      to: Day.optional(),
    },
    sorts: ['-createdAt', 'createdAt', '-total', 'total'],
  },
)

/** `search` is the beginning of a payment code, a receipt number, or how words of a name or e-mail address begin. */
export const OrdersList = operation('OrdersList', staffRead('orders.read'), {
  input: listed.input,
  reply: listed.reply.extend({
    timeZone: z.string(),
    /** Staff without the list of people see only the orders they search for. */
    isSearchOnly: z.boolean(),
    /** Of the whole event, whatever is searched for. */
    views: z.object({ all: count, ...Object.fromEntries(orderViews.map((view) => [view, count])) } as Record<
      'all' | (typeof orderViews)[number],
      typeof count
    >),
    workshops: z.array(z.object({ workshopId: Id, topic: z.string() })),
  }),
})

export const OrderDetail = z.object({
  orderId: Id,
  eventId: Id,
  eventName: z.string(),
  timeZone: z.string(),
  version: count,
  ...standing,
  closedAt: time.nullable(),
  person: z.object({
    accountId: Id,
    applicantId: Id,
    name: z.string(),
    email: z.string(),
    institution: z.string(),
  }),
  items: z.array(
    z.object({
      workshopId: Id,
      topic: z.string(),
      startsAt: time,
      venue: z.string(),
      /** As it was when the order was made. */
      price: count,
      holds: z.boolean(),
      /** The workshop is not held: whoever paid waits for what becomes of the seat. */
      isCancelled: z.boolean(),
      /** Why this seat cannot be moved now; null when it can. */
      whyNotMoved: z.string().nullable(),
    }),
  ),
  /** Every movement of money, once. */
  ledger: z.array(
    z.object({ kind: z.string(), gateway: z.string(), reference: z.string(), recordedAt: time, money: Money }),
  ),
  /** Every try to pay, newest first, and what the bank said of it. */
  tries: z.array(
    z.object({
      id: Id,
      reference: z.string(),
      gateway: z.string(),
      transactionId: z.string().nullable(),
      state: z.enum(['created', 'registered', 'captured', 'failed', 'cancelled', 'abandoned']),
      money: Money,
      createdAt: time,
      code: z.string(),
      words: z.string(),
      said: z.array(z.object({ at: time, source: z.string(), fact: z.string() })),
    }),
  ),
  receiptIssuedAt: time.nullable(),
  /** Who was its person when the receipt was written; a receipt keeps that name. */
  receiptFor: z.string().nullable(),
  moves: z.array(z.object({ id: Id, from: z.string(), to: z.string(), price: count, at: time, by: z.string() })),
  /** From whom to whom it was given. */
  gifts: z.array(z.object({ id: Id, from: z.string(), to: z.string(), at: time, by: z.string() })),
  letters: z.array(
    z.object({ id: Id, subject: z.string(), at: time, state: z.enum(['sent', 'waiting', 'cancelled', 'given up']) }),
  ),
  exceptions: z.array(z.object({ id: Id, kind: z.enum(exceptionKinds), isOpen: z.boolean() })),
  /** Why this cannot be done as things stand; null when it can. */
  ways: z.object({
    hold: z.string().nullable(),
    cancel: z.string().nullable(),
    give: z.string().nullable(),
    sendReceipt: z.string().nullable(),
  }),
  /** Where its seats could go: free, not begun, and nowhere the person has a seat already. */
  targets: z.array(
    z.object({ workshopId: Id, topic: z.string(), startsAt: time, venue: z.string(), price: count, free: count }),
  ),
})
const Shown = z.object({ order: OrderDetail })

export const OrderShow = operation('OrderShow', staffRead('orders.read'), {
  input: z.object({ paymentCode: z.string().max(20) }),
  reply: Shown,
})

const seen = { eventId: Id, orderId: Id, version: Version, actKey: ActKey, reason: CancelFields.shape.reason }

/** Holds the seats of an order that is not paid for so many hours from now; those of one that lapsed are taken again, all or none. */
export const OrderHoldLonger = operation('OrderHoldLonger', staffChange('orders.change'), {
  input: z.object({ ...seen, hours: whole(1, Math.max(...holdHours)) }),
  reply: Shown,
})

/** To a workshop at the same price, with a seat free, that has not begun. The person gets a letter, and the receipt a note. */
export const OrderMoveSeat = operation('OrderMoveSeat', staffChange('orders.change'), {
  input: z.object({ ...seen, workshopId: Id, toWorkshopId: Id }),
  reply: Shown,
})

/**
 * The whole order, to another person of the event who has no seat in its workshops: with its seats, its money and its receipt, which
 * keeps its number and name and gets a note. Both get a letter. Not while money for it is under way.
 */
export const OrderGiveToPerson = operation('OrderGiveToPerson', staffChange('orders.change'), {
  input: z.object({ ...seen, toAccountId: Id }),
  reply: Shown,
})

/** Gives up an order that is not paid. A payment that is under way is taken back at the bank first, or keeps the order. */
export const OrderCancelUnpaid = operation('OrderCancelUnpaid', staffSteps('orders.change', { priority: 'paying' }), {
  input: z.object(seen),
  reply: Shown.extend({ answer: z.enum(cancelAnswers) }),
})

/** The receipt of an order that is paid goes to its person once more, `mostReceiptsAgain` times at most. */
export const ReceiptSend = operation('ReceiptSend', staffChange('orders.change'), {
  input: z.object({ eventId: Id, orderId: Id, actKey: ActKey }),
  reply: Shown,
})

const registered = listOf(
  z.object({
    /** Of the order. */
    id: Id,
    receipt: z.string(),
    issuedAt: time,
    paymentCode: z.string(),
    person: z.object({ name: z.string(), email: z.string() }),
    total: Money,
    paidBy: z.enum(paidWays).nullable(),
    /** The order was cancelled after it was paid: the number stays, and is marked. */
    isCancelled: z.boolean(),
    givenBack: Money.nullable(),
  }),
  {
    filters: {
      eventId: Id,
      state: z.enum(['valid', 'cancelled']).optional(),
      paidBy: orNot(paidWays),
      from: Day.optional(),
      to: Day.optional(),
    },
    sorts: ['-number', 'number'],
  },
)

/** Every receipt of an event, numbered without a gap. */
export const ReceiptsRegister = operation('ReceiptsRegister', staffRead('finance.read'), {
  input: registered.input,
  reply: registered.reply.extend({
    timeZone: z.string(),
    eventName: z.string(),
    /** Of the whole event: how many there are, and whether a number is missing. */
    figures: z.object({ receipts: count, cancelled: count, received: count, missing: count }),
  }),
})
