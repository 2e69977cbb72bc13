/** Staff look after a payment that needs a person: they give it back, close it with a note, or ask the bank once more. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ExceptionWay } from '#contract/payments/exception-kinds.ts'
import type { BankAsk, ExceptionResolve } from '#contract/payments/exceptions.ts'
import { lockOrder } from '#server/booking/orders.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import { inTransaction, type Steps, type Transaction, type World } from '#server/kernel/world.ts'
import { askForStaff } from '#server/payments/card/reconcile.ts'
import { firstStep, paymentOrRefuse } from '#server/payments/refunds/propose.ts'
import { type RefundAnswer, refundAgain, refundPayment } from '#server/payments/refunds/refund.ts'
import { refundReasons } from '#server/payments/rules.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { detailOf } from './exception-story.ts'
import { type ExceptionDetail, exceptionFor, type ExceptionRow } from './exceptions.ts'
import { takeWay } from './ways.ts'

type Wish = ParsedInputOf<typeof ExceptionResolve>
export type Resolved = ReplyOf<typeof ExceptionResolve>

/** One that belongs to an event where they may not is as if it did not exist. */
export async function showException(world: World, staff: Staff, id: number): Promise<ExceptionDetail> {
  return detailOf(world, (await exceptionFor(world, staff, id)) ?? refuse('not_found'))
}

export async function resolveException(world: Steps, staff: Staff, wish: Wish): Promise<Resolved> {
  const row = (await exceptionFor(world, staff, wish.id)) ?? refuse('not_found')
  if (!isWithin(whereMay(staff, 'exceptions.resolve'), row.eventId)) refuse('not_allowed')
  if (row.resolvedAt || row.version !== wish.version) return refuseLate(world, staff, wish)
  refuseShut(await detailOf(world, row), wish.way)
  const refund = wish.way === 'refund' ? await giveBack(world, staff, { ...wish, row }) : null
  if (wish.way === 'close') await close(world, staff, { ...wish, orderId: row.orderId })
  else if (wish.way !== 'refund') {
    const isMine = await takeWay(world, staff, { ...wish, row, change: (world, values) => change(world, wish, values) })
    if (!isMine) await refuseLate(world, staff, wish)
  }
  return { refund, exception: await showException(world, staff, wish.id) }
}

function refuseShut({ ways }: ExceptionDetail, wanted: ExceptionWay): void {
  const found = ways.find(({ way }) => way === wanted)
  if (!found)
    return refuse('invalid', {
      fields: [{ path: 'way', message: 'This cannot be done about a payment of this kind.' }],
    })
  if (found.why) refuse('not_allowed', { sentence: found.why })
}

async function refuseLate(world: World, staff: Staff, { id }: Pick<Wish, 'id'>): Promise<never> {
  return refuse('conflict', { stored: await showException(world, staff, id) })
}

/** With the order locked: whoever confirms the rest at this moment has counted on what came before. */
async function close(
  world: World,
  staff: Staff,
  { orderId, ...wish }: Wish & { orderId: number | null },
): Promise<void> {
  const resolved = { resolvedAt: world.now(), resolvedBy: staff.accountId, resolution: wish.note, way: 'close' }
  const isMine = await inTransaction(world, async (world) => {
    if (orderId !== null) await lockOrder(world, orderId)
    return change(world, wish, resolved)
  })
  if (!isMine) await refuseLate(world, staff, wish)
}

type Change = Partial<
  Pick<Row<'paymentException'>, 'resolvedAt' | 'resolvedBy' | 'resolution' | 'way' | 'orderId' | 'attemptId'>
>

/** Of two who saw the same version, one changes it. */
async function change(world: Transaction, { id, version }: Wish, values: Change | undefined): Promise<boolean> {
  const { numUpdatedRows } = await world.db
    .updateTable('paymentException')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The version is taken before the bank is asked: whoever comes second hears it at once, and asks nothing. */
async function giveBack(
  world: World,
  staff: Staff,
  { row, ...wish }: Wish & { row: ExceptionRow },
): Promise<RefundAnswer | 'waits'> {
  const { attemptId, orderId, eventId, kind } = row
  const reason = refundReasons[kind]
  if (attemptId === null || orderId === null || eventId === null || !reason) return 'not captured'
  const step = await inTransaction(world, async (world) => {
    await lockOrder(world, orderId)
    if (!(await change(world, wish, undefined))) return 'late'
    const payment = await paymentOrRefuse(world, { orderId, attemptId })
    if (payment.isRefunding) return 'asked before'
    return firstStep(world, staff, { eventId, payment, reason, exceptionId: wish.id })
  })
  if (step === 'late') return refuseLate(world, staff, wish)
  if (step === 'waits') return 'waits'
  const answer =
    step === 'asked before'
      ? // It is followed up, whoever asked first. One that failed meanwhile is not begun anew behind the second person's back.
        await refundAgain(world, attemptId)
      : await refundPayment(world, { attemptId, by: staff.name, reason, ...step })
  if (answer === 'done' || answer === 'differs') await inTransaction(world, (world) => sign(world, staff, wish))
  return answer
}

/** The refund has resolved it; who asked for that, and what they noted, is written beside. */
async function sign(world: Transaction, { accountId }: Staff, { id, note }: Wish): Promise<void> {
  await world.db
    .updateTable('paymentException')
    .set((row) => ({
      resolvedAt: row.fn.coalesce('resolvedAt', row.val(world.now())),
      resolution: note,
      way: 'refund',
      resolvedBy: accountId,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('resolvedBy', 'is', null)
    .execute()
}

/** The bank's word on a payment of an event where they may. */
export async function askBank(
  world: Steps,
  staff: Staff,
  { attemptId }: ParsedInputOf<typeof BankAsk>,
): Promise<ReplyOf<typeof BankAsk>> {
  const eventId = await eventOfAttempt(world, attemptId)
  if (eventId === undefined || !isWithin(whereMay(staff, 'exceptions.resolve'), eventId)) return refuse('not_found')
  await count(world, limits.bankQuestionsOfAccount, String(staff.accountId))
  return askForStaff(world, attemptId)
}

export async function eventOfAttempt({ db }: Pick<World, 'db'>, attemptId: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .select('applicant.eventId')
    .where('paymentAttempt.id', '=', attemptId)
    .executeTakeFirst()
  return found?.eventId
}
