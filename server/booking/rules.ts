/** What a checkout comes to: a new order, the one that is there already, or the workshops that stand in its way. */
import type { PaidWay, ShownState } from '#contract/booking/order-words.ts'
import type { checkOutStatuses } from '#contract/booking/texts.ts'
import { rupees } from '#contract/money.ts'
import type { Row } from '#server/database/tables.ts'

export type Obstacle = {
  status: Exclude<(typeof checkOutStatuses)[number], 'True'>
  workshopId: number
  topic: string
  /** Of the order that has it already. */
  paymentCode?: string
}

/** A seat that the applicant holds, and the order it belongs to. */
export type Holding = Pick<Row<'orders'>, 'paymentCode' | 'state' | 'total' | 'holdUntil'> & {
  orderId: number
  workshopId: number
  isPaying: boolean
}

type Wanted = { id: number; eventId: number; topic: string; price: number; startsAt: Date; seatsLeft: number }

export type Verdict =
  | { kind: 'new'; total: number }
  | { kind: 'same'; order: Holding }
  | { kind: 'refused'; obstacles: Obstacle[] }
  /** Orders of the applicant's own, or of anybody in a full workshop, may be over: they are looked at first. */
  | { kind: 'lapsed'; orderIds: number[] }

type Question = {
  asked: readonly number[]
  workshops: readonly Wanted[]
  holdings: readonly Holding[]
  eventId: number | undefined
  now: Date
}

export function judge(question: Question): Verdict {
  const { asked, workshops, holdings, now } = question
  const inTheWay = holdings.filter(({ workshopId }) => asked.includes(workshopId))
  const over = inTheWay.filter((holding) => isOver(holding, now))
  if (over.length > 0) return { kind: 'lapsed', orderIds: [...new Set(over.map(({ orderId }) => orderId))] }
  const same = inTheWay[0] && sameCart(inTheWay[0], question) ? inTheWay[0] : undefined
  if (same) return { kind: 'same', order: same }
  const obstacles = asked.flatMap((id) => obstacleOf(id, question) ?? [])
  if (obstacles.length > 0) return { kind: 'refused', obstacles }
  const full = workshops.filter(({ seatsLeft }) => seatsLeft < 1)
  if (full.length > 0) {
    const status = 'Seats not available' as const
    return { kind: 'refused', obstacles: full.map(({ id, topic }) => ({ status, workshopId: id, topic })) }
  }
  return { kind: 'new', total: workshops.reduce((sum, { price }) => sum + price, 0) }
}

function isOver({ state, holdUntil, isPaying }: Holding, now: Date): boolean {
  return state === 'pending' && holdUntil <= now && !isPaying
}

/** A second click, or a retry after a lost answer: the first order is the answer. A free one is paid by then. */
function sameCart({ orderId, state, total }: Holding, { asked, holdings }: Question): boolean {
  const its = holdings.filter((holding) => holding.orderId === orderId).map(({ workshopId }) => workshopId)
  const isSame = its.length === asked.length && its.every((id) => asked.includes(id))
  return isSame && (state === 'pending' || total === 0)
}

function obstacleOf(id: number, { workshops, holdings, eventId, now }: Question): Obstacle | undefined {
  const workshop = workshops.find((each) => each.id === id)
  if (!workshop || workshop.eventId !== eventId) return notOfThisEvent(id)
  const { topic } = workshop
  const holding = holdings.find(({ workshopId }) => workshopId === id)
  if (holding) {
    const status = holding.state === 'paid' ? 'Already purchased' : 'Already added'
    return { status, workshopId: id, topic, paymentCode: holding.paymentCode }
  }
  return workshop.startsAt <= now ? { status: 'Already begun', workshopId: id, topic } : undefined
}

/** The topic of another event's workshop is nobody's business here. */
export function notOfThisEvent(workshopId: number): Obstacle {
  return { status: 'Not part of this event', workshopId, topic: `Workshop ${workshopId}` }
}

/** A workshop of an order: topic and price as they were ordered, the rest as it is now. */
export type Line = Pick<Row<'orderItem'>, 'topic' | 'price'> &
  Pick<Row<'workshop'>, 'id' | 'startsAt' | 'durationMinutes' | 'venue' | 'cancelledAt'>

/** How a receipt is called on paper. */
export function receiptName({ eventId, number }: { eventId: number; number: number }): string {
  return `R${eventId}-${String(number).padStart(6, '0')}`
}

// What staff may do with an order, as things stand. Each gives the sentence that says why not, or null.

type Seat = { topic: string; startsAt: Date; cancelledAt: Date | null }
type Standing = {
  state: Row<'orders'>['state']
  /** A payment for it is under way. */
  isPaying: boolean
  /** Its hold is over, whoever gets round to taking its seats back. */
  isDue: boolean
  eventState: Row<'event'>['eventState']
}

