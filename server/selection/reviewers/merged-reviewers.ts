/** Two accounts of one person become one, and two again: so do the reviewers that they are. */
import { sql } from 'kysely'
import { provedAddressesOf } from '#server/kernel/visibility/one-person.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { findConflictsSoon } from '#server/selection/call/calls.ts'

type Reading = Pick<World, 'db'>
type Both = { kept: number; gone: number }

/** Nobody reviews twice at one event. */
export async function reviewersInTheWay({ db }: Reading, { kept, gone }: Both): Promise<string[]> {
  const rows = await db
    .selectFrom('reviewer')
    .innerJoin('reviewer as other', 'other.eventId', 'reviewer.eventId')
    .innerJoin('event', 'event.id', 'reviewer.eventId')
    .select(['event.name', 'reviewer.email'])
    .where('reviewer.accountId', '=', gone)
    .where('reviewer.state', '=', 'active')
    .where('other.accountId', '=', kept)
    .orderBy('event.id')
    .execute()
  return rows.map(({ name, email }) => `Both are reviewers at ${name}. Remove ${email} first, or keep that account.`)
}

/**
 * After their abstracts: what they may not read now, because the other account wrote it, is taken from them.
 * Gives those that moved, for the way back.
 */
export async function moveReviewers({ db }: Acting<Reading>, { kept, gone }: Both): Promise<number[]> {
  const moved = await db
    .updateTable('reviewer')
    .set({ accountId: kept })
    .where('accountId', '=', gone)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('reviewer as other')
            .select('other.id')
            .whereRef('other.eventId', '=', 'reviewer.eventId')
            .where('other.accountId', '=', kept),
        ),
      ),
    )
    .returning('id')
    .execute()
  // The addresses of both are theirs, older ones too, whoever is named by one of them as an author.
  await sql`
    insert into reviewer_address (reviewer_id, email_key)
    select reviewer.id, known.email_key from reviewer, ${provedAddressesOf(kept)} as known where reviewer.account_id = ${kept}
    on conflict do nothing`.execute(db)
  await lookAgain({ db }, kept)
  return moved.map(({ id }) => id)
}

/** The database cancels what a reviewer may not have whenever their account is written, also when it stays the same. */
async function lookAgain({ db }: Reading, accountId: number): Promise<void> {
  const rows = await db
    .updateTable('reviewer')
    .set({ accountId })
    .where('accountId', '=', accountId)
    .returning('eventId')
    .execute()
  for (const { eventId } of rows) await findConflictsSoon({ db }, eventId)
}

/** What was written since would be lost to whoever wrote it. */
export async function reviewedSince({ db }: Reading, ids: readonly number[], since: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('review')
    .innerJoin('assignment', 'assignment.id', 'assignmentId')
    .innerJoin('reviewer', 'reviewer.id', 'reviewerId')
    .innerJoin('event', 'event.id', 'reviewer.eventId')
    .select('event.name')
    .distinct()
    .where('reviewerId', 'in', ids)
    .where('savedAt', '>', since)
    .orderBy('event.name')
    .execute()
  return rows.map(({ name }) => `A review at ${name} was written since.`)
}

/** Addresses stay: who was known by one still is. */
export async function moveReviewersBack(
  { db }: Acting<Reading>,
  ids: readonly number[],
  accountId: number,
): Promise<void> {
  if (ids.length > 0) await db.updateTable('reviewer').set({ accountId }).where('id', 'in', ids).execute()
}
