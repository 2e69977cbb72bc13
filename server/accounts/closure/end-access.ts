/** After a restore nobody is signed in, and nothing that was sent out opens anything: whoever held it then may not be whoever holds it now. */
import { sql } from 'kysely'
import type { Acting, World } from '#server/kernel/world.ts'
import { hashOfNoToken } from '#server/platform/security/tokens.ts'

/**
 * Sessions, PINs, reset tokens, links and keys. A change of address that was only asked for is asked for again; one that was made stays, and
 * its way back ends. An invitation that is open here may have been used or taken back since: an owner sends it again.
 */
export async function endAllAccess({ db, now }: Acting<Pick<World, 'db' | 'now'>>): Promise<void> {
  for (const table of [
    'session',
    'staffSession',
    'challenge',
    'pin',
    'resetPin',
    'passwordReset',
    'dataCopy',
    'staffLink',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('emailChange').where('changedAt', 'is', null).execute()
  // The old address stays reserved until the day that was promised to whoever left it.
  await sql`update email_change set undo_hash = ${hashOfNoToken}`.execute(db)
  await sql`update staff_invitation set token_hash = ${hashOfNoToken},
      expires_at = least(expires_at, greatest(${now()}::timestamptz, sent_at + interval '1 second'))
    where used_at is null and taken_back_at is null`.execute(db)
}
