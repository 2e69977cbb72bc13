/** The books of a day: what came and went, and the closing that somebody signs. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, operation, whole } from '#contract/operation.ts'
import { ClosingFields } from './finance-forms.ts'
import { ledgerSorts, moneyWays, movementKinds } from './finance-words.ts'
import { Money, Who } from './offline.ts'

const count = z.number().int()
/** What came, what went, and how many of each, in the smallest unit of the currency. Rupees and dollars make no sum. */
const Sum = z.object({
  way: z.enum(moneyWays),
  currency: z.string(),
  received: count,
  payments: count,
  givenBack: count,
  refunds: count,
})

export const FinanceToday = operation('FinanceToday', staffRead('finance.read'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    day: Day,
    timeZone: z.string(),
    sums: z.array(Sum),
    /** Of rupees alone, as all below. */
    net: count,
    /** Each day of the last fourteen, today last. */
    days: z.array(z.object({ day: Day, received: count, givenBack: count })),
    waiting: z.object({ exceptions: count, offline: count, proposals: count, payouts: count, unanswered: count }),
    lastClosing: z.object({ id: Id, number: count, closedAt: z.iso.datetime() }).nullable(),
  }),
})

export const LedgerList = operation('LedgerList', staffRead('finance.read'), {
  ...listOf(
    z.object({
      id: whole(1, Number.MAX_SAFE_INTEGER),
      recordedAt: z.iso.datetime(),
      kind: z.enum(movementKinds),
      way: z.enum(moneyWays),
      money: Money,
      /** Under which the bank or the voucher book knows it. */
      reference: z.string(),
      paymentCode: z.string(),
      person: Who,
      /** One person recorded and confirmed it. */
      alone: z.boolean(),
      closing: count.nullable(),
    }),
    {
      filters: {
        eventId: Id,
        kind: z.enum(movementKinds).optional(),
        way: z.enum(moneyWays).optional(),
        /** By the clocks where the event is held. */
        day: Day.optional(),
      },
      sorts: ledgerSorts,
    },
  ),
})

const books = {
  sums: z.array(Sum),
  entries: count,
  /** In rupees, as they lie in the drawer. */
  cashBooks: count,
  /** How many of the entries one person recorded and confirmed. */
  alone: count,
}

/** What the next closing would take. */
export const ClosingPreview = operation('ClosingPreview', staffRead('closing.write'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    ...books,
    /** The newest entry that was seen; later ones fall into the next closing. */
    upTo: z.number().int().min(0),
    since: z.iso.datetime().nullable(),
    day: Day,
    timeZone: z.string(),
  }),
})

const Closing = z.object({
  id: Id,
  number: count,
  day: Day,
  ...books,
  cashCounted: count,
  difference: count,
  why: z.string(),
  closedBy: z.string(),
  closedAt: z.iso.datetime(),
})

/** Refused with `count_changed` when somebody closed meanwhile. A closing is never changed; the next one corrects it. */
export const ClosingWrite = operation('ClosingWrite', staffChange('closing.write'), {
  input: z.object({
    eventId: Id,
    actKey: ActKey,
    upTo: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    entries: count.min(0),
    ...ClosingFields.shape,
  }),
  reply: z.object({ closing: Closing }),
})

export const ClosingsList = operation('ClosingsList', staffRead('finance.read'), {
  ...listOf(Closing, { filters: { eventId: Id }, sorts: ['-closedAt', 'closedAt'] }),
})

/** For the paper: the closing with all that it took. */
export const ClosingShow = operation('ClosingShow', staffRead('finance.read'), {
  input: z.object({ id: Id }),
  reply: z.object({
    closing: Closing,
    eventId: Id,
    eventName: z.string(),
    timeZone: z.string(),
    entries: z.array(
      z.object({
        id: z.number().int(),
        recordedAt: z.iso.datetime(),
        kind: z.enum(movementKinds),
        way: z.enum(moneyWays),
        money: Money,
        reference: z.string(),
        paymentCode: z.string(),
        name: z.string(),
        alone: z.boolean(),
      }),
    ),
  }),
})
