/** One order as staff see it: seats, money, every try to pay with the words of the bank, letters, and what can be done with it. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { OrderDetail } from '#contract/booking/order-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isDue, isInReview, isMoneyMoving, isPaying } from '#server/kernel/order-sql.ts'
import { wasCancelled } from '#server/kernel/outbox/outcome.ts'
import { whereMay } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { giftsOf, nameOnReceipt } from './gifts.ts'
import { paidGateway, standingOf } from './order-list.ts'
import { whyNoReceipt, whyNotCancelled, whyNotGiven, whyNotHeld, whyNotMoved } from './rules.ts'

export type Detail = z.output<typeof OrderDetail>
type Reading = Pick<World, 'db' | 'now'>

/** One of an event where they may not is as if it did not exist. */
export async function orderFor(world: World, staff: Staff, paymentCode: string): Promise<Detail> {
  const scope = whereMay(staff, 'orders.read')
  const found = await world.db
    .selectFrom('orders')
    .select('id')
    .where('paymentCode', '=', paymentCode.trim().toUpperCase())
    .$if(scope !== 'college', (query) => query.where(sql<boolean>`orders.event_id = any(${scope})`))
    .executeTakeFirst()
  return showOrder(world, found?.id ?? refuse('not_found'))
}

/** As many statements for an order that was tried often as for one that was not. */
export async function showOrder(world: Reading, orderId: number): Promise<Detail> {
  const { db } = world
  const now = world.now()
  const order = await db
    .selectFrom('orders')
    .innerJoin('event', 'event.id', 'orders.eventId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .leftJoin('profile', 'profile.applicantId', 'applicant.id')
    .leftJoin('receipt', 'receipt.orderId', 'orders.id')
    .select(['orders.id', 'orders.version', 'paymentCode', 'orders.state', 'total', 'currency', 'orders.createdAt'])
    .select(['holdUntil', 'paidAt', 'closedAt', 'orders.eventId', 'event.name as eventName', 'timeZone', 'eventState'])
    .select([
      'orders.applicantId',
      'accountId',
      'account.fullName',
      'account.email',
      'institution',
      'number',
      'issuedAt',
    ])
    .select([isPaying.as('isPaying'), isDue(now).as('isDue'), isInReview.as('isInReview'), paidGateway.as('gateway')])
    .select([isMoneyMoving.as('isMoneyMoving'), nameOnReceipt.as('receiptFor')])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const items = await itemsOf(world, orderId)
  const { id, version, eventId, eventName, timeZone, applicantId, fullName: name, email } = order
  return {
    orderId: id,
    eventId,
    eventName,
    timeZone,
    version,
    ...standingOf(order),
    closedAt: order.closedAt?.toISOString() ?? null,
    person: { accountId: order.accountId, applicantId, name, email, institution: order.institution ?? '' },
    items: items.map(({ cancelledAt, startsAt, ...item }) => ({
      ...item,
      startsAt: startsAt.toISOString(),
      isCancelled: cancelledAt !== null,
      whyNotMoved: whyNotMoved(order, { ...item, startsAt, cancelledAt }, now),
    })),
    ledger: await ledgerOf(world, orderId),
    tries: await triesOf(world, orderId),
    receiptIssuedAt: order.issuedAt?.toISOString() ?? null,
    receiptFor: order.issuedAt && order.receiptFor,
    moves: await movesOf(world, orderId),
    gifts: await giftsOf(world, orderId),
    letters: await lettersAbout(world, orderId),
    exceptions: await exceptionsOf(world, orderId),
    ways: {
      hold: whyNotHeld(order, items, now),
      cancel: whyNotCancelled(order),
      give: whyNotGiven(order, items, now),
      sendReceipt: whyNoReceipt(order),
    },
    targets: await targetsFor(world, { eventId, applicantId }),
  }
}

/** The workshops of an order as they are now; topic and price as they were ordered. */
export async function itemsOf({ db }: Reading, orderId: number) {
  return db
    .selectFrom('orderItem')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['workshopId', 'orderItem.topic', 'orderItem.price', 'holds', 'startsAt', 'venue', 'workshop.cancelledAt'])
    .where('orderId', '=', orderId)
    .orderBy('startsAt')
    .orderBy('workshopId')
    .execute()
}

