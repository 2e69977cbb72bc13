/** What was published undone: a whole batch before its letters go, or one abstract at any time. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionReset, DecisionTakeBack } from '#contract/selection/decisions.ts'
import { lockAbstracts, type Told, tellAbstracts } from '#server/abstracts/moves.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { dropUnsent, reviveReplaced } from '#server/kernel/outbox/outbox.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { isOfTable, numbersAt } from '#server/kernel/visibility/shown-numbers.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf, lockCall } from '#server/selection/call/calls.ts'
import { replacePending } from './decide.ts'
import { answerDay } from './preview.ts'
import { writeOne } from './tell-one.ts'

/** Everything stands as it did before; what was decided is pending again. */
export async function takeBack(
  world: Acting,
  staff: Staff,
  { eventId, batchId: shown }: ParsedInputOf<typeof DecisionTakeBack>,
): Promise<ReplyOf<typeof DecisionTakeBack>> {
  await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  const batchId = (await numbersAt(world, staff, eventId)).stored('decision_batch', shown)
  if (!isOfTable(batchId)) return refuse('not_found')
  const batch = await lockBatch(world, eventId, batchId)
  await lockAbstracts(world, await idsOf(world, batchId))
  // Read behind the locks: while we waited for them letters may have gone, and authors withdrawn.
  const rows = await rowsOf(world, batchId)
  const hidden = await hiddenFrom(world, staff, eventId)
  // One of which they may not know anything is, for this, as if it did not exist.
  const seen = rows.filter(({ abstractId }) => !hidden.includes(abstractId))
  if (seen.length === 0) refuse('not_found')
  if (batch.takenBackAt) refuse('conflict', { sentence: 'It was taken back already.' })
  refuseIfSent(world, batch, rows)
  if (rows.some(({ isOld }) => isOld))
    refuse('conflict', { sentence: 'Something was published about one of them since. Take that back first.' })
  await goBack(world, eventId, rows)
  await world.db
    .updateTable('decisionBatch')
    .set({ takenBackAt: world.now(), takenBackBy: staff.accountId })
    .where('id', '=', batchId)
    .execute()
  await pendingAgain(world, staff.accountId, batchId)
  await dropUnsent(world, rows, 'taken back')
  await reviveReplaced(
    world,
    rows.flatMap(({ before, isWithdrawn }) =>
      // Whoever has withdrawn meanwhile hears no more of it.
      before && !isWithdrawn ? [before] : [],
    ),
  )
  // Of thousands it takes seconds, and its letters do not wait for it: what has begun to go is not taken back, and nothing of it.
  refuseIfSent(world, batch, await rowsOf(world, batchId))
  return { takenBack: seen.length }
}

/** Nothing has gone, neither by the clock nor because somebody sent one by hand. */
function refuseIfSent({ now }: Transaction, { sendsAt }: Row<'decisionBatch'>, rows: readonly Back[]): void {
  if (now() >= sendsAt)
    refuse('conflict', { sentence: 'Its letters have gone out. Decide again: that goes out as a correction.' })
  if (rows.some(({ isSent }) => isSent))
    refuse('conflict', { sentence: 'One of its letters has gone out. Decide again: that goes out as a correction.' })
}

async function idsOf({ db }: Transaction, batchId: number): Promise<number[]> {
  const rows = await db.selectFrom('decision').select('abstractId').where('batchId', '=', batchId).execute()
  return rows.map(({ abstractId }) => abstractId)
}

