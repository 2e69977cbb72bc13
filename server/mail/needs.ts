/** Letters that were given up, for the overview. */
import { sql } from 'kysely'
import type { Needs } from '#server/kernel/needs.ts'
import { wasCancelled } from '#server/kernel/outbox/outcome.ts'
import { tellsOf, type Unseen } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'

const recently = 30 * 86_400_000

/** Of the last month, and of the whole college: a letter says whom it is for, not which event. Without those of which somebody learns nothing. */
export async function needsYou(
  { db, now }: Pick<World, 'db' | 'now'>,
  unseen: Pick<Unseen, 'abstracts' | 'events' | 'reviewing'> = { abstracts: [], events: [], reviewing: [] },
): Promise<Needs> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(given_up_at) as since from mail
    where given_up_at > ${new Date(now().getTime() - recently)} and last_error <> 'expired before it could be sent' and not ${wasCancelled}
      and not ${tellsOf(unseen)}`.execute(db)
  return rows[0] ? { letters: rows[0] } : {}
}
