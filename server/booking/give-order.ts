/** Staff give an order to another person: whoever fell ill sends a colleague. Money, receipt and seats stay with the order. */
import { sql } from 'kysely'
import type { OrderGiveToPerson } from '#contract/booking/order-console.ts'
import type { ParsedInputOf } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Acting, Locked, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { givenAwayLetter, givenLetter } from './mail.ts'
import { change, lockSeen, refuseNow } from './order-changes.ts'
import { type Detail, showOrder } from './order-detail.ts'
import type { OrderOfPerson } from './orders.ts'
import { whyNotGiven } from './rules.ts'

type Wish = ParsedInputOf<typeof OrderGiveToPerson>
type Taker = { applicantId: number; fullName: string; email: string }

export async function giveOrder(
  world: Acting,
  staff: Pick<Staff, 'accountId'>,
  { toAccountId, reason: why, ...seen }: Wish,
): Promise<Detail> {
  await lockOpenEvent(world, seen.eventId)
  const taker = await lockBoth(world, { ...seen, toAccountId })
  const { order, items, standing } = await lockSeen(world, seen)
  const shut = whyNotGiven(standing, items, world.now())
  if (shut) return refuseNow(world, seen, shut)
  if (taker.applicantId === order.applicantId) refuseTaker('It is their order already.')
  const held = items.filter(({ holds }) => holds)
  const double = await seatAmong(world, taker, held)
  if (double !== undefined) refuseTaker(`They have a seat in “${double}” already.`)
  await change(world, order, { applicantId: taker.applicantId })
  await tellBoth(world, {
    order,
    taker,
    why,
    topics: held.map(({ topic }) => topic),
    id: await note(world, staff, { order, taker }),
  })
  return showOrder(world, order.id)
}

const refuseTaker = (message: string): never => refuse('invalid', { fields: [{ path: 'toAccountId', message }] })

/**
 * Before the order, as whoever checks out locks themselves before seats: two who give to one person, or that person buying meanwhile, take
 * turns. Whoever is merged into another account, erased or not of this event is nobody here.
 */
async function lockBoth(
  world: Transaction,
  { eventId, orderId, toAccountId }: Omit<Wish, 'reason' | 'actKey' | 'version'>,
): Promise<Taker> {
  const order = await world.db
    .selectFrom('orders')
    .select('applicantId')
    .where('id', '=', orderId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!order) return refuse('not_found')
  const found = await world.db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['applicant.id as applicantId', 'applicant.accountId', 'fullName', 'email'])
    .where('applicant.eventId', '=', eventId)
    .where((row) => row.or([row('applicant.accountId', '=', toAccountId), row('applicant.id', '=', order.applicantId)]))
    .orderBy('applicant.id')
    .forNoKeyUpdate('applicant')
    .execute()
  const taker = found.find(({ accountId }) => accountId === toAccountId)
  return taker && (await isSomebody(world, taker)) ? taker : refuseTaker('Nobody of this event is that.')
}

/** Asked after the lock was had: whoever merges or erases them holds it, and cannot be seen by the statement that waited. */
async function isSomebody({ db }: Transaction, { applicantId }: Taker): Promise<boolean> {
  const found = await db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select('applicant.id')
    .where('applicant.id', '=', applicantId)
    .where('erasedAt', 'is', null)
    .where(sql<boolean>`person_of(account.id) = account.id`)
    .executeTakeFirst()
  return found !== undefined
}

async function seatAmong(
  { db }: Transaction,
  { applicantId }: Taker,
  held: readonly { workshopId: number; topic: string }[],
): Promise<string | undefined> {
  const theirs = await db
    .selectFrom('orderItem')
    .select('workshopId')
    .where('applicantId', '=', applicantId)
    .where('holds', '=', true)
    .execute()
  return held.find(({ workshopId }) => theirs.some((each) => each.workshopId === workshopId))?.topic
}

type Gift = { order: Locked<OrderOfPerson>; taker: Taker }

async function note(
  { db, now }: Transaction,
  { accountId }: Pick<Staff, 'accountId'>,
  { order, taker }: Gift,
): Promise<number> {
  const { id } = await db
    .insertInto('orderGiven')
    .values({
      orderId: order.id,
      fromApplicantId: order.applicantId,
      toApplicantId: taker.applicantId,
      givenBy: accountId,
      givenAt: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Telling = Gift & { id: number; why: string; topics: string[] }

async function tellBoth(world: Transaction, { order, taker, id, why, topics }: Telling): Promise<void> {
  const words = { ...order, why, topics, publicUrl: addressOf(world, order) }
  const { eventId } = order
  const about = { orderId: order.id, orderGivenId: id }
  await post(world, {
    to: order.email,
    eventId,
    ...about,
    kind: 'order_given_away',
    ...givenAwayLetter({ ...words, to: taker.fullName }),
  })
  const until = order.state === 'pending' ? order.holdUntil : undefined
  const toTaker = givenLetter({ ...words, from: order.fullName, until })
  await post(world, {
    ...about,
    kind: until ? 'unpaid_order_given' : 'order_given',
    to: taker.email,
    eventId,
    ...toTaker,
  })
}
