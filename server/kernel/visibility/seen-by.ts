/** One rule for lists, counts, files, emails and the audit log: of what somebody of the staff wrote, reviews, or is in conflict with, they see number and title only. */
import { type RawBuilder, sql } from 'kysely'
import { Id } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'

/** Whoever asks, now or when they asked for a file. */
export type Asking = Pick<Staff, 'accountId'>

/**
 * Abstracts, and the events that they are of. `unconfirmed`: those that only an author's word hides, whose acts are still told; `reviewing`:
 * events in which they review, where nothing may tell by its absence who wrote what.
 */
export type Unseen = {
  abstracts: number[]
  unconfirmed: number[]
  events: number[]
  reviewing: number[]
  /** One of them is no draft: they find it in the list of abstracts, and know that something is hidden. */
  isListed: boolean
}

/** Never empty: a list that is, is no list for SQL. */
export async function hiddenFrom(world: Pick<World, 'db'>, asking: Asking, eventId: number): Promise<number[]> {
  const rows = await rowsFor(world, asking, sql`abstract.event_id = ${eventId}`)
  return [0, ...rows.map(({ id }) => id)]
}

/** At every event: what is of no single one, as letters and the trail, is cut by this. */
export async function unseenBy(world: Pick<World, 'db'>, asking: Asking): Promise<Unseen> {
  const rows = await rowsFor(world, asking, sql`true`)
  return {
    abstracts: rows.map(({ id }) => id),
    unconfirmed: rows.flatMap(({ id, isCertain }) => (isCertain ? [] : [id])),
    events: [...new Set(rows.map(({ eventId }) => eventId))],
    reviewing: [...new Set(rows.flatMap(({ eventId, isGiven }) => (isGiven ? [eventId] : [])))],
    isListed: rows.some(({ isListed }) => isListed),
  }
}

/**
 * Whether figures of single reviewers are kept from somebody: how much each has, has done or has left. From those, and from what is not hidden, it could be
 * counted who reads what is. They know that there is something: it stands in the list of abstracts with its number and their conflict.
 */
export async function mayCountReviewers({ db }: Pick<World, 'db'>, asking: Asking, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ hasHidden: boolean }>`
    select exists (select from hidden_from_staff(${asking.accountId}) as hidden join abstract on abstract.id = hidden.abstract_id
      where event_id = ${eventId} and number is not null) as has_hidden`.execute(db)
  return !rows[0]?.hasHidden
}

/** Of this event: from whom of the team each abstract is hidden by a conflict, as one key for those that are hidden from the same people. */
export async function hiddenFromTeam({ db }: Pick<World, 'db'>, eventId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; from: string }>`
    select hidden.abstract_id as id, string_agg(distinct of_staff.id::text, ' ' order by of_staff.id::text) as from
    from (select distinct account_id as id from staff_grant where revoked_at is null and (event_id is null or event_id = ${eventId})) as of_staff
    cross join lateral conflicts_of_staff(of_staff.id) as hidden join abstract on abstract.id = hidden.abstract_id
    where abstract.event_id = ${eventId} group by hidden.abstract_id`.execute(db)
  return new Map(rows.map(({ id, from }) => [id, from]))
}

/** The function of the database is what else asks too: it remembers what was hidden before it goes. */
async function rowsFor({ db }: Pick<World, 'db'>, { accountId }: Asking, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; eventId: number; isCertain: boolean; isGiven: boolean; isListed: boolean }>`
    select abstract.id, abstract.event_id, bool_or(is_certain) as is_certain, bool_or(why = 'assigned') as is_given, number is not null as is_listed
    from hidden_from_staff(${accountId}) as hidden join abstract on abstract.id = hidden.abstract_id
    where ${where} group by abstract.id order by abstract.id`.execute(db)
  return rows
}

/**
 * SQL, of a row of mail: it tells of such an abstract; or of how much somebody has to review at an event that has one, from which what is
 * left out of the counts could be told; or it is of a mailing to authors of an event where they review.
 */
export function tellsOf({
  abstracts,
  events,
  reviewing,
}: Pick<Unseen, 'abstracts' | 'events' | 'reviewing'>): RawBuilder<boolean> {
  const hidden = sql`any (${abstracts}::int[])`
  return sql<boolean>`coalesce(mail.abstract_id = ${hidden}
    or mail.decision_id = any (array(select id from decision where decision.abstract_id = ${hidden} or decision.into_id = ${hidden}))
    or (mail.event_id = any (${events}::int[]) and mail.reviewer_id is not null)
    or mail.mailing_id = any (array(select mailing.id from mailing where mailing.event_id = any (${reviewing}::int[]) and ${goesToAuthors})), false)`
}

/** SQL, of a row of mailing: who gets it, or what it says, tells who wrote an abstract. */
export const goesToAuthors = sql<boolean>`(authors_only or audience #> '{filter,abstract}' is not null or audience #>> '{filter,view}' = 'with-abstract'
  or subject || ' ' || body ~ '[{] *abstract (title|number) *[}]')`

/** Who asked for a file: written when it is asked for, never by whoever asks. What they may not see depends on it when the file is written. */
export const askedFor = { askedBy: Id.optional() }
export const storedFor = ({ accountId }: Asking, { askedBy: _own, ...sent }: Record<string, string>) => ({
  ...sent,
  askedBy: String(accountId),
})
export const askerOf = ({ askedBy }: { askedBy?: number | undefined }): Asking => {
  if (askedBy === undefined) throw new Error('a file is written for somebody')
  return { accountId: askedBy }
}
