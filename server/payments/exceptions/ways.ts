import { sql } from 'kysely'
/** The ways out of a payment that needs a person: which are open as things stand, and what each does. A refund asks the bank, and is elsewhere. */
import { day } from '#contract/durations.ts'
import { exceptionTexts, type ExceptionWay, waysFor } from '#contract/payments/exception-kinds.ts'
import { financeTexts, offlineHoldDays } from '#contract/payments/finance-words.ts'
import { linesOf, lockOrder, markPaid, type OrderOfPerson } from '#server/booking/orders.ts'
import { holdUntil, swapItem, takeAgain } from '#server/booking/seats.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { isAskedBack } from '#server/payments/books/ledger.ts'
import { refuseAskedBack } from '#server/payments/books/order-money.ts'
import { restLetter } from '#server/payments/mail.ts'
import { insertPayout, paperOf } from '#server/payments/refunds/payouts.ts'
import { paymentOrRefuse } from '#server/payments/refunds/propose.ts'
import type { Money } from '#server/platform/gateways/gateway.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { ExceptionDetail, ExceptionRow } from './exceptions.ts'
import { matchTo, type Taken } from './match.ts'

type Options = Pick<ExceptionDetail, 'ways' | 'difference' | 'otherWorkshops' | 'matches'>
type Facts = Pick<ExceptionDetail, 'captured' | 'givenBack'> & { order: ExceptionDetail['order'] | undefined }

const none: Options = { ways: [], difference: null, otherWorkshops: [], matches: [] }

/** As many statements for one kind as for another. */
export async function optionsFor(world: World, row: ExceptionRow, facts: Facts): Promise<Options> {
  if (row.resolvedAt) return none
  const standing = await standingOf(world, row)
  const difference = differenceOf(facts)
  const judge = { world, row, facts, standing, difference }
  const ways = waysFor[row.kind]
    .filter((way) => isOffered(way, judge))
    .map((way) => ({ way, why: whyShut(way, judge) }))
  return {
    ways,
    difference: difference === 0 || !facts.captured ? null : { ...facts.captured, amount: Math.abs(difference) },
    otherWorkshops: row.kind === 'late_capture_no_seat' ? await otherWorkshops(world, row.orderId ?? 0) : [],
    matches: row.kind === 'orphan_capture' || row.kind === 'wrong_order' ? await matches(world, row) : [],
  }
}

type Standing = { isWaiting: boolean; isAskedBack: boolean; hadReceipt: boolean; isFull: boolean }
type Judged = { world: World; row: ExceptionRow; facts: Facts; standing: Standing; difference: number }

/** More came than the order asks for, or less; 0 where there is nothing to compare. */
function differenceOf({ captured, order }: Facts): number {
  return captured && order && captured.currency === order.total.currency ? captured.amount - order.total.amount : 0
}

function isOffered(way: ExceptionWay, { world, row, difference, facts }: Judged): boolean {
  const isOfGateway = row.gateway === world.gateway.name
  if (way === 'accept') return difference > 0
  if (way === 'rest') return difference < 0 && facts.order?.state !== 'paid'
  if (way === 'payout') return row.kind === 'refund_difference' ? leftOf(facts) > 0 : !isOfGateway
  return true
}

const leftOf = ({ captured, givenBack }: Facts): number =>
  (captured?.amount ?? 0) - givenBack.reduce((sum, { amount }) => sum + amount, 0)

function whyShut(way: ExceptionWay, { world, row, facts, standing }: Judged): string | null {
  if (way === 'close') return null
  if (standing.isWaiting) return exceptionTexts.waits
  if (standing.isAskedBack && way !== 'refund') return exceptionTexts.askedBack
  if (way === 'rest') return row.way === 'rest' ? exceptionTexts.asked : null
  if (way === 'refund' && row.gateway !== world.gateway.name)
    return row.gateway === 'cash' || row.gateway === 'draft'
      ? exceptionTexts.paidAtDesk
      : exceptionTexts.refundElsewhere
  if (way === 'seat' || way === 'other') {
    if (facts.order?.state !== 'lapsed') return exceptionTexts.notLapsed
    return way === 'seat' && standing.isFull ? exceptionTexts.full : null
  }
  if (way === 'revive')
    return standing.hadReceipt ? exceptionTexts.hadReceipt : standing.isFull ? exceptionTexts.full : null
  return null
}

