/** The books as lines that somebody at a desk reads. */
import { moneysText, moneyText } from '#contract/money.ts'
import type { GivenBack } from '#contract/refund-texts.ts'
import type { Row } from '#server/tables.ts'

type Money = { amount: number; currency: string }

export type OpenException = Pick<
  Row<'paymentException'>,
  'openedAt' | 'kind' | 'gateway' | 'gatewayReference' | 'note'
> & { asked: Money | undefined; captured: Money | undefined; given: Money[] }

export type ListedRefund = GivenBack & { gateway: string; transactionId: string; paymentCode: string }

export function exceptionLine(exception: OpenException): string {
  const { openedAt, kind, gateway, gatewayReference, note, asked, captured, given } = exception
  const figures = asked && [
    `asked for ${moneyText(asked)}`,
    `captured ${captured ? moneyText(captured) : 'nothing'}`,
    `given back ${moneysText(given) || 'nothing'}`,
  ]
  return [openedAt.toISOString(), kind, `${gateway} ${gatewayReference}`, figures?.join(', '), inRupees(note)]
    .filter(Boolean)
    .join('  ')
}

export function refundLine({ on, given, captured, gateway, transactionId, paymentCode }: ListedRefund): string {
  const figures = `given back ${moneyText(given)} of ${moneyText(captured)}`
  return [on.toISOString(), figures, `${gateway} ${transactionId}`, `order ${paymentCode}`].join('  ')
}

/** Notes of version 0.1 count paisa and call them PKR. */
function inRupees(note: string): string {
  return note.replaceAll(/\b(\d+) PKR\b/g, (_, amount: string) =>
    moneyText({ amount: Number(amount), currency: 'PKR' }),
  )
}
