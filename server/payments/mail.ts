/** Emails about refunds, payouts, payments at the desk and amounts still due. */
import { moneyText } from '#contract/money.ts'
import { differenceText, type GivenBack, refundNote, type SeatsAfterRefund } from '#contract/payments/refund-texts.ts'
import { letter, momentInWords, type Written } from '#server/platform/mail/letter.ts'

type RefundLetter = {
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
  const { eventName, paymentCode, transactionId, topics, reason, publicUrl } = order
  const isWhole = differenceText(refund) === undefined
  return letter({
    subject: `${moneyText(refund.given)} refunded to you (order ${paymentCode})`,
    paragraphs: [
      refundNote({ refunds: [refund], seats, timeZone }),
      `It was for: ${topics.join(', ')}.`,
      `Reason: ${reason}`,
      'It goes to the card that you paid with. Your bank can take some days to show it.',
      ...(isWhole ? [] : ['We will write to you again about the difference.']),
      `Payment code ${paymentCode}, transaction ${transactionId ?? 'unknown'}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type OrderWords = { eventName: string; paymentCode: string; publicUrl: string }
type Money = { amount: number; currency: string }

export function payoutLetter({
  number,
  way,
  ...payout
}: OrderWords &
  Money & { way: string; number: string; reason: string; topic: string | undefined; kept: boolean }): Written {
  const { eventName, paymentCode, publicUrl, reason, topic, kept } = payout
  const how = { cash: 'in cash', draft: `by draft ${number}`, transfer: `by transfer ${number}` }[way] ?? ''
  return letter({
    subject: `${moneyText(payout)} was paid out to you (order ${paymentCode})`,
    paragraphs: [
      `${moneyText(payout)} was paid out to you ${how}.`,
      ...(topic ? [`It was for: ${topic}.`] : []),
      `Reason: ${reason}`,
      kept ? 'Your other seats stay booked.' : 'Your order has no seats left.',
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

type AtDesk = OrderWords & Money & { way: string; voucher: string }

/** What they handed in was recorded at the desk: the order is paid when the accounts office confirms it. */
export function recordedLetter(
  offline: AtDesk & { bank: string; number: string; heldUntil: Date; timeZone: string },
): Written {
  const { eventName, paymentCode, publicUrl, way, voucher, bank, number, heldUntil, timeZone } = offline
  const handedIn = way === 'draft' ? `your bank draft (${bank}, ${number})` : 'your cash payment'
  return letter({
    subject: `We received ${way === 'draft' ? 'your bank draft' : 'your cash payment'} (voucher ${voucher})`,
    paragraphs: [
      `We received ${handedIn} of ${moneyText(offline)} at the registration desk. The voucher is ${voucher}.`,
      'The accounts office confirms it next, and we will email your receipt. Please do not pay again.',
      `Your seats are held until ${momentInWords(heldUntil, timeZone)}.`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

/** What they handed in was not accepted: they read why, and until when they can pay. */
export function rejectedLetter(offline: AtDesk & { reason: string; holdUntil: Date; timeZone: string }): Written {
  const { eventName, paymentCode, publicUrl, way, voucher, reason, holdUntil, timeZone } = offline
  const what = way === 'draft' ? 'bank draft' : 'cash payment'
  return letter({
    subject: `Your ${what} was not accepted (voucher ${voucher})`,
    paragraphs: [
      `Your ${what} of ${moneyText(offline)}, voucher ${voucher}, was not accepted.`,
      `Reason: ${reason}`,
      `Your order is not paid. Your seats are held until ${momentInWords(holdUntil, timeZone)}. Please pay before that, by card or at the registration desk.`,
      'If you handed in money, bring the voucher to the registration desk.',
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

export function lapsedLetter(offline: AtDesk): Written {
  const { eventName, paymentCode, publicUrl, way, voucher } = offline
  return letter({
    subject: `Your seats are no longer held (order ${paymentCode})`,
    paragraphs: [
      `${way === 'draft' ? 'The draft' : 'The cash'} of ${moneyText(offline)} that you handed in, voucher ${voucher}, was not confirmed in time. Your seats have been released.`,
      'Bring the voucher to the registration desk: your seats are booked again if there are any left, or your money is returned.',
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}

export function restLetter(order: OrderWords & { captured: Money; rest: Money; until: string }): Written {
  const { eventName, paymentCode, publicUrl, captured, rest, until } = order
  return letter({
    subject: `${moneyText(rest)} is still due (order ${paymentCode})`,
    paragraphs: [
      `We received ${moneyText(captured)} for your order. ${moneyText(rest)} is still due.`,
      `Please pay it at the registration desk, in cash or by draft. Your seats are held until ${until}.`,
      `Payment code ${paymentCode}, ${eventName}.`,
      { link: `${publicUrl}/profile`, label: 'See my workshops' },
    ],
  })
}
