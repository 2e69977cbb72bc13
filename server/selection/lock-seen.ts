import type { Row } from '#server/database/tables.ts'
/** The lock of an abstract for a change by staff. */
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { asLocked, type Locked, type Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Which = { eventId: number; abstractId: number }

/** One that is hidden from the person who asks is, for them, as if it did not exist. It is looked at behind the lock: an author may be named meanwhile. */
export async function lockSeenAbstract(
  world: Transaction,
  staff: Staff,
  { eventId, abstractId }: Which,
): Promise<Locked<Pick<Row<'abstract'>, 'id' | 'state'>>> {
  const found = await world.db
    .selectFrom('abstract')
    .select(['id', 'state'])
    .where('id', '=', abstractId)
    .where('eventId', '=', eventId)
    .where('number', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found || (await hiddenFrom(world, staff, eventId)).includes(abstractId)) return refuse('not_found')
  return asLocked(found)
}
