/** One person may have had several accounts: since these became one, what one of them did was done by the same person. */
import { sql } from 'kysely'
import type { Transaction } from '#server/world.ts'

/**
 * Whether whoever asks is the person who did it. Inside a transaction: whoever makes the two one at this moment locks both accounts, so that
 * they are waited for, or wait. The account of the other is not locked here, as they lock the two by number.
 */
export async function isSamePerson({ db }: Transaction, who: number, asking: number): Promise<boolean> {
  await db.selectFrom('account').select('id').where('id', '=', asking).forKeyShare().execute()
  const { rows } = await sql<{ same: boolean }>`select is_same_person(${who}, ${asking}) as same`.execute(db)
  return rows[0]?.same === true
}
