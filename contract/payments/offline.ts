/** Cash and drafts: recorded at a desk, confirmed by somebody else, and then a payment like any other. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead, staffSteps } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { DownloadedFile, Id, nothing, operation } from '#contract/operation.ts'
import { OfflineFields, PaymentCode, Reason } from './finance-forms.ts'
import { moneyWays, offlineSorts, offlineStates, offlineWays, photoTexts } from './finance-words.ts'

const count = z.number().int()
/** In the smallest unit of its currency, as banks count. */
export const Money = z.object({ amount: count, currency: z.string() })
export const Who = z.object({ accountId: Id, name: z.string(), email: z.string() })
const ofEvent = { eventId: Id, actKey: ActKey }
const seen = { ...ofEvent, id: Id, version: Version }

/** What a college asks of two people, and what one may do alone. */
const Rule = z.object({
  version: count,
  /** Whoever records money may confirm it. */
  alone: z.boolean(),
  /** In paisa. A refund of more waits for a second person. */
  refundAloneUpTo: count,
})
export const FinanceRule = operation('FinanceRule', staffRead('finance.read'), {
  input: nothing,
  reply: Rule,
})
/** Only an owner gives and takes roles: whether one person is enough is of the same kind. */
export const FinanceRuleSave = operation('FinanceRuleSave', staffChange('team.grant', { stepUp: true }), {
  input: z.object({
    actKey: ActKey,
    version: Version,
    alone: z.boolean(),
    refundAloneUpTo: count.min(0).max(100_000_000_00),
  }),
  reply: Rule,
})

const facts = {
  id: Id,
  version: count,
  /** `V1-000012`: the number on the paper. */
  voucher: z.string(),
  way: z.enum(offlineWays),
  bank: z.string(),
  number: z.string(),
  money: Money,
  paymentCode: z.string(),
  person: Who,
  state: z.enum(offlineStates),
  recordedBy: z.string(),
  recordedAt: z.iso.datetime(),
  heldUntil: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string(),
  /** One person recorded and confirmed it. */
  alone: z.boolean(),
  hasPhoto: z.boolean(),
  /** The caller recorded it. */
  isMine: z.boolean(),
}
export const OfflineEntry = z.object(facts)

export const OfflineList = operation('OfflineList', staffRead('offline.record'), {
  ...listOf(OfflineEntry, {
    filters: { eventId: Id, state: z.enum(offlineStates).optional(), way: z.enum(offlineWays).optional() },
    sorts: offlineSorts,
  }),
})

const Shown = z.object({ offline: OfflineEntry })

/** For the voucher on paper too. */
export const OfflineShow = operation('OfflineShow', staffRead('offline.record'), {
  input: z.object({ id: Id }),
  reply: Shown.extend({
    eventId: Id,
    eventName: z.string(),
    timeZone: z.string(),
    lines: z.array(z.object({ topic: z.string(), price: count })),
    total: Money,
    receipt: z.string().nullable(),
  }),
})

/** Holds the seats for five days; those whose hold is over are taken again. The amount is as it stands on the paper. */
export const OfflineRecord = operation('OfflineRecord', staffChange('offline.record'), {
  input: z.object({ ...ofEvent, paymentCode: PaymentCode, ...OfflineFields.shape }),
  reply: Shown,
})

export const OfflinePhotoAdd = operation(
  'OfflinePhotoAdd',
  staffSteps('offline.record', { upload: { field: 'photo', limit: 10 * 1024 * 1024, tooLarge: photoTexts.tooLarge } }),
  {
    input: z.object({ eventId: Id, id: Id }),
    reply: Shown,
  },
)

export const OfflinePhoto = operation('OfflinePhoto', staffRead('offline.record'), {
  input: z.object({ id: Id }),
  reply: DownloadedFile,
})

/** `exception`: the money is in the books, but the order could not take it; it waits with the payments that need a person. */
export const OfflineConfirm = operation('OfflineConfirm', staffChange('offline.confirm', { stepUp: true }), {
  input: z.object(seen),
  reply: Shown.extend({ outcome: z.enum(['paid', 'exception']), receipt: z.string().nullable() }),
})

/** Of one's own; finance of all. */
export const OfflineReject = operation('OfflineReject', staffChange('offline.record'), {
  input: z.object({ ...seen, ...Reason.shape }),
  reply: Shown,
})

/** The money of one order: what is due, what came and what can be given back. */
export const OrderMoney = operation('OrderMoney', staffRead('orders.read'), {
  input: z.object({ eventId: Id, paymentCode: PaymentCode }),
  reply: z.object({
    paymentCode: z.string(),
    state: z.enum(['pending', 'paid', 'lapsed', 'cancelled']),
    person: Who,
    total: Money,
    /** What a payment at the desk must come to. */
    due: Money,
    holdUntil: z.iso.datetime(),
    /** Why nothing can be recorded at a desk now; null when it can. */
    shut: z.string().nullable(),
    seats: z.array(
      z.object({
        workshopId: Id,
        topic: z.string(),
        price: count,
        isHeld: z.boolean(),
        isCancelled: z.boolean(),
        /** The workshop is not held. */
        isOff: z.boolean(),
      }),
    ),
    payments: z.array(
      z.object({
        attemptId: Id,
        way: z.enum(moneyWays),
        reference: z.string(),
        captured: Money,
        /** Not given back yet. */
        left: Money,
        /** It holds the seats of the order. */
        pays: z.boolean(),
        /** Why the bank cannot give it back; null when it can. */
        refundShut: z.string().nullable(),
        payoutShut: z.string().nullable(),
        /** A refund of it waits for a second person. */
        needsSecond: z.boolean(),
      }),
    ),
  }),
})
