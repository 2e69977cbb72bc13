/** The books: every movement of money once, and what no rule can place, for a person to decide. */
import { type RawBuilder, sql } from 'kysely'
import type { GivenBack } from '#contract/payments/refund-texts.ts'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import type { ListedRefund, OpenException } from '#server/payments/rules.ts'
import type { Fact, Money } from '#server/platform/gateways/gateway.ts'

export { exceptionLine, refundLine } from '#server/payments/rules.ts'

export type ExceptionKind = Row<'paymentException'>['kind']
type Attempt = Pick<Row<'paymentAttempt'>, 'id' | 'orderId' | 'gateway'>
type Captured = Extract<Fact, { kind: 'captured' }>

/** The ways out by which money that no rule could place came to pay its order after all. */
const accepting = sql.raw(`('accept', 'rest', 'seat', 'other', 'revive')`)

/** SQL: the payment of this attempt pays for nothing. That nobody knew for a week what became of it says nothing of what it paid for. */
export const isAside = (attemptId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from payment_exception where payment_exception.attempt_id = ${attemptId}
  and payment_exception.kind not in ('unresolved_attempt', 'refund_difference')
  and not (payment_exception.resolved_at is not null and coalesce(payment_exception.way, '') in ${accepting}))`

/** SQL: the bank was asked to give the payment of this attempt back, and has not said what it did. */
export const isAskedBack = (attemptId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from refund where refund.attempt_id = ${attemptId} and refund.state in ('asked', 'unknown'))`

/** Whether it is news: the bank, the browser and our own questions may all tell of the same payment. */
export async function recordCapture(world: World, attempt: Attempt, fact: Captured): Promise<boolean> {
  return record(world, attempt, { kind: 'capture', ...fact.money, gatewayReference: fact.transactionId })
}

export async function recordRefund(
  world: World,
  attempt: Attempt,
  money: Money & { gatewayReference: string },
): Promise<boolean> {
  return record(world, attempt, { kind: 'refund', ...money })
}

/** Beside the bank: `way` is where the money is missing now. */
export async function recordPayout(
  world: World,
  attempt: Pick<Attempt, 'id' | 'orderId'>,
  { way, ...money }: Money & { way: string; gatewayReference: string },
): Promise<void> {
  await record(world, { ...attempt, gateway: way }, { kind: 'payout', ...money })
}

type Entry = Pick<Row<'ledgerEntry'>, 'kind' | 'amount' | 'currency' | 'gatewayReference'>

