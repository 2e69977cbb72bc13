/**
 * Every kind of email, with the columns of `mail` that say what one is about. An email cannot be posted without the keys of its kind, and
 * those with keys cannot be posted twice: see the index `mail_once`.
 */
import type { Row } from '#server/database/tables.ts'

export const letterKeys = [
  'orderId',
  'refundId',
  'payoutId',
  'offlinePaymentId',
  'exceptionId',
  'seatMoveId',
  'orderGivenId',
  'workshopId',
  'abstractId',
  'decisionId',
  'reviewerId',
  'assignmentId',
  'runId',
  'number',
  'day',
] as const satisfies (keyof Row<'mail'>)[]
export type LetterKey = (typeof letterKeys)[number]

/** Required keys first; the second list holds those that tell several of one kind apart and may be null. */
const about = <const Keys extends LetterKey[], const Also extends LetterKey[] = []>(keys: Keys, also?: Also) => ({
  keys,
  also: also ?? ([] as unknown as Also),
})
const none = about([])
const decision = about(['abstractId', 'decisionId'])
const workshop = about(['orderId', 'workshopId', 'number'])
const given = about(['orderId', 'orderGivenId'])
const offline = about(['orderId', 'offlinePaymentId'])

export const letterKinds = {
  // Accounts
  sign_up_pin: none,
  password_pin: none,
  password_changed: none,
  password_replaced: none,
  new_email_pin: none,
  new_email_pin_by_staff: none,
  email_left: none,
  email_taken: none,
  email_restored: none,
  accounts_merged: none,
  accounts_separated: none,
  closure_asked: none,
  account_kept: none,
  account_erased: none,
  // Orders
  order_paid: about(['orderId']),
  order_paid_without_seats: about(['orderId']),
  receipt_again: about(['orderId', 'number']),
  order_held: about(['orderId', 'number']),
  order_cancelled: about(['orderId']),
  seat_moved: about(['orderId', 'seatMoveId']),
  order_given_away: given,
  order_given: given,
  unpaid_order_given: given,
  workshop_cancelled: workshop,
  workshop_reinstated: workshop,
  workshop_moved: workshop,
  // Money
  refund_done: about(['orderId', 'refundId']),
  payout_done: about(['orderId', 'payoutId']),
  rest_due: about(['orderId', 'exceptionId']),
  offline_recorded: offline,
  offline_rejected: offline,
  offline_lapsed: offline,
  // Abstracts
  abstract_submitted: about(['abstractId']),
  abstracts_close_moved: none,
  extension_given: none,
  extension_ended: none,
  blind_file_asked: about(['abstractId', 'number']),
  abstract_joined: decision,
  decision_accepted: decision,
  decision_rejected: decision,
  decision_waiting: decision,
  decision_revise: decision,
  decision_merged: decision,
  decision_duplicate: decision,
  decision_reset: decision,
  // Reviewers
  reviewer_invited: none,
  review_assigned: about(['reviewerId'], ['runId', 'number']),
  review_reminder: about(['reviewerId', 'day'], ['number']),
  review_sent_back: about(['reviewerId', 'assignmentId'], ['number']),
  // Team
  team_invitation: none,
  role_given: none,
  role_taken: none,
  money_role_given: none,
  factor_pin: none,
  factor_changed: none,
  erasure_held: none,
  audit_seal: none,
  mail_test: none,
  // To many. Its words are the mailing's.
  mailing_test: none,
} as const

export type LetterKind = keyof typeof letterKinds
type Kinds = typeof letterKinds
type Value<Key extends LetterKey> = NonNullable<Row<'mail'>[Key]>

/** What an email of each kind is about: `{ kind: 'refund_done', orderId, refundId }`. */
export type About = {
  [Kind in LetterKind]: { kind: Kind } & { [Key in Kinds[Kind]['keys'][number]]: Value<Key> } & {
    [Key in Kinds[Kind]['also'][number]]?: Value<Key> | null
  }
}[LetterKind]

/** As columns. A key that the kind does not have is null. */
export function keysOf(about: About): Pick<Row<'mail'>, LetterKey> {
  const given = about as Partial<Record<LetterKey, number | string | null>>
  return Object.fromEntries(letterKeys.map((key) => [key, given[key] ?? null])) as Pick<Row<'mail'>, LetterKey>
}
