import { sql } from 'kysely'
/** Sign-ups whose address nobody proved: they belong to nobody, and are not kept for ever. */
import { day } from '#contract/durations.ts'
import { forgetPinEmails } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'

export const unverifiedDays = 30
const atOnce = 500

/** The same address can sign up again at any time, and has 30 days again. What staff or another account refers to stays. */
export async function removeUnverified(world: World): Promise<void> {
  const before = new Date(world.now().getTime() - unverifiedDays * day)
  const due = await world.db
    .selectFrom('account')
    .select('id')
    .where('verifiedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(atOnce)
    .execute()
  for (const { id } of due) await remove(world, { id, before })
}

async function remove(world: World, { id, before }: { id: number; before: Date }): Promise<void> {
  try {
    await inTransaction(world, async (world) => {
      // A person who signs up with the address or proves it at this moment keeps it: the row is looked at again behind the lock.
      const { rows } = await sql<{ id: number }>`
        delete from account where id = ${id} and verified_at is null and created_at < ${before}
          and not exists (select from pin where account_id = account.id and expires_at > ${world.now()})
        returning id`.execute(world.db)
      if (rows.length > 0) await forgetPinEmails(world, id)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== stillReferred) throw error
  }
}
const stillReferred = '23503'
