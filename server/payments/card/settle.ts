/** The only door by which facts of a gateway come in. Each may come in any number of times, from anywhere, and counts once. */
import { sql } from 'kysely'
import { refundNote, seatsAfter } from '#contract/payments/refund-texts.ts'
import { linesOf, lockOrder, markPaid, type OrderOfPerson } from '#server/booking/orders.ts'
import { takeAgain } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import { inTransaction, type World, type Locked, type Transaction } from '#server/kernel/world.ts'
import { fileException, isAside, recordCapture, refundsOf } from '#server/payments/books/ledger.ts'
import { isOpen, mismatch, responseFor } from '#server/payments/rules.ts'
import type { Fact, Gateway, Payment } from '#server/platform/gateways/gateway.ts'

export { ageInMinutes, gatewayMinutes, extraHoldMinutes, isOpen } from '#server/payments/rules.ts'

/** Named one by one: a statement that asks for every column is not prepared, and is planned each time. */
export const attemptColumns = [
  'paymentAttempt.id',
  'paymentAttempt.orderId',
  'paymentAttempt.gateway',
  'paymentAttempt.reference',
  'paymentAttempt.transactionId',
  'paymentAttempt.portal',
  'paymentAttempt.amount',
  'paymentAttempt.currency',
  'paymentAttempt.state',
  'paymentAttempt.createdAt',
  'paymentAttempt.nextCheckAt',
  'paymentAttempt.checks',
  'paymentAttempt.lastCode',
  'paymentAttempt.lastWords',
  'paymentAttempt.lastFact',
  'paymentAttempt.decidingSince',
] as const
type AttemptColumn = (typeof attemptColumns)[number] extends `paymentAttempt.${infer Column}` ? Column : never
export type Attempt = Pick<Row<'paymentAttempt'>, AttemptColumn>
/** Who brought the fact. */
export type Source = 'register' | 'return' | 'browser' | 'reconciler' | 'books' | 'staff'
type Captured = Extract<Fact, { kind: 'captured' }>

/** `finalize` takes the money when the bank agreed: for somebody who comes back from the bank. `look` never spoils a payment in the making. */
export type How = 'finalize' | 'look'
type Why = { how: How; source: Source }

export function paymentOf({ reference, transactionId, amount, currency, createdAt }: Attempt): Payment {
  return { reference, transactionId: transactionId ?? undefined, money: { amount, currency }, createdAt }
}

