/** What we write to people whose money goes back. */
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