async function lockBatch({ db }: Transaction, eventId: number, batchId: number): Promise<Row<'decisionBatch'>> {
  const batch = await db
    .selectFrom('decisionBatch')
    .selectAll()
    .where('id', '=', batchId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return batch ?? refuse('not_found')
}

type Before = Pick<Row<'decision'>, 'asType' | 'intoId'> & {
  abstractId: number
  decisionId: number
  publishedAt: string
  sendsAt: string
}
type Back = {
  abstractId: number
  decisionId: number
  was: Told['to']
  isOld: boolean
  isSent: boolean
  isWithdrawn: boolean
  before: Before | null
}

/** Each with what had been published about it before, and whether something was since. */
async function rowsOf({ db }: Transaction, batchId: number): Promise<Back[]> {
  const { rows } = await sql<Back>`
    select decision.abstract_id, decision.id as decision_id, was,
      exists (select from decision later join decision_batch on decision_batch.id = later.batch_id
        where later.abstract_id = decision.abstract_id and later.id > decision.id and taken_back_at is null) as is_old,
      exists (select from mail where mail.decision_id = decision.id and mail.abstract_id = decision.abstract_id and sent_at is not null) as is_sent,
      withdrawn_at is not null as is_withdrawn,
      (select json_build_object('abstractId', told.abstract_id, 'decisionId', told.id, 'asType', told.as_type, 'intoId', told.into_id, 'publishedAt', published_at, 'sendsAt', sends_at)
        from decision told join decision_batch on decision_batch.id = told.batch_id
        where told.abstract_id = decision.abstract_id and told.id < decision.id and taken_back_at is null order by told.id desc limit 1) as before
    from decision join abstract on abstract.id = decision.abstract_id where batch_id = ${batchId} order by decision.abstract_id`.execute(
    db,
  )
  return rows
}

const answers: readonly string[] = ['confirmed', 'not_presenting']

/** By the ways that the database allows: under review, what was told, what its author answered. Also underneath what was withdrawn meanwhile. */
async function goBack(world: Transaction, eventId: number, rows: readonly Back[]): Promise<void> {
  const call = await callOf(world, eventId)
  const { timeZone } = await world.db
    .selectFrom('event')
    .select('timeZone')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const to = (row: Back, state: Told['to']): Told => {
    const isTold = row.before !== null
    const publishedAt = new Date(row.before?.publishedAt ?? 0)
    const sendsAt = new Date(row.before?.sendsAt ?? 0)
    return {
      abstractId: row.abstractId,
      to: state,
      acceptedAs: row.before?.asType ?? null,
      intoId: row.before?.intoId ?? null,
      reviseUntil: null,
      answerUntil:
        state === 'accepted' || answers.includes(state) ? answerDay(timeZone, publishedAt, call.answerDays) : null,
      toldAt: isTold ? publishedAt : null,
      tellsAt: sendsAt > world.now() ? sendsAt : null,
    }
  }
  await tellAbstracts(
    world,
    rows.map((row) => to(row, 'under_review')),
  )
  const told = rows.filter(({ was }) => was !== 'under_review')
  await tellAbstracts(
    world,
    told.map((row) => to(row, answers.includes(row.was) ? 'accepted' : row.was)),
  )
  await tellAbstracts(
    world,
    told.filter(({ was }) => answers.includes(was)).map((row) => to(row, row.was)),
  )
  await reviewAgain(
    world,
    rows.filter(({ was }) => was === 'under_review').map(({ abstractId }) => abstractId),
  )
}

/** Whoever had not finished when it was decided has it again, where nothing stands against it now. What an author saved meanwhile waits for its redaction. */
export async function reviewAgain({ db, now }: Transaction, abstractIds: readonly number[]): Promise<void> {
  await sql`
    update assignment set state = 'assigned', reason = '', changed_at = ${now()} from reviewer, abstract
    where reviewer.id = reviewer_id and abstract.id = abstract_id and abstract.state = 'under_review' and abstract_id = any (${abstractIds}::int[])
    and assignment.state = 'cancelled' and reason = 'no longer under review' and reviewer.state = 'active' and reviewer_may_not(abstract_id, reviewer_id) is null`.execute(
    db,
  )
  await sql`
    insert into redaction (abstract_id, version, at) select id, current_version, ${now()} from abstract where id = any (${abstractIds}::int[])
    on conflict do nothing`.execute(db)
}

/** Unless somebody has decided otherwise since. */
async function pendingAgain({ db, now }: Transaction, by: number, batchId: number): Promise<void> {
  await sql`
    insert into decision (abstract_id, outcome, as_type, into_id, revise_until, place, note, reason, left_out, passed, by, at)
    select abstract_id, outcome, as_type, into_id, revise_until, place, note, reason, left_out, passed, ${by}::int, ${now()}::timestamptz
    from decision where batch_id = ${batchId} order by id
    on conflict (abstract_id) where batch_id is null and replaced_at is null do nothing`.execute(db)
}

const told: readonly string[] = [
  'accepted',
  'rejected',
  'waiting',
  'merged',
  'duplicate',
  'confirmed',
  'not_presenting',
  'revision_asked',
]

/** One is under review again, and its author is told so. */
export async function resetDecision(
  world: Acting,
  staff: Staff,
  { eventId, abstractId, reason }: ParsedInputOf<typeof DecisionReset>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  await lockAbstracts(world, [abstractId])
  const found = await world.db
    .selectFrom('abstract')
    .select('state')
    .where('id', '=', abstractId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (
    !found ||
    found.state === 'withdrawn' ||
    found.state === 'draft' ||
    (await hiddenFrom(world, staff, eventId)).includes(abstractId)
  )
    return refuse('not_found')
  if (!told.includes(found.state)) refuse('conflict', { sentence: 'Nothing was published about it.' })
  const now = world.now()
  await replacePending(world, [abstractId])
  const decision = { abstractId, outcome: 'reset', reason, was: found.state } as const
  const decisionId = await publishOne(world, { eventId, by: staff.accountId }, decision)
  const nothing = { acceptedAs: null, intoId: null, reviseUntil: null, answerUntil: null }
  await tellAbstracts(world, [{ abstractId, to: 'under_review', ...nothing, toldAt: now }])
  await reviewAgain(world, [abstractId])
  await writeOne(world, decisionId)
}

type One = Pick<Row<'decision'>, 'abstractId' | 'outcome' | 'reason' | 'was'> & { intoId?: number }

/** A batch of its own, whose letter goes at once: it can not be taken back, only reset. */
export async function publishOne(
  { db, now }: Transaction,
  { eventId, by }: { eventId: number; by: number },
  { intoId, ...decision }: One,
): Promise<number> {
  const at = now()
  const { id: batchId } = await db
    .insertInto('decisionBatch')
    .values({ eventId, by, publishedAt: at, sendsAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('decision')
    .values({ ...decision, intoId: intoId ?? null, by, at, batchId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const resetJob = 'tell-reset'

/** The job. What it was merged into was withdrawn; its author is told once. */
export async function tellReset(world: World, decisionId: number): Promise<void> {
  await inTransaction(world, (world) => writeOne(world, decisionId))
}
