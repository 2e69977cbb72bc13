/** What staff may change of an account that is not theirs. A password is never among it. */
import type { Acting, World } from '#server/kernel/world.ts'

export async function renameAccount({ db }: Acting, accountId: number, fullName: string): Promise<void> {
  await db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()
}

/** Says how many there were. */
export async function endSessionsOf({ db }: World, accountId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('accountId', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}
