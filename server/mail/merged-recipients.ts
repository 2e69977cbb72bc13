/** Of whom a letter is for, some became part of another account after the check: the person reads it there, once. */
import { sql } from 'kysely'
import type { Transaction } from '#server/kernel/world.ts'

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
  if (rows[0]?.added === 0) await oneLess({ db }, mailingId)
}

/** Leaves somebody out, and says so, who has the letter by an account from before it became part of this one. A letter that was stopped for this one does not count. */
export async function leaveOutIfHad(
  { db }: Transaction,
  { mailingId, accountId }: { mailingId: number; accountId: number },
): Promise<boolean> {
  // Few accounts have another in them: only of those it is asked which.
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from account_merge where kept = ${accountId} and undone_at is null)
      and exists (select from mailing_recipient as recipient join account_merge on gone = recipient.account_id join mail on mail.id = mail_id
        where recipient.mailing_id = ${mailingId} and undone_at is null and person_of(gone) = ${accountId}
          and mail.cause is distinct from 'stopped') as has`.execute(db)
  if (!rows[0]?.has) return false
  await db
    .deleteFrom('mailingRecipient')
    .where('mailingId', '=', mailingId)
    .where('accountId', '=', accountId)
    .execute()
  await oneLess({ db }, mailingId)
  return true
}

async function oneLess({ db }: Pick<Transaction, 'db'>, mailingId: number): Promise<void> {
  await db
    .updateTable('mailing')
    .set((row) => ({ recipients: row('recipients', '-', 1) }))
    .where('id', '=', mailingId)
    .execute()
}
