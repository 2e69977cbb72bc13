import { sql } from 'kysely'
/** One person may have had several accounts: since these became one, what one of them did was done by the same person. */
import { day } from '#contract/durations.ts'
import type { Transaction } from './world.ts'

/**
 * Whether whoever asks is the person who did it. Inside a transaction: whoever makes the two one at this moment locks both accounts, so that
 * they are waited for, or wait. The account of the other is not locked here, as they lock the two by number.
 */
export async function isSamePerson({ db }: Transaction, who: number, asking: number): Promise<boolean> {
  await db.selectFrom('account').select('id').where('id', '=', asking).forKeyShare().execute()
  const { rows } = await sql<{ same: boolean }>`select is_same_person(${who}, ${asking}) as same`.execute(db)
  return rows[0]?.same === true
}

/** Why somebody is no second person for what another asked for. */
export type NoSecondPerson = 'same person' | 'role from them' | 'changed by them'

const coolingDays = 7

/**
 * One owner with two mailboxes is one person: somebody who has a role for money only from the one who asked does not confirm it. For seven
 * days that goes both ways, also along a chain of new roles, and for an account whose address or second factor the other has changed.
 */
export async function whyNoSecondPerson(
  world: Transaction,
  { asked, confirms }: { asked: number; confirms: number },
): Promise<NoSecondPerson | undefined> {
  if (await isSamePerson(world, asked, confirms)) return 'same person'
  const since = new Date(world.now().getTime() - coolingDays * day)
  const { rows } = await sql<{ fromThem: boolean; changed: boolean }>`
    with recursive money_role as (
      select account_id, granted_by, granted_at from staff_grant where revoked_at is null and role in ('owner', 'finance')),
    newcomer as (
      select account_id, granted_by from money_role where not exists (
        select from money_role as before where before.account_id = money_role.account_id
          and (before.granted_by is null or before.granted_at <= ${since}))),
    hand (root, id) as (
      select root, root from unnest(array[${asked}::int, ${confirms}::int]) as root
      union select root, newcomer.account_id from newcomer join hand on granted_by = hand.id),
    only_from (account_id, giver) as (
      select account_id, min(granted_by) from money_role group by account_id
      having count(*) = count(granted_by) and min(granted_by) = max(granted_by))
    select exists (select from hand where (root, id) in ((${asked}::int, ${confirms}::int), (${confirms}::int, ${asked}::int)))
        or exists (select from only_from where account_id = ${confirms} and giver = ${asked}) as from_them,
      exists (select from email_change where changed_at > ${since} and undone_at is null
          and (asked_by, account_id) in ((${asked}::int, ${confirms}::int), (${confirms}::int, ${asked}::int)))
        or exists (select from act where operation = 'FactorReset' and outcome = 'done' and at > ${since} and about_kind = 'account'
          and (account_id, about_id) in ((${asked}::int, ${confirms}::int::text), (${confirms}::int, ${asked}::int::text))) as changed`.execute(
    world.db,
  )
  if (rows[0]?.fromThem) return 'role from them'
  return rows[0]?.changed ? 'changed by them' : undefined
}
