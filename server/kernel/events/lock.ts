/** The lock of an event. */
import type { Row } from '#server/database/tables.ts'
import { asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Reading = Pick<World, 'db'>

/** Changes of an event and its parts take turns until the transaction ends. Calls of participants do not wait for this lock. */
export async function lockEvent({ db }: Transaction<Reading>, eventId: number): Promise<Locked<Row<'event'>>> {
  const event = await db.selectFrom('event').selectAll().where('id', '=', eventId).forNoKeyUpdate().executeTakeFirst()
  return asLocked(event ?? refuse('not_found'))
}

/** The same, of an event that is not archived. `show` reads the stored event for the refusal, where the screen shows one. */
export async function lockOpenEvent(
  world: Transaction<Reading>,
  eventId: number,
  show?: () => Promise<object>,
): Promise<Locked<Row<'event'>>> {
  const event = await lockEvent(world, eventId)
  if (event.eventState !== 'archived') return event
  return refuse('conflict', {
    sentence: 'This event is archived. It can only be read.',
    ...(show && { stored: await show() }),
  })
}
