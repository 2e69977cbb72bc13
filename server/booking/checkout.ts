import { sql } from 'kysely'
/** What people ordered. Seats are taken when an order is made, and kept when it is paid. */
import { minute } from '#contract/durations.ts'
import type { AtEvent, Participant } from '#server/kernel/callers.ts'
import { isPaying } from '#server/kernel/order-sql.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { asLocked, inTransaction, type World, type Transaction } from '#server/kernel/world.ts'
import { newCode } from '#server/platform/security/tokens.ts'
import { markPaid, type Person } from './orders.ts'
import { type Holding, judge, notOfThisEvent, type Obstacle, type Verdict } from './rules.ts'
import { dueOrders, lapse, type LockedWorkshop, lockWorkshops } from './seats.ts'

export type CheckedOut =
  | { kind: 'order'; paymentCode: string; total: number; holdUntil: Date; isPaid: boolean }
  | { kind: 'refused'; obstacles: Obstacle[] }

type NewOrder = { applicantId: number; person: Person; total: number; workshops: LockedWorkshop[] }

const codeLength = 13
/** A seat that others let lapse is looked for twice; whoever still finds none was not quick enough. */
const tries = 3

/** While no event is announced, no workshop is of it. */
export function nothingToBook(workshopIds: readonly number[]): CheckedOut {
  return { kind: 'refused', obstacles: workshopIds.map(notOfThisEvent) }
}

export async function checkOut(world: World, caller: Participant, workshopIds: readonly number[]): Promise<CheckedOut> {
  for (let tried = 1; ; tried += 1) {
    const answer = await inTransaction(world, (world) => tryCheckOut(world, caller, workshopIds))
    if (answer.kind !== 'refused' && answer.kind !== 'lapsed') return answer
    const over = answer.kind === 'lapsed' ? answer.orderIds : await lapsedIn(world, answer.obstacles)
    if (answer.kind === 'refused' && (over.length === 0 || tried >= tries)) return answer
    // In a transaction of its own: other people's orders must not be locked after workshops are.
    await lapse(world, over)
  }
}

/** A full workshop may hold seats whose time is over. */
function lapsedIn(world: World, obstacles: readonly Obstacle[]): Promise<number[]> | number[] {
  const full = obstacles.filter(({ status }) => status === 'Seats not available').map(({ workshopId }) => workshopId)
  return full.length === 0 ? [] : dueOrders(world, full)
}

async function tryCheckOut(
  world: Transaction,
  caller: Participant,
  asked: readonly number[],
): Promise<CheckedOut | Extract<Verdict, { kind: 'lapsed' }>> {
  const { applicantId } = caller
  const person = await lockApplicant(world, caller)
  const workshops = await lockWorkshops(world, asked)
  const { isOpen, holdings } = await holdingsOf(world, { applicantId, eventId: person.eventId })
  if (!isOpen) return nothingToBook(asked)
  const verdict = judge({ asked, workshops, holdings, eventId: person.eventId, now: world.now() })
  if (verdict.kind === 'same') return { ...verdict.order, kind: 'order', isPaid: verdict.order.state === 'paid' }
  if (verdict.kind !== 'new') return verdict
  return makeOrder(world, { applicantId, person, total: verdict.total, workshops })
}

/**
 * Asked after the locks were had: an event that ended while we waited for them sells nothing more. From the person's own orders to their
 * items and payments, one by one, whatever the database believes of its tables: of one that filled within minutes it believes that nobody
 * holds a seat, and would look through all that are held. What is behind `offset 0` is neither turned round nor narrowed from outside.
 */
async function holdingsOf(
  world: World,
  { applicantId, eventId }: AtEvent,
): Promise<{ isOpen: boolean; holdings: Holding[] }> {
  const { rows } = await sql<{ eventState: string } & (Holding | { orderId: null })>`
    select event_state, own.order_id, own.payment_code, own.state, own.total, own.hold_until, own.workshop_id, own.is_paying
    from event left join lateral (
      select orders.id as order_id, payment_code, orders.state, total, hold_until, workshop_id, holds, is_paying
      from orders
      cross join lateral (select workshop_id, holds from order_item where order_item.order_id = orders.id offset 0) as item
      cross join lateral (select ${isPaying} as is_paying offset 0) as payment
      where orders.applicant_id = ${applicantId}) as own on own.holds
    where event.id = ${eventId}`.execute(world.db)
  return {
    isOpen: rows[0]?.eventState === 'published',
    holdings: rows.filter((row) => row.orderId !== null),
  }
}

async function makeOrder(world: Transaction, { applicantId, person, total, workshops }: NewOrder): Promise<CheckedOut> {
  const now = world.now()
  const paymentCode = newCode(codeLength)
  const holdUntil = new Date(now.getTime() + world.holdMinutes * minute)
  const ids = workshops.map(({ id }) => id)
  const topics = workshops.map(({ topic }) => topic)
  const prices = workshops.map(({ price }) => price)
  const { rows } = await sql<{ orderId: number }>`
    with made as (
      insert into orders (payment_code, applicant_id, event_id, total, created_at, hold_until)
      values (${paymentCode}, ${applicantId}, ${person.eventId}, ${total}, ${now}, ${holdUntil}) returning id)
    insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds)
    select made.id, item.workshop_id, ${applicantId}, item.topic, item.price, true
    from made, unnest(${ids}::int[], ${topics}::text[], ${prices}::bigint[]) as item (workshop_id, topic, price)
    returning order_id`.execute(world.db)
  const orderId = rows[0]?.orderId as number
  if (total === 0) await markPaid(world, asLocked({ id: orderId, paymentCode, total, ...person }), workshops)
  return { kind: 'order', paymentCode, total, holdUntil, isPaid: total === 0 }
}
