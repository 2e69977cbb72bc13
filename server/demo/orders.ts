import { day, hour, minute } from '#contract/durations.ts'
/** Who took which seats: orders that were paid, lapsed, wait, or were given back, with what the bank said of each. */
import { paidLetter } from '#server/booking/mail.ts'
import { receiptName } from '#server/booking/orders.ts'
import type { Row } from '#server/database/tables.ts'
import { asksAPerson, type Books, emptyBooks, type Made, refuses, staysSilent, takes, takesUnasked } from './bank.ts'
import type { Guest } from './people.ts'
import { after, notToday, type Setting } from './setting.ts'

const holdMinutes = 40
/** How much each workshop is asked for, by its place in the list; the first are the dear ones. */
const wanted = [6, 12, 14, 8, 5, 5, 12, 2, 4, 6, 3, 5]

const counts = { paid: 74, lapsed: 17, pending: 8, cancelled: 5, refunded: 4 }
type Fate = keyof typeof counts

export function planOrders(setting: Setting, guests: readonly Guest[]): Books {
  const books = emptyBooks()
  const left = new Map(setting.workshops.map(({ id, seats }) => [id, seats]))
  const [she, ...others] = guests.filter(({ hasProfile }) => hasProfile)
  const buyers = shuffled(setting, others)
  /** Somebody who came so many days ago, or earlier. */
  const take = (daysAgo = 0) => {
    const came = buyers.findLastIndex(({ cameAt }) => cameAt.getTime() < setting.today.getTime() - daysAgo * day)
    return buyers.splice(came, 1)[0] as Guest
  }
  const fates = Object.entries(counts).flatMap(([fate, many]) => Array.from({ length: many }, () => fate as Fate))
  const wishes = fates
    .map((fate, at) => wishOf(setting, { fate, buyer: at === 0 && she ? she : take() }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const { fate, buyer, at } of wishes) {
    const keeps = fate !== 'lapsed' && fate !== 'cancelled'
    const seats = choose(fate === 'refunded' ? priced(setting) : setting, left, keeps)
    if (seats.length === 0) continue
    settleAs(fate, setting, { books, order: anOrder(setting, books, { buyer, at, seats }) })
  }
  oddPayments({ setting, books, left }, take)
  writeReceipts(setting, books)
  return books
}

function shuffled({ chance }: Setting, guests: readonly Guest[]): Guest[] {
  return guests
    .map((guest) => ({ guest, at: chance.below(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ guest }) => guest)
}

type Wish = { fate: Fate; buyer: Guest; at: Date }

/** What waits was ordered last night; everything else some time after they came. */
function wishOf(setting: Setting, { fate, buyer }: Omit<Wish, 'at'>): Wish {
  const { chance, today } = setting
  if (fate === 'pending') return { fate, buyer, at: after(today, -chance.between(62, 200) * minute) }
  const room = today.getTime() - buyer.cameAt.getTime() - 2 * hour
  const at = notToday(setting, after(buyer.cameAt, Math.max(50 * minute, (room * chance.below(1000)) / 1000)))
  return {
    fate,
    buyer,
    at: fate === 'refunded' ? after(at, -2 * day > buyer.cameAt.getTime() - at.getTime() ? -2 * day : 0) : at,
  }
}

/** Without what costs nothing: the bank sees none of that. */
const priced = (setting: Setting): Setting => ({
  ...setting,
  workshops: setting.workshops.filter(({ price }) => price > 0),
})

/** One to three seats that are still there. */
function choose({ chance, workshops }: Setting, left: Map<number, number>, keeps: boolean): Setting['workshops'] {
  const many = chance.byWeight([
    { of: 1, weight: 50 },
    { of: 2, weight: 34 },
    { of: 3, weight: 16 },
  ])
  const chosen: Setting['workshops'] = []
  for (let seat = 0; seat < many; seat += 1) {
    const open = workshops.filter(({ id }) => (left.get(id) ?? 0) > 0 && !chosen.some((each) => each.id === id))
    if (open.length === 0) break
    chosen.push(chance.byWeight(open.map((of) => ({ of, weight: wanted[workshops.indexOf(of) % wanted.length] ?? 1 }))))
  }
  if (keeps) for (const { id } of chosen) left.set(id, (left.get(id) ?? 0) - 1)
  return chosen.toSorted((one, other) => one.id - other.id)
}

type Basket = { buyer: Guest; at: Date; seats: Setting['workshops'] }

function anOrder({ chance, event, numbers }: Setting, books: Books, { buyer, at, seats }: Basket): Made {
  const total = seats.reduce((sum, { price }) => sum + price, 0)
  const row = {
    id: numbers('orders'),
    paymentCode: chance.code(13),
    applicantId: buyer.applicantId,
    eventId: event.id,
    version: 1,
    state: 'pending' as Row<'orders'>['state'],
    total,
    currency: 'PKR',
    createdAt: at,
    holdUntil: after(at, holdMinutes * minute),
    paidAt: null as Date | null,
    closedAt: null as Date | null,
  }
  const items = seats.map(({ id, topic, price }) => ({
    orderId: row.id,
    workshopId: id,
    applicantId: buyer.applicantId,
    topic,
    price,
    holds: true,
    cancelledAt: null as Date | null,
  }))
  books.orders.push(row)
  const made = { row, items, buyer, tries: 0 }
  books.made.set(row.id, made)
  books.orderItem.push(...items)
  return made
}

type Settling = { books: Books; order: Made }

function settleAs(fate: Fate, setting: Setting, { books, order }: Settling): void {
  const { chance } = setting
  const { row } = order
  const bank = { setting, books }
  if (fate === 'pending') {
    // For two days, as somebody has who was given longer: a hold of forty minutes would be over before anybody looks.
    row.holdUntil = after(setting.today, 2 * day - chance.below(90) * minute)
    return
  }
  if (fate === 'lapsed' || fate === 'cancelled') {
    if (row.total > 0 && chance.happens(0.6))
      refuses(bank, order, fate === 'lapsed' ? 'not paid in time' : 'cancelled by the payer')
    return letGo(order, fate, fate === 'lapsed' ? after(row.holdUntil, 20_000) : after(row.createdAt, 12 * minute))
  }
  if (row.total > 0) {
    if (chance.happens(0.08)) refuses(bank, order, 'declined')
    const attempt = takes(bank, order, {})
    markPaid(order, attempt.at)
    if (fate === 'refunded')
      books.toRefund.push({ order, attempt, at: notToday(setting, after(attempt.at, 26 * hour)) })
  } else markPaid(order, row.createdAt)
}

function markPaid({ row }: Made, at: Date): void {
  row.state = 'paid'
  row.paidAt = at
}

function letGo({ row, items }: Made, state: 'lapsed' | 'cancelled', at: Date): void {
  row.state = state
  row.closedAt = at
  for (const item of items) item.holds = false
}

type Odd = { setting: Setting; books: Books; left: Map<number, number> }

/** One of each kind that needs a person, some of them dealt with already. */
function oddPayments({ setting, books, left }: Odd, take: (daysAgo: number) => Guest): void {
  const { chance, today } = setting
  const bank = { setting, books }
  const order = (daysAgo: number, keeps = false) => {
    const buyer = take(daysAgo + 1)
    const at = notToday(
      setting,
      new Date(
        Math.max(buyer.cameAt.getTime() + hour, today.getTime() - daysAgo * day - chance.between(60, 600) * minute),
      ),
    )
    const seats = choose(priced(setting), left, keeps)
    return anOrder(setting, books, { buyer, at, seats })
  }
  for (const [daysAgo, isResolved] of [
    [9, true],
    [3, false],
    [1, false],
  ] as const) {
    const short = order(daysAgo)
    const attempt = takes(bank, short, { less: 100 })
    letGo(short, 'lapsed', after(short.row.holdUntil, 20_000))
    asksAPerson(bank, 'wrong_amount', { attempt, isResolved })
  }
  for (const [daysAgo, isResolved] of [
    [12, true],
    [2, false],
  ] as const) {
    const twice = order(daysAgo, true)
    markPaid(twice, takes(bank, twice, {}).at)
    asksAPerson(bank, 'duplicate_capture', { attempt: takes(bank, twice, { later: 9 }), isResolved })
  }
  const cancelled = order(2)
  letGo(cancelled, 'cancelled', after(cancelled.row.createdAt, 2 * minute))
  asksAPerson(bank, 'capture_on_cancelled', { attempt: takes(bank, cancelled, {}), isResolved: false })
  lateOne({ setting, books, left }, take(2))
  const silent = order(9)
  letGo(silent, 'lapsed', after(silent.row.holdUntil, 20_000))
  staysSilent(bank, silent)
  takesUnasked(bank, notToday(setting, after(today, -30 * hour)))
}

/** The money came when the workshop was full. */
function lateOne({ setting, books, left }: Odd, buyer: Guest): void {
  const full = setting.workshops.find(({ id, price }) => left.get(id) === 0 && price > 0)
  if (!full) return
  const late = anOrder(setting, books, { buyer, at: notToday(setting, after(buyer.cameAt, 2 * hour)), seats: [full] })
  letGo(late, 'lapsed', after(late.row.holdUntil, 20_000))
  const bank = { setting, books }
  asksAPerson(bank, 'late_capture_no_seat', { attempt: takes(bank, late, { later: 55 }), isResolved: false })
}

/** In the order in which they were paid, without a gap; each with its letter. */
function writeReceipts({ event, workshops, publicUrl, letters }: Setting, books: Books): void {
  const paid = [...books.made.values()].filter(({ row }) => row.paidAt !== null)
  const inTurn = paid.toSorted(
    (one, other) =>
      (one.row.paidAt as Date).getTime() - (other.row.paidAt as Date).getTime() || one.row.id - other.row.id,
  )
  for (const [at, { row, items, buyer }] of inTurn.entries()) {
    const issuedAt = row.paidAt as Date
    books.receipt.push({ eventId: event.id, number: at + 1, orderId: row.id, issuedAt })
    const receiptNumber = receiptName({ eventId: event.id, number: at + 1 })
    const words = paidLetter({
      eventName: event.name,
      paymentCode: row.paymentCode,
      total: row.total,
      receiptNumber,
      timeZone: event.timeZone,
      lines: items.flatMap(({ workshopId }) => workshops.find(({ id }) => id === workshopId) ?? []),
      publicUrl,
      writtenAt: issuedAt,
    })
    letters.push({ to: buyer.email, words, at: issuedAt, kind: 'order_paid', orderId: row.id })
  }
  books.receiptCounter.push({ eventId: event.id, last: inTurn.length })
}
