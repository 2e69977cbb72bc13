/** What people ordered. Seats are taken when an order is made, and kept when it is paid. */
import { sql } from 'kysely'
import { post } from '#server/mail/service.ts'
import type { Caller } from '#server/platform/http.ts'
import { newCode } from '#server/platform/tokens.ts'
import { dueOrders, isPaying, lapse, lockWorkshops, type LockedWorkshop } from '#server/seats/service.ts'
import type { Row } from '#server/tables.ts'
import { together, type World } from '#server/world.ts'
import { paidLetter } from './mail.ts'
import { type Holding, judge, notOfThisEvent, type Obstacle, receiptName, type Verdict } from './rules.ts'

export { receiptName } from './rules.ts'

export type CheckedOut =
  | { kind: 'order'; paymentCode: string; total: number; holdUntil: Date; isPaid: boolean }
  | { kind: 'refused'; obstacles: Obstacle[] }

/** An order with whoever made it. */
export type OrderOfPerson = Pick<Row<'orders'>, 'id' | 'paymentCode' | 'applicantId' | 'state' | 'total' | 'currency'> &
  Pick<Row<'orders'>, 'holdUntil'> &
  Person

type Person = { eventId: number; eventName: string; timeZone: string; email: string; fullName: string }
type Line = Pick<Row<'orderItem'>, 'topic' | 'price'>
type NewOrder = { applicantId: number; person: Person; total: number; workshops: LockedWorkshop[] }

const codeLength = 13
const minute = 60_000
/** A seat that others let lapse is looked for twice; whoever still finds none was not quick enough. */
const tries = 3

export async function checkOut(world: World, caller: Caller, workshopIds: readonly number[]): Promise<CheckedOut> {
  const { applicantId } = caller
  // Nobody is an applicant while no event is announced.
  if (applicantId === undefined) return { kind: 'refused', obstacles: workshopIds.map(notOfThisEvent) }
  for (let tried = 1; ; tried += 1) {
    const answer = await together(world, (world) => tryCheckOut(world, applicantId, workshopIds))
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
  world: World,
  applicantId: number,
  asked: readonly number[],
): Promise<CheckedOut | Extract<Verdict, { kind: 'lapsed' }>> {
  const person = await lockPerson(world, applicantId)
  const workshops = await lockWorkshops(world, asked)
  const holdings = await holdingsOf(world, applicantId)
  const verdict = judge({ asked, workshops, holdings, eventId: person.eventId, now: world.now() })
  if (verdict.kind === 'same') return { ...verdict.order, kind: 'order', isPaid: verdict.order.state === 'paid' }
  if (verdict.kind !== 'new') return verdict
  return makeOrder(world, { applicantId, person, total: verdict.total, workshops })
}

/** Two clicks of one person take turns: the second finds what the first did. */
async function lockPerson(world: World, applicantId: number): Promise<Person> {
  return world.db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['event.id as eventId', 'event.name as eventName', 'event.timeZone', 'account.email', 'account.fullName'])
    .where('applicant.id', '=', applicantId)
    .forNoKeyUpdate('applicant')
    .executeTakeFirstOrThrow()
}

async function holdingsOf(world: World, applicantId: number): Promise<Holding[]> {
  return world.db
    .selectFrom('orderItem')
    .innerJoin('orders', 'orders.id', 'orderItem.orderId')
    .select(['orderItem.orderId', 'workshopId', 'paymentCode', 'state', 'total', 'holdUntil', isPaying.as('isPaying')])
    .where('orderItem.applicantId', '=', applicantId)
    .where('holds', '=', true)
    .execute()
}

async function makeOrder(world: World, { applicantId, person, total, workshops }: NewOrder): Promise<CheckedOut> {
  const now = world.now()
  const paymentCode = newCode(codeLength)
  const holdUntil = new Date(now.getTime() + world.holdMinutes * minute)
  const ids = workshops.map(({ id }) => id)
  const topics = workshops.map(({ topic }) => topic)
  const prices = workshops.map(({ price }) => price)
  const { rows } = await sql<{ orderId: number }>`
    with made as (
      insert into orders (payment_code, applicant_id, total, created_at, hold_until)
      values (${paymentCode}, ${applicantId}, ${total}, ${now}, ${holdUntil}) returning id)
    insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds)
    select made.id, item.workshop_id, ${applicantId}, item.topic, item.price, true
    from made, unnest(${ids}::int[], ${topics}::text[], ${prices}::bigint[]) as item (workshop_id, topic, price)
    returning order_id`.execute(world.db)
  const orderId = rows[0]?.orderId as number
  if (total === 0) await markPaid(world, { id: orderId, paymentCode, total, ...person }, workshops)
  return { kind: 'order', paymentCode, total, holdUntil, isPaid: total === 0 }
}

/** Locks an order until the transaction ends. Payments and workshops are locked after it, never before. */
export async function lockOrder(world: World, orderId: number): Promise<OrderOfPerson> {
  return world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['orders.id', 'paymentCode', 'applicantId', 'state', 'total', 'currency', 'holdUntil'])
    .select(['event.id as eventId', 'event.name as eventName', 'event.timeZone', 'account.email', 'account.fullName'])
    .where('orders.id', '=', orderId)
    .forUpdate('orders')
    .executeTakeFirstOrThrow()
}

export async function linesOf(world: World, orderId: number): Promise<Line[]> {
  return world.db
    .selectFrom('orderItem')
    .select(['topic', 'price'])
    .where('orderId', '=', orderId)
    .orderBy('workshopId')
    .execute()
}

/** The order is paid: it gets its receipt, and the person a letter. The order must be locked and hold its seats. */
export async function markPaid(
  world: World,
  order: Pick<OrderOfPerson, 'id' | 'paymentCode' | 'total'> & Person,
  lines: readonly Line[],
): Promise<void> {
  const now = world.now()
  const paid = { state: 'paid', paidAt: now, closedAt: null } as const
  await world.db.updateTable('orders').set(paid).where('id', '=', order.id).execute()
  const receiptNumber = receiptName({ eventId: order.eventId, number: await writeReceipt(world, order) })
  const words = paidLetter({ ...order, receiptNumber, lines: [...lines], publicUrl: world.publicUrl })
  await post(world, { to: order.email, about: `order ${order.id} paid`, ...words })
}

/** Counted up inside the transaction, so that one that fails leaves no gap; the last lock to be taken, because all who pay wait for it. */
async function writeReceipt(world: World, { id, eventId }: { id: number; eventId: number }): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into receipt_counter (event_id, last) values (${eventId}, 1)
      on conflict (event_id) do update set last = receipt_counter.last + 1 returning last)
    insert into receipt (event_id, number, order_id, issued_at)
    select ${eventId}, last, ${id}, ${world.now()} from counted returning number`.execute(world.db)
  return rows[0]?.number as number
}
