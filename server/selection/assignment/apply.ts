/** Abstracts given to reviewers: by a proposal that is applied, or by hand. All of it behind the lock of the call. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { AssignByHand, RunApply, Unassign } from '#contract/selection/assignments.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockCall } from '#server/selection/call/calls.ts'
import { lockPair } from '#server/selection/conflicts/conflicts.ts'
import { knownToBeHidden } from '#server/selection/conflicts/staff-conflicts.ts'
import { assignedLetter } from '#server/selection/mail.ts'
import { toDo } from '#server/selection/reviewers/reviewers.ts'
import { judge, type ProposedRow } from './assignment-rules.ts'
import { change, lockRun, type RunFigures } from './runs.ts'

/** One statement may take four seconds; the database looks at each row again. */
const rowsAtOnce = 500

type Named = ProposedRow & { number: number; reviewer: string }

/** Every row is judged again as things are now. What no longer holds is left out and named; the rest is given. A run is applied once. */
export async function applyRun(
  world: Acting,
  staff: Staff,
  { eventId, runId }: ParsedInputOf<typeof RunApply>,
): Promise<ReplyOf<typeof RunApply>> {
  await lockOpenEvent(world, eventId)
  const call = await lockCall(world, eventId)
  const run = await lockRun(world, { eventId, runId })
  if (run.state !== 'proposed')
    refuse('conflict', { sentence: run.state === 'applied' ? 'Applied already.' : 'There is no proposal.' })
  const { abstracts = [], apart = [] } = (run.figures ?? {}) as Partial<RunFigures>
  await lockAbstracts(world, runId)
  await lockReviewers(world, runId)
  const inConflict = await refuseOwn(world, staff, { eventId, abstracts })
  const moved = await takeMoved(world, { eventId, runId })
  const { good, leftOut } = judge(await rowsOf(world, { runId, apart }))
  await give(world, runId, good)
  await change(world, runId, { state: 'applied', endedAt: world.now(), ...inConflict })
  await tellReviewers(world, { eventId, dueOn: call.dueOn, about: { runId } }, good)
  const hidden = new Set(await hiddenFrom(world, staff, eventId))
  const isSeen = ({ abstractId }: { abstractId: number }) => !hidden.has(abstractId)
  return {
    added: good.filter(isSeen).length,
    moved: moved.filter(isSeen).length,
    leftOut: (leftOut as (Named & (typeof leftOut)[number])[])
      .filter((row) => row.why !== 'there already' && isSeen(row))
      .map(({ number, reviewer, why }) => ({ number: numberOf(number), reviewer, why })),
  }
}

/** It says who reads an abstract of theirs: that is for somebody else, where there is one. Whoever reads it, the answer is the same. */
async function refuseOwn(
  world: Transaction,
  staff: Staff,
  { eventId, abstracts }: { eventId: number; abstracts: number[] },
): Promise<{ inConflictAt?: Date }> {
  const { leftToOthers, withoutAnother } = await knownToBeHidden(world, staff, eventId)
  if (leftToOthers.some((id) => abstracts.includes(id)))
    refuse('conflict', {
      sentence:
        'You have a conflict with an abstract of this proposal. Ask a member of the team who has none to apply it.',
    })
  return withoutAnother.some((id) => abstracts.includes(id)) ? { inConflictAt: world.now() } : {}
}

/** By id, before anything is judged: whoever withdraws, or is found to be in conflict, at this moment waits. */
async function lockAbstracts({ db }: Transaction, runId: number): Promise<void> {
  await sql`select id from abstract where id in (select abstract_id from proposed where run_id = ${runId}) order by id for no key update`.execute(
    db,
  )
}

/** And who would read them: somebody who offers less at this moment gets no more than that. */
async function lockReviewers({ db }: Transaction, runId: number): Promise<void> {
  await db
    .selectFrom('reviewer')
    .select('id')
    .where('id', 'in', (from) => from.selectFrom('proposed').select('reviewerId').where('runId', '=', runId))
    .orderBy('id')
    .forShare()
    .execute()
}

