/** What a proposal would change, and what of it still holds: places that are new, moved and kept, a page of abstracts at a time. Without abstracts that are hidden. */
import { type RawBuilder, sql } from 'kysely'
import type { ReplyOf } from '#contract/operation.ts'
import type { RunShow } from '#contract/selection/assignments.ts'
import { numberOf, type PlaceChange } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { judge, type ProposedRow } from './assignment-rules.ts'

type Shown = ReplyOf<typeof RunShow>
type Run = Pick<Row<'assignmentRun'>, 'id' | 'state' | 'at' | 'endedAt'>
const abstractsAtOnce = 15

/** SQL: assignments that applying this run cancels, or has cancelled. As `takeMoved` has it. */
function leavingOf({ id, state, at, endedAt }: Run): RawBuilder<unknown> {
  const isLeaving =
    state === 'applied'
      ? sql`assignment.state = 'cancelled' and assignment.reason = 'moved' and assignment.changed_at between ${at} and ${endedAt}`
      : sql`assignment.state = 'assigned' and opened_at is null and assigned_at < ${at}`
  return sql`(
    select assignment.id, assignment.abstract_id, assignment.reviewer_id from assignment where ${isLeaving}
    and abstract_id in (select abstract_id from proposed where run_id = ${id})
    and not exists (select from proposed where run_id = ${id} and proposed.abstract_id = assignment.abstract_id and proposed.reviewer_id = assignment.reviewer_id))`
}

/** SQL: for each abstract of the run that is seen, how many of its places are new, moved and kept. */
const placesOf = (run: Run, hidden: number[]): RawBuilder<unknown> => sql`(
  select abstract_id, greatest(fresh - leaving, 0) as new, leaving as moved, kept from (
    select proposed.abstract_id, count(*) filter (where not is_kept)::int as fresh, count(*) filter (where is_kept)::int as kept,
      (select count(*)::int from ${leavingOf(run)} as leaving where leaving.abstract_id = proposed.abstract_id) as leaving
    from proposed where run_id = ${run.id} and proposed.abstract_id <> all (${hidden}) group by proposed.abstract_id) as counted)`

export async function changesOf({ db }: World, run: Run, hidden: number[]): Promise<NonNullable<Shown['changes']>> {
  const count = (change: PlaceChange) => sql`json_build_object('places', coalesce(sum(${sql.ref(change)}), 0)::int,
    'abstracts', count(*) filter (where ${sql.ref(change)} > 0)::int) as ${sql.ref(change)}`
  const { rows } = await sql<NonNullable<Shown['changes']>>`
    select ${count('new')}, ${count('moved')}, ${count('kept')} from ${placesOf(run, hidden)} as places`.execute(db)
  return rows[0] as NonNullable<Shown['changes']>
}

type Page = { hidden: number[]; change?: PlaceChange | undefined; after: number }

/** By number: `next` is the number of the last one. */
export async function rowsOf(
  { db }: World,
  run: Run,
  { hidden, change, after }: Page,
): Promise<Pick<Shown, 'rows' | 'next'>> {
  const { rows: found } = await sql<Omit<Shown['rows'][number], 'number'> & { number: number }>`
    select abstract.id as abstract_id, abstract.number, title_plain as title, speciality.id as speciality_id, speciality.description as field,
      (select jsonb_agg(jsonb_build_object('reviewerId', reviewer.id, 'name', coalesce(full_name, reviewer.email), 'isKept', is_kept,
          'strength', reviewer_field.strength, 'assignmentId', assignment.id) order by is_kept desc, reviewer.id)
        from proposed join reviewer on reviewer.id = proposed.reviewer_id left join account on account.id = reviewer.account_id
        left join reviewer_field on reviewer_field.reviewer_id = reviewer.id and reviewer_field.speciality_id = speciality.id
        left join assignment on assignment.abstract_id = abstract.id and assignment.reviewer_id = reviewer.id
          and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back')
        where proposed.run_id = ${run.id} and proposed.abstract_id = abstract.id) as reviewers,
      coalesce((select jsonb_agg(jsonb_build_object('reviewerId', reviewer.id, 'name', coalesce(full_name, reviewer.email)) order by reviewer.id)
        from ${leavingOf(run)} as leaving join reviewer on reviewer.id = leaving.reviewer_id left join account on account.id = reviewer.account_id
        where leaving.abstract_id = abstract.id), '[]') as leaving
    from ${placesOf(run, hidden)} as places join abstract on abstract.id = places.abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id join speciality on speciality.id = speciality_id
    where abstract.number > ${after} ${change ? sql`and ${sql.ref(`places.${change}`)} > 0` : sql``}
    order by abstract.number limit ${abstractsAtOnce + 1}`.execute(db)
  const rows = found.slice(0, abstractsAtOnce)
  return {
    rows: rows.map((row) => ({ ...row, number: numberOf(row.number) })),
    next: found.length > rows.length ? (rows.at(-1)?.number ?? null) : null,
  }
}

/**
 * Judged as applying will judge it, but without `reviewer_may_not`, which takes too long for each look at the screen: conflicts are read as they were
 * found. Room is counted without hidden abstracts, and without those that are hidden from others, or it would tell who reads them.
 */
export async function holdingOf(
  { db }: World,
  run: Run,
  { hidden, apart }: { hidden: number[]; apart: number[] },
): Promise<Pick<Shown, 'lapsed' | 'emails'>> {
  if (run.state !== 'proposed') return { lapsed: 0, emails: 0 }
  const { rows } = await sql<ProposedRow>`
    with busy as (
      select reviewer_id, count(*)::int as many from assignment where state in ('assigned', 'begun', 'submitted', 'sent_back')
      and abstract_id <> all (${[...hidden, ...apart]}) and id not in (select id from ${leavingOf(run)} as leaving) group by reviewer_id)
    select proposed.abstract_id, proposed.reviewer_id, abstract.state as abstract_state, reviewer.state as reviewer_state, assignment.state,
      (select min(kind::text) from conflict where conflict.abstract_id = abstract.id and conflict.reviewer_id = reviewer.id and strength = 'hard') as may_not,
      quota - coalesce(busy.many, 0) as room, abstract.id = any (${apart}::int[]) as is_apart
    from proposed join abstract on abstract.id = proposed.abstract_id join reviewer on reviewer.id = proposed.reviewer_id
    left join busy on busy.reviewer_id = reviewer.id
    left join assignment on assignment.abstract_id = proposed.abstract_id and assignment.reviewer_id = proposed.reviewer_id
    where proposed.run_id = ${run.id} and abstract.id <> all (${hidden}) order by proposed.abstract_id, proposed.reviewer_id`.execute(
    db,
  )
  const { good, leftOut } = judge(rows)
  return {
    lapsed: leftOut.filter(({ why }) => why !== 'there already').length,
    emails: new Set(good.map(({ reviewerId }) => reviewerId)).size,
  }
}
