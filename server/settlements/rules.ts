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
  attempt: Pick<Row<'paymentAttempt'>, 'state' | 'lastCode' | 'lastWords'>
  order: Pick<Row<'orders'>, 'state'>
  isInReview: boolean
}

/** What the person is told. Nobody is told "failed" while the bank may still say otherwise. */
export function responseFor({ attempt, order, isInReview }: Standing): { code: string; words: string } {
  switch (attempt.state) {
    case 'captured':
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
      return { code: responseCodes.confirming, words: orderTexts.confirming }
  }
}
