/** Where a role meets a reviewer: a member of the team reads names that a reviewer must not. Who joins the two is told first. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { addressesOf } from './one-person.ts'

type Reading = Pick<World, 'db'>

/** Names of the events, of those that the role is for, where somebody reviews or is invited to. */
export async function reviewsAt(
  { db }: Reading,
  { emailKey, accountId = 0 }: { emailKey: string; accountId?: number | undefined },
  eventId: number | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct event.name from reviewer join event on event.id = reviewer.event_id
    where reviewer.state in ('invited', 'active') and (${eventId}::int is null or event.id = ${eventId}::int)
    and (is_same_person(reviewer.account_id, ${accountId}) or exists (select from reviewer_address where reviewer_id = reviewer.id
      and (email_key = ${emailKey} or email_key in (select known.email_key from ${addressesOf(accountId)} as known))))
    order by event.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those of these addresses whose account has a role at this event, or in the whole college. */
export async function teamAmong({ db }: Reading, eventId: number, emailKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ emailKey: string }>`
    select distinct known.email_key from staff_grant
    join (select id as account_id, email_key from account union all select account_id, email_key from account_alias) as known using (account_id)
    where revoked_at is null and (event_id is null or event_id = ${eventId}) and known.email_key = any (${emailKeys}::text[])`.execute(
    db,
  )
  return rows.map(({ emailKey }) => emailKey)
}

export const reviewsToo = (events: readonly string[]): string =>
  `This person reviews abstracts for ${events.join(' and ')}. In the console what they review stays hidden from them until its decision is published. ` +
  'Names of authors that they see before they are given an abstract cannot be hidden again.'
