/** A refund by the bank, as staff ask for it: at once up to a sum, above it when a second person agrees. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { financeTexts } from '#contract/payments/finance-words.ts'
import type { RefundApprove, RefundGive, RefundPropose, RefundReject } from '#contract/payments/give-back.ts'
import { lockOrder } from '#server/booking/orders.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { whyNoSecondPerson } from '#server/kernel/persons.ts'
import type { End } from '#server/kernel/serve.ts'
import { type Acting, inTransaction, type Steps, type Transaction, type World } from '#server/kernel/world.ts'
import { type PaymentOfOrder, paymentsOf, refundShut } from '#server/payments/books/order-money.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { financeRule, needsTwo } from './finance-rule.ts'
import { type RefundAnswer, refundAgain, refundPayment } from './refund.ts'

type Given = ReplyOf<typeof RefundPropose>
type Seen = { eventId: number; id: number; version: number }

export async function proposeRefund(
  world: Steps,
  staff: Staff,
  { eventId, attemptId, amount, reason }: ParsedInputOf<typeof RefundPropose>,
): Promise<Given> {
  const orderId = await orderOfAttempt(world, { eventId, attemptId })
  const step = await inTransaction(world, async (world) => {
    await lockOrder(world, orderId)
    const payment = await paymentOrRefuse(world, { orderId, attemptId })
    if (!payment.pays) refuse('conflict', { sentence: financeTexts.inReview })
    if (payment.amount !== amount) refuse('count_changed')
    return firstStep(world, staff, { eventId, payment, reason, exceptionId: null })
  })
  if (step === 'waits') return { refund: 'waits' }
  return { refund: await refundPayment(world, { attemptId, by: staff.name, reason, ...step }) }
}

type FirstStep = { eventId: number; payment: PaymentOfOrder; reason: string; exceptionId: number | null }

/** To be called with the order locked: waits for a second person, or says how the one may go on. */
export async function firstStep(
  world: Transaction,
  { accountId }: Staff,
  { eventId, payment, reason, exceptionId }: FirstStep,
): Promise<'waits' | { proposedBy: number; alone: boolean }> {
  const why = refundShut(world, payment)
  if (why) refuse('conflict', { sentence: why })
  const rule = await financeRule(world)
  const isMuch = needsTwo(rule, payment)
  if (!isMuch || rule.alone) return { proposedBy: accountId, alone: isMuch }
  const { attemptId, amount, currency } = payment
  await world.db
    .insertInto('refundProposal')
    .values({
      eventId,
      attemptId,
      exceptionId,
      amount,
      currency,
      reason,
      proposedBy: accountId,
      proposedAt: world.now(),
    })
    .execute()
  return 'waits'
}

export async function approveRefund(
  world: Steps,
  staff: Staff,
  seen: ParsedInputOf<typeof RefundApprove>,
): Promise<Given> {
  const proposal = await proposalFor(world, seen)
  const { attemptId, reason, proposedBy, proposer } = proposal
  const agree = async (world: Transaction) => {
    const why = await whyNoSecondPerson(world, { asked: proposedBy, confirms: staff.accountId })
    if (why)
      refuse('not_allowed', {
        sentence: why === 'same person' ? financeTexts.ownProposal : financeTexts.notIndependent,
      })
    await decide(world, seen, { state: 'approved', decidedBy: staff.accountId })
  }
  const wish = { attemptId, by: proposer, reason, proposedBy, approvedBy: staff.accountId, agree }
  return { refund: await refundPayment(world, wish) }
}

export async function rejectRefund(
  world: Acting,
  staff: Staff,
  seen: ParsedInputOf<typeof RefundReject>,
): Promise<Record<string, never>> {
  await proposalFor(world, seen)
  await decide(world, seen, { state: 'rejected', decidedBy: staff.accountId })
  return {}
}

/** Of two who decide, one does; the order is locked by then where the bank is asked. */
async function decide(
  world: Transaction,
  { id, version }: Seen,
  decision: { state: 'approved' | 'rejected'; decidedBy: number },
): Promise<void> {
  const { numUpdatedRows } = await world.db
    .updateTable('refundProposal')
    .set({ ...decision, decidedAt: world.now(), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'proposed')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) refuse('conflict', { sentence: financeTexts.tooLate })
}

export async function giveRefund(world: Steps, staff: Staff, which: ParsedInputOf<typeof RefundGive>): Promise<Given> {
  await orderOfAttempt(world, which)
  await count(world, limits.bankQuestionsOfAccount, String(staff.accountId))
  return { refund: await refundAgain(world, which.attemptId) }
}

/** How the act came out. What the bank did not confirm was not done. */
export function endOfRefund({ refund }: { refund: RefundAnswer | 'waits' | null }): End {
  if (refund === null || refund === 'done' || refund === 'differs' || refund === 'waits') return { outcome: 'done' }
  return { outcome: refund === 'unknown' || refund === 'failed' ? 'failed' : 'refused', refusal: refund }
}

async function proposalFor({ db }: World, { eventId, id }: Seen) {
  const found = await db
    .selectFrom('refundProposal')
    .innerJoin('account', 'account.id', 'proposedBy')
    .select(['attemptId', 'reason', 'proposedBy', 'account.fullName as proposer'])
    .where('refundProposal.id', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return found ?? refuse('not_found')
}

export async function paymentOrRefuse(
  world: World,
  { orderId, attemptId }: { orderId: number; attemptId: number },
): Promise<PaymentOfOrder> {
  const found = (await paymentsOf(world, orderId)).find((payment) => payment.attemptId === attemptId)
  return found ?? refuse('conflict', { sentence: financeTexts.nothingLeft })
}

/** One of another event does not exist. */
export async function orderOfAttempt(
  { db }: World,
  { eventId, attemptId }: { eventId: number; attemptId: number },
): Promise<number> {
  const { rows } = await sql<{ orderId: number }>`
    select order_id from payment_attempt join orders on orders.id = order_id join applicant on applicant.id = applicant_id
    where payment_attempt.id = ${attemptId} and applicant.event_id = ${eventId}`.execute(db)
  return rows[0]?.orderId ?? refuse('not_found')
}
