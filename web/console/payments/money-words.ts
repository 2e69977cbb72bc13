/** Money in words. */
import type { OfflineState, PayoutKind } from '#contract/payments/finance-words.ts'
import type { Reply } from '#web/console/call.ts'
import { clockAt, fullDay } from '#web/platform/calendar.ts'

export type Offline = Reply<'OfflineList'>['rows'][number]
export type Payout = Reply<'RefundsList'>['payouts'][number]
export type Proposal = Reply<'RefundsList'>['proposals'][number]
export type Closing = Reply<'ClosingsList'>['rows'][number]
export type Sums = Reply<'FinanceToday'>['sums']

export { moneyWayNames as wayNames, movementNames } from '#contract/payments/finance-words.ts'

export const stateNames: Record<OfflineState, string> = {
  recorded: 'To be confirmed',
  confirmed: 'Confirmed',
  rejected: 'Not right',
  lapsed: 'Lapsed',
}
export const stateTones: Record<OfflineState, string> = {
  recorded: 'pending-payment',
  confirmed: 'paid',
  rejected: 'rejected',
  lapsed: 'rejected',
}

export const payoutNames: Record<PayoutKind, string> = {
  whole: 'All that is left; the order is cancelled',
  item: 'One seat of a cancelled workshop',
  rest: 'What came too much; the rest pays the order',
  aside: 'Money that fitted nothing',
}

export const seatsWords = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`)

/** `RS 500 too little` */
export function differenceWords(difference: number, rupees: (paisa: number) => string): string {
  return difference < 0 ? `${rupees(-difference)} too little` : `${rupees(difference)} too much`
}

/** `17 November 2026, 21:32`: paper is read on other days. */
export function paperTime(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone)
  return `${fullDay(day)}, ${time}`
}
