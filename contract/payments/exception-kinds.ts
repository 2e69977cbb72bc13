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

export const exceptionStates = ['open', 'resolved'] as const

export const exceptionSorts = ['openedAt', '-openedAt', '-amount'] as const

/**
 * - refund: give back all that the bank took with this payment
 * - close: it was settled elsewhere, or there is nothing to settle; the note says how
 */
export const exceptionWays = ['refund', 'close'] as const
export type ExceptionWay = (typeof exceptionWays)[number]

/** What may be chosen for each kind. Nothing was taken, or nothing of ours is known, where no refund stands. */
export const waysFor: Record<ExceptionKind, readonly ExceptionWay[]> = {
  wrong_amount: ['refund', 'close'],
  wrong_order: ['refund', 'close'],
  duplicate_capture: ['refund', 'close'],
  late_capture_no_seat: ['refund', 'close'],
  capture_on_cancelled: ['refund', 'close'],
  orphan_capture: ['close'],
  unresolved_attempt: ['close'],
  refund_difference: ['close'],
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
] as const

/** Why a way is shut. */
export const exceptionTexts = {
  refundByCommand:
    'On this server money is given back with the command npm run payments, until the console can ask you to confirm that it is you.',
  refundElsewhere: 'This payment was made through another gateway than the one that is set up now.',
} as const
