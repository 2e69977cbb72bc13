import { sql } from 'kysely'
/** Nobody has to come back for a payment to count: the gateway is asked about everything that is not finished. */
import { day } from '#contract/durations.ts'
import { moneyText } from '#contract/money.ts'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import type { Person } from '#server/kernel/callers.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { fileException } from '#server/payments/books/ledger.ts'
import { nextCheck } from '#server/payments/rules.ts'
import type { Fact, Gateway } from '#server/platform/gateways/gateway.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import {
  ageInMinutes,
  ask,
  type Attempt,
  attemptWith,
  gatewayMinutes,
  extraHoldMinutes,
  isOpen,
  paymentOf,
  responseOf,
  settle,
} from './settle.ts'

export const reconcileJob = 'reconcile-payments'

/** How many are asked about at the same time. */
const atOnce = 10
/** Whoever took a payment to ask about it and died is followed by another after this. */
const lease = 60_000
const daysOfBooks = 2

/** A gateway that is slow to answer must not have all hands of the schedule waiting for it. */
const running = new WeakSet<Gateway>()

export async function reconcile(world: World): Promise<void> {
  if (running.has(world.gateway)) return
  running.add(world.gateway)
  try {
    for (;;) {
      const taken = await inTransaction(world, take)
      const facts = await Promise.all(taken.map((attempt) => reconcileOne(world, attempt)))
      // A gateway that answers nobody is left alone until the next minute.
      if (taken.length < atOnce || facts.every((fact) => fact?.kind === 'unknown')) break
    }
    await lapse(world, await dueOrders(world))
  } finally {
    running.delete(world.gateway)
  }
}

/** After a start: a server that was killed may have had payments in hand. */
export async function reconcileSoon(world: World): Promise<void> {
  await world.db
    .updateTable('paymentAttempt')
    .set({ nextCheckAt: world.now() })
    .where('state', 'in', ['created', 'registered'])
    .execute()
  await enqueue(world.db, reconcileJob, { key: `${reconcileJob} after a start` })
}

/** Each is taken by one server only. */
async function take(world: Transaction): Promise<Pick<Attempt, 'id'>[]> {
  const now = world.now()
  const until = new Date(now.getTime() + lease)
  const { rows } = await sql<Pick<Attempt, 'id'>>`
    update payment_attempt set next_check_at = ${until} where id in (
      select id from payment_attempt where next_check_at <= ${now} order by next_check_at limit ${atOnce} for update skip locked)
    returning id`.execute(world.db)
  return rows
}

/** Whoever asks again within this time is told what the bank said to the one before. */
const sameAnswer = 10_000

/** The bank's word on an order of the caller's own: asked for now, and told. Undefined when there is no payment to ask about. */
export async function askNow(
  world: World,
  { accountId }: Person,
  paymentCode: string,
): Promise<{ code: string; words: string } | undefined> {
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .select('paymentAttempt.id')
    .where('paymentCode', '=', paymentCode)
    .where('applicant.accountId', '=', accountId)
    .orderBy('paymentAttempt.id', 'desc')
    .executeTakeFirst()
  if (!attempt) return undefined
  if (await isMyTurn(world, attempt)) {
    await ask(world, attempt.id, { how: 'look', source: 'browser' })
    const { state, createdAt } = await attemptWith(world, attempt.id)
    // The schedule would call it off within the minute; the person who looks need not wait for that.
    if (isOpen(state) && ageInMinutes({ createdAt }, world.now()) >= gatewayMinutes)
      await takeBack(world, await attemptWith(world, attempt.id))
  }
  return responseOf(world, attempt.id)
}

/** The same for staff, also about a payment that is no longer asked about by itself. */
export async function askForStaff(world: World, attemptId: number): Promise<{ code: string; words: string }> {
  if (await isMyTurn(world, { id: attemptId }, { alsoGivenUp: true }))
    await ask(world, attemptId, { how: 'look', source: 'staff' })
  return responseOf(world, attemptId)
}

