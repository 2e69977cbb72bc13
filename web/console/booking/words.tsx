/** How orders stand, in words. */
import { type CancelAnswer, orderStateNames, paidWayNames, type ShownState } from '#contract/booking/order-words.ts'
import type { Reply } from '#web/console/call.ts'

export type Order = Reply<'OrderShow'>['order']
export type OrderRow = Reply<'OrdersList'>['rows'][number]
export type ReceiptRow = Reply<'ReceiptsRegister'>['rows'][number]

const stateTones: Record<ShownState, string> = {
  held: 'pending-payment',
  paying: 'pending-payment',
  paid: 'paid',
  lapsed: 'draft',
  cancelled: 'draft',
}

/** Money that no rule could place comes first: somebody waits for a person. */
export function StateChip({
  order: { state, needsPerson, total },
}: {
  order: Pick<OrderRow, 'state' | 'needsPerson' | 'total'>
}) {
  if (needsPerson)
    return (
      <span className="status-chip" data-status="rejected">
        Needs a person
      </span>
    )
  return (
    <span className="status-chip" data-status={stateTones[state]}>
      {state === 'paid' && total.amount === 0 ? 'Booked' : orderStateNames[state]}
    </span>
  )
}

export { paidWayNames as wayNames } from '#contract/booking/order-words.ts'

export const wayOptions = [
  ['', 'Any way'],
  ...(['card', 'cash', 'draft', 'free'] as const).flatMap((way) => [
    [way, paidWayNames[way]] as const,
    [`!${way}`, `Not: ${paidWayNames[way]}`] as const,
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
