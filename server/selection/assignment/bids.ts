/** What reviewers would like to read. For the reviewers' side, which knows titles by numbers that only the database can read. */
import { sql } from 'kysely'
import { asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'

/** Whoever applies a proposal waits until a wish that was begun is written; or it waits, and finds that wishes are over. */
export async function lockBids({ db }: Transaction, eventId: number): Promise<Locked<{ areOver: boolean }>> {
  await db.selectFrom('reviewCall').select('eventId').where('eventId', '=', eventId).forShare().execute()
  const applied = await db
    .selectFrom('assignmentRun')
    .select('id')
    .where('eventId', '=', eventId)
    .where('state', '=', 'applied')
    .limit(1)
    .executeTakeFirst()
  return asLocked({ areOver: applied !== undefined })
}

/** Of the reviewer whom the transaction names. False: they have no such title. */
export async function writeBid(
  { db }: Transaction,
  { titleId, bid }: { titleId: string; bid: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into bid (reviewer_id, abstract_id, bid) select reviewer_id, abstract_id, ${bid}::int from bid_title where title_id = ${titleId}
    on conflict (reviewer_id, abstract_id) do update set bid = excluded.bid returning bid`.execute(db)
  return rows.length > 0
}

/** By how many people, and how often somebody would like to read one, or would rather not. */
export type Wishes = { reviewers: number; wanted: number; unwanted: number }

/** Without those for abstracts that are hidden from the person who asks. */
export async function wishesOf({ db }: Pick<World, 'db'>, eventId: number, hidden: readonly number[]): Promise<Wishes> {
  const { rows } = await sql<Wishes>`
    select count(distinct reviewer_id)::int as reviewers, count(*) filter (where bid = 1)::int as wanted, count(*) filter (where bid = -1)::int as unwanted
    from bid join reviewer on reviewer.id = reviewer_id where event_id = ${eventId} and state = 'active' and bid <> 0
    and abstract_id <> all (${hidden}::int[])`.execute(db)
  return rows[0] as Wishes
}
