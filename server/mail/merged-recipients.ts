/** Of whom a letter is for, some became part of another account after the check: the person reads it there, once. */
import { sql } from 'kysely'
import type { Transaction } from '#server/world.ts'

/** The account that this one is part of since the two became one. */
export async function mergedInto({ db }: Transaction, accountId: number): Promise<number | undefined> {
  const merged = await db
    .selectFrom('account')
    .innerJoin('accountAlias', 'accountAlias.emailKey', 'account.emailKey')
    .select('accountAlias.accountId')
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  return merged?.accountId
}

/** That one waits in its place, unless it was chosen too and has the letter anyway. */
export async function readdress(
  { db }: Transaction,
  { mailingId, accountId, kept }: { mailingId: number; accountId: number; kept: number },
): Promise<void> {
  const { rows } = await sql<{ added: number }>`
    with gone as (delete from mailing_recipient where mailing_id = ${mailingId} and account_id = ${accountId} returning state),
      added as (insert into mailing_recipient (mailing_id, account_id, state) select ${mailingId}::int, ${kept}::int, state from gone
        on conflict (mailing_id, account_id) do nothing returning account_id)
    select count(*)::int as added from added`.execute(db)
  if (rows[0]?.added === 0)
    await db
      .updateTable('mailing')
      .set((row) => ({ recipients: row('recipients', '-', 1) }))
      .where('id', '=', mailingId)
      .execute()
}
