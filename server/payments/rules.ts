import { orderTexts, responseCodes } from '#contract/booking/texts.ts'
import { minute } from '#contract/durations.ts'
import { moneysText, moneyText } from '#contract/money.ts'
import { pageAt, type PagePath } from '#contract/pages.ts'
import type { MoneyWay } from '#contract/payments/finance-words.ts'
import type { GivenBack } from '#contract/payments/refund-texts.ts'
import type { Row } from '#server/database/tables.ts'

export const comingBack: PagePath = '/payment-processing'

/** The page of ours that an address names, or undefined when it is anything else: nobody is sent to a stranger after paying. */
export function ownPage(address: string, ours: { publicUrl: string; host: string | undefined }): string | undefined {
  if (!URL.canParse(address, ours.publicUrl)) return undefined
  const { protocol, host, pathname } = new URL(address, ours.publicUrl)
  const isOurs = host === new URL(ours.publicUrl).host || (ours.host !== undefined && host === ours.host)
  return isOurs && pageAt(pathname) && /^https?:$/.test(protocol) ? pathname : undefined
}

/** A gateway takes at most 16 letters and digits, and none twice: the code of the order and the number of the attempt. */
export function referenceOf(paymentCode: string, attempt: number): string {
  return `${paymentCode}${attempt.toString(36).toUpperCase().padStart(3, '0')}`
}

type Money = { amount: number; currency: string }
type AttemptState = Row<'paymentAttempt'>['state']

/** The gateway's own limit: what is neither finalized nor reversed by then must be reversed. */
export const gatewayMinutes = 40

/** While the gateway cannot be asked, seats are kept this much longer; then others may have them, and we go on asking. */
export const extraHoldMinutes = 120

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
  /** Workshops of the order that do not take place, and whether others of it do. */
  cancelled: { topics: readonly string[]; areAll: boolean }
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
        ? { code: responseCodes.success, words: paidWords(standing) }
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

/** A workshop may have been cancelled while the person was at the bank. */
function paidWords({ cancelled: { topics, areAll } }: Standing): string {
  if (topics.length === 0) return orderTexts.paid
  const names = topics.map((topic) => `“${topic}”`).join(', ')
  const gone = `${names} ${topics.length === 1 ? 'has' : 'have'} been cancelled: the accounts office will write to you about your payment.`
  return `${orderTexts.received} ${gone}${areAll ? '' : ` ${orderTexts.othersBooked}`}`
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

export type OpenException = Pick<
  Row<'paymentException'>,
  'openedAt' | 'kind' | 'gateway' | 'gatewayReference' | 'note'
> & { asked: Money | undefined; captured: Money | undefined; given: Money[] }

export type ListedRefund = GivenBack & { gateway: string; transactionId: string; paymentCode: string }

export function exceptionLine(exception: OpenException): string {
  const { openedAt, kind, gateway, gatewayReference, note, asked, captured, given } = exception
  const figures = asked && [
    `asked for ${moneyText(asked)}`,
    `captured ${captured ? moneyText(captured) : 'nothing'}`,
    `given back ${moneysText(given) || 'nothing'}`,
  ]
  return [openedAt.toISOString(), kind, `${gateway} ${gatewayReference}`, figures?.join(', '), inRupees(note)]
    .filter(Boolean)
    .join('  ')
}

export function refundLine({ on, given, captured, gateway, transactionId, paymentCode }: ListedRefund): string {
  const figures = `given back ${moneyText(given)} of ${moneyText(captured)}`
  return [on.toISOString(), figures, `${gateway} ${transactionId}`, `order ${paymentCode}`].join('  ')
}

/** Notes of version 0.1 count paisa and call them PKR. */
export function inRupees(note: string): string {
  return note.replaceAll(/\b(\d+) PKR\b/g, (_, amount: string) =>
    moneyText({ amount: Number(amount), currency: 'PKR' }),
  )
}

/** Why money went back, as the person reads it in the letter: what staff note is for colleagues. */
export const refundReasons: Partial<Record<Row<'paymentException'>['kind'], string>> = {
  wrong_amount: 'The bank took another amount than we had asked for.',
  wrong_order: 'The bank named another order than the one you paid.',
  duplicate_capture: 'The order was paid already.',
  late_capture_no_seat: 'The money came after the seats had gone to somebody else.',
  capture_on_cancelled: 'The order had been cancelled before the money came.',
}

const day = 24 * 60

/** Somebody may be paying right now: a little under a minute, so that the schedule, which comes every minute, does not just miss it. */
const whileOpen = 50_000

/** Minutes since the gateway's limit, and how long to wait from there: 1, 2, 5, 10, 30 minutes, 2 hours, 6 hours, then daily. */
const waits = [
  { before: 1, wait: 1 },
  { before: 3, wait: 2 },
  { before: 8, wait: 5 },
  { before: 18, wait: 10 },
  { before: 48, wait: 30 },
  { before: 168, wait: 120 },
  { before: 528, wait: 360 },
  { before: Number.POSITIVE_INFINITY, wait: day },
]
const lastAge = 7 * day

type Limits = { limit: number; extraHold: number; now: Date }

/**
 * When to ask again about a payment of this age in minutes, or undefined when it is time for a person to. `limit` is the gateway's own, and
 * until `extraHold` minutes after it the payment keeps seats from others: its end is not slept through.
 */
export function nextCheck(age: number, { limit, extraHold, now }: Limits): Date | undefined {
  if (age < limit) return new Date(now.getTime() + whileOpen)
  if (age >= lastAge) return undefined
  const wait = waits.find(({ before }) => age - limit < before)?.wait ?? day
  const rest = limit + extraHold - age
  return new Date(now.getTime() + (rest > 0 ? Math.min(wait, rest) : wait) * minute)
}

/** How a voucher is called on paper, and in the ledger. */
export function voucherName({ eventId, voucher }: { eventId: number; voucher: number }): string {
  return `V${eventId}-${String(voucher).padStart(6, '0')}`
}

/** How the money came or went, by the name of the gateway that the ledger has. */
export function wayOf(gateway: string): MoneyWay {
  return gateway === 'cash' || gateway === 'draft' || gateway === 'transfer' || gateway === 'matched' ? gateway : 'card'
}
