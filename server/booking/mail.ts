/** Emails to people about their orders. */
import { rupees } from '#contract/money.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { calendarFile } from '#server/platform/mail/calendar.ts'
import { momentInWords, type Part, whenAndWhere } from '#server/platform/mail/letter.ts'
import type { Line } from './rules.ts'

type PaidLetter = {
  eventName: string
  timeZone: string
  paymentCode: string
  receiptNumber: string
  lines: readonly Line[]
  total: number
  publicUrl: string
  writtenAt: Date
}

/** The confirmation, which is the receipt too. */
export function paidLetter(order: PaidLetter): Worded {
  const { lines, total } = order
  const booked = lines.filter(({ cancelledAt }) => !cancelledAt)
  const facts = {
    ...receiptFacts(order),
    'payment received': total === 0 ? '' : `We have received your payment of ${rupees(total)}.`,
    'seats booked': booked.length === lines.length ? 'Your seats are booked.' : '',
  }
  return written(paidKind(lines), facts, calendarOf(booked, order))
}

/** An order whose workshops were all cancelled while its payment was under way books nothing. */
export const paidKind = (lines: readonly Pick<Line, 'cancelledAt'>[]) =>
  lines.every(({ cancelledAt }) => cancelledAt) ? 'order_paid_without_seats' : 'order_paid'

type ReceiptAgain = PaidLetter & { fullName: string; receiptFor: string }

/** A copy of the receipt. One that was written for another person says so. */
export function receiptAgainLetter(order: ReceiptAgain): Worded {
  const { fullName, receiptFor, lines } = order
  return written(
    'receipt_again',
    {
      ...receiptFacts(order),
      'written for': receiptFor === fullName ? '' : `The receipt was written for ${receiptFor}.`,
    },
    calendarOf(
      lines.filter(({ cancelledAt }) => !cancelledAt),
      order,
    ),
  )
}

function receiptFacts({ timeZone, receiptNumber, lines, total, ...order }: PaidLetter) {
  const isFree = total === 0
  const cancelled = lines.filter(({ cancelledAt }) => cancelledAt)
  const parts: Part[] = [
    ...lines.map((line) => ({
      item: line.cancelledAt ? `Cancelled: ${line.topic}` : line.topic,
      details: [...(line.cancelledAt ? [] : whenAndWhere(line, timeZone)), isFree ? 'Free' : rupees(line.price)],
    })),
    ...cancelled.map(({ topic }) => cancelledSentence(topic, isFree)),
    ...(isFree ? [] : [`Total: ${rupees(total)}`]),
  ]
  return { ...factsOf(order), 'receipt number': receiptNumber, 'receipt lines': parts }
}

type OrderWords = { eventName: string; paymentCode: string; publicUrl: string }

const factsOf = ({ eventName, paymentCode, publicUrl }: OrderWords) => ({
  event: eventName,
  'payment code': paymentCode,
  link: { link: `${publicUrl}/profile`, label: 'See my workshops' },
})

/** For somebody whose seat is paid. Nothing is refunded until finance does it. */
export const cancelledSentence = (topic: string, isFree: boolean): string =>
  `“${topic}” has been cancelled.${isFree ? '' : ' The accounts office will write to you about your payment for it.'}`

type Calendar = Pick<PaidLetter, 'eventName' | 'publicUrl' | 'writtenAt'>

/** Nothing for an email about no workshop. */
function calendarOf(
  workshops: readonly Pick<Line, 'id' | 'topic' | 'startsAt' | 'durationMinutes' | 'venue'>[],
  { eventName: note, publicUrl, writtenAt }: Calendar,
): { calendar?: string } {
  if (workshops.length === 0) return {}
  const entries = workshops.map((each) => ({ ...each, name: `workshop-${each.id}`, title: each.topic, note }))
  return { calendar: calendarFile(entries, { publicUrl, writtenAt }) }
}

type Addressed = OrderWords & { timeZone: string }
type Named = readonly { topic: string }[]
const topicsOf = (lines: Named) => lines.map(({ topic }) => topic)

type Held = Addressed & { until: Date; why: string; isMoneyHere: boolean; lines: Named }

/** Their seats are held longer than usual: to pay, or until staff have decided about their payment. */
export function heldLetter(order: Held): Worded {
  const { timeZone, until, why, isMoneyHere, lines } = order
  const moment = momentInWords(until, timeZone)
  return written('order_held', {
    ...factsOf(order),
    'held until': isMoneyHere
      ? `We hold your seats until ${moment}, while we look into your payment. Please do not pay again.`
      : `We hold your seats until ${moment}. Please pay before that.`,
    workshops: topicsOf(lines),
    reason: why,
  })
}

type Moved = Addressed & {
  from: string
  to: Pick<Line, 'id' | 'topic' | 'startsAt' | 'durationMinutes' | 'venue'>
  why: string
  writtenAt: Date
}

/** Their seat is in another workshop now. */
export function movedLetter(order: Moved): Worded {
  const { eventName, timeZone, publicUrl, from, to, why, writtenAt } = order
  const facts = {
    ...factsOf(order),
    'old workshop': from,
    'new workshop': to.topic,
    'when and where': { item: to.topic, details: whenAndWhere(to, timeZone) },
    reason: why,
  }
  return written('seat_moved', facts, calendarOf([to], { eventName, publicUrl, writtenAt }))
}

/** Staff cancelled their unpaid order. */
export const cancelledLetter = (order: Addressed & { why: string; lines: Named }): Worded =>
  written('order_cancelled', {
    ...factsOf(order),
    workshops: topicsOf(order.lines),
    reason: order.why,
    link: { link: `${order.publicUrl}/events`, label: 'See the workshops' },
  })

type Given = Addressed & { why: string; topics: readonly string[] }

/** Their order was transferred to another person. */
export const givenAwayLetter = (order: Given & { to: string }): Worded =>
  written('order_given_away', {
    ...factsOf(order),
    to: order.to,
    workshops: order.topics,
    reason: order.why,
    link: { link: `${order.publicUrl}/contact`, label: 'Write to us' },
  })

/** An order of another person was transferred to them. */
export function givenLetter(order: Given & { from: string; until: Date | undefined }): Worded {
  const { timeZone, why, topics, from, until } = order
  const facts = { ...factsOf(order), from, workshops: topics, reason: why }
  return until
    ? written('unpaid_order_given', { ...facts, until: momentInWords(until, timeZone) })
    : written('order_given', facts)
}
