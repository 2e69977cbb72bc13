/** What erasures took out of the audit log, and how much one may take before an owner is asked. See docs/decisions/0076. */
import { sql } from 'kysely'
import type { World } from './world.ts'

/** A participant has a few dozen rows. More than this is somebody with years of work, or an attack on the audit log. */
export const mostRowsBlanked = 2000

/** How many rows the erasure of this account has blanked, with those of the accounts that were merged into it. Nobody is erased twice. */
export async function rowsBlankedFor({ db }: Pick<World, 'db'>, accountId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(rows), 0)::int as rows from audit_blanking where account_id = ${accountId}
      or account_id in (select gone from account_merge where undone_at is null and person_of(gone) = ${accountId})`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}
