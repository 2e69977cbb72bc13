/** What we write to people about their orders. */
import { rupees } from '#contract/money.ts'
import { letter, type Written } from '#server/platform/mail/letter.ts'

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