/** However many tabs and servers ask, the bank is asked once in ten seconds. */
async function isMyTurn(
  world: World,
  { id }: Pick<Attempt, 'id'>,
  { alsoGivenUp = false }: { alsoGivenUp?: boolean } = {},
): Promise<boolean> {
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('paymentAttempt')
    .set({ lastAskedAt: now })
    .where('id', '=', id)
    .$if(!alsoGivenUp, (query) => query.where('nextCheckAt', 'is not', null))
    .where((row) =>
      row.or([row('lastAskedAt', 'is', null), row('lastAskedAt', '<=', new Date(now.getTime() - sameAnswer))]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function reconcileOne(world: World, { id }: Pick<Attempt, 'id'>): Promise<Fact | undefined> {
  const fact = await ask(world, id, { how: 'look', source: 'reconciler' })
  const attempt = await attemptWith(world, id)
  if (isOpen(attempt.state) && ageInMinutes(attempt, world.now()) >= gatewayMinutes) await takeBack(world, attempt)
  await planNext(world, await attemptWith(world, id), fact)
  return fact
}

/** The gateway's rule: what is not finalized in time is reversed. Its seats are free after that, and it cannot be paid any more. */
export async function takeBack(world: World, attempt: Attempt): Promise<void> {
  const { kind } =
    attempt.gateway === world.gateway.name
      ? await world.gateway.reverse(paymentOf(attempt))
      : { kind: 'unknown' as const }
  if (kind === 'done') {
    const fact = { kind: 'cancelled', code: 'reversed', words: 'Not paid in time' } as const
    return settle(world, attempt.id, { fact, source: 'reconciler' })
  }
  if (kind === 'captured') return void (await ask(world, attempt.id, { how: 'look', source: 'reconciler' }))
  if (ageInMinutes(attempt, world.now()) < gatewayMinutes + extraHoldMinutes) return
  await world.db
    .updateTable('paymentAttempt')
    .set({ state: 'abandoned' })
    .where('id', '=', attempt.id)
    .where('state', 'in', ['created', 'registered'])
    .execute()
}

async function planNext(world: World, attempt: Attempt, fact: Fact | undefined): Promise<void> {
  if (attempt.nextCheckAt === null) return
  const now = world.now()
  const next =
    nextCheck(ageInMinutes(attempt, now), { limit: gatewayMinutes, extraHold: extraHoldMinutes, now }) ?? null
  await world.db
    .updateTable('paymentAttempt')
    .set({ nextCheckAt: next })
    .where('id', '=', attempt.id)
    .where('nextCheckAt', 'is not', null)
    .execute()
  // What the gateway never heard of is nothing; what it will not speak about is for a person.
  if (next || fact?.kind === 'none') return
  const { gateway, reference } = attempt
  const note = `The gateway was asked for seven days. Last: ${attempt.lastWords}`
  await fileException(world, { kind: 'unresolved_attempt', gateway, gatewayReference: reference, note, attempt })
}

/** The gateway's books against ours: what was taken and is not in the ledger is settled, or shown to a person. */
export async function compareBooks(world: World): Promise<void> {
  const now = world.now()
  const captures = (await world.gateway.captures(new Date(now.getTime() - daysOfBooks * day), now)) ?? []
  const gateway = world.gateway.name
  for (const { transactionId, reference, money } of captures) {
    const known = await world.db
      .selectFrom('ledgerEntry')
      .select('id')
      .where('gateway', '=', gateway)
      .where('kind', '=', 'capture')
      .where('gatewayReference', '=', transactionId)
      .executeTakeFirst()
    if (known) continue
    const attempt = await world.db
      .selectFrom('paymentAttempt')
      .select('id')
      .where('reference', '=', reference)
      .where('gateway', '=', gateway)
      .executeTakeFirst()
    if (attempt) {
      const fact = { kind: 'captured', transactionId, reference, money } as const
      await settle(world, attempt.id, { fact, source: 'books' })
    } else {
      const note = `${moneyText(money)} for ${reference}, which we never asked for.`
      await fileException(world, { kind: 'orphan_capture', gateway, gatewayReference: transactionId, note, money })
    }
  }
}
