/** Decisions that are pending: nobody but chairs knows of them before they are published. */
import { sql } from 'kysely'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import { dayIn } from '#contract/days.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionSet, PlacesSave } from '#contract/selection/decisions.ts'
import { numberOf } from '#contract/selection/words.ts'
import { lockAbstracts } from '#server/abstracts/moves.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { areTheSame } from '#server/selection/abstracts/likeness.ts'
import { lockCall } from '#server/selection/call/calls.ts'
import { type Judged, whyNotDecided, wrongRevision } from './decision-rules.ts'

type Decided = ParsedInputOf<typeof DecisionSet>
type Found = Judged & {
  type: AbstractType
  acceptedAs: AbstractType | null
  outcome: string | null
  place: number | null
  note: string
  leftOut: number[]
  passed: number[]
}

export async function setDecisions(world: Acting, staff: Staff, set: Decided): Promise<ReplyOf<typeof DecisionSet>> {
  const { eventId, outcome, reason, intoId, reviseUntil } = set
  const { timeZone } = await lockOpenEvent(world, eventId)
  const { reviewsToDecide } = await lockCall(world, eventId)
  const ids = [...new Set(set.abstractIds)]
  await lockAbstracts(world, intoId === undefined ? ids : [...ids, intoId])
  const hidden = await hiddenFrom(world, staff, eventId)
  const found = await foundOf(world, eventId, ids)
  // One that they may not see is, for this, as if it did not exist.
  if (found.length < ids.length || ids.some((id) => hidden.includes(id))) refuse('not_found')
  const wrong =
    whyNotDecided(found, { outcome, reason, toDecide: reviewsToDecide }) ??
    (outcome === 'accepted' ? field('asType', sameType(found, set.asType)) : undefined) ??
    (outcome === 'revise'
      ? field('reviseUntil', wrongRevision(reviseUntil, dayIn(timeZone, world.now())))
      : undefined) ??
    (outcome === 'duplicate' ? field('intoId', await wrongInto(world, set, hidden)) : undefined)
  if (wrong) refuse('invalid', { fields: [wrong] })
  const replaced = await replacePending(world, ids)
  if (outcome === null) return { set: replaced }
  await insertPending(world, staff, { ...set, outcome, found: await withPlaces(world, set, found) })
  if (outcome === 'duplicate' && intoId !== undefined) await areTheSame(world, staff, { abstractIds: ids, intoId })
  return { set: found.length }
}

const field = (path: string, message: string | undefined) => (message === undefined ? undefined : { path, message })

async function foundOf({ db }: Transaction, eventId: number, ids: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select abstract.id as abstract_id, abstract.number, abstract.state, abstract_type as type, accepted_as, coalesce(reason, '') as reason, coalesce(note, '') as note,
      coalesce(left_out, '{}') as left_out, coalesce(passed, '{}') as passed, outcome::text, place,
      (select count(*)::int from assignment join review on assignment_id = assignment.id
        where abstract_id = abstract.id and assignment.state = 'submitted' and recommendation <> 'abstain') as reviews
    from unnest(${ids}::int[]) with ordinality as asked (id, position) join abstract on abstract.id = asked.id
    join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    left join decision on decision.abstract_id = abstract.id and batch_id is null and replaced_at is null
    where event_id = ${eventId} and abstract.state not in ('draft', 'withdrawn') order by position`.execute(db)
  return rows
}

/** A letter that corrects nothing would only puzzle its author. */
function sameType(found: readonly Found[], asType: AbstractType | undefined): string | undefined {
  const one = found.find((each) => each.state === 'accepted' && each.acceptedAs === (asType ?? each.type))
  return one && `${numberOf(one.number)} is accepted as that already. Choose another type.`
}

/** The other one is there, is not itself part of a third, and nobody means it to be; nor is one of these what another goes on as. */
async function wrongInto(
  { db }: Transaction,
  { eventId, intoId = 0, abstractIds }: Decided,
  hidden: readonly number[],
) {
  if (intoId === 0 || abstractIds.includes(intoId)) return 'Please say which it is the same as.'
  const other = await db
    .selectFrom('abstract')
    .select('state')
    .where('id', '=', intoId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (!other || hidden.includes(intoId)) return refuse('not_found')
  if (['draft', 'withdrawn', 'merged', 'duplicate'].includes(other.state)) return 'That one is not there any more.'
  // One of which they may not know stops whoever publishes it: this refusal would say what was decided about it.
  const { rows } = await sql<{ abstractId: number }>`
    select abstract_id from decision where outcome = 'duplicate' and batch_id is null and replaced_at is null
    and (abstract_id = ${intoId} or into_id = any (${abstractIds}::int[])) and abstract_id <> all (${abstractIds}::int[]) and abstract_id <> all (${hidden}::int[])`.execute(
    db,
  )
  if (rows.length === 0) return undefined
  return rows.some(({ abstractId }) => abstractId === intoId)
    ? 'That one is to be a duplicate itself. Choose what it is the same as.'
    : 'Another is to be a duplicate of this one. Decide that one first.'
}

export async function replacePending({ db, now }: Transaction, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update decision set replaced_at = ${now()} where abstract_id = any (${ids}::int[]) and batch_id is null and replaced_at is null returning id`.execute(
    db,
  )
  return rows.length
}

/** In the order they were named, after those who are on the list. Whoever was there keeps their place. */
async function withPlaces({ db }: Transaction, { eventId, outcome }: Decided, found: Found[]): Promise<Found[]> {
  if (outcome !== 'waiting') return found.map((one) => ({ ...one, place: null }))
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(place), 0)::int as last from decision join abstract on abstract.id = abstract_id where event_id = ${eventId}`.execute(
    db,
  )
  let last = rows[0]?.last ?? 0
  return found.map((one) => ({ ...one, place: one.outcome === 'waiting' ? one.place : ++last }))
}

type Insert = Decided & { outcome: NonNullable<Decided['outcome']>; found: readonly Found[] }

async function insertPending({ db, now }: Transaction, { accountId }: Staff, set: Insert): Promise<void> {
  const { found, outcome, asType, intoId, reviseUntil, note, reason, leftOut, passed } = set
  const isAccepted = outcome === 'accepted'
  const rows = found.map((one) => ({
    abstractId: one.abstractId,
    outcome,
    asType: isAccepted ? (asType ?? one.type) : null,
    intoId: outcome === 'duplicate' ? (intoId ?? null) : null,
    reviseUntil: outcome === 'revise' ? (reviseUntil ?? null) : null,
    place: one.place,
    note: note ?? one.note,
    reason: reason || one.reason,
    leftOut: [...new Set([...one.leftOut, ...leftOut])],
    passed: [...new Set([...one.passed, ...passed])],
    by: accountId,
    at: now(),
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('decision')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}
/** A statement has 65,535 parameters at most. */
const rowsAtOnce = 500

export async function savePlaces(world: Acting, { eventId, places }: ParsedInputOf<typeof PlacesSave>): Promise<void> {
  await lockOpenEvent(world, eventId)
  for (const { type, places: many } of places) {
    if (many === null)
      await world.db.deleteFrom('placeLimit').where('eventId', '=', eventId).where('type', '=', type).execute()
    else
      await world.db
        .insertInto('placeLimit')
        .values({ eventId, type, places: many })
        .onConflict((same) => same.columns(['eventId', 'type']).doUpdateSet({ places: many }))
        .execute()
  }
}
