/** From whom to whom orders were given, and whose name their receipts keep. */
import { type RawBuilder, sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'

type Reading = Pick<World, 'db'>
export type Gift = { id: number; from: string; to: string; at: string; by: string }

/** SQL: the name on the receipt of an order, as it was when the receipt was written. */
export const nameOnReceipt: RawBuilder<string> = sql`coalesce(
  (select name from receipt_name where receipt_name.order_id = orders.id),
  (select full_name from order_given join receipt on receipt.order_id = order_given.order_id
    join applicant as giver on giver.id = from_applicant_id join account on account.id = giver.account_id
    where order_given.order_id = orders.id and given_at >= issued_at order by order_given.id limit 1),
  (select full_name from applicant as holder join account on account.id = holder.account_id where holder.id = orders.applicant_id))`

export async function giftsOf({ db }: Reading, orderId: number): Promise<Gift[]> {
  const rows = await db
    .selectFrom('orderGiven')
    .innerJoin('applicant as giver', 'giver.id', 'fromApplicantId')
    .innerJoin('account as giving', 'giving.id', 'giver.accountId')
    .innerJoin('applicant as taker', 'taker.id', 'toApplicantId')
    .innerJoin('account as taking', 'taking.id', 'taker.accountId')
    .innerJoin('account as staff', 'staff.id', 'givenBy')
    .select(['orderGiven.id', 'giving.fullName as from', 'taking.fullName as to', 'givenAt', 'staff.fullName as by'])
    .where('orderId', '=', orderId)
    .orderBy('orderGiven.id')
    .execute()
  return rows.map(({ givenAt, ...gift }) => ({ ...gift, at: givenAt.toISOString() }))
}

export const dayInWords = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at)

/** As a receipt says it. */
export const givenNote = ({ to, at }: Gift, timeZone: string): string =>
  `Given to ${to} on ${dayInWords(new Date(at), timeZone)}.`
