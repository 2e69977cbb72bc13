/** After a restore nobody is signed in, and nothing that was sent out opens anything: whoever held it then may not be whoever holds it now. */
import type { World } from '#server/world.ts'

/** Sessions, PINs, reset tokens, links and keys. A change of address that was only asked for is asked for again. Inside an act. */
export async function endAllAccess({ db }: Pick<World, 'db'>): Promise<void> {
  for (const table of ['session', 'staffSession', 'pin', 'resetPin', 'passwordReset', 'dataCopy', 'staffLink'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('emailChange').where('changedAt', 'is', null).execute()
}
