/** What stands between reviewers and abstracts: found by rule, told by authors and chairs. The database refuses an assignment against it. */
import { sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ConflictClear, ConflictList, ConflictSet } from '#contract/selection/reviewers.ts'
import { type ConflictKind, numberOf, numberPattern } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { lockSeenAbstract } from '#server/selection/lock-seen.ts'
import { conflictsAmong, type Found, type Named, type Reader, type Writer } from '#server/selection/rules.ts'
import { factsOf } from './conflict-reasons.ts'

type Reading = Pick<World, 'db'>

/** Of every event that is published, and again whenever authors, reviewers or the rule change. Harmless to repeat. */
export async function findConflicts(world: World, eventId: number): Promise<void> {
  await inTransaction(world, async (world) => {
    // Two who look at once would each take away what the other found.
    await sql`select pg_advisory_xact_lock(hashtextextended('conflicts', ${eventId}))`.execute(world.db)
    const { conflictBy } = await callOf(world, eventId)
    const found = conflictsAmong(await peopleOf(world, eventId), conflictBy)
    await keep(world, eventId, { found, by: conflictBy })
  })
}

export async function findAllConflicts(world: World): Promise<void> {
  const events = await world.db.selectFrom('event').select('id').where('eventState', '=', 'published').execute()
  for (const { id } of events) await findConflicts(world, id)
}

async function peopleOf({ db }: Reading, eventId: number) {
  const { rows: writers } = await sql<Writer>`
    select abstract.id as abstract_id, true as is_applicant, account.id as account_id, account.email_key, account.full_name as name,
      coalesce(institution, '') as institution, coalesce(department, '') as department
    from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id
    left join profile on profile.applicant_id = applicant.id
    where abstract.event_id = ${eventId} and number is not null and withdrawn_at is null
    union all
    select abstract_id, false, account_id, email_key, name, institution, department
    from abstract_author join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and number is not null and withdrawn_at is null`.execute(db)
  const { rows: readers } = await sql<Reader>`
    select reviewer.id as reviewer_id, account_id, coalesce(full_name, '') as name, institution, department,
      array(select email_key from reviewer_address where reviewer_id = reviewer.id) as email_keys
    from reviewer left join account on account.id = account_id where event_id = ${eventId} and state in ('invited', 'active')`.execute(
    db,
  )
  const { rows: named } = await sql<Named>`
    select abstract_id, name, email_key from named_conflict join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and number is not null and withdrawn_at is null`.execute(db)
  return { writers, readers, named }
}

/** The kinds that only a rule of the call finds: a chair who changes the rule takes back what it found. */
const foundBy: Record<Row<'reviewCall'>['conflictBy'], readonly ConflictKind[]> = {
  author: [],
  department: ['department'],
  institution: ['institution'],
}

/**
 * What a person said stays, also that there is none. Once an abstract was given to reviewers, nothing that a participant changes may cancel work or lift a
 * restriction, or it would answer who reviews, or who wrote it: what is found later about somebody who was given the abstract is possible, and a chair
 * decides; what was found before stays until a chair clears it. In the order of abstracts: their locks are taken so.
 */
async function keep(
  world: Transaction,
  eventId: number,
  { found, by }: { found: Found[]; by: Row<'reviewCall'>['conflictBy'] },
) {
  const { db, now } = world
  const columns = sql`unnest(${found.map((each) => each.abstractId)}::int[], ${found.map((each) => each.reviewerId)}::int[],
    ${found.map((each) => each.kind)}::conflict_kind[], ${found.map((each) => each.source)}::conflict_source[],
    ${found.map((each) => each.strength)}::conflict_strength[]) as found (abstract_id, reviewer_id, kind, source, strength)`
  await sql`select id from abstract where id = any (${[...new Set(found.map((each) => each.abstractId))]}::int[]) order by id for no key update`.execute(
    db,
  )
  const wasGiven = sql`exists (select from assignment where assignment.abstract_id = found.abstract_id and assignment.reviewer_id = found.reviewer_id)`
  await sql`
    insert into conflict (abstract_id, reviewer_id, kind, source, strength, at)
    select abstract_id, reviewer_id, kind, source, case when kind not in ('self', 'coauthor') and ${wasGiven} then 'possible' else strength end, ${now()}
    from ${columns} order by 1, 2
    on conflict (abstract_id, reviewer_id, kind) do update set strength = excluded.strength, at = excluded.at, source = excluded.source
    where conflict.source in ('rule', 'author') and conflict.strength <> 'cleared' and conflict.strength <> excluded.strength
      and conflict.kind <> 'coauthor' and (excluded.strength = 'hard' or not ${isWithReviewers})`.execute(db)
  await sql`
    delete from conflict using abstract where abstract.id = conflict.abstract_id and event_id = ${eventId}
    and source in ('rule', 'author') and strength <> 'cleared'
    and not exists (select from ${columns} where found.abstract_id = conflict.abstract_id and found.reviewer_id = conflict.reviewer_id and found.kind = conflict.kind)
    and (not ${isWithReviewers} or (kind in ('department', 'institution') and kind <> all (${foundBy[by]}::conflict_kind[])))`.execute(
    db,
  )
}
/** SQL, of a row of conflict: its abstract was given to reviewers. */
const isWithReviewers = sql`exists (select from assignment where assignment.abstract_id = conflict.abstract_id)`

