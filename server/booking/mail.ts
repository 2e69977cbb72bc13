/** What we write to people about their orders. */
import { rupees } from '#contract/money.ts'
import { letter, momentInWords, type Written } from '#server/platform/mail/letter.ts'

type PaidLetter = {
  fullName: string
  eventName: string
  paymentCode: string
  receiptNumber: string
  lines: { topic: string; price: number }[]
  total: number
  publicUrl: string
}

/** The confirmation, which is the receipt too. */
export function paidLetter(order: PaidLetter): Written {
  const { fullName, eventName, paymentCode, receiptNumber, lines, total, publicUrl } = order
  const isFree = total === 0
  return letter({
    subject: `Your workshops are booked (receipt ${receiptNumber})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      isFree ? 'Your seats are booked.' : `We have received your payment of ${rupees(total)}. Your seats are booked.`,
      ...lines.map(({ topic, price }) => `${topic}: ${isFree ? 'free' : rupees(price)}`),
      ...(isFree ? [] : [`Total: ${rupees(total)}`]),
      `Receipt ${receiptNumber}, payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type ReceiptAgain = PaidLetter & { receiptFor: string }

/** The receipt once more, for whoever has lost it. One that was written for another person says so. */
export function receiptAgainLetter(order: ReceiptAgain): Written {
  const { fullName, eventName, paymentCode, receiptNumber, receiptFor, lines, total, publicUrl } = order
  const isFree = total === 0
  return letter({
    subject: `Receipt ${receiptNumber}, once more`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      'Here is the receipt of your order once more. Nothing has changed.',
      ...lines.map(({ topic, price }) => `${topic}: ${isFree ? 'free' : rupees(price)}`),
      ...(isFree ? [] : [`Total: ${rupees(total)}`]),
      `Receipt ${receiptNumber}, payment code ${paymentCode}, ${eventName}.`,
      ...(receiptFor === fullName ? [] : [`It was written for ${receiptFor}.`]),
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type Addressed = { fullName: string; paymentCode: string; eventName: string; timeZone: string; publicUrl: string }

type Held = Addressed & { until: Date; why: string; isMoneyHere: boolean; lines: readonly { topic: string }[] }

/** Their seats are held for them longer than usual: to pay, or until somebody has decided about what they paid. */
export function heldLetter(order: Held): Written {
  const { fullName, paymentCode, eventName, timeZone, publicUrl, until, why, isMoneyHere, lines } = order
  const moment = momentInWords(until, timeZone)
  return letter({
    subject: 'Your seats are held for you',
    greeting: `Dear ${fullName},`,
    paragraphs: [
      isMoneyHere
        ? `We hold your seats until ${moment}, while we look into your payment. Please do not pay again.`
        : `We hold your seats until ${moment}. Please pay before that.`,
      ...lines.map(({ topic }) => topic),
      `Why: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type Moved = Addressed & { from: string; topic: string; startsAt: Date; venue: string; why: string }

/** A seat of theirs is in another workshop now. */
export function movedLetter(order: Moved): Written {
  const { fullName, paymentCode, eventName, timeZone, publicUrl, from, topic, startsAt, venue, why } = order
  return letter({
    subject: `Your seat was moved to “${topic}”`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `Your seat in “${from}” was moved to “${topic}”, at the same price.`,
      `${topic}: ${[momentInWords(startsAt, timeZone), venue].filter(Boolean).join(', ')}.`,
      `Why: ${why}`,
      `What you paid stays as it is. A receipt keeps its number and says that the seat was moved. Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

/** The college gave their order up. */
export function cancelledLetter(order: Addressed & { why: string; lines: readonly { topic: string }[] }): Written {
  const { fullName, paymentCode, eventName, publicUrl, why, lines } = order
  return letter({
    subject: `Your order ${paymentCode} was cancelled`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      'We cancelled your order. Nothing was charged, and its seats are free for others.',
      ...lines.map(({ topic }) => topic),
      `Why: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/events`, label: 'See the workshops' },
    ],
  })
}

type Given = Addressed & { why: string; topics: readonly string[] }

/** Their order is somebody else's now. */
export function givenAwayLetter({
  fullName,
  paymentCode,
  eventName,
  publicUrl,
  why,
  topics,
  to,
}: Given & { to: string }): Written {
  return letter({
    subject: `Your order ${paymentCode} was given to ${to}`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `We gave your order to ${to}, who has its seats now. You have them no more.`,
      ...topics,
      `Why: ${why}`,
      `A receipt keeps its number and your name, and says to whom the order was given. Payment code ${paymentCode}, ${eventName}.`,
      'If you did not ask for this, please answer this letter or write to us.',
      { link: `${publicUrl}/contact`, label: 'Write to us' },
    ],
  })
}

/** They have an order that was somebody else's. */
export function givenLetter(order: Given & { from: string; until: Date | undefined }): Written {
  const { fullName, paymentCode, eventName, timeZone, publicUrl, why, topics, from, until } = order
  return letter({
    subject: until ? 'Seats are held for you' : 'You have a seat: an order was given to you',
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `${from} gave you an order at ${eventName}. Its seats are yours now.`,
      ...topics,
      until
        ? `It is not paid yet: we hold the seats until ${momentInWords(until, timeZone)}. Please pay before that.`
        : 'It is paid. You need not do anything.',
      `Why: ${why}`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}
