/** How an assignment moves when its reviewer works, declines or takes it back. For the reviewers' side, which has found it in its own views before. */
import { sql } from 'kysely'
import type { declinedConflicts, declineReasons } from '#contract/reviews/words.ts'
import type { Row } from '#server/database/tables.ts'
import { asLocked, type Locked, type Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { namesOneOf } from '#server/selection/rules.ts'

type Which = { assignmentId: number; reviewerId: number }
export type Work = Pick<Row<'assignment'>, 'id' | 'abstractId' | 'reviewerId' | 'state'> & {
  /** No decision has been made. */
  isUnderReview: boolean
}

/**
 * Nobody decides while a review is written, nor takes it away. Whoever changes who has it keeps out all others who do.
 * One that was cancelled meanwhile is as if it had never been there.
 */
export async function lockWork(
  { db }: Transaction,
  { assignmentId, reviewerId }: Which,
  to: 'write' | 'give up' = 'write',
): Promise<Locked<Work>> {
  const abstract = db
    .selectFrom('abstract')
    .select(['id', 'state'])
    .where('id', '=', (from) => from.selectFrom('assignment').select('abstractId').where('id', '=', assignmentId))
  const found = await (to === 'write' ? abstract.forShare() : abstract.forNoKeyUpdate()).executeTakeFirst()
  if (to === 'give up')
    await db.selectFrom('reviewer').select('id').where('id', '=', reviewerId).forNoKeyUpdate().execute()
  const work = await db
    .selectFrom('assignment')
    .select(['id', 'abstractId', 'reviewerId', 'state'])
    .where('id', '=', assignmentId)
    .where('reviewerId', '=', reviewerId)
    .where('state', '<>', 'cancelled')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!work || !found) return refuse('not_found')
  return asLocked({ ...work, isUnderReview: found.state === 'under_review' })
}

type Values = Partial<Pick<Row<'assignment'>, 'state' | 'reason' | 'note' | 'namesAuthor'>>

async function change({ db, now }: Transaction, { id }: Locked<Work>, values: Values): Promise<void> {
  await db
    .updateTable('assignment')
    .set({ ...values, changedAt: now() })
    .where('id', '=', id)
    .execute()
}

/** The first time only: what was opened is moved to nobody else. */
export async function noteOpened({ db, now }: Transaction, assignmentId: number): Promise<void> {
  await db
    .updateTable('assignment')
    .set({ openedAt: now() })
    .where('id', '=', assignmentId)
    .where('openedAt', 'is', null)
    .execute()
}

export async function beginWork(world: Transaction, work: Locked<Work>): Promise<Locked<Work>> {
  if (work.state !== 'assigned') return work
  await change(world, work, { state: 'begun' })
  return asLocked({ ...work, state: 'begun' })
}

/** Whether its comments name an author is written down for the chairs, in silence: the answer is the same. */
export async function submitWork(world: Transaction, work: Locked<Work>, toAuthor: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id where abstract.id = ${work.abstractId}
    union all select name from abstract_author where abstract_id = ${work.abstractId}`.execute(world.db)
  const names = rows.map(({ name }) => name)
  const begun = await beginWork(world, work)
  await change(world, begun, { state: 'submitted', reason: '', note: '', namesAuthor: namesOneOf(names, toAuthor) })
}

type Declined = {
  reason: (typeof declineReasons)[number]
  kind?: (typeof declinedConflicts)[number] | undefined
  note: string
}

/**
 * With a conflict they never hear of it again. Without time they are given no more than they have, and what is not their field no more, from the next proposal
 * on: what they offered stays as they said it, or it would tell that they declined something. See docs/decisions/0098.
 */
export async function declineWork(
  world: Transaction,
  work: Locked<Work>,
  { reason, kind, note }: Declined,
): Promise<void> {
  if (kind !== undefined) {
    await change(world, work, { state: 'cancelled', reason, note })
    await tellConflict(world, work, { kind, note })
    return
  }
  await change(world, work, { state: 'declined', reason, note })
}

async function tellConflict(
  { db, now }: Transaction,
  { abstractId, reviewerId }: Work,
  { kind, note }: { kind: NonNullable<Declined['kind']>; note: string },
): Promise<void> {
  const told = { source: 'reviewer', strength: 'hard', note, by: null, at: now() } as const
  await db
    .insertInto('conflict')
    .values({ abstractId, reviewerId, kind, ...told })
    .onConflict((same) => same.columns(['abstractId', 'reviewerId', 'kind']).doUpdateSet(told))
    .execute()
}

/** Undefined: somebody else has it, or it is no longer to be had; which of them is not said. */
export async function takeBackWork(world: Transaction, work: Locked<Work>): Promise<'begun' | 'assigned' | undefined> {
  const { rows } = await sql<{ isFree: boolean; hasBegun: boolean }>`
    select abstract.state = 'under_review' and reviewer_may_not(abstract.id, ${work.reviewerId}) is null and reviews_wanted > (
        select count(*) from assignment left join review on review.assignment_id = assignment.id
        where assignment.abstract_id = abstract.id and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back')
        and not (assignment.state = 'submitted' and review.recommendation = 'abstain')) as is_free,
      exists (select from review where assignment_id = ${work.id}) as has_begun
    from abstract join review_call on review_call.event_id = abstract.event_id where abstract.id = ${work.abstractId}`.execute(
    world.db,
  )
  const { isFree = false, hasBegun = false } = rows[0] ?? {}
  if (!isFree) return undefined
  const state = hasBegun ? 'begun' : 'assigned'
  await change(world, work, { state, reason: '', note: '' })
  return state
}
