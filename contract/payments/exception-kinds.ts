/** Payments that need a person: of which kinds they are, and what can be done about each. Without zod: the browser has this too. */

export const exceptionKinds = [
  'wrong_amount',
  'wrong_order',
  'duplicate_capture',
  'late_capture_no_seat',
  'capture_on_cancelled',
  'orphan_capture',
  'unresolved_attempt',
  'refund_difference',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionTitles: Record<ExceptionKind, string> = {
  wrong_amount: 'Another amount came',
  wrong_order: 'Paid for another order',
  duplicate_capture: 'Paid twice',
  late_capture_no_seat: 'Money came when the seats were gone',
  capture_on_cancelled: 'Paid after it was cancelled',
  orphan_capture: 'Money we did not ask for',
  unresolved_attempt: 'The bank never said what became of it',
  refund_difference: "Refunded amount doesn't match",
}

export const exceptionStates = ['open', 'resolved'] as const

export const exceptionSorts = ['openedAt', '-openedAt', '-amount'] as const

/**
 * - refund: give back all that the bank took with this payment
 * - payout: give it back beside the bank, by two people
 * - accept: too much came; the rest is paid out, and the order is paid with what stays
 * - rest: too little came; the person is asked for the rest, and the seats are held
 * - match: it pays for the order that is named
 * - seat: the seats are free again, and the order gets them
 * - other: another workshop of the same price in place of one that is full
 * - revive: the person wants the seats after all
 * - close: it was settled elsewhere, or there is nothing to settle; the note says how
 */
export const exceptionWays = [
  'refund',
  'payout',
  'accept',
  'rest',
  'match',
  'seat',
  'other',
  'revive',
  'close',
] as const
export type ExceptionWay = (typeof exceptionWays)[number]

/** What may be chosen for each kind. Nothing was taken, or nothing of ours is known, where no refund stands. */
export const waysFor: Record<ExceptionKind, readonly ExceptionWay[]> = {
  wrong_amount: ['refund', 'accept', 'rest', 'payout', 'close'],
  wrong_order: ['match', 'refund', 'payout', 'close'],
  duplicate_capture: ['refund', 'payout', 'close'],
  late_capture_no_seat: ['seat', 'other', 'refund', 'payout', 'close'],
  capture_on_cancelled: ['revive', 'refund', 'payout', 'close'],
  orphan_capture: ['match', 'close'],
  unresolved_attempt: ['close'],
  refund_difference: ['payout', 'close'],
}

/** What the bank answered when it was asked to give the money back. */
export const refundAnswers = [
  'done',
  'differs',
  'being done',
  'unknown',
  'failed',
  'not captured',
  'another gateway',
  'paid out',
] as const

/** Why a way is shut. */
export const exceptionTexts = {
  refundElsewhere: 'This payment was made through another gateway than the one that is set up now.',
  paidAtDesk: 'This was paid at the desk. It is paid out, by two people.',
  waits: 'It waits for a second person.',
  askedBack: 'The bank was asked to give it back. Find out what became of that first.',
  asked: 'The person was asked for the rest.',
  full: 'The seats are still taken.',
  notLapsed: 'The order is not waiting for seats any more.',
  hadReceipt: 'The order was paid and given back before: it has its receipt. Please make a new order.',
} as const
