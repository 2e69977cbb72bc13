/** What was done with a command on the machine: it is written down, and stays. */
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'

export type Act = Pick<Row<'commandAct'>, 'command' | 'byWhom' | 'about' | 'outcome'> & { reason?: string }

export async function noteAct({ db, now }: Pick<World, 'db' | 'now'>, act: Act): Promise<void> {
  await db
    .insertInto('commandAct')
    .values({ at: now(), ...act })
    .execute()
}
