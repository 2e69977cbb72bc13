/** Money that went back in these weeks: asked for by finance, confirmed by the bank, told in a letter. */
import { sql } from 'kysely'
import { hour } from '#contract/durations.ts'
import { seatsAfter } from '#contract/payments/refund-texts.ts'
import { endAct, startAct } from '#server/kernel/acts.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { refundLetter } from '#server/payments/mail.ts'
import { refundReasons } from '#server/payments/rules.ts'
import type { Books, Taken } from './bank.ts'
import { load } from './load.ts'
import { actBy, type Organiser, type TrailAct } from './organisers.ts'
import { after, notToday, type Setting } from './setting.ts'

type Given = { attempt: Taken; at: Date; reason: string; exceptionId?: number; note?: string }

export function refundActs(setting: Setting, finance: Organiser, books: Books): TrailAct[] {
  const asked = books.toRefund.map(({ attempt, at }): Given => ({
    attempt,
    at,
    reason: 'Cannot come: a night shift that cannot be changed.',
  }))
  const odd = books.toResolve.map(({ exceptionId, kind, attempt }): Given => ({
    attempt,
    exceptionId,
    at: notToday(setting, after(attempt.at, 20 * hour)),
    reason: refundReasons[kind] ?? '',
    note: 'Compared with the statement of the bank, and given back.',
  }))
  return [...asked, ...odd].map((given) => refundAct(setting, finance, given))
}

function refundAct(setting: Setting, finance: Organiser, given: Given): TrailAct {
  const { attempt, at, reason, exceptionId, note = reason } = given
  const id = setting.numbers('refund')
  tell(setting, id, given)
  const about =
    exceptionId === undefined
      ? { kind: 'payment_attempt', id: attempt.row.id }
      : { kind: 'payment_exception', id: exceptionId }
  const staff = actBy(finance, {
    operation: 'ExceptionResolve',
    about,
    reason: note,
    eventId: setting.event.id,
    steppedUp: true,
  })
  const command = { actor: { kind: 'command', name: 'payments' }, operation: 'payments refund', about, reason } as const
  return {
    at,
    work: async (world) => {
      const { act } = await startAct(world, exceptionId === undefined ? command : staff, 'begun')
      await giveBack(world, { ...given, id, by: exceptionId === undefined ? 'payments' : finance.fullName })
      if (exceptionId !== undefined)
        await sql`update payment_exception set resolved_at = ${at}, resolution = ${note}, resolved_by = ${finance.accountId}, version = version + 3
          where id = ${exceptionId}`.execute(world.db)
      await endAct(world, act, { outcome: 'done' })
    },
  }
}

async function giveBack(
  world: Transaction,
  { id, by, attempt, at, reason, exceptionId }: Given & { id: number; by: string },
): Promise<void> {
  const { order, amount, transactionId, row } = attempt
  const money = { amount, currency: order.row.currency }
  await load(world, 'refund', [
    {
      id,
      attemptId: row.id,
      ...money,
      state: 'done',
      reason,
      askedBy: by,
      askedAt: at,
      settledAt: at,
      confirmedAmount: amount,
      confirmedCurrency: money.currency,
    },
  ])
  await load(world, 'ledgerEntry', [
    {
      orderId: order.row.id,
      attemptId: row.id,
      kind: 'refund',
      ...money,
      gateway: 'sandbox',
      gatewayReference: `refund of ${row.reference}`,
      recordedAt: at,
    },
  ])
  await sql`update sandbox_payment set refunded_at = ${at}, refunded_amount = ${amount} where transaction_id = ${transactionId}`.execute(
    world.db,
  )
  if (exceptionId !== undefined) return
  await sql`update order_item set holds = false where order_id = ${order.row.id}`.execute(world.db)
  await sql`update orders set state = 'cancelled', closed_at = ${at} where id = ${order.row.id}`.execute(world.db)
}

function tell({ event, letters, publicUrl }: Setting, id: number, { attempt, at, reason, exceptionId }: Given): void {
  const { order, amount, transactionId } = attempt
  const { row, items, buyer } = order
  const money = { amount, currency: row.currency }
  const state = exceptionId === undefined ? ('cancelled' as const) : row.state
  const words = refundLetter({
    eventName: event.name,
    paymentCode: row.paymentCode,
    transactionId,
    topics: items.map(({ topic }) => topic),
    refund: { given: money, captured: money, on: at },
    seats: seatsAfter({ state, paidAt: row.paidAt, isDue: row.holdUntil <= at }),
    reason,
    timeZone: event.timeZone,
    publicUrl,
  })
  letters.push({ to: buyer.email, words, at, kind: 'refund_done', orderId: row.id, refundId: id })
}
