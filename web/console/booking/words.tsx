/** How orders stand, in words. */
import type { CancelAnswer, PaidWay, ShownState } from '#contract/booking/order-words.ts'
import type { Reply } from '#web/console/call.ts'

export type Order = Reply<'OrderShow'>['order']
export type OrderRow = Reply<'OrdersList'>['rows'][number]
export type ReceiptRow = Reply<'ReceiptsRegister'>['rows'][number]

const states: Record<ShownState, { words: string; status: string }> = {
  held: { words: 'Held', status: 'pending-payment' },
  paying: { words: 'Held, paying now', status: 'pending-payment' },
  paid: { words: 'Paid', status: 'paid' },
  lapsed: { words: 'Lapsed', status: 'draft' },
  cancelled: { words: 'Cancelled', status: 'draft' },
}

/** Money that no rule could place comes first: somebody waits for a person. */
export function StateChip({
  order: { state, needsPerson, total },
}: {
  order: Pick<OrderRow, 'state' | 'needsPerson' | 'total'>
}) {
  const { words, status } = states[state]
  if (needsPerson)
    return (
      <span className="status-chip" data-status="rejected">
        Needs a person
      </span>
    )
  return (
    <span className="status-chip" data-status={status}>
      {state === 'paid' && total.amount === 0 ? 'Booked' : words}
    </span>
  )
}

export const wayNames: Record<PaidWay, string> = {
  card: 'Card',
  cash: 'Cash at the desk',
  draft: 'Bank draft',
  free: 'Free',
}

export const wayOptions = [
  ['', 'Any way'],
  ...(['card', 'cash', 'draft', 'free'] as const).flatMap((way) => [
    [way, wayNames[way]] as const,
    [`!${way}`, `Not: ${wayNames[way]}`] as const,
  ]),
] as const

/** `Focused Echo in Shock, and 1 more` */
export function topicsText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`
}

export const seatsText = (count: number): string => (count === 1 ? '1 seat' : `${count} seats`)

export const whyHint = 'In the audit trail, and in the letter to the person.'

export const hoursText = (hours: number): string =>
  hours < 24 ? `${hours} hour` : hours === 24 ? '1 day' : `${hours / 24} days`

/** Why an order was not cancelled. */
export const cancelSentences: Record<Exclude<CancelAnswer, 'cancelled'>, string> = {
  'Already paid': 'It was paid meanwhile, and stays as it is.',
  'Payment is being confirmed':
    'Payment is being confirmed: the bank has not said yet what became of it. Try again in a few minutes.',
  'Waits at the desk': 'Cash or a draft for it waits to be confirmed. Finance confirms or rejects that first.',
  'In review': 'Money came for it that finance looks after first.',
  'Not held': 'It holds no seat any more.',
}
