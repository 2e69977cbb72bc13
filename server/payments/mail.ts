/** What we write to people about money that goes back, is missing, or was not confirmed in time. */
import { moneyText } from '#contract/money.ts'
import { differenceText, type GivenBack, refundNote, type SeatsAfterRefund } from '#contract/payments/refund-texts.ts'
import { letter, type Written } from '#server/platform/mail/letter.ts'

type RefundLetter = {
  fullName: string
  eventName: string
  paymentCode: string
  transactionId: string | null
  topics: string[]
  refund: GivenBack
  seats: SeatsAfterRefund
  reason: string
  timeZone: string
  publicUrl: string
}

export function refundLetter({ refund, seats, timeZone, ...order }: RefundLetter): Written {
  const { fullName, eventName, paymentCode, transactionId, topics, reason, publicUrl } = order
  const isWhole = differenceText(refund) === undefined
  return letter({
    subject: `${moneyText(refund.given)} was given back to you (order ${paymentCode})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      refundNote({ refunds: [refund], seats, timeZone }),
      `It was for: ${topics.join(', ')}.`,
      `Reason: ${reason}`,
      `It goes to the card that you paid with. It can take some days until your bank shows it.`,
      ...(isWhole ? [] : ['We will write to you again about the difference.']),
      `Payment code ${paymentCode}, transaction ${transactionId ?? 'unknown'}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type OrderWords = { fullName: string; eventName: string; paymentCode: string; publicUrl: string }
type Money = { amount: number; currency: string }

export function payoutLetter({
  number,
  way,
  ...payout
}: OrderWords &
  Money & { way: string; number: string; reason: string; topic: string | undefined; kept: boolean }): Written {
  const { fullName, eventName, paymentCode, publicUrl, reason, topic, kept } = payout
  const how = { cash: 'in cash', draft: `by draft ${number}`, transfer: `by transfer ${number}` }[way] ?? ''
  return letter({
    subject: `${moneyText(payout)} was paid out to you (order ${paymentCode})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `${moneyText(payout)} was paid out to you ${how}.`,
      ...(topic ? [`It was for: ${topic}.`] : []),
      `Reason: ${reason}`,
      kept ? 'Your other seats stay booked.' : 'The order holds no seats any more.',
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

export function lapsedLetter(offline: OrderWords & Money & { way: string; voucher: string }): Written {
  const { fullName, eventName, paymentCode, publicUrl, way, voucher } = offline
  return letter({
    subject: `Your seats are no longer held (order ${paymentCode})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `${way === 'draft' ? 'The draft' : 'The cash'} of ${moneyText(offline)} that you handed in, voucher ${voucher}, was not confirmed in time. Your seats are free for others.`,
      'Please bring the voucher to the registration desk: it is booked again if there are seats, or given back to you.',
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

export function restLetter(order: OrderWords & { captured: Money; rest: Money; until: string }): Written {
  const { fullName, eventName, paymentCode, publicUrl, captured, rest, until } = order
  return letter({
    subject: `${moneyText(rest)} is still due (order ${paymentCode})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `We received ${moneyText(captured)} for your order. ${moneyText(rest)} is still due.`,
      `Please pay it at the registration desk, in cash or by draft. Your seats are held until ${until}.`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}
