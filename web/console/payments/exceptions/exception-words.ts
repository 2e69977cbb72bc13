/** Payments that need a person, in words: the reason first, the number after. */
import type { ExceptionKind, ExceptionWay } from '#contract/payments/exception-kinds.ts'
import type { Reply } from '#web/console/call.ts'

export type ExceptionRow = Reply<'ExceptionsList'>['rows'][number]
export type Exception = Reply<'ExceptionShow'>

export { exceptionTitles as kindTitles } from '#contract/payments/exception-kinds.ts'

/** What it means, and what can be done. */
export const kindSentences: Record<ExceptionKind, string> = {
  wrong_amount:
    'The bank took another amount than we asked for. The order is not paid. Give the money back, or settle the difference with the person.',
  wrong_order: 'The bank names another order than we asked for. Give the money back, or settle it with the person.',
  duplicate_capture: 'The order was paid already. The first payment keeps the seats; this one is to be given back.',
  late_capture_no_seat: 'The hold had ended and others have the seats. Offer another workshop, or give the money back.',
  capture_on_cancelled:
    'The person had cancelled before the money came. Give it back, or ask whether they still want the seats.',
  orphan_capture: 'No order of ours has this reference. Ask the bank whose it is, and settle it there.',
  unresolved_attempt: 'We asked for seven days. Ask once more; when nothing was taken, close it with a note.',
  refund_difference:
    'The bank gave back another amount than it had taken. Settle the rest with the person, then close it.',
}

export const orderStates: Record<NonNullable<Exception['order']>['state'], string> = {
  pending: 'Held, not paid',
  paid: 'Paid',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
}

type RefundAnswer = NonNullable<Reply<'ExceptionResolve'>['refund']>

/** What is told of a refund that the bank did not simply confirm. */
export const refundSentences: Record<Exclude<RefundAnswer, 'done'>, string> = {
  differs: 'The bank gave back another amount. The rest is a new case in the list.',
  'being done': 'Somebody else is giving it back right now. Look again in a minute.',
  unknown: 'It may have been given back: the bank did not say. Ask again later; it is not sent twice.',
  failed: 'The bank refused to give it back. The case stays open.',
  'not captured': 'The bank took nothing with this payment, so that there is nothing to give back.',
  'paid out': 'Part of it was paid out beside the bank, or is about to be. Pay out what is left.',
  waits: 'It is more than one person may give back. A second person agrees to it under Refunds.',
  'another gateway': 'This payment was made through another gateway than the one that is set up.',
}

/** What can be done about it. */
export const wayNames: Record<ExceptionWay, string> = {
  refund: 'Give the money back',
  payout: 'Pay it out beside the bank',
  accept: 'Keep what is due, pay out the rest',
  rest: 'Ask for the rest',
  match: 'It pays for an order',
  seat: 'Give the seats after all',
  other: 'Give a seat in another workshop',
  revive: 'Book the order after all',
  close: 'Settled another way: close it',
}
