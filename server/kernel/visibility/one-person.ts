/** Everything that somebody is known by: for whoever reviews, and for whoever must not learn of their own abstract. */
import { type RawBuilder, sql } from 'kysely'

/** SQL: this account, and those that became part of it. A co-author may have been named when they were still two. */
export const accountsOf = (accountId: number): RawBuilder<{ id: number }> => sql`(
  with recursive mine (id) as (select ${accountId}::int union select gone from account_merge join mine on kept = mine.id where undone_at is null)
  select id from mine)`

/** SQL: what they sign in with or have signed in with. Each was proved to be theirs. */
export const provedAddressesOf = (accountId: number): RawBuilder<{ emailKey: string }> => sql`(
  select email_key from account where id in ${accountsOf(accountId)}
  union select email_key from account_alias where account_id in ${accountsOf(accountId)}
  union select old_email_key from email_change where account_id in ${accountsOf(accountId)} and changed_at is not null)`

/** SQL: with what they gave beside it in a profile. Anybody can write anybody's address there: nothing that was given is taken away for it. */
export const addressesOf = (accountId: number): RawBuilder<{ emailKey: string }> => sql`(
  select email_key from ${provedAddressesOf(accountId)} as proved
  union select lower(alt_email) from profile join applicant on applicant.id = applicant_id where account_id in ${accountsOf(accountId)} and alt_email <> '')`
