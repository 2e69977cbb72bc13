/** What whoever asks must not learn from the trail: of abstracts that they wrote or are in conflict with, who reads them, and what was decided. */
import { sql } from 'kysely'
import type { Subject } from '#contract/audit/sentences.ts'
import { tellsOf, type Unseen } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'

/** By their numbers. An act that changed other rows too stays, without these changes; one in `wordless` stays, without its reason. */
export type Cut = {
  acts: number[]
  changes: number[]
  wordless: number[]
  /** How many of `acts` are older than the last decision that the authors were told: a newer one must not be seen to happen. */
  toldActs: number
}

const nothing: Cut = { acts: [], changes: [], wordless: [], toldActs: 0 }

/**
 * An act is cut when it was done to such an abstract, or to what hangs on it, or when nothing else is among what it changed. Where only the word of an
 * author hides the abstract, the act stays: nobody takes acts out of the log of others by typing their address.
 */
export async function cutFor(world: Pick<World, 'db' | 'now'>, unseen: Unseen): Promise<Cut> {
  if (unseen.abstracts.length === 0) return nothing
  const theirs = sql`any (${unseen.abstracts}::int[])`
  const first = sql`split_part(row_key, ' ', 1)`
  const second = sql`split_part(row_key, ' ', 2)`
  const { rows } = await sql<Cut>`
    with part (kind, key, abstract_id) as (
      select 'abstract', id::text, id from abstract where id = ${theirs}
      union all select 'assignment', id::text, abstract_id from assignment where abstract_id = ${theirs}
      union all select 'remark', id::text, abstract_id from remark where abstract_id = ${theirs}
      union all select 'decision', id::text, abstract_id from decision where abstract_id = ${theirs}
      union all select 'decision', id::text, into_id from decision where into_id = ${theirs}
      union all select 'decision_batch', batch_id::text, abstract_id from decision
        where abstract_id = ${theirs} and batch_id in (
          select batch_id from decision where batch_id is not null group by batch_id having bool_and(abstract_id = ${theirs}))
      union all select 'mail', id::text, coalesce(mail.abstract_id, 0) from mail where id::text in (
        select about_id from act where about_kind = 'mail' union select row_key from act_change where table_name = 'mail') and ${tellsOf(unseen)}),
    changed as (
      select act_change.id, act_id, abstract_id from part join act_change on table_name = kind and row_key = key
      union select id, act_id, ${first}::int from act_change
        where table_name in ('abstract_author', 'conflict', 'redaction', 'staff_conflict') and ${first} = any (${unseen.abstracts}::text[])
      union select id, act_id, ${first}::int from act_change where table_name = 'likeness' and ${first} = any (${unseen.abstracts}::text[])
      union select id, act_id, ${second}::int from act_change where table_name = 'likeness' and ${second} = any (${unseen.abstracts}::text[])),
    done as (
      select act.id, abstract_id from part join act on about_kind = kind and about_id = key
      union select act_id, abstract_id from changed where act_id in (
        select act_id from changed as one group by act_id having count(distinct id) = (select count(*) from act_change where act_change.act_id = one.act_id))),
    judged as (
      select done.id, bool_and(coalesce(done.abstract_id = any (${unseen.unconfirmed}::int[]), false)) as is_wordless, max(act.at) <= min(told_at) and max(told_at) <= ${world.now()} as is_told
      from done join act on act.id = done.id left join abstract on abstract.id = done.abstract_id group by done.id)
    select array(select id from judged where not is_wordless) as acts, array(select distinct id from changed) as changes,
      array(select id from judged where is_wordless) as wordless, (select count(*)::int from judged where not is_wordless and is_told) as told_acts`.execute(
    world.db,
  )
  return rows[0] ?? nothing
}

type Worded = { id: number; reason: string; refusal: string; about: Subject | null }

/** As they are shown. */
export const withoutWords = <Act extends Worded>(acts: readonly Act[], { wordless }: Cut): Act[] =>
  acts.map((act) =>
    wordless.includes(act.id)
      ? { ...act, reason: '', refusal: '', about: act.about && { ...act.about, name: null, order: null, person: null } }
      : act,
  )
