/** Money that belongs to another order, or to none: a person says whose it is, and it pays for that one. */
import type { ParsedInputOf } from '#contract/operation.ts'
import type { ExceptionResolve } from '#contract/payments/exceptions.ts'
import { financeTexts } from '#contract/payments/finance-words.ts'
import { linesOf, lockOrder, markPaid, type OrderOfPerson } from '#server/booking/orders.ts'
import { takeAgain } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import { inTransaction, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { recordPayout } from '#server/payments/books/ledger.ts'
import { dueOf, refuseAskedBack, whyNotRecorded } from '#server/payments/books/order-money.ts'
import { settle } from '#server/payments/card/settle.ts'
import { comingBack, referenceOf } from '#server/payments/rules.ts'
import type { Money } from '#server/platform/gateways/gateway.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import type { ExceptionRow } from './exceptions.ts'

type Change = Partial<Pick<Row<'paymentException'>, 'resolvedAt' | 'resolvedBy' | 'resolution' | 'way'>>
export type Taken = ParsedInputOf<typeof ExceptionResolve> & {
  row: ExceptionRow
  /** Of two who saw the same version, one changes it; the other gets `false`. */
  change: (world: Transaction, values: Change) => Promise<boolean>
}

/** Gives whether the case was still theirs to settle. */
export async function matchTo(world: World, staff: Staff, taken: Taken): Promise<boolean> {
  const { row, paymentCode, note, change } = taken
  if (!paymentCode) return refuseField('Please write the payment code of the order.')
  const target = await orderNamed(world, staff, paymentCode)
  const money =
    row.amount !== null && row.currency !== null ? { amount: row.amount, currency: row.currency } : undefined
  if (!money) return refuseField('Nobody knows how much came.')
  return inTransaction(world, async (world) => {
    // Two orders, always in the same turn: the smaller number first.
    const ids = [...new Set([target, row.orderId ?? target])].toSorted((a, b) => a - b)
    const orders: Locked<OrderOfPerson>[] = []
    for (const id of ids) orders.push(await lockOrder(world, id))
    const order = orders.find(({ id }) => id === target) as Locked<OrderOfPerson>
    await refuseAskedBack(world, row.attemptId)
    const isOwn = row.orderId === target
    const resolved = { resolvedAt: world.now(), resolvedBy: staff.accountId, resolution: note }
    // Settled before the money is: a case that is open would stand in the way of its own order.
    if (!(await change(world, { ...resolved, way: isOwn ? 'accept' : 'match' }))) return false
    const why = await whyNotRecorded(world, order)
    if (why) refuseField(why)
    const due = await dueOf(world, order)
    if (due.amount !== money.amount || due.currency !== money.currency) refuseField(financeTexts.otherAmount)
    if (isOwn) await pay(world, order)
    else await move(world, order, { row, money })
    return true
  })
}

async function pay(world: Transaction, order: Locked<OrderOfPerson>): Promise<void> {
  if (order.state === 'lapsed' && !(await takeAgain(world, order))) refuseField(financeTexts.noSeats)
  await markPaid(world, order, await linesOf(world, order.id))
}

/** What came for another order leaves it in the books; what came for none is booked now, under the bank's own number. */
async function move(
  world: Transaction,
  order: Locked<OrderOfPerson>,
  { row, money }: { row: Taken['row']; money: Money },
): Promise<void> {
  const { attemptId, orderId } = row
  const isOrphan = attemptId === null || orderId === null
  const reference = `match ${row.id}`
  if (!isOrphan)
    await recordPayout(world, { id: attemptId, orderId }, { ...money, way: 'matched', gatewayReference: reference })
  const transactionId = isOrphan ? row.gatewayReference : reference
  const attempts = await world.db.selectFrom('paymentAttempt').select('id').where('orderId', '=', order.id).execute()
  const { id } = await world.db
    .insertInto('paymentAttempt')
    .values({
      orderId: order.id,
      gateway: isOrphan ? row.gateway : 'matched',
      reference: referenceOf(order.paymentCode, attempts.length + 1),
      transactionId,
      returnKey: newToken().token,
      returnPath: comingBack,
      ...money,
      state: 'captured',
      createdAt: world.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await settle(world, id, { fact: { kind: 'captured', transactionId, money }, source: 'staff' })
}

/** Of an event where they may settle money; any other does not exist. */
async function orderNamed({ db }: World, staff: Staff, paymentCode: string): Promise<number> {
  const found = await db
    .selectFrom('orders')
    .select(['orders.id', 'eventId'])
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst()
  if (!found || !isWithin(whereMay(staff, 'exceptions.resolve'), found.eventId))
    return refuseField('No order has this code.')
  return found.id
}

const refuseField = (message: string): never => refuse('invalid', { fields: [{ path: 'paymentCode', message }] })
