/** What is to go back and waits: for a second person, for the bank, or for anybody since a workshop was cancelled. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { RefundsList } from '#contract/payments/give-back.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { isAside } from '#server/payments/books/ledger.ts'

type Reply = ReplyOf<typeof RefundsList>
type Caller = Pick<Staff, 'accountId'>
type About = {
  id: number
  version: number
  attemptId: number
  paymentCode: string
  accountId: number
  fullName: string
  email: string
  amount: number
  currency: string
  reason: string
  by: string
  byId: number
  at: Date
  seats: number
}

const most = 200

/** Five statements, however much waits. */
export async function listRefunds(
  world: World,
  { accountId }: Caller,
  { eventId }: ParsedInputOf<typeof RefundsList>,
): Promise<Reply> {
  const proposals = await proposalsOf(world, eventId)
  const payouts = await payoutsOf(world, eventId)
  const queue = await queueOf(world, eventId)
  return {
    proposals: proposals.map(({ exceptionId, ...row }) => ({
      ...aboutOf(row),
      version: row.version,
      exceptionId,
      isMine: row.byId === accountId,
      proposedBy: row.by,
      proposedAt: row.at.toISOString(),
      seats: row.seats,
    })),
    payouts: payouts.map(({ exceptionId, kind, topic, way, number, ...row }) => ({
      ...aboutOf(row),
      version: row.version,
      exceptionId,
      kind: kind as Reply['payouts'][number]['kind'],
      topic,
      way: way as Reply['payouts'][number]['way'],
      number,
      isMine: row.byId === accountId,
      recordedBy: row.by,
      recordedAt: row.at.toISOString(),
      seats: kind === 'item' ? 1 : kind === 'whole' ? row.seats : 0,
    })),
    unanswered: (await unansweredOf(world, eventId)).map((row) => ({
      ...aboutOf(row),
      askedBy: row.by,
      askedAt: row.at.toISOString(),
    })),
    ...queue,
  }
}

function aboutOf({ id, attemptId, paymentCode, accountId, fullName, email, amount, currency, reason }: About) {
  return {
    id,
    attemptId,
    paymentCode,
    person: { accountId, name: fullName, email },
    money: { amount, currency },
    reason,
  }
}

const ofOrder = sql`payment_code, account.id as account_id, account.full_name, account.email,
  (select count(*)::int from order_item where order_id = orders.id and holds) as seats`
const joined = sql`join orders on orders.id = payment_attempt.order_id join applicant on applicant.id = orders.applicant_id
  join account on account.id = applicant.account_id`

async function proposalsOf({ db }: World, eventId: number) {
  const { rows } = await sql<About & { exceptionId: number | null }>`
    select asked.id, asked.version, attempt_id, asked.amount, asked.currency, asked.reason, exception_id, person_of(proposed_by) as by_id,
      proposed_at as at, who.full_name as by, ${ofOrder}
    from refund_proposal asked join payment_attempt on payment_attempt.id = attempt_id ${joined} join account who on who.id = proposed_by
    where asked.event_id = ${eventId} and asked.state = 'proposed' order by proposed_at, asked.id limit ${most}`.execute(
    db,
  )
  return rows
}

type Paid = { exceptionId: number | null; kind: string; topic: string | null; way: string; number: string }

async function payoutsOf({ db }: World, eventId: number) {
  const { rows } = await sql<About & Paid>`
    select payout.id, payout.version, attempt_id, payout.amount, payout.currency, payout.reason, exception_id, person_of(recorded_by) as by_id,
      recorded_at as at, who.full_name as by, payout.kind, way, number, order_item.topic, ${ofOrder}
    from payout join payment_attempt on payment_attempt.id = attempt_id ${joined} join account who on who.id = recorded_by
    left join order_item on order_item.order_id = payout.order_id and order_item.workshop_id = payout.workshop_id
    where payout.event_id = ${eventId} and payout.state = 'recorded' order by recorded_at, payout.id limit ${most}`.execute(
    db,
  )
  return rows
}

async function unansweredOf({ db }: World, eventId: number) {
  const { rows } = await sql<About>`
    select refund.id, 1 as version, attempt_id, refund.amount, refund.currency, refund.reason, asked_by as by, 0 as by_id, asked_at as at, ${ofOrder}
    from refund join payment_attempt on payment_attempt.id = attempt_id ${joined}
    where refund.state in ('asked', 'unknown') and applicant.event_id = ${eventId} order by asked_at, refund.id limit ${most}`.execute(
    db,
  )
  return rows
}

type Queued = {
  paymentCode: string
  accountId: number
  fullName: string
  email: string
  workshopId: number
  topic: string
  price: number
  currency: string
  attemptId: number | null
  isOnly: boolean
  many: number
}

/** Free seats cost nobody anything: there is nothing to give back. */
async function queueOf({ db }: World, eventId: number): Promise<Pick<Reply, 'queue' | 'queued'>> {
  const { rows } = await sql<Queued>`
    select payment_code, account.id as account_id, full_name, email, order_item.workshop_id, order_item.topic, order_item.price, orders.currency,
      (select attempt_id from ledger_entry where order_id = orders.id and kind = 'capture' and not ${isAside(sql`ledger_entry.attempt_id`)}
        order by ledger_entry.amount desc limit 1) as attempt_id,
      not exists (select from order_item more where more.order_id = orders.id and more.workshop_id <> order_item.workshop_id
        and more.cancelled_at is null) as is_only,
      count(*) over ()::int as many
    from workshop join order_item on order_item.workshop_id = workshop.id join orders on orders.id = order_item.order_id
    join applicant on applicant.id = orders.applicant_id join account on account.id = applicant.account_id
    where workshop.event_id = ${eventId} and workshop.cancelled_at is not null and orders.state = 'paid'
    and order_item.holds and order_item.price > 0
    and not exists (select from payout where payout.order_id = orders.id and payout.state = 'recorded')
    order by orders.id, order_item.workshop_id limit ${most}`.execute(db)
  return {
    queued: rows[0]?.many ?? 0,
    queue: rows.map(
      ({ paymentCode, accountId, fullName, email, workshopId, topic, price, currency, attemptId, isOnly }) => ({
        paymentCode,
        person: { accountId, name: fullName, email },
        workshopId,
        topic,
        money: { amount: price, currency },
        attemptId,
        isOnly,
      }),
    ),
  }
}
