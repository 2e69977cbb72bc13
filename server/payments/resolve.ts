/** Staff look after a payment that needs a person: they give it back, close it with a note, or ask the bank once more. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { type ExceptionWay, waysFor } from '#contract/payments/exception-kinds.ts'
import type { BankAsk, ExceptionResolve } from '#contract/payments/exceptions.ts'
import { isWithin, whereMay } from '#server/accounts/staff.ts'
import type { Staff } from '#server/callers.ts'
import { limits } from '#server/limits.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import type { End } from '#server/serve.ts'
import { inTransaction, type Transaction, type World } from '#server/world.ts'
import { detailOf, type ExceptionDetail, whyShut } from './exception-story.ts'
import { exceptionFor, type ExceptionRow } from './exceptions.ts'
import { askForStaff } from './reconcile.ts'
import { type RefundAnswer, refundPayment } from './refund.ts'
import { refundReasons } from './rules.ts'

type Wish = ParsedInputOf<typeof ExceptionResolve>
export type Resolved = ReplyOf<typeof ExceptionResolve>

/** One that belongs to an event where they may not is as if it did not exist. */
export async function showException(world: World, staff: Staff, id: number): Promise<ExceptionDetail> {
  return detailOf(world, (await exceptionFor(world, staff, id)) ?? refuse('not_found'))
}

/** To be called inside an act whose steps are transactions of their own: the bank may be asked. */
export async function resolveException(world: World, staff: Staff, wish: Wish): Promise<Resolved> {
  const row = (await exceptionFor(world, staff, wish.id)) ?? refuse('not_found')
  if (!isWithin(whereMay(staff, 'exceptions.resolve'), row.eventId)) refuse('not_allowed')
  if (row.resolvedAt || row.version !== wish.version) return refuseLate(world, staff, wish)
  refuseShut(world, row, wish.way)
  const refund = wish.way === 'refund' ? await giveBack(world, staff, { ...wish, row }) : null
  if (wish.way === 'close') await close(world, staff, wish)
  return { refund, exception: await showException(world, staff, wish.id) }
}

/** How the act came out. A case that stays open was not resolved, whatever was answered. */
export function endOf({ refund }: Resolved): End {
  if (refund === null || refund === 'done' || refund === 'differs') return { outcome: 'done' }
  return { outcome: refund === 'unknown' || refund === 'failed' ? 'failed' : 'refused', refusal: refund }
}

function refuseShut(world: World, row: ExceptionRow, way: ExceptionWay): void {
  if (!waysFor[row.kind].includes(way))
    refuse('invalid', { fields: [{ path: 'way', message: 'This cannot be done about a payment of this kind.' }] })
  const why = whyShut(world, row, way)
  if (why) refuse('not_allowed', { sentence: why })
}

async function refuseLate(world: World, staff: Staff, { id }: Pick<Wish, 'id'>): Promise<never> {
  return refuse('conflict', { stored: await showException(world, staff, id) })
}

async function close(world: World, staff: Staff, wish: Wish): Promise<void> {
  const resolved = { resolvedAt: world.now(), resolvedBy: staff.accountId, resolution: wish.note }
  const isMine = await inTransaction(world, (world) => change(world, wish, resolved))
  if (!isMine) await refuseLate(world, staff, wish)
}

type Change = { resolvedAt: Date; resolvedBy: number; resolution: string }

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
): Promise<RefundAnswer> {
  const { attemptId, kind } = row
  const reason = refundReasons[kind]
  if (attemptId === null || !reason) return 'not captured'
  if (!(await inTransaction(world, (world) => change(world, wish, undefined)))) await refuseLate(world, staff, wish)
  const answer = await refundPayment(world, { attemptId, by: staff.name, reason })
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
      resolvedBy: accountId,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('resolvedBy', 'is', null)
    .execute()
}

/** The bank's word on a payment of an event where they may. */
export async function askBank(
  world: World,
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