async function record(world: World, { id, orderId, gateway }: Attempt, entry: Entry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await world.db
    .insertInto('ledgerEntry')
    .values({ ...entry, orderId, attemptId: id, gateway, recordedAt: world.now() })
    .onConflict((same) => same.columns(['gateway', 'kind', 'gatewayReference']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type NewException = {
  kind: ExceptionKind
  gateway: string
  gatewayReference: string
  note: string
  attempt?: Pick<Attempt, 'id' | 'orderId'>
  /** Of a payment that is no attempt of ours; the database knows what an attempt is about. */
  money?: Money
}

/** Told twice, it is there once. */
export async function fileException(world: World, { attempt, money, ...exception }: NewException): Promise<void> {
  const { numInsertedOrUpdatedRows } = await world.db
    .insertInto('paymentException')
    .values({
      ...exception,
      attemptId: attempt?.id ?? null,
      orderId: attempt?.orderId ?? null,
      ...money,
      openedAt: world.now(),
    })
    .onConflict((same) => same.columns(['kind', 'gateway', 'gatewayReference']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n)
    world.log.error(
      { kind: exception.kind, gateway: exception.gateway, reference: exception.gatewayReference },
      'a payment needs a person',
    )
}

/** What waits for a person, with what was asked for, taken and given back. */
export async function openExceptions(world: World): Promise<OpenException[]> {
  const open = await world.db
    .selectFrom('paymentException')
    .leftJoin('paymentAttempt', 'paymentAttempt.id', 'attemptId')
    .selectAll('paymentException')
    .select(['paymentAttempt.amount', 'paymentAttempt.currency'])
    .where('resolvedAt', 'is', null)
    .orderBy('openedAt')
    .orderBy('paymentException.id')
    .execute()
  const moved = await movements(world, { attemptIds: open.flatMap(({ attemptId }) => attemptId ?? []) })
  return open.map(({ amount, currency, ...exception }) => {
    const its = moved.filter(({ attemptId }) => attemptId === exception.attemptId)
    return {
      ...exception,
      asked: amount !== null && currency !== null ? { amount, currency } : undefined,
      captured: its.filter(({ kind }) => kind === 'capture').map(moneyOf)[0],
      given: its.filter(({ kind }) => kind !== 'capture').map(moneyOf),
    }
  })
}

/** What was given back of these orders, oldest first. */
export async function refundsOf(
  world: World,
  orderIds: readonly number[],
): Promise<(GivenBack & { orderId: number; attemptId: number })[]> {
  const moved = await movements(world, { orderIds })
  return moved
    .filter(({ kind, gateway }) => kind === 'refund' || (kind === 'payout' && gateway !== 'matched'))
    .map((refund) => {
      const { orderId, attemptId, recordedAt } = refund
      // What was paid out beside the bank was agreed on: nothing of it is missing.
      if (refund.kind === 'payout')
        return { orderId, attemptId, given: moneyOf(refund), captured: moneyOf(refund), on: recordedAt }
      const capture = moved.find((each) => each.kind === 'capture' && each.attemptId === attemptId) ?? refund
      return { orderId, attemptId, given: moneyOf(refund), captured: moneyOf(capture), on: recordedAt }
    })
}

/** What was given back last, newest first, for whoever compares it with the statement of the bank. */
export async function lastRefunds(world: World, howMany: number): Promise<ListedRefund[]> {
  return (
    await world.db
      .selectFrom('ledgerEntry as refund')
      .innerJoin('ledgerEntry as capture', 'capture.attemptId', 'refund.attemptId')
      .innerJoin('paymentAttempt', 'paymentAttempt.id', 'refund.attemptId')
      .innerJoin('orders', 'orders.id', 'refund.orderId')
      .select(['refund.amount', 'refund.currency', 'refund.recordedAt', 'refund.gateway', 'paymentCode'])
      .select(['capture.amount as takenAmount', 'capture.currency as takenCurrency', 'transactionId'])
      .where('refund.kind', '=', 'refund')
      .where('capture.kind', '=', 'capture')
      .orderBy('refund.id', 'desc')
      .limit(howMany)
      .execute()
  ).map(({ takenAmount, takenCurrency, recordedAt, transactionId, gateway, paymentCode, ...given }) => ({
    given: moneyOf(given),
    captured: { amount: takenAmount, currency: takenCurrency },
    on: recordedAt,
    transactionId: transactionId ?? '',
    gateway,
    paymentCode,
  }))
}

/** Of each currency for itself: rupees and dollars make no sum. */
export async function givenBackInAll(world: World): Promise<Money[]> {
  const sums = await world.db
    .selectFrom('ledgerEntry')
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('amount')])
    .where('kind', '=', 'refund')
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return sums.map(({ amount, currency }) => ({ amount: Number(amount), currency }))
}

/** What the bank took with a payment, if it did. */
export async function capturedOf(world: World, attemptId: number): Promise<Money | undefined> {
  const [capture] = (await movements(world, { attemptIds: [attemptId] })).filter(({ kind }) => kind === 'capture')
  return capture && moneyOf(capture)
}

const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency })

type Wanted = { orderIds: readonly number[] } | { attemptIds: readonly number[] }

async function movements(world: World, wanted: Wanted) {
  const [column, ids] =
    'orderIds' in wanted ? (['orderId', wanted.orderIds] as const) : (['attemptId', wanted.attemptIds] as const)
  if (ids.length === 0) return []
  return world.db
    .selectFrom('ledgerEntry')
    .select(['orderId', 'attemptId', 'kind', 'gateway', 'amount', 'currency', 'recordedAt'])
    .where(column, 'in', ids)
    .orderBy('id')
    .execute()
}

export async function resolveExceptions(world: World, attemptId: number, resolution: string): Promise<void> {
  await world.db
    .updateTable('paymentException')
    .set((row) => ({ resolvedAt: world.now(), resolution, version: row('version', '+', 1) }))
    .where('attemptId', '=', attemptId)
    .where('resolvedAt', 'is', null)
    .execute()
}
