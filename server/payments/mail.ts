/** Emails about refunds, payouts, payments at the desk and amounts still due. */
import { moneyText } from '#contract/money.ts'
import { differenceText, type GivenBack, refundNote, type SeatsAfterRefund } from '#contract/payments/refund-texts.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { momentInWords } from '#server/platform/mail/letter.ts'

type OrderWords = { eventName: string; paymentCode: string; publicUrl: string }
type Money = { amount: number; currency: string }

const factsOf = ({ eventName, paymentCode, publicUrl }: OrderWords) => ({
  event: eventName,
  'payment code': paymentCode,
  link: { link: `${publicUrl}/profile`, label: 'See my workshops' },
})

type RefundLetter = OrderWords & {
  transactionId: string | null
  topics: string[]
  refund: GivenBack
  seats: SeatsAfterRefund
  reason: string
  timeZone: string
}

export function refundLetter({
  refund,
  seats,
  timeZone,
  transactionId,
  topics,
  reason,
  ...order
}: RefundLetter): Worded {
  const isWhole = differenceText(refund) === undefined
  return written('refund_done', {
    ...factsOf(order),
    amount: moneyText(refund.given),
    refund: refundNote({ refunds: [refund], seats, timeZone }),
    workshops: topics.join(', '),
    reason,
    difference: isWhole ? '' : 'We will write to you again about the difference.',
    transaction: transactionId ?? 'unknown',
  })
}

type PayoutLetter = OrderWords &
  Money & { way: string; number: string; reason: string; topic: string | undefined; kept: boolean }

export const payoutLetter = ({ number, way, reason, topic, kept, ...payout }: PayoutLetter): Worded =>
  written('payout_done', {
    ...factsOf(payout),
    amount: moneyText(payout),
    how: { cash: 'in cash', draft: `by draft ${number}`, transfer: `by transfer ${number}` }[way] ?? '',
    workshop: topic ? `It was for: ${topic}.` : '',
    reason,
    seats: kept ? 'Your other seats stay booked.' : 'Your order has no seats left.',
  })

type AtDesk = OrderWords & Money & { way: string; voucher: string }

/** What they handed in was recorded at the desk: the order is paid when the accounts office confirms it. */
export function recordedLetter(
  offline: AtDesk & { bank: string; number: string; heldUntil: Date; timeZone: string },
): Worded {
  const { way, voucher, bank, number, heldUntil, timeZone } = offline
  return written('offline_recorded', {
    ...factsOf(offline),
    payment: way === 'draft' ? 'your bank draft' : 'your cash payment',
    'payment in full': way === 'draft' ? `your bank draft (${bank}, ${number})` : 'your cash payment',
    amount: moneyText(offline),
    voucher,
    until: momentInWords(heldUntil, timeZone),
  })
}

/** What they handed in was not accepted: they read why, and until when they can pay. */
export const rejectedLetter = (offline: AtDesk & { reason: string; holdUntil: Date; timeZone: string }): Worded =>
  written('offline_rejected', {
    ...factsOf(offline),
    payment: offline.way === 'draft' ? 'bank draft' : 'cash payment',
    amount: moneyText(offline),
    voucher: offline.voucher,
    reason: offline.reason,
    until: momentInWords(offline.holdUntil, offline.timeZone),
  })

export const lapsedLetter = (offline: AtDesk): Worded =>
  written('offline_lapsed', {
    ...factsOf(offline),
    payment: offline.way === 'draft' ? 'The draft' : 'The cash',
    amount: moneyText(offline),
    voucher: offline.voucher,
  })

export const restLetter = (order: OrderWords & { captured: Money; rest: Money; until: string }): Worded =>
  written('rest_due', {
    ...factsOf(order),
    received: moneyText(order.captured),
    rest: moneyText(order.rest),
    until: order.until,
  })
