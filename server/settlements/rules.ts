import { moneyText } from '#contract/money.ts'
import { orderTexts, responseCodes } from '#contract/order-texts.ts'
import type { Row } from '#server/tables.ts'

type Money = { amount: number; currency: string }
type AttemptState = Row<'paymentAttempt'>['state']

/** The gateway's own limit: what is neither finalized nor reversed by then must be reversed. */
export const gatewayMinutes = 40

/** While the gateway cannot be asked, seats are kept this much longer; then others may have them, and we go on asking. */
export const graceMinutes = 120

const minute = 60_000

export function isOpen(state: AttemptState): boolean {
  return state === 'created' || state === 'registered'
}

export function ageInMinutes(attempt: { createdAt: Date }, now: Date): number {
  return (now.getTime() - attempt.createdAt.getTime()) / minute
}

/** What was captured against what was asked for. */
export function mismatch(
  asked: Money & { reference: string },
  captured: { money: Money; reference?: string },
): { kind: 'wrong_amount' | 'wrong_order'; note: string } | undefined {
  if (captured.reference !== undefined && captured.reference !== asked.reference)
    return { kind: 'wrong_order', note: `The gateway says ${captured.reference}, we asked for ${asked.reference}.` }
  const { amount, currency } = captured.money
  if (amount !== asked.amount || currency !== asked.currency)
    return {
      kind: 'wrong_amount',
      note: `${moneyText(captured.money)} was captured, ${moneyText(asked)} was asked for.`,
    }
  return undefined
}

export type Standing = {
  attempt: Pick<
    Row<'paymentAttempt'>,
    'state' | 'lastCode' | 'lastWords' | 'lastFact' | 'decidingSince' | 'nextCheckAt' | 'createdAt'
  >
  order: Pick<Row<'orders'>, 'state'> & { timeZone: string }
  isInReview: boolean
  /** What is said of the money, when it went back. */
  refundNote: string | undefined
}
type Response = { code: string; words: string }

/** What the person is told. Nobody is told "failed" while the bank may still say otherwise. */
export function responseFor(standing: Standing): Response {
  const { attempt, order, isInReview, refundNote } = standing
  switch (attempt.state) {
    case 'captured':
      if (refundNote) return { code: responseCodes.refunded, words: refundNote }
      return order.state === 'paid' && !isInReview
        ? { code: responseCodes.success, words: orderTexts.paid }
        : { code: responseCodes.review, words: orderTexts.underReview }
    case 'failed':
      return { code: attempt.lastCode || 'failed', words: attempt.lastWords || orderTexts.registrationFailed }
    case 'cancelled':
      return order.state === 'pending'
        ? { code: responseCodes.cancelled, words: orderTexts.cancelled }
        : { code: responseCodes.lapsed, words: orderTexts.holdEnded }
    default:
      return isUnpaid(attempt) ? unpaid(order) : { code: responseCodes.confirming, words: waitingWords(standing) }
  }
}

/** The bank knows of no payment, and did not say that it is still deciding: somebody opened its page, and no more. */
function isUnpaid({ lastFact, decidingSince }: Standing['attempt']): boolean {
  return (lastFact === 'pending' && decidingSince === null) || lastFact === 'none'
}

function unpaid(order: Standing['order']): Response {
  return order.state === 'pending'
    ? { code: responseCodes.notPaid, words: orderTexts.notPaid }
    : { code: responseCodes.lapsed, words: orderTexts.holdEnded }
}

/** Since when the bank is asked, and when it is asked again. */
function waitingWords({ attempt, order }: Standing): string {
  const { decidingSince, createdAt, nextCheckAt } = attempt
  const since = `We have been asking the bank since ${clockText(decidingSince ?? createdAt, order.timeZone)}`
  const asked = nextCheckAt ? `${since} and ask again at ${clockText(nextCheckAt, order.timeZone)}.` : `${since}.`
  return decidingSince
    ? `${orderTexts.confirming} ${asked}`
    : `${orderTexts.bankSilent} ${asked} ${orderTexts.writeWhenKnown}`
}

/** `14:05 on 17 November`, by the clocks where the event is held. */
function clockText(time: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(time)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' }).format(time)
  return `${clock} on ${day}`
}