export async function attemptWith(world: World, id: number): Promise<Attempt> {
  return world.db.selectFrom('paymentAttempt').select(attemptColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Fifty who ask at the same moment share one question to the gateway. */
const asking = new WeakMap<Gateway, Map<string, Promise<Fact | undefined>>>()

/**
 * Asks the gateway about a payment, settles what it says and gives it. No transaction is open while it is asked. A payment that is known to be
 * captured is not asked about: asking the bank to take it once more could only do harm.
 */
export async function ask(world: World, attemptId: number, why: Why): Promise<Fact | undefined> {
  const key = `${why.how} ${attemptId}`
  const open = asking.get(world.gateway) ?? new Map<string, Promise<Fact | undefined>>()
  asking.set(world.gateway, open)
  const shared = open.get(key) ?? askAlone(world, attemptId, why).finally(() => open.delete(key))
  open.set(key, shared)
  return shared
}

async function askAlone(world: World, attemptId: number, { how, source }: Why): Promise<Fact | undefined> {
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(attemptColumns)
    .select('orders.state as orderState')
    .where('paymentAttempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  if (attempt.state === 'captured') return undefined
  const fact = await factAbout(world, attempt, how)
  await settle(world, attemptId, { fact, source })
  return fact
}

type AskedAbout = Attempt & { orderState: Row<'orders'>['state'] }

async function factAbout(world: World, attempt: AskedAbout, how: How): Promise<Fact> {
  const { gateway } = world
  if (attempt.gateway !== gateway.name)
    return { kind: 'unknown', why: `the payment is with ${attempt.gateway}, which is no longer set up` }
  const payment = paymentOf(attempt)
  // Nobody is charged for seats that are no longer held, or twice for those that are paid.
  const mayCharge = attempt.orderState === 'pending'
  if (how === 'finalize' && mayCharge) return gateway.finalize(payment)
  const fact = await gateway.status(payment)
  if (fact.kind !== 'authorized') return fact
  if (mayCharge) return gateway.finalize(payment)
  const reversed = await gateway.reverse(payment)
  if (reversed.kind !== 'done') return { kind: 'unknown', why: 'the gateway did not take it back' }
  return { kind: 'cancelled', code: 'reversed', words: 'The seats were no longer held; nothing was charged.' }
}

export async function settle(
  world: World,
  attemptId: number,
  { fact, source }: { fact: Fact; source: Source },
): Promise<void> {
  await inTransaction(world, async (world) => {
    const itsOrder = world.db.selectFrom('paymentAttempt').select('orderId').where('id', '=', attemptId)
    const order = await lockOrder(world, itsOrder.$asScalar())
    const attempt = await world.db
      .selectFrom('paymentAttempt')
      .select(attemptColumns)
      .where('id', '=', attemptId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (fact.kind === 'captured') {
      if (await recordCapture(world, attempt, fact)) await settleCapture(world, { order, attempt, fact, source })
      return
    }
    const closed = closedBy(fact, attempt.state)
    const said = { lastFact: fact.kind, decidingSince: decidingSince(fact, attempt, world.now()) }
    if (closed) {
      await changeBy(world, attemptId, { fact, source, values: { ...closed, ...said, ...wordsOf(fact) } })
    } else {
      // Nothing follows from it, but staff see that it was asked for and what was said.
      const words = isOpen(attempt.state) && wordsOf(fact)
      await change(world, attemptId, { checks: attempt.checks + 1, ...said, ...words })
    }
  })
}

type Capture = { order: Locked<OrderOfPerson>; attempt: Attempt; fact: Captured; source: Source }

async function settleCapture(world: Transaction, { order, attempt, fact, source }: Capture): Promise<void> {
  const { transactionId } = fact
  const values = { state: 'captured', transactionId, nextCheckAt: null, lastCode: '0' } as const
  await changeBy(world, attempt.id, { fact, source, values })
  const exception = mismatch(attempt, fact) ?? (await obstacle(world, order))
  if (exception) {
    const { kind, note: words } = exception
    return fileException(world, {
      kind,
      note: words,
      attempt,
      gateway: attempt.gateway,
      gatewayReference: transactionId,
    })
  }
  await markPaid(world, order, await linesOf(world, order.id))
}

/** Why the money of an order cannot make it paid. Late money takes the seats again, if they are still there. */
async function obstacle(world: Transaction, order: Locked<OrderOfPerson>) {
  if (order.state === 'paid') return { kind: 'duplicate_capture', note: 'The order was paid already.' } as const
  if (order.state === 'cancelled')
    return { kind: 'capture_on_cancelled', note: 'The order had been cancelled.' } as const
  if (order.state === 'lapsed' && !(await takeAgain(world, order)))
    return { kind: 'late_capture_no_seat', note: 'The seats had gone to somebody else.' } as const
  return undefined
}

/** What a "no" of the gateway makes of a payment; undefined when it says nothing new. */
function closedBy(fact: Fact, state: Attempt['state']): Partial<Attempt> | undefined {
  const isEnded = fact.kind === 'failed' || fact.kind === 'cancelled'
  if (isEnded && (isOpen(state) || state === 'abandoned')) return { state: fact.kind, nextCheckAt: null }
  // The gateway does not know it now; it is asked again, in case it learns of it late.
  if (fact.kind === 'none' && isOpen(state)) return { state: 'abandoned' }
  return undefined
}

/** The list of the bank does not show a payment that it is still making up its mind about; it said so when it was asked to finish it. */
function decidingSince(fact: Fact, { decidingSince }: Attempt, now: Date): Date | null {
  return fact.kind === 'pending' && fact.code !== '' ? (decidingSince ?? now) : decidingSince
}

function wordsOf(fact: Fact): Pick<Attempt, 'lastCode' | 'lastWords'> {
  if ('code' in fact) return { lastCode: fact.code, lastWords: fact.words.slice(0, 300) }
  return { lastCode: '', lastWords: 'why' in fact ? fact.why.slice(0, 300) : '' }
}

async function change(world: World, id: number, { id: _never, ...values }: Partial<Attempt>): Promise<void> {
  await world.db.updateTable('paymentAttempt').set(values).where('id', '=', id).execute()
}

type Cause = { fact: Fact; source: Source; values: Partial<Attempt> }

/** Changes a payment, and notes the fact that it follows from, word for word. */
async function changeBy(
  world: Transaction,
  attemptId: number,
  { fact, source, values: { id: _never, ...values } }: Cause,
): Promise<void> {
  await world.db
    .with('changed', (db) => db.updateTable('paymentAttempt').set(values).where('id', '=', attemptId))
    .insertInto('paymentEvent')
    .values({ attemptId, source, fact: JSON.stringify(fact), notedAt: world.now() })
    .execute()
}

/** What the person is told about a payment. */
export async function responseOf(world: World, attemptId: number): Promise<{ code: string; words: string }> {
  const { orderState, timeZone, paidAt, holdUntil, isInReview, wentBack, topics, areAll, ...attempt } = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(attemptColumns)
    .select(['orders.state as orderState', 'paidAt', 'holdUntil', 'timeZone'])
    .select(isAside(sql`payment_attempt.id`).as('isInReview'))
    .select([someWentBack.as('wentBack'), cancelledTopics.as('topics'), areAllCancelled.as('areAll')])
    .where('paymentAttempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const moved = wentBack ? await refundsOf(world, [attempt.orderId]) : []
  const refunds = moved.filter((each) => each.attemptId === attemptId)
  const seats = seatsAfter({ state: orderState, paidAt, isDue: holdUntil <= world.now() })
  const note = refunds.length > 0 ? refundNote({ refunds, seats, timeZone }) : undefined
  const order = { state: orderState, timeZone }
  return responseFor({ attempt, order, cancelled: { topics, areAll }, isInReview, refundNote: note })
}

/** SQL: some of this payment was given back. */
const someWentBack = sql<boolean>`exists (
  select from ledger_entry where ledger_entry.attempt_id = payment_attempt.id and ledger_entry.kind <> 'capture')`

const linesOfOrder = sql`order_item join workshop on workshop.id = order_item.workshop_id and order_item.order_id = orders.id`

/** SQL: the workshops of this order that do not take place, by start. */
const cancelledTopics = sql<string[]>`array(
  select order_item.topic from ${linesOfOrder} where workshop.cancelled_at is not null order by workshop.starts_at, workshop.id)`

const areAllCancelled = sql<boolean>`not exists (select from ${linesOfOrder} where workshop.cancelled_at is null)`
