// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type PaymentsTables = {
  ledgerEntry: {
    id: GeneratedAlways<number>
    orderId: number
    attemptId: number
    kind: 'capture' | 'refund'
    amount: number
    currency: string
    gateway: string
    gatewayReference: string
    recordedAt: Date
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
  }
}
