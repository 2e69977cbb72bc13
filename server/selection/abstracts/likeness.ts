/** Abstracts that say much the same: found by a job, and settled by a chair. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { LikenessList, LikenessSettle } from '#contract/selection/decisions.ts'
import { type AbstractState, numberOf } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { alikeInThread } from '#server/platform/costly-work/likeness-thread.ts'
import type { Text } from '#server/platform/costly-work/likeness.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export const likenessJob = 'find-likeness'

/** The job; harmless to repeat. What somebody has settled stays; what is alike no longer goes. */
export async function findLikeness(world: World, eventId: number): Promise<void> {
  const found = await alikeInThread(await textsOf(world, eventId))
  await inTransaction(world, async ({ db, now }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('likeness', ${eventId}))`.execute(db)
    await sql`
      delete from likeness using abstract where abstract.id = a and event_id = ${eventId} and likeness.state = 'new'
      and (a, b) not in (select * from unnest(${found.map(({ a }) => a)}::int[], ${found.map(({ b }) => b)}::int[]))`.execute(
      db,
    )
    await sql`
      insert into likeness (a, b, share, is_same_owner, at)
      select *, ${now()}::timestamptz from unnest(${found.map(({ a }) => a)}::int[], ${found.map(({ b }) => b)}::int[],
        ${found.map(({ share }) => Math.round(share * 100))}::int[], ${found.map(({ isSameOwner }) => isSameOwner)}::boolean[])
      on conflict (a, b) do update set share = excluded.share where likeness.share <> excluded.share`.execute(db)
  })
}

export async function findAllLikeness(world: World): Promise<void> {
  const events = await world.db.selectFrom('event').select('id').where('eventState', '=', 'published').execute()
  for (const { id } of events) await findLikeness(world, id)
}

async function textsOf({ db }: World, eventId: number): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select abstract.id, abstract.applicant_id as owner,
      concat_ws(' ', title_plain, background_plain, material_plain, results_plain, discussion_plain) as text
    from abstract join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    where event_id = ${eventId} and state not in ('draft', 'withdrawn', 'merged', 'duplicate') order by abstract.id`.execute(
    db,
  )
  return rows
}

type Listed = ReplyOf<typeof LikenessList>
type Found = Pick<Row<'likeness'>, 'a' | 'b' | 'share' | 'state' | 'isSameOwner'> &
  Record<'numberA' | 'numberB', number> &
  Record<'titleA' | 'titleB' | 'authorA' | 'authorB', string> &
  Record<'stateA' | 'stateB', AbstractState>

/** Without pairs of which whoever asks may not see one. */
export async function listLikeness(
  world: World,
  staff: Staff,
  { eventId, state }: ParsedInputOf<typeof LikenessList>,
): Promise<Listed> {
  const hidden = await hiddenFrom(world, staff, eventId)
  const { rows } = await sql<Found>`
    with known as (select abstract.id, abstract.number, title_plain as title, full_name as author, abstract.state
      from abstract join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
      join applicant on applicant.id = abstract.applicant_id join account on account.id = account_id
      where abstract.event_id = ${eventId} and withdrawn_at is null and abstract.id <> all (${hidden}::int[]))
    select a, b, share, likeness.state, is_same_owner, one.number as number_a, one.title as title_a, one.author as author_a, one.state as state_a,
      other.number as number_b, other.title as title_b, other.author as author_b, other.state as state_b
    from likeness join known one on one.id = a join known other on other.id = b
    where ${state ?? null}::text is null or likeness.state = ${state ?? null}::likeness_state
    order by share desc, a, b limit 200`.execute(world.db)
  return {
    pairs: rows.map((row) => ({
      a: {
        abstractId: row.a,
        number: numberOf(row.numberA),
        title: row.titleA,
        author: row.authorA,
        state: row.stateA,
      },
      b: {
        abstractId: row.b,
        number: numberOf(row.numberB),
        title: row.titleB,
        author: row.authorB,
        state: row.stateB,
      },
      share: row.share,
      state: row.state,
      isSameOwner: row.isSameOwner,
    })),
  }
}

export async function settleLikeness(
  world: Acting,
  staff: Staff,
  { eventId, a, b, state }: ParsedInputOf<typeof LikenessSettle>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  const hidden = await hiddenFrom(world, staff, eventId)
  if (hidden.includes(a) || hidden.includes(b)) refuse('not_found')
  const { rows } = await sql`
    update likeness set state = ${state}, by = ${staff.accountId}, at = ${world.now()} from abstract
    where abstract.id = a and event_id = ${eventId} and a = ${Math.min(a, b)} and b = ${Math.max(a, b)} returning a`.execute(
    world.db,
  )
  if (rows.length === 0) refuse('not_found')
}

/** What becomes part of another, or is called a duplicate of it, needs no second look as a pair. */
export async function areTheSame(
  { db, now }: Transaction,
  { accountId }: Staff,
  { abstractIds, intoId }: { abstractIds: readonly number[]; intoId: number },
): Promise<void> {
  await sql`
    update likeness set state = 'same', by = ${accountId}, at = ${now()}
    where state <> 'same' and ((a = ${intoId} and b = any (${abstractIds}::int[])) or (b = ${intoId} and a = any (${abstractIds}::int[])))`.execute(
    db,
  )
}
