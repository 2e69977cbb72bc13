/** Emails to people about their orders. */
import { rupees } from '#contract/money.ts'
import { calendarFile } from '#server/platform/mail/calendar.ts'
import { letter, momentInWords, type Part, whenAndWhere, type Written } from '#server/platform/mail/letter.ts'
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
export function paidLetter(order: PaidLetter): Written {
  const { receiptNumber, lines, total } = order
  const booked = lines.filter(({ cancelledAt }) => !cancelledAt)
  const seats = booked.length === lines.length ? 'Your seats are booked.' : ''
  const received = total === 0 ? '' : `We have received your payment of ${rupees(total)}.`
  return letter({
    subject:
      booked.length === 0
        ? `We have received your payment (receipt ${receiptNumber})`
        : `Your workshops are booked (receipt ${receiptNumber})`,
    paragraphs: [[received, seats].filter(Boolean).join(' '), ...receiptParts(order)].filter((part) => part !== ''),
    ...calendarOf(booked, order),
  })
}

type ReceiptAgain = PaidLetter & { fullName: string; receiptFor: string }

/** A copy of the receipt. One that was written for another person says so. */
export function receiptAgainLetter(order: ReceiptAgain): Written {
  const { fullName, receiptNumber, receiptFor, lines } = order
  return letter({
    subject: `Your receipt ${receiptNumber}`,
    paragraphs: [
      'Here is a copy of your receipt. Nothing about your order has changed.',
      ...(receiptFor === fullName ? [] : [`The receipt was written for ${receiptFor}.`]),
      ...receiptParts(order),
    ],
    ...calendarOf(
      lines.filter(({ cancelledAt }) => !cancelledAt),
      order,
    ),
  })
}

function receiptParts({
  eventName,
  timeZone,
  paymentCode,
  receiptNumber,
  lines,
  total,
  publicUrl,
}: PaidLetter): Part[] {
  const isFree = total === 0
  const cancelled = lines.filter(({ cancelledAt }) => cancelledAt)
  return [
    ...lines.map((line) => ({
      item: line.cancelledAt ? `Cancelled: ${line.topic}` : line.topic,
      details: [...(line.cancelledAt ? [] : whenAndWhere(line, timeZone)), isFree ? 'Free' : rupees(line.price)],
    })),
    ...cancelled.map(({ topic }) => cancelledSentence(topic, isFree)),
    ...(isFree ? [] : [`Total: ${rupees(total)}`]),
    `Receipt ${receiptNumber}, payment code ${paymentCode}, ${eventName}.`,
    { link: `${publicUrl}/profile`, label: 'See my workshops' },
  ]
}

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

type Addressed = { paymentCode: string; eventName: string; timeZone: string; publicUrl: string }

type Held = Addressed & { until: Date; why: string; isMoneyHere: boolean; lines: readonly { topic: string }[] }

/** Their seats are held longer than usual: to pay, or until staff have decided about their payment. */
export function heldLetter(order: Held): Written {
  const { paymentCode, eventName, timeZone, publicUrl, until, why, isMoneyHere, lines } = order
  const moment = momentInWords(until, timeZone)
  return letter({
    subject: 'Your seats are held for you',
    paragraphs: [
      isMoneyHere
        ? `We hold your seats until ${moment}, while we look into your payment. Please do not pay again.`
        : `We hold your seats until ${moment}. Please pay before that.`,
      ...lines.map(({ topic }) => topic),
      `Reason: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type Moved = Addressed & {
  from: string
  to: Pick<Line, 'id' | 'topic' | 'startsAt' | 'durationMinutes' | 'venue'>
  why: string
  writtenAt: Date
}

/** Their seat is in another workshop now. */
export function movedLetter(order: Moved): Written {
  const { paymentCode, eventName, timeZone, publicUrl, from, to, why, writtenAt } = order
  const { topic } = to
  return letter({
    subject: `Your seat was moved to “${topic}”`,
    paragraphs: [
      `Your seat in “${from}” was moved to “${topic}”, at the same price.`,
      { item: topic, details: whenAndWhere(to, timeZone) },
      `Reason: ${why}`,
      `Your payment does not change. Your receipt keeps its number and notes the move. Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
    ...calendarOf([to], { eventName, publicUrl, writtenAt }),
  })
}

/** Staff cancelled their unpaid order. */
export function cancelledLetter(order: Addressed & { why: string; lines: readonly { topic: string }[] }): Written {
  const { paymentCode, eventName, publicUrl, why, lines } = order
  return letter({
    subject: `Your order ${paymentCode} was cancelled`,
    paragraphs: [
      'We cancelled your order. Nothing was charged, and its seats have been released.',
      ...lines.map(({ topic }) => topic),
      `Reason: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/events`, label: 'See the workshops' },
    ],
  })
}

type Given = Addressed & { why: string; topics: readonly string[] }

/** Their order was transferred to another person. */
export function givenAwayLetter({
  paymentCode,
  eventName,
  publicUrl,
  why,
  topics,
  to,
}: Given & { to: string }): Written {
  return letter({
    subject: `Your order ${paymentCode} was transferred to ${to}`,
    paragraphs: [
      `We transferred your order to ${to}, who now has its seats.`,
      ...topics,
      `Reason: ${why}`,
      `The receipt keeps its number and your name, and notes the transfer. Payment code ${paymentCode}, ${eventName}.`,
      'If you did not ask for this, reply to this email or write to us.',
      { link: `${publicUrl}/contact`, label: 'Write to us' },
    ],
  })
}

/** An order of another person was transferred to them. */
export function givenLetter(order: Given & { from: string; until: Date | undefined }): Written {
  const { paymentCode, eventName, timeZone, publicUrl, why, topics, from, until } = order
  return letter({
    subject: until ? 'Seats are held for you' : 'An order has been transferred to you',
    paragraphs: [
      `An order of ${from} at ${eventName} has been transferred to you. Its seats are now yours.`,
      ...topics,
      until
        ? `It is not paid yet. We hold the seats until ${momentInWords(until, timeZone)}. Please pay before that.`
        : 'It is paid. There is nothing to do.',
      `Reason: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}
