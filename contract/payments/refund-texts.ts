/** What is said of money that was given back: in a letter, in the list of one's orders, on a receipt and by finalizePayment. */
import { moneyText } from '#contract/money.ts'

type Money = { amount: number; currency: string }

/** One payment that was given back: what the bank confirmed, against what it had taken. */
export type GivenBack = { given: Money; captured: Money; on: Date }

export const seatsAfterRefund = {
  /** Another payment paid the order. */
  booked: 'your seats stay booked',
  held: 'your seats are still held, and you can pay again',
  'given back': 'your seats were given back',
  none: 'no seats were booked',
} as const
export type SeatsAfterRefund = keyof typeof seatsAfterRefund

/** What became of the seats of an order whose money, or some of it, went back. */
export function seatsAfter(order: { state: string; paidAt: Date | null; isDue: boolean }): SeatsAfterRefund {
  if (order.state === 'paid') return 'booked'
  if (order.state === 'pending' && !order.isDue) return 'held'
  return order.paidAt ? 'given back' : 'none'
}

type Note = { refunds: readonly GivenBack[]; seats: SeatsAfterRefund; timeZone: string }

/** `Refunded RS 1,050 on 17 November 2026; your seats were given back.` */
export function refundNote({ refunds, seats, timeZone }: Note): string {
  const moneys = refunds.map(({ given, on }) => `${moneyText(given)} on ${longDay(on, timeZone)}`)
  const rest = refunds.flatMap((refund) => differenceText(refund) ?? [])
  return [`Refunded ${moneys.join(' and ')}; ${seatsAfterRefund[seats]}.`, ...rest].join(' ')
}

/** What is left to do when the bank gave back another amount than it had taken; undefined when nothing is. */
export function differenceText({ given, captured }: Pick<GivenBack, 'given' | 'captured'>): string | undefined {
  if (given.amount === captured.amount && given.currency === captured.currency) return undefined
  const took = `The bank had taken ${moneyText(captured)}`
  if (given.currency !== captured.currency || given.amount > captured.amount)
    return `${took}; the accounts office looks at the difference.`
  const rest = moneyText({ amount: captured.amount - given.amount, currency: captured.currency })
  return `${took}; the accounts office looks after the remaining ${rest}.`
}

/** `17 November 2026` */
function longDay(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(time)
}
