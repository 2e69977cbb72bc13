/** One rule for lists, counts, proposals and letters of staff: what somebody wrote, or is in conflict with, they see nothing of but number and title. */
import { sql } from 'kysely'
import type { Staff } from '#server/callers.ts'
import type { World } from '#server/world.ts'

/** Never empty: a list that is, is no list for SQL. */
export async function hiddenFrom(
  { db }: Pick<World, 'db'>,
  { accountId, email }: Pick<Staff, 'accountId' | 'email'>,
  eventId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select abstract.id from abstract join applicant on applicant.id = applicant_id
    where abstract.event_id = ${eventId} and applicant.account_id = ${accountId}
    union select abstract_id from abstract_author join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and (account_id = ${accountId} or email_key = ${email})
    union select abstract_id from conflict join reviewer on reviewer.id = reviewer_id
    where event_id = ${eventId} and strength = 'hard' and reviewer.account_id = ${accountId}`.execute(db)
  return [0, ...rows.map(({ id }) => id)]
}
