/** One rule for lists, counts, files, letters and the trail: what somebody of the staff wrote, or is in conflict with, they see nothing of but number and title. */
import { type RawBuilder, sql } from 'kysely'
import { Id } from '#contract/operation.ts'
import type { Staff } from '#server/callers.ts'
import type { World } from '#server/world.ts'
import { accountsOf, addressesOf } from './one-person.ts'

/** Whoever asks, now or when they asked for a file. */
export type Asking = Pick<Staff, 'accountId'>

/** Abstracts, and the events that they are of. */
export type Unseen = { abstracts: number[]; events: number[] }

/** Never empty: a list that is, is no list for SQL. */
export async function hiddenFrom(world: Pick<World, 'db'>, asking: Asking, eventId: number): Promise<number[]> {
  const rows = await rowsFor(world, asking, sql`abstract.event_id = ${eventId}`)
  return [0, ...rows.map(({ id }) => id)]
}

/** At every event: what is of no single one, as letters and the trail, is cut by this. */
export async function unseenBy(world: Pick<World, 'db'>, asking: Asking): Promise<Unseen> {
  const rows = await rowsFor(world, asking, sql`true`)
  return { abstracts: rows.map(({ id }) => id), events: [...new Set(rows.map(({ eventId }) => eventId))] }
}

/** By every account and every address that is known to be theirs: a co-author is often named by an older one. */
async function rowsFor({ db }: Pick<World, 'db'>, { accountId }: Asking, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; eventId: number }>`
    with mine as ${accountsOf(accountId)},
    address as (
      select email_key from ${addressesOf(accountId)} as theirs
      union select reviewer_address.email_key from reviewer_address join reviewer on reviewer.id = reviewer_id where account_id in (select id from mine)),
    known as (
      select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id in (select id from mine)
      union select abstract_id from abstract_author where account_id in (select id from mine)
      union select abstract_id from abstract_author where email_key in (select email_key from address)
      union select abstract_id from conflict join reviewer on reviewer.id = reviewer_id where strength = 'hard' and account_id in (select id from mine))
    select abstract.id, abstract.event_id from known join abstract on abstract.id = known.id where ${where} order by abstract.id`.execute(
    db,
  )
  return rows
}

/**
 * SQL, of a row of mail: it tells of such an abstract; or of how much somebody has to review at an event that has one, from which what is
 * left out of the counts could be told.
 */
export function tellsOf({ abstracts, events }: Unseen): RawBuilder<boolean> {
  const about = abstracts.map((id) => `abstract ${id} %`)
  return sql<boolean>`coalesce(mail.about like any (${about}::text[]) or (mail.event_id = any (${events}::int[]) and mail.about like 'review %'), false)`
}

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
