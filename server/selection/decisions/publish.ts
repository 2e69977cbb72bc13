import { sql } from 'kysely'
/** Decisions published together: states, batch and letters in one transaction. Authors read them, and get their letters, ten minutes later. */
import { minute } from '#contract/durations.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionPublish } from '#contract/selection/decisions.ts'
import { takeBackMinutes } from '#contract/selection/words.ts'
import { lockAbstracts, tellAbstracts } from '#server/abstracts/moves.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { dropUnsent, postAll } from '#server/kernel/outbox/outbox.ts'
import { numbersAt } from '#server/kernel/visibility/shown-numbers.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockCall } from '#server/selection/call/calls.ts'
import { letterOf, previewOf, stopsOf, type ToPublish, toPublish } from './preview.ts'

/** Exactly what was previewed, or nothing. */
export async function publishDecisions(
  world: Acting,
  staff: Staff,
  { eventId, digest }: ParsedInputOf<typeof DecisionPublish>,
): Promise<ReplyOf<typeof DecisionPublish>> {
  await lockOpenEvent(world, eventId)
  // Of two chairs who publish at once the second waits here, and then finds nothing pending.
  await lockCall(world, eventId)
  await lockAbstracts(world, await pendingIds(world, eventId))
  const all = await toPublish(world, staff, eventId)
  // Read behind the locks: somebody may have withdrawn, decided or reviewed meanwhile.
  if (all.digest !== digest) refuse('count_changed', { stored: await previewOf(world, eventId, all) })
  if (all.rows.length === 0) refuse('conflict', { sentence: 'There is nothing to publish.' })
  if (stopsOf(all.rows).length > 0)
    refuse('conflict', { sentence: 'A line needs you first.', stored: await previewOf(world, eventId, all) })
  const now = world.now()
  const sendsAt = new Date(now.getTime() + takeBackMinutes * minute)
  const batch = { eventId, by: staff.accountId, publishedAt: now, sendsAt, digest }
  const { id: batchId } = await world.db
    .insertInto('decisionBatch')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow()
  await markPublished(world, batchId, all)
  await tell(world, all, { toldAt: now, tellsAt: sendsAt })
  const letters = await write(world, eventId, { ...all, sendsAt })
  const numbers = await numbersAt(world, staff, eventId)
  return { batchId: numbers.shown('decision_batch', batchId), letters, sendsAt: sendsAt.toISOString() }
}

/** All of the event, also those that whoever publishes may not see: their locks are taken in the same order by everybody. */
async function pendingIds({ db }: Transaction, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select abstract.id from decision join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and batch_id is null and replaced_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

async function markPublished({ db }: Transaction, batchId: number, { rows }: ToPublish): Promise<void> {
  await sql`
    update decision set batch_id = ${batchId}, was = published.was
    from unnest(${rows.map(({ decisionId }) => decisionId)}::int[], ${rows.map(({ state }) => state)}::text[]) as published (id, was)
    where decision.id = published.id`.execute(db)
}

/** Where each goes. */
const stateOf = {
  accepted: 'accepted',
  rejected: 'rejected',
  waiting: 'waiting',
  revise: 'revision_asked',
  duplicate: 'duplicate',
} as const

async function tell(
  world: Transaction,
  { rows, answerUntil }: ToPublish,
  when: { toldAt: Date; tellsAt: Date },
): Promise<void> {
  await tellAbstracts(
    world,
    rows.map(({ abstractId, outcome, asType, intoId, reviseUntil }) => ({
      abstractId,
      to: stateOf[outcome],
      acceptedAs: asType,
      intoId,
      reviseUntil,
      answerUntil: outcome === 'accepted' ? answerUntil : null,
      ...when,
    })),
  )
}

const aboutDecision = ({ outcome, abstractId, decisionId }: ToPublish['rows'][number]) =>
  ({ kind: `decision_${outcome}`, abstractId, decisionId }) as const

/** One to each. A letter about what no longer holds, and that has not gone, never goes. */
async function write(world: Transaction, eventId: number, all: ToPublish & { sendsAt: Date }): Promise<number> {
  const unsent = all.rows.flatMap(({ before }) => (before && !before.sentAt ? [before] : []))
  await dropUnsent(world, unsent, 'replaced')
  const letters = all.rows.flatMap((row) =>
    row.email === null
      ? []
      : [{ ...aboutDecision(row), to: row.email, accountId: row.accountId, eventId, ...letterOf(world, all, row) }],
  )
  await postAll(world, letters, all.sendsAt)
  return letters.length
}
