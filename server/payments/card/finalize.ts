/** The browser comes back from the bank: what it says is a hint, and the bank is asked. */
import { orderTexts, responseCodes } from '#contract/booking/texts.ts'
import { pageAt } from '#contract/pages.ts'
import type { Person } from '#server/kernel/callers.ts'
import { eventAt } from '#server/kernel/events/address.ts'
import type { World } from '#server/kernel/world.ts'
import { comingBack } from '#server/payments/rules.ts'
import { ask, responseOf } from './settle.ts'

/** How a payment of the caller's own ended; somebody else's is as if it did not exist. */
export async function finalize(
  world: World,
  { accountId }: Person,
  transactionId: string,
): Promise<{ code: string; words: string }> {
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'applicantId')
    .select('paymentAttempt.id')
    .where('transactionId', '=', transactionId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!attempt) return { code: responseCodes.notFound, words: orderTexts.transactionNotFound }
  await ask(world, attempt.id, { how: 'finalize', source: 'browser' })
  return responseOf(world, attempt.id)
}

/** A browser comes back from the bank. Only the address that the bank was given makes us finalize; anything else makes us look, soon. */
export async function comeBack(world: World, returnKey: string, fields: Record<string, unknown>): Promise<string> {
  const { transactionId } = world.gateway.readReturn(fields)
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .select(['id', 'returnPath', 'transactionId'])
    .where('returnKey', '=', returnKey)
    .executeTakeFirst()
  if (attempt && (transactionId ?? attempt.transactionId) === attempt.transactionId) {
    await ask(world, attempt.id, { how: 'finalize', source: 'return' })
    return shownPage(world, attempt.returnPath)
  }
  if (transactionId) {
    await world.db
      .updateTable('paymentAttempt')
      .set({ nextCheckAt: world.now() })
      .where('transactionId', '=', transactionId)
      .where('nextCheckAt', 'is not', null)
      .execute()
  }
  return comingBack
}

/** An event that was taken back from its visitors meanwhile has no pages; the plain one tells of every payment. */
async function shownPage(world: World, path: string): Promise<string> {
  const { slug } = pageAt(path) ?? {}
  return slug === undefined || (await eventAt(world, slug)) ? path : comingBack
}
