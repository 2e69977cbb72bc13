/** The books: every movement of money once, and what no rule can place, for a person to decide. */
import type { Fact } from '#server/platform/gateways/gateway.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'

export type ExceptionKind = Row<'paymentException'>['kind']
type Attempt = Pick<Row<'paymentAttempt'>, 'id' | 'orderId' | 'gateway'>
type Captured = Extract<Fact, { kind: 'captured' }>

/** Whether it is news: the bank, the browser and our own questions may all tell of the same payment. */
export async function recordCapture(world: World, attempt: Attempt, fact: Captured): Promise<boolean> {
  return record(world, attempt, { kind: 'capture', ...fact.money, gatewayReference: fact.transactionId })
}

export async function recordRefund(
  world: World,
  attempt: Attempt,
  money: { amount: number; currency: string; gatewayReference: string },
): Promise<boolean> {
  return record(world, attempt, { kind: 'refund', ...money })
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
}

/** Told twice, it is there once. */
export async function fileException(world: World, { attempt, ...exception }: NewException): Promise<void> {
  const { numInsertedOrUpdatedRows } = await world.db
    .insertInto('paymentException')
    .values({
      ...exception,
      attemptId: attempt?.id ?? null,
      orderId: attempt?.orderId ?? null,
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

export async function openExceptions(world: World): Promise<Row<'paymentException'>[]> {
  return world.db
    .selectFrom('paymentException')
    .selectAll()
    .where('resolvedAt', 'is', null)
    .orderBy('openedAt')
    .execute()
}

export async function resolveExceptions(world: World, attemptId: number, resolution: string): Promise<void> {
  await world.db
    .updateTable('paymentException')
    .set({ resolvedAt: world.now(), resolution })
    .where('attemptId', '=', attemptId)
    .where('resolvedAt', 'is', null)
    .execute()
}