/** Never opened, and not in the proposal any more: somebody else has it from now on. */
async function takeMoved(
  { db, now }: Transaction,
  { eventId, runId }: { eventId: number; runId: number },
): Promise<{ abstractId: number }[]> {
  const { rows } = await sql<{ abstractId: number }>`
    update assignment set state = 'cancelled', reason = 'moved', changed_at = ${now()} from abstract
    where abstract.id = assignment.abstract_id and abstract.event_id = ${eventId} and assignment.state = 'assigned' and opened_at is null
    and exists (select from proposed where proposed.run_id = ${runId} and proposed.abstract_id = assignment.abstract_id)
    and not exists (select from proposed where proposed.run_id = ${runId} and proposed.abstract_id = assignment.abstract_id and proposed.reviewer_id = assignment.reviewer_id)
    and assigned_at < (select at from assignment_run where id = ${runId})
    returning assignment.abstract_id`.execute(db)
  return rows
}

async function rowsOf({ db }: Transaction, { runId, apart }: { runId: number; apart: number[] }): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select proposed.abstract_id, proposed.reviewer_id, abstract.number, abstract.state as abstract_state, reviewer.state as reviewer_state,
      reviewer_may_not(proposed.abstract_id, proposed.reviewer_id) as may_not, assignment.state, coalesce(full_name, reviewer.email) as reviewer,
      proposed.abstract_id = any (${apart}::int[]) as is_apart,
      quota - (select count(*)::int from assignment busy where busy.reviewer_id = reviewer.id and busy.state in ('assigned', 'begun', 'submitted', 'sent_back')
        and busy.abstract_id <> all (${apart}::int[])) as room
    from proposed join abstract on abstract.id = proposed.abstract_id join reviewer on reviewer.id = proposed.reviewer_id
    left join account on account.id = reviewer.account_id
    left join assignment on assignment.abstract_id = proposed.abstract_id and assignment.reviewer_id = proposed.reviewer_id
    where proposed.run_id = ${runId} order by proposed.abstract_id, proposed.reviewer_id`.execute(db)
  return rows
}

type Pair = Pick<ProposedRow, 'abstractId' | 'reviewerId'>

/** In no order of abstracts or reviewers: neither a number nor an alias tells who was asked first, or who else was. */
async function give(
  { db, now }: Transaction,
  runId: number | null,
  pairs: readonly Pair[],
): Promise<Row<'assignment'>[]> {
  const given: Row<'assignment'>[] = []
  for (let from = 0; from < pairs.length; from += rowsAtOnce) {
    const part = pairs.slice(from, from + rowsAtOnce)
    const { rows } = await sql<Row<'assignment'>>`
      insert into assignment (abstract_id, reviewer_id, alias, run_id, assigned_at, changed_at)
      select abstract_id, reviewer_id,
        coalesce((select max(alias) from assignment there where there.abstract_id = pair.abstract_id), 0)
          + row_number() over (partition by abstract_id order by random()), ${runId}::int, ${now()}::timestamptz, ${now()}::timestamptz
      from unnest(${part.map((each) => each.abstractId)}::int[], ${part.map((each) => each.reviewerId)}::int[]) as pair (abstract_id, reviewer_id)
      order by random()
      on conflict (abstract_id, reviewer_id) do update set state = 'assigned', reason = '', note = '', run_id = excluded.run_id,
        assigned_at = excluded.assigned_at, changed_at = excluded.changed_at
      where assignment.state = 'cancelled' returning *`.execute(db)
    given.push(...rows)
  }
  return given
}

/** One email each, with how many are new, how many they have to review in all, and no titles. */
async function tellReviewers(
  world: Transaction,
  {
    eventId,
    dueOn,
    about,
  }: { eventId: number; dueOn: string | null; about: { runId: number } | { number: number | null } },
  given: readonly Pair[],
): Promise<void> {
  const many = Map.groupBy(given, ({ reviewerId }) => reviewerId)
  if (many.size === 0) return
  const people = await world.db
    .selectFrom('reviewer')
    .innerJoin('account', 'account.id', 'accountId')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['reviewer.id', 'account.email', 'event.name as eventName'])
    .select((row) => toDo(row).as('open'))
    .where('reviewer.id', 'in', [...many.keys()])
    .where('eventId', '=', eventId)
    .orderBy('reviewer.id')
    .execute()
  const { publicUrl } = world
  for (const { id, email, eventName, open } of people) {
    const words = { eventName, dueOn, publicUrl, many: many.get(id)?.length ?? 0, open: open ?? 0 }
    await post(world, {
      kind: 'review_assigned',
      reviewerId: id,
      ...about,
      to: email,
      eventId,
      ...assignedLetter(words),
    })
  }
}

export async function assignByHand(
  world: Acting,
  staff: Staff,
  { eventId, abstractId, reviewerId }: ParsedInputOf<typeof AssignByHand>,
): Promise<ReplyOf<typeof AssignByHand>> {
  await lockOpenEvent(world, eventId)
  const { dueOn } = await lockCall(world, eventId)
  await lockPair(world, staff, { eventId, abstractId, reviewerId })
  // Counted as whoever asks sees it: "They have reached what they offered", of somebody with a place left in the list, would say who reads the chair's own.
  const hidden = await hiddenFrom(world, staff, eventId)
  const { rows } = await sql<ProposedRow>`
    select abstract.id as abstract_id, reviewer.id as reviewer_id, abstract.state as abstract_state, reviewer.state as reviewer_state,
      reviewer_may_not(abstract.id, reviewer.id) as may_not, assignment.state, false as is_apart,
      quota - (select count(*)::int from assignment busy where busy.reviewer_id = reviewer.id and busy.state in ('assigned', 'begun', 'submitted', 'sent_back')
        and busy.abstract_id <> all (${hidden})) as room
    from abstract cross join reviewer left join assignment on assignment.abstract_id = abstract.id and assignment.reviewer_id = reviewer.id
    where abstract.id = ${abstractId} and reviewer.id = ${reviewerId}`.execute(world.db)
  const { leftOut } = judge(rows)
  if (leftOut[0]) refuse('conflict', { sentence: sentences[leftOut[0].why] })
  const pair = { abstractId, reviewerId }
  const [given] = await give(world, null, [pair])
  await tellReviewers(world, { eventId, dueOn, about: { number: world.act ?? null } }, [pair])
  return { assignmentId: (given as Row<'assignment'>).id }
}

const sentences = {
  conflict: 'Conflict of interest.',
  'no reviewer': 'They do not review.',
  'not under review': 'This abstract is not under review.',
  full: 'They have reached what they offered.',
  declined: 'They declined it.',
  'there already': 'They have it already.',
} as const

export async function unassign(
  world: Acting,
  staff: Staff,
  { eventId, assignmentId, reason }: ParsedInputOf<typeof Unassign>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  const found = await world.db.selectFrom('assignment').selectAll().where('id', '=', assignmentId).executeTakeFirst()
  if (!found) return refuse('not_found')
  await lockPair(world, staff, { eventId, abstractId: found.abstractId, reviewerId: found.reviewerId })
  const { state } = await world.db
    .selectFrom('assignment')
    .select('state')
    .where('id', '=', assignmentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (state === 'cancelled' || state === 'declined') refuse('conflict', { sentence: 'They do not have it any more.' })
  if (state !== 'assigned' && reason === '')
    refuse('invalid', { fields: [{ path: 'reason', message: 'Has begun. Please say why.' }] })
  await world.db
    .updateTable('assignment')
    .set({ state: 'cancelled', reason: 'by a chair', note: reason, changedAt: world.now() })
    .where('id', '=', assignmentId)
    .execute()
}