async function standingOf({ db }: World, { id, attemptId, orderId }: ExceptionRow): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from payout where state = 'recorded' and exception_id = ${id})
        or exists (select from refund_proposal where state = 'proposed' and attempt_id = ${attemptId}::int) as is_waiting,
      ${isAskedBack(sql`${attemptId}::int`)} as is_asked_back,
      exists (select from receipt where order_id = ${orderId}::int) as had_receipt,
      exists (select from order_item join workshop on workshop.id = workshop_id
        where order_id = ${orderId}::int and (seats_taken >= seats or sales_stopped_at is not null)) as is_full`.execute(
    db,
  )
  return rows[0] as Standing
}

async function otherWorkshops({ db }: World, orderId: number): Promise<Options['otherWorkshops']> {
  const { rows } = await sql<Omit<Options['otherWorkshops'][number], 'startsAt'> & { startsAt: Date }>`
    select order_item.workshop_id as "from", order_item.topic as from_topic, other.id as "to", other.topic, other.starts_at,
      other.seats - other.seats_taken as seats_left
    from order_item join workshop full_one on full_one.id = order_item.workshop_id
    join workshop other on other.event_id = full_one.event_id and other.price = order_item.price and other.seats > other.seats_taken
      and other.sales_stopped_at is null and other.starts_at > now()
      and not exists (select from order_item mine where mine.applicant_id = order_item.applicant_id and mine.workshop_id = other.id
        and (mine.holds or mine.order_id = order_item.order_id))
    where order_item.order_id = ${orderId} and (full_one.seats_taken >= full_one.seats or full_one.sales_stopped_at is not null)
    order by order_item.workshop_id, other.starts_at, other.id limit 50`.execute(db)
  return rows.map(({ startsAt, ...other }) => ({ ...other, startsAt: startsAt.toISOString() }))
}

/** Of the same event; money of no event may be anybody's. */
async function matches({ db }: World, { amount, currency, eventId }: ExceptionRow): Promise<Options['matches']> {
  const { rows } = await sql<Options['matches'][number]>`
    select payment_code, full_name as name from orders join applicant on applicant.id = applicant_id
    join account on account.id = account_id
    where orders.state in ('pending', 'lapsed') and total = ${amount}::bigint and currency = ${currency}::text
    and (${eventId}::int is null or orders.event_id = ${eventId}::int) order by orders.id desc limit 10`.execute(db)
  return rows
}

/** Gives whether it was theirs to take. All of it happens, or nothing. */
export async function takeWay(world: World, staff: Staff, taken: Taken): Promise<boolean> {
  const { row, way, change, note } = taken
  if (way === 'match') return matchTo(world, staff, taken)
  const { orderId } = row
  if (orderId === null) return refuse('not_found')
  return inTransaction(world, async (world) => {
    const order = await lockOrder(world, orderId)
    await refuseAskedBack(world, row.attemptId)
    const resolved = { resolvedAt: world.now(), resolvedBy: staff.accountId, resolution: note, way }
    const isPending = way === 'accept' || way === 'rest' || way === 'payout'
    if (!(await change(world, isPending ? (way === 'payout' ? {} : { way }) : resolved))) return false
    if (way === 'seat' || way === 'other' || way === 'revive') await giveSeats(world, order, taken)
    if (way === 'rest') await askForRest(world, order, row)
    if (way === 'accept' || way === 'payout') await payOut(world, staff, { order, taken })
    return true
  })
}

async function giveSeats(world: Transaction, order: Locked<OrderOfPerson>, { way, from, to }: Taken): Promise<void> {
  if (order.state !== (way === 'revive' ? 'cancelled' : 'lapsed'))
    refuse('conflict', { sentence: exceptionTexts.notLapsed })
  if (way === 'other') {
    if (!from || !to) return refuseField('to', 'Please choose a workshop.')
    if (!(await swapItem(world, order, { from, to })))
      refuseField('to', 'This workshop cannot take its place any more.')
  }
  if (!(await takeAgain(world, order))) refuse('conflict', { sentence: financeTexts.noSeats })
  await markPaid(world, order, await linesOf(world, order.id))
}

/** The seats are kept while the person comes to the desk. */
async function askForRest(world: Transaction, order: Locked<OrderOfPerson>, row: ExceptionRow): Promise<void> {
  const captured = await capturedFor(world, row)
  const until = new Date(world.now().getTime() + offlineHoldDays * day)
  if (order.state === 'paid' || order.state === 'cancelled') refuse('conflict', { sentence: financeTexts.tooLate })
  if (!(await holdUntil(world, order, until))) refuse('conflict', { sentence: financeTexts.noSeats })
  const rest = { amount: order.total - captured.amount, currency: order.currency }
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: order.timeZone }).format(until)
  const words = restLetter({ ...order, captured, rest, until: when, publicUrl: addressOf(world, order) })
  await post(world, {
    kind: 'rest_due',
    orderId: order.id,
    exceptionId: row.id,
    to: order.email,
    eventId: order.eventId,
    ...words,
  })
}

type Paying = { order: Locked<OrderOfPerson>; taken: Taken }

/** What is left of it, or what came too much; a second person confirms that it was paid out. */
async function payOut(world: Transaction, staff: Staff, { order, taken }: Paying): Promise<void> {
  const { row, way, payoutWay, number = '', note } = taken
  if (row.attemptId === null) return refuse('not_found')
  if (!payoutWay) return refuseField('payoutWay', 'Please choose how it is paid out.')
  const payment = await paymentOrRefuse(world, { orderId: order.id, attemptId: row.attemptId })
  const amount = payment.amount - (way === 'accept' ? order.total : payment.back)
  if (amount <= 0) refuse('conflict', { sentence: financeTexts.nothingLeft })
  if (way === 'accept') {
    const until = new Date(world.now().getTime() + offlineHoldDays * day)
    if (order.state === 'paid' || order.state === 'cancelled') refuse('conflict', { sentence: financeTexts.tooLate })
    if (!(await holdUntil(world, order, until))) refuse('conflict', { sentence: financeTexts.noSeats })
  }
  const kind = way === 'accept' ? 'rest' : 'aside'
  const paper = paperOf({ way: payoutWay, number, reason: note })
  await insertPayout(world, staff, { order, payment, kind, amount, exceptionId: row.id, ...paper })
}

async function capturedFor({ db }: World, { attemptId, id }: ExceptionRow): Promise<Money> {
  const found = await db
    .selectFrom('ledgerEntry')
    .select(['amount', 'currency'])
    .where('attemptId', '=', attemptId)
    .where('kind', '=', 'capture')
    .executeTakeFirst()
  if (!found) throw new Error(`exception ${id} has no money`)
  return found
}

const refuseField = (path: string, message: string): never => refuse('invalid', { fields: [{ path, message }] })