const overIn = ({ topic, startsAt, cancelledAt }: Seat, now: Date): string | null =>
  cancelledAt ? `“${topic}” is cancelled.` : startsAt <= now ? `“${topic}” has begun already.` : null

export function whyNotHeld({ state, eventState }: Standing, seats: readonly Seat[], now: Date): string | null {
  if (state === 'paid') return 'This order is paid: its seats are kept.'
  if (state === 'cancelled') return 'This order was cancelled.'
  if (eventState !== 'published') return 'The event sells nothing at the moment.'
  return seats.map((seat) => overIn(seat, now)).find((why) => why !== null) ?? null
}

/** Until the first of its workshops begins, and never shorter than it is held now. */
export function heldUntil(hours: number, seats: readonly Pick<Seat, 'startsAt'>[], now: Date): Date {
  const wanted = now.getTime() + hours * 3_600_000
  return new Date(Math.min(wanted, ...seats.map(({ startsAt }) => startsAt.getTime())))
}

/** A payment that is under way is no reason: the bank is asked to take it back. */
export function whyNotCancelled({ state, ...money }: Pick<Standing, 'state'> & MoneyUnderWay): string | null {
  if (state === 'paid') return 'This order is paid.'
  if (state !== 'pending') return 'This order holds no seat any more.'
  return whyMoneyKeeps(money)
}

/** One that was cancelled keeps its number; nobody is told again that they have a seat. */
export const whyNoReceipt = ({ state }: Pick<Standing, 'state'>): string | null =>
  state === 'paid' ? null : 'Only an order that is paid has a receipt to send.'

/** Whoever has money for an order in hand decides about it first. */
function whyMoneyKeeps({ isInReview, isMoneyMoving }: MoneyUnderWay): string | null {
  if (isInReview) return 'Finance looks after its money first.'
  return isMoneyMoving ? 'Its money waits to be confirmed or given back.' : null
}

/** Of one that is cancelled a seat can be moved whenever it would have begun. */
export function whyNotMoved(
  standing: Standing,
  { holds, ...seat }: Seat & { holds: boolean },
  now: Date,
): string | null {
  if (!holds || standing.isDue) return 'This order holds no seat any more.'
  if (standing.isPaying) return 'Payment is being confirmed.'
  if (standing.eventState === 'archived') return 'This event is archived.'
  return seat.cancelledAt ? null : overIn(seat, now)
}

/** Where the money of an order is on its way, whoever waits for it: `review` with a person, `moving` to or from the bank or the desk. */
export type MoneyUnderWay = { isInReview: boolean; isMoneyMoving: boolean }

/** An order is given as a whole, and only while nothing of it is under way: whoever gets it gets all that it says. */
export function whyNotGiven(
  standing: Standing & MoneyUnderWay,
  seats: readonly (Seat & { holds: boolean })[],
  now: Date,
): string | null {
  const held = seats.filter(({ holds }) => holds)
  if (held.length === 0 || standing.isDue) return 'This order holds no seat any more.'
  if (standing.isPaying) return 'Payment is being confirmed.'
  const money = whyMoneyKeeps(standing)
  if (money) return money
  if (standing.eventState === 'archived') return 'This event is archived.'
  return held.map((seat) => overIn(seat, now)).find((why) => why !== null) ?? null
}

type Target = Seat & { price: number; seatsLeft: number; salesStoppedAt: Date | null }

/** Why a seat that cost `price` cannot go there. */
export function whyNotThere(
  target: Target,
  { price, hasSeat }: { price: number; hasSeat: boolean },
  now: Date,
): string | null {
  const over = overIn(target, now)
  if (over) return over
  if (target.salesStoppedAt) return 'Its sales are stopped.'
  if (hasSeat) return 'They have a seat there already.'
  if (target.price !== price) return `Other price: ${rupees(target.price)} there, ${rupees(price)} here.`
  return target.seatsLeft < 1 ? 'Seats not available.' : null
}

/** How an order stands, in the words of the console. */
export function shownState({ state, isPaying, isDue }: Omit<Standing, 'eventState'>): ShownState {
  if (state !== 'pending') return state
  if (isDue) return 'lapsed'
  return isPaying ? 'paying' : 'held'
}

/** By what a payment came: staff take cash and drafts, everything else is a card at a bank. */
export function paidWay(gateway: string | null, total: number, isPaid: boolean): PaidWay | null {
  if (gateway === 'cash' || gateway === 'draft') return gateway
  if (gateway !== null) return 'card'
  return isPaid && total === 0 ? 'free' : null
}
