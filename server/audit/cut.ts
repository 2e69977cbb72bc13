/** What whoever asks must not learn from the trail: of abstracts that they wrote or are in conflict with, who reads them, and what was decided. */
import { sql } from 'kysely'
import { tellsOf, type Unseen } from '#server/selection/seen-by.ts'
import type { World } from '#server/world.ts'

/** By their numbers. An act that changed other rows too stays, without these changes. */
export type Cut = { acts: number[]; changes: number[] }

const nothing: Cut = { acts: [], changes: [] }

/** An act is cut when it was done to such an abstract, or to what hangs on it, or when nothing else is among what it changed. */
export async function cutFor(world: Pick<World, 'db'>, unseen: Unseen): Promise<Cut> {
  if (unseen.abstracts.length === 0) return nothing
  const theirs = sql`any (${unseen.abstracts}::int[])`
  // A key of several columns begins with the abstract; a pair that is alike has two.
  const first = sql`split_part(row_key, ' ', 1) = any (${unseen.abstracts}::text[])`
  const second = sql`split_part(row_key, ' ', 2) = any (${unseen.abstracts}::text[])`
  const { rows } = await sql<Cut>`
    with part (kind, key) as (
      select 'abstract', id::text from abstract where id = ${theirs}
      union all select 'assignment', id::text from assignment where abstract_id = ${theirs}
      union all select 'remark', id::text from remark where abstract_id = ${theirs}
      union all select 'decision', id::text from decision where abstract_id = ${theirs} or into_id = ${theirs}
      union all select 'decision_batch', batch_id::text from decision
        where batch_id in (select batch_id from decision where abstract_id = ${theirs}) group by batch_id having bool_and(abstract_id = ${theirs})
      union all select 'mail', id::text from mail where id::text in (
        select about_id from act where about_kind = 'mail' union select row_key from act_change where table_name = 'mail') and ${tellsOf(unseen)}),
    changed as (
      select act_change.id, act_id from part join act_change on table_name = kind and row_key = key
      union select id, act_id from act_change where table_name in ('abstract_author', 'conflict', 'redaction') and ${first}
      union select id, act_id from act_change where table_name = 'likeness' and (${first} or ${second})),
    done as (
      select act.id from part join act on about_kind = kind and about_id = key
      union select act_id from changed group by act_id having count(*) = (select count(*) from act_change where act_change.act_id = changed.act_id))
    select array(select id from done) as acts, array(select id from changed) as changes`.execute(world.db)
  return rows[0] ?? nothing
}
