/** What was decided about one abstract, and which others are like it. */
import { sql } from 'kysely'
import type { Pending } from '#contract/selection/decisions.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { World } from '#server/kernel/world.ts'
import type { Shown } from '#server/selection/abstracts/abstract-history.ts'

type Reading = Pick<World, 'db'>

type Decided = Omit<Pending, 'into'> & {
  intoId: number | null
  intoNumber: number | null
  outcome: Shown['told'][number]['outcome']
  by: string
  publishedAt: Date | null
  takenBackAt: Date | null
}

export async function decisionsOf({ db }: Reading, abstractId: number): Promise<Pick<Shown, 'pending' | 'told'>> {
  const { rows } = await sql<Decided>`
    select decision.id as decision_id, outcome, as_type, into_id, other.number as into_number, decision.revise_until, note, reason, coalesce(full_name, '') as by,
      published_at, taken_back_at
    from decision left join decision_batch on decision_batch.id = batch_id left join account on account.id = decision.by left join abstract other on other.id = into_id
    where abstract_id = ${abstractId} and (batch_id is not null or replaced_at is null) order by decision.id desc`.execute(
    db,
  )
  const waiting = rows.find(({ publishedAt }) => publishedAt === null)
  return {
    pending: waiting ? pendingOf(waiting) : null,
    told: rows.flatMap(({ publishedAt, takenBackAt, outcome, asType, intoNumber: into, note, by }) =>
      publishedAt
        ? [{ outcome, asType, into, note, by, at: publishedAt.toISOString(), wasTakenBack: takenBackAt !== null }]
        : [],
    ),
  }
}

function pendingOf({ decisionId, outcome, asType, intoId, intoNumber, reviseUntil, note, reason }: Decided): Pending {
  return {
    decisionId,
    outcome: outcome as Pending['outcome'],
    asType,
    into: intoId === null ? null : { abstractId: intoId, number: numberOf(intoNumber ?? 0) },
    reviseUntil,
    note,
    reason,
  }
}

/** Without those that whoever asks must not know of. */
export async function likeOnes({ db }: Reading, abstractId: number, hidden: number[]): Promise<Shown['alike']> {
  const { rows } = await sql<Shown['alike'][number]>`
    select other.id as abstract_id, other.number, title_plain as title, share::float as share, likeness.state
    from likeness join abstract other on other.id = case when a = ${abstractId} then b else a end
    join abstract_version written on written.abstract_id = other.id and written.number = current_version
    where ${abstractId} in (a, b) and other.id <> all (${hidden}) order by share desc limit 20`.execute(db)
  return rows
}
