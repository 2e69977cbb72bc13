/** How an event is reviewed: its settings and criteria, and the moment when review begins. */
import { sql } from 'kysely'
import { dayIn, isPast } from '#contract/days.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { BeginReview, CallSave, CriterionRetire, CriterionSave, ShownCall } from '#contract/selection/calls.ts'
import { conflictsJob } from '#server/abstracts/authors.ts'
import { moveAbstracts } from '#server/abstracts/moves.ts'
import type { Row } from '#server/database/tables.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { changeRow } from '#server/kernel/versions.ts'
import { type Asking, hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { likenessJob } from '#server/selection/abstracts/likeness.ts'
import { wishesOf } from '#server/selection/assignment/bids.ts'
import { prepareEventAgain, prepareJob } from '#server/selection/redaction/prepare-blind.ts'
import { usualCall } from '#server/selection/rules.ts'

type Reading = Pick<World, 'db'>
type Call = Row<'reviewCall'>

/** What was saved, or what is usual. */
export async function callOf({ db }: Reading, eventId: number): Promise<Call> {
  const saved = await db.selectFrom('reviewCall').selectAll().where('eventId', '=', eventId).executeTakeFirst()
  return saved ?? { ...usualCall, eventId, version: 0 }
}

/** First of all locks: whoever begins review, computes or applies an assignment takes turns with the others. */
export async function lockCall(world: Transaction, eventId: number): Promise<Locked<Call>> {
  await world.db
    .insertInto('reviewCall')
    .values({ eventId })
    .onConflict((same) => same.column('eventId').doNothing())
    .execute()
  const call = world.db.selectFrom('reviewCall').selectAll().where('eventId', '=', eventId).forNoKeyUpdate()
  return asLocked(await call.executeTakeFirstOrThrow())
}

/** Nothing of it depends on abstracts that are hidden from the person who asks: for them every criterion counts as used once review has begun. */
export async function showCall({ db }: Reading, asking: Asking, eventId: number): Promise<ShownCall> {
  const call = await callOf({ db }, eventId)
  const hidden = await hiddenFrom({ db }, asking, eventId)
  const isUsedByHidden = hidden.length > 1 && call.beganAt !== null
  const criteria = await db
    .selectFrom('criterion')
    .selectAll()
    .select((row) =>
      row
        .exists(row.selectFrom('reviewScore').select('score').whereRef('criterionId', '=', 'criterion.id'))
        .$castTo<boolean>()
        .as('isUsed'),
    )
    .where('eventId', '=', eventId)
    .where('retiredAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const counted = await db
    .selectFrom('abstract')
    .select([
      sql<number>`count(*) filter (where state = 'submitted')::int`.as('submitted'),
      sql<number>`count(*) filter (where state = 'under_review' and id <> all (${hidden}))::int`.as('underReview'),
    ])
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  return {
    ...call,
    ...counted,
    wishes: await wishesOf({ db }, eventId, hidden),
    beganAt: call.beganAt?.toISOString() ?? null,
    criteria: criteria.map(({ id, weight, eventId: _event, retiredAt: _retired, ...criterion }) => ({
      ...criterion,
      isUsed: isUsedByHidden || criterion.isUsed,
      criterionId: id,
      weight: Number(weight),
    })),
  }
}

export async function saveCall(
  world: Acting,
  asking: Asking,
  save: ParsedInputOf<typeof CallSave>,
): Promise<ShownCall> {
  const { eventId, version, actKey: _key, ...fields } = save
  const { timeZone } = await lockOpenEvent(world, eventId)
  const before = await callOf(world, eventId)
  const { version: now, ...call } = await lockCall(world, eventId)
  // The lock made the row where there was none.
  if ((before.version === 0 ? 0 : now) !== version)
    refuse('conflict', { stored: await showCall(world, asking, eventId) })
  if (call.beganAt && fields.blind !== call.blind)
    refuse('invalid', { fields: [{ path: 'blind', message: 'Reviews have begun with it.' }] })
  // It would close every review at once. A last day that has passed since it was saved may stay.
  if (fields.dueOn !== null && fields.dueOn !== call.dueOn && isPast(fields.dueOn, dayIn(timeZone, world.now())))
    refuse('invalid', { fields: [{ path: 'dueOn', message: 'This day has passed. Choose today or a later day.' }] })
  await world.db
    .updateTable('reviewCall')
    .set({ ...fields, version: version + 1 })
    .where('eventId', '=', eventId)
    .execute()
  await lookAgain(world, call, fields)
  if (fields.conflictBy !== call.conflictBy) await findConflictsSoon(world, eventId)
  return showCall(world, asking, eventId)
}

/** What waits may be released by itself now; by another list of hospitals any of them may name somebody. */
async function lookAgain(
  world: Transaction,
  before: Pick<Call, 'eventId' | 'hospitals' | 'autoRelease'>,
  now: { hospitals?: string[] | undefined; autoRelease?: boolean | undefined },
): Promise<void> {
  const isOther = now.hospitals !== undefined && now.hospitals.join('\n') !== before.hospitals.join('\n')
  if (isOther) await prepareEventAgain(world, before.eventId, ['waiting', 'ready'])
  else if (now.autoRelease === true && !before.autoRelease) await prepareEventAgain(world, before.eventId, ['waiting'])
}

export async function findConflictsSoon({ db }: Reading, eventId: number): Promise<void> {
  await enqueue(db, conflictsJob, { payload: { eventId }, key: `conflicts ${eventId}` })
}

export async function saveCriterion(
  world: Acting,
  asking: Asking,
  save: ParsedInputOf<typeof CriterionSave>,
): Promise<ShownCall> {
  const { eventId, criterionId, version = 0, actKey: _key, weight, ...words } = save
  await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  const fields = { ...words, weight: String(weight) }
  const stored = await showCall(world, asking, eventId)
  if (stored.criteria.some(({ name, criterionId: id }) => name === words.name && id !== criterionId))
    refuse('invalid', { fields: [{ path: 'name', message: 'There is one of this name.' }] })
  if (criterionId === undefined)
    await world.db
      .insertInto('criterion')
      .values({ eventId, ...fields })
      .execute()
  else {
    const known = stored.criteria.find((each) => each.criterionId === criterionId) ?? refuse('not_found')
    if (known.isUsed) refuse('conflict', { sentence: 'Reviews have begun with it.', stored })
    if (!(await changeRow(world, 'criterion', { id: criterionId, version, ...fields }))) refuse('conflict', { stored })
  }
  return showCall(world, asking, eventId)
}

export async function retireCriterion(
  world: Acting,
  asking: Asking,
  { eventId, criterionId, version }: ParsedInputOf<typeof CriterionRetire>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  const stored = await showCall(world, asking, eventId)
  if (!stored.criteria.some((each) => each.criterionId === criterionId)) refuse('not_found')
  if (!(await changeRow(world, 'criterion', { id: criterionId, version, retiredAt: world.now() })))
    refuse('conflict', { stored })
}

/** What is submitted goes to the reviewers; nothing of it is seen before its redaction is ready. Later ones follow when it is called again. */
export async function beginReview(
  world: Acting,
  asking: Asking,
  { eventId, expected }: ParsedInputOf<typeof BeginReview>,
): Promise<ReplyOf<typeof BeginReview>> {
  const { abstractsCloseOn, timeZone } = await lockOpenEvent(world, eventId)
  const call = await lockCall(world, eventId)
  const stored = await showCall(world, asking, eventId)
  const now = world.now()
  if (!isPast(abstractsCloseOn, dayIn(timeZone, now)))
    refuse('conflict', { sentence: `Abstracts are open until the end of ${abstractsCloseOn}.`, stored })
  const moved = await moveAbstracts(world, { eventId, from: ['submitted'], to: 'under_review' })
  // Counted behind the locks: somebody may have withdrawn one meanwhile.
  if (moved.length !== expected) refuse('count_changed')
  if (!call.beganAt)
    await world.db
      .updateTable('reviewCall')
      .set({ beganAt: now, version: call.version + 1 })
      .where('eventId', '=', eventId)
      .execute()
  await enqueue(world.db, prepareJob, { key: prepareJob })
  await findConflictsSoon(world, eventId)
  await enqueue(world.db, likenessJob, { payload: { eventId }, key: `likeness ${eventId}` })
  return { moved: moved.length }
}