type List = ParsedInputOf<typeof ConflictList>
const newest: Order = { by: sql.ref('conflict.at'), type: 'timestamptz', id: sql.ref('conflict.id'), descending: true }

export async function listConflicts(world: World, staff: Staff, list: List): Promise<ReplyOf<typeof ConflictList>> {
  const { cursor, limit = rowsAtOnce, eventId, reviewerId, strength, source, search } = list
  const hidden = await hiddenFrom(world, staff, eventId)
  const query = world.db
    .selectFrom('conflict')
    .innerJoin('abstract', 'abstract.id', 'conflict.abstractId')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .innerJoin('reviewer', 'reviewer.id', 'conflict.reviewerId')
    .leftJoin('account', 'account.id', 'reviewer.accountId')
    .select(['conflict.id', 'conflict.abstractId', 'conflict.reviewerId', 'abstract.number', 'titlePlain as title'])
    .select(['kind', 'source', 'strength', 'note', 'at', 'reviewer.accountId'])
    .select(sql<string>`coalesce(account.full_name, reviewer.email)`.as('reviewer'))
    .where('abstract.eventId', '=', eventId)
    .where('abstract.id', 'not in', hidden)
    .$if(reviewerId !== undefined, (query) => query.where('conflict.reviewerId', '=', reviewerId as number))
    .$if(strength !== undefined, (query) => query.where('strength', '=', strength as NonNullable<typeof strength>))
    .$if(source !== undefined, (query) => query.where('source', '=', source as NonNullable<typeof source>))
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`has_words(${search}, concat_ws(' ', title_plain, account.full_name, reviewer.email))`),
    )
  const of = ['ConflictList', search, reviewerId, strength, source, eventId, staff.accountId]
  const page = await pageBy(world, query, { of, order: newest, cursor, limit })
  const people = page.rows.length > 0 ? await peopleOf(world, eventId) : undefined
  const rows = page.rows.map((row) => ({
    ...row,
    number: numberOf(row.number ?? 0),
    facts: people ? factsOf(row, people) : [],
    at: row.at.toISOString(),
  }))
  return { ...page, rows }
}

type Pair = { eventId: number; abstractId: number; reviewerId: number }

/**
 * Locks both. An abstract that whoever asks is in conflict with themselves is, for this, as if it did not exist: they must not choose who
 * reads it.
 */
export async function lockPair(
  world: Transaction,
  staff: Staff,
  { eventId, abstractId, reviewerId }: Pair,
): Promise<void> {
  await lockSeenAbstract(world, staff, { eventId, abstractId })
  const reviewer = await world.db
    .selectFrom('reviewer')
    .select('id')
    .where('id', '=', reviewerId)
    .where('eventId', '=', eventId)
    .forShare()
    .executeTakeFirst()
  if (!reviewer) refuse('not_found')
}

export async function idOf({ db }: Transaction, eventId: number, number: string | undefined): Promise<number> {
  if (number === undefined) refuse('invalid', { fields: [{ path: 'number', message: 'Please say which abstract.' }] })
  const found = await db
    .selectFrom('abstract')
    .select('id')
    .where('eventId', '=', eventId)
    .where('number', '=', Number(numberPattern.exec(number)?.[1] ?? 0))
    .executeTakeFirst()
  return (
    found?.id ?? refuse('invalid', { fields: [{ path: 'number', message: 'There is no abstract of this number.' }] })
  )
}

/** What was assigned against it is cancelled by the database. */
export async function setConflict(world: Acting, staff: Staff, set: ParsedInputOf<typeof ConflictSet>): Promise<void> {
  const { eventId, reviewerId, kind, strength, reason } = set
  await lockOpenEvent(world, eventId)
  const abstractId = set.abstractId ?? (await idOf(world, eventId, set.number))
  await lockPair(world, staff, { eventId, reviewerId, abstractId })
  const said = { source: 'chair', strength, note: reason, by: staff.accountId, at: world.now() } as const
  await world.db
    .insertInto('conflict')
    .values({ abstractId, reviewerId, kind, ...said })
    .onConflict((same) => same.columns(['abstractId', 'reviewerId', 'kind']).doUpdateSet(said))
    .execute()
}

/** Named as a co-author once review had begun: a chair confirms or clears it. */
async function isUnconfirmed({ db }: Transaction, { abstractId, reviewerId }: Pick<Pair, 'abstractId' | 'reviewerId'>) {
  const found = await db
    .selectFrom('conflict')
    .select('strength')
    .where('abstractId', '=', abstractId)
    .where('reviewerId', '=', reviewerId)
    .where('kind', '=', 'coauthor')
    .executeTakeFirst()
  return found?.strength === 'possible'
}

export async function clearConflict(
  world: Acting,
  staff: Staff,
  clear: ParsedInputOf<typeof ConflictClear>,
): Promise<void> {
  const { eventId, abstractId, reviewerId, kind, reason } = clear
  if (kind === 'self') refuse('conflict', { sentence: 'An author stays in conflict.' })
  await lockOpenEvent(world, eventId)
  await lockPair(world, staff, clear)
  if (kind === 'coauthor' && !(await isUnconfirmed(world, clear)))
    refuse('conflict', { sentence: 'An author stays in conflict.' })
  const { numUpdatedRows } = await world.db
    .updateTable('conflict')
    .set({ strength: 'cleared', source: 'chair', note: reason, by: staff.accountId, at: world.now() })
    .where('abstractId', '=', abstractId)
    .where('reviewerId', '=', reviewerId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) refuse('not_found')
}