async function ledgerOf({ db }: Reading, orderId: number): Promise<Detail['ledger']> {
  const rows = await db
    .selectFrom('ledgerEntry')
    .select(['kind', 'gateway', 'gatewayReference as reference', 'recordedAt', 'amount', 'currency'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ amount, currency, recordedAt, ...entry }) => ({
    ...entry,
    recordedAt: recordedAt.toISOString(),
    money: { amount, currency },
  }))
}

async function triesOf({ db }: Reading, orderId: number): Promise<Detail['tries']> {
  const { rows } = await sql<
    Omit<Detail['tries'][number], 'money' | 'createdAt'> & { amount: number; currency: string; createdAt: Date }
  >`
    select id, reference, gateway, transaction_id, state, amount, currency, created_at, last_code as code, last_words as words,
      coalesce((select json_agg(json_build_object('source', source, 'fact', fact::text,
          'at', to_char(noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by payment_event.id)
        from payment_event where attempt_id = payment_attempt.id), '[]') as said
    from payment_attempt where order_id = ${orderId} order by id desc`.execute(db)
  return rows.map(({ amount, currency, createdAt, ...each }) => ({
    ...each,
    money: { amount, currency },
    createdAt: createdAt.toISOString(),
  }))
}

async function movesOf({ db }: Reading, orderId: number): Promise<Detail['moves']> {
  const rows = await db
    .selectFrom('seatMove')
    .innerJoin('account', 'account.id', 'movedBy')
    .select(['seatMove.id', 'fromTopic as from', 'toTopic as to', 'price', 'movedAt', 'fullName as by'])
    .where('orderId', '=', orderId)
    .orderBy('seatMove.id')
    .execute()
  return rows.map(({ movedAt, ...move }) => ({ ...move, at: movedAt.toISOString() }))
}

/** Only of the order and its money. */
async function lettersAbout({ db }: Reading, orderId: number): Promise<Detail['letters']> {
  const { rows } = await sql<{
    id: number
    subject: string
    createdAt: Date
    sentAt: Date | null
    givenUpAt: Date | null
    wasCancelled: boolean
  }>`
    select id, subject, created_at, sent_at, given_up_at, ${wasCancelled} as was_cancelled from mail
    where order_id = ${orderId} order by id`.execute(db)
  return rows.map(({ id, subject, createdAt, sentAt, givenUpAt, wasCancelled }) => ({
    id,
    subject,
    at: (sentAt ?? givenUpAt ?? createdAt).toISOString(),
    state: sentAt ? 'sent' : wasCancelled ? 'cancelled' : givenUpAt ? 'given up' : 'waiting',
  }))
}

async function exceptionsOf({ db }: Reading, orderId: number): Promise<Detail['exceptions']> {
  const rows = await db
    .selectFrom('paymentException')
    .select(['id', 'kind', 'resolvedAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, resolvedAt }) => ({ id, kind, isOpen: resolvedAt === null }))
}

type Whose = { eventId: number; applicantId: number }

/** What is over counts as free, as participants see it. */
async function targetsFor({ db, now }: Reading, { eventId, applicantId }: Whose): Promise<Detail['targets']> {
  const { rows } = await sql<Omit<Detail['targets'][number], 'startsAt'> & { startsAt: Date }>`
    select id as workshop_id, topic, starts_at, venue, price, (seats - seats_taken + over)::int as free
    from workshop, lateral (
      select count(*) as over from order_item join orders on orders.id = order_id
      where workshop_id = workshop.id and holds and ${isDue(now())}) as lapsing
    where event_id = ${eventId} and starts_at > ${now()} and sales_stopped_at is null and seats - seats_taken + over > 0
      and not exists (select from order_item where applicant_id = ${applicantId} and workshop_id = workshop.id and holds)
    order by starts_at, id`.execute(db)
  return rows.map(({ startsAt, ...target }) => ({ ...target, startsAt: startsAt.toISOString() }))
}
