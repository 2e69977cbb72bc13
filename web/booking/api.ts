import type { CancelOrder, CheckOut } from '#contract/booking/orders.ts'
import { orderTexts } from '#contract/booking/texts.ts'
/** What CheckOut says, and what follows for the person and the cart. */
import { minute } from '#contract/durations.ts'
import { busyWord, rowOf, type AnswerTo } from '#web/platform/call.ts'
import type { CartItem } from './slice.ts'

export type Verdict =
  /** `total` is in rupees, as the server counts. */
  | { kind: 'order'; paymentCode: string; isPaid: boolean; total: number | undefined; holdUntil: string | undefined }
  /** These stand in the way. Those that are `gone` can never be checked out from this cart. */
  | { kind: 'obstacles'; sentence: string; full: number[]; gone: number[] }
  | { kind: 'no'; sentence: string }

type Row = Extract<AnswerTo<typeof CheckOut>, { kind: 'reply' }>['reply']['Table'][number]

const reasons = {
  'Already added': 'You have already ordered: ',
  'Already purchased': 'You have already purchased: ',
  'Already begun': 'Already begun: ',
  'Not part of this event': 'No longer offered: ',
} as const

type Slot = { id: number; topic: string; startsAt: string; durationMinutes: number; isMine: boolean }

const startOf = ({ startsAt }: Slot): number => Date.parse(startsAt)
const endOf = (slot: Slot): number => startOf(slot) + slot.durationMinutes * minute

/** What else of the cart, or of what the person has ordered, takes place at the same time. One that begins when the other ends does not. */
export function clashesOf(id: number, offers: readonly Slot[], cart: readonly { WorkshopID: number }[]): string[] {
  const slot = offers.find((offer) => offer.id === id)
  if (!slot) return []
  const isWanted = (offer: Slot) => offer.isMine || cart.some(({ WorkshopID }) => WorkshopID === offer.id)
  return offers
    .filter((offer) => offer.id !== id && isWanted(offer))
    .filter((offer) => startOf(offer) < endOf(slot) && startOf(slot) < endOf(offer))
    .map(({ topic }) => topic)
}

/** `items` names what the server does not: a workshop of another event is only a number to it. */
export function readCheckOut(answer: AnswerTo<typeof CheckOut>, items: readonly CartItem[] = []): Verdict {
  if (answer.kind !== 'reply') return { kind: 'no', sentence: busyWord(answer) ?? orderTexts.checkOutFailed }
  const told = Array.isArray(answer.reply?.Table) ? answer.reply.Table : []
  const rows = told.map((row) => ({ ...row, Description: topicInCart(row, items) ?? row.Description }))
  const order = rows.find(({ Status }) => Status === 'True')
  const full = rows.filter(({ Status }) => Status === 'Seats not available')
  const gone = rows.filter(({ Status }) => Status in reasons)
  if (full.length + gone.length > 0) {
    const sentence = [full.length > 0 ? orderTexts.noSeatsFor + topicsOf(full) : '', wordsFor(gone)]
    return { kind: 'obstacles', sentence: sentence.filter(Boolean).join(' '), full: idsOf(full), gone: idsOf(gone) }
  }
  if (!order) return { kind: 'no', sentence: orderTexts.oddCheckOut }
  const paymentCode = order['Payment Code'] ?? ''
  if (!paymentCode) return { kind: 'no', sentence: orderTexts.noPaymentCode }
  return { kind: 'order', paymentCode, isPaid: order.IsPaid === true, total: order.Total, holdUntil: order.HoldUntil }
}

function topicInCart({ Status, WorkshopID }: Row, items: readonly CartItem[]): string | undefined {
  return Status === 'Not part of this event' ? items.find((item) => item.WorkshopID === WorkshopID)?.Topic : undefined
}

function wordsFor(gone: Row[]): string {
  return Object.entries(reasons)
    .map(([status, words]) => ({ words, its: gone.filter(({ Status }) => Status === status) }))
    .filter(({ its }) => its.length > 0)
    .map(({ words, its }) => `${words}${topicsOf(its)}.`)
    .join(' ')
}

const topicsOf = (rows: Row[]): string => rows.map(({ Description }) => Description ?? '').join(', ')
const idsOf = (rows: Row[]): number[] => rows.flatMap(({ WorkshopID }) => WorkshopID ?? [])

/** The cart showed another sum than the order has. */
export const priceChanged = (now: string, seen: string): string =>
  `The price has changed: it is ${now} now, not ${seen}. Your seats are held. Pay for them with Pay Now, or cancel the order.`

/** The order is made; the money is brought to the desk. */
export const heldForDesk = ({
  paymentCode,
  total,
  until,
}: {
  paymentCode: string
  total: string
  until: string | undefined
}): string =>
  `Your seats are held${until ? ` until ${until}` : ''}. Pay ${total} in cash or by bank draft at the registration desk: tell them payment code ${paymentCode}, which your profile shows too. If the hold ends first, the desk books your seats again if they are still free.`

/** What CancelOrder says, as a sentence. Only the server knows whether a payment was quicker. */
export function readCancel(answer: AnswerTo<typeof CancelOrder>): string {
  switch (rowOf(answer)?.Status) {
    case 'Success':
      return orderTexts.orderCancelled
    case 'Already paid':
      return orderTexts.alreadyPaid
    case 'Payment is being confirmed':
      return orderTexts.confirming
    case 'Not found':
      return orderTexts.holdEnded
    default:
      return busyWord(answer) ?? orderTexts.cancelFailed
  }
}
