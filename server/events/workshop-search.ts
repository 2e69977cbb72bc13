/** The workshops of an event by words of their topic. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'

type Asked = { eventId: number; search: string; limit: number }

export async function workshopsFound({ db }: Pick<World, 'db'>, { eventId, search, limit }: Asked) {
  const rows = await db
    .selectFrom('workshop')
    .select(['id as workshopId', 'topic', 'startsAt'])
    .where('eventId', '=', eventId)
    .where(sql<boolean>`has_words(${search}, topic)`)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ startsAt, ...workshop }) => ({ ...workshop, startsAt: startsAt.toISOString() }))
}
