// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type PaymentsTables = {
  closing: {
    id: GeneratedAlways<number>
    eventId: number
    number: number
    day: string
    sums: unknown
    entries: number
    cashBooks: number
    cashCounted: number
    difference: GeneratedAlways<number>
    why: Generated<string>
    alone: Generated<number>
    closedBy: number
    closedAt: Date
  }
  closingEntry: { ledgerEntryId: number; closingId: number }
  financeRule: {
    id: Generated<number>
    alone: Generated<boolean>
    refundAloneUpTo: Generated<number>
    version: Generated<number>
  }
  ledgerEntry: {
    id: GeneratedAlways<number>
    orderId: number
    attemptId: number
    kind: 'capture' | 'refund' | 'payout'
    amount: number
    currency: string
    gateway: string
    gatewayReference: string
    recordedAt: Date
  }
  offlinePayment: {
    id: GeneratedAlways<number>
    eventId: number
    voucher: number
    orderId: number
    way: string
    amount: number
    currency: string
    bank: Generated<string>
    number: Generated<string>
    photoKey: string | null
    photoSha256: Buffer | null
    state: Generated<string>
    recordedBy: number
    recordedAt: Date
    heldUntil: Date
    decidedBy: number | null
    decidedAt: Date | null
    reason: Generated<string>
    alone: Generated<boolean>
    attemptId: number | null
    version: Generated<number>
  }
  paymentAttempt: {
    id: GeneratedAlways<number>
    orderId: number
    gateway: string
    reference: string
    transactionId: string | null
    portal: string | null
    returnKey: string
    returnPath: string
    amount: number
    currency: string
    state: Generated<'created' | 'registered' | 'captured' | 'failed' | 'cancelled' | 'abandoned'>
    createdAt: Date
    nextCheckAt: Date | null
    checks: Generated<number>
    lastCode: Generated<string>
    lastWords: Generated<string>
    lastFact: Generated<string>
    lastAskedAt: Date | null
    decidingSince: Date | null
  }
  paymentEvent: { id: GeneratedAlways<number>; attemptId: number; source: string; fact: unknown; notedAt: Date }
  paymentException: {
    id: GeneratedAlways<number>
    kind: 'wrong_amount' | 'wrong_order' | 'duplicate_capture' | 'late_capture_no_seat' | 'capture_on_cancelled' | 'orphan_capture' | 'unresolved_attempt' | 'refund_difference'
    orderId: number | null
    attemptId: number | null
    gateway: string
    gatewayReference: string
    note: Generated<string>
    openedAt: Date
    resolvedAt: Date | null
    resolution: Generated<string>
    version: Generated<number>
    resolvedBy: number | null
    amount: number | null
    currency: string | null
    way: string | null
  }
  payout: {
    id: GeneratedAlways<number>
    eventId: number
    orderId: number
    attemptId: number
    kind: string
    workshopId: number | null
    exceptionId: number | null
    amount: number
    currency: string
    way: string
    number: Generated<string>
    reason: string
    state: Generated<string>
    recordedBy: number
    recordedAt: Date
    decidedBy: number | null
    decidedAt: Date | null
    alone: Generated<boolean>
    version: Generated<number>
  }
  refund: {
    id: GeneratedAlways<number>
    attemptId: number
    amount: number
    state: Generated<'asked' | 'done' | 'failed' | 'unknown'>
    reason: string
    askedBy: string
    askedAt: Date
    settledAt: Date | null
    currency: Generated<string>
    confirmedAmount: number | null
    confirmedCurrency: string | null
    proposedBy: number | null
    approvedBy: number | null
    alone: Generated<boolean>
  }
  refundProposal: {
    id: GeneratedAlways<number>
    eventId: number
    attemptId: number
    exceptionId: number | null
    amount: number
    currency: string
    reason: string
    state: Generated<string>
    proposedBy: number
    proposedAt: Date
    decidedBy: number | null
    decidedAt: Date | null
    version: Generated<number>
  }
  voucherCounter: { eventId: number; last: number }
}
