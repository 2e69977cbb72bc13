/** Letters to begin from, kept under a name. */
import { sql } from 'kysely'
import type { SavedLetterDelete, SavedLetterSave, SavedLettersList } from '#contract/mail/mailings.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { whereMay } from '#server/kernel/permissions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'

const mostKept = 200

/** Those of this event first, then those of other events in which whoever asks may write too. */
export async function listSaved(
  { db }: World,
  staff: Staff,
  { eventId }: ParsedInputOf<typeof SavedLettersList>,
): Promise<ReplyOf<typeof SavedLettersList>> {
  const scope = whereMay(staff, 'mail.write')
  const rows = await db
    .selectFrom('savedLetter')
    .innerJoin('account', 'account.id', 'savedBy')
    .innerJoin('event', 'event.id', 'savedLetter.eventId')
    .select(['savedLetter.id', 'savedLetter.version', 'savedLetter.name', 'kind', 'subject', 'body', 'savedAt'])
    .select(['fullName', 'event.id as eventId', 'event.name as event'])
    .$if(scope !== 'college', (query) => query.where(sql<boolean>`saved_letter.event_id = any(${scope})`))
    .orderBy(sql`saved_letter.event_id = ${eventId}`, 'desc')
    .orderBy('savedLetter.eventId', 'desc')
    .orderBy('savedLetter.name')
    .limit(mostKept)
    .execute()
  const letters = rows.map(({ fullName, savedAt, event, eventId: of, ...letter }) => ({
    ...letter,
    event: of === eventId ? null : event,
    savedBy: fullName,
    savedAt: savedAt.toISOString(),
  }))
  return { letters }
}

export async function saveLetter(
  world: Acting,
  staff: Staff,
  { eventId, name, kind, subject, body }: ParsedInputOf<typeof SavedLetterSave>,
): Promise<{ id: number }> {
  await count(world, limits.mailingSavesOfStaff, String(staff.accountId))
  // Two who save take turns here, so that the count below is true.
  await lockOpenEvent(world, eventId)
  const words = { kind, subject, body, savedBy: staff.accountId, savedAt: world.now() }
  const same = await world.db
    .updateTable('savedLetter')
    .set((row) => ({ ...words, version: row('version', '+', 1) }))
    .where('eventId', '=', eventId)
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  if (same) return same
  const { many } = await world.db
    .selectFrom('savedLetter')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  if (many >= mostKept) refuse('conflict', { sentence: `There are ${mostKept} saved letters. Delete one first.` })
  return world.db
    .insertInto('savedLetter')
    .values({ eventId, name, ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function deleteSaved(
  world: Acting,
  { eventId, id, version }: ParsedInputOf<typeof SavedLetterDelete>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  const { numDeletedRows } = await world.db
    .deleteFrom('savedLetter')
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 1n) return
  const stored = await world.db
    .selectFrom('savedLetter')
    .select('name')
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  refuse(stored ? 'conflict' : 'not_found')
}
