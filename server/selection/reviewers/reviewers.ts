/** Who reviews for an event, as staff see and change them. */
import { type ExpressionBuilder, sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { MyReviews } from '#contract/reviews/offers.ts'
import type { Offer } from '#contract/selection/offer-fields.ts'
import type { ReviewerChange, ReviewerList, ReviewerRemove } from '#contract/selection/reviewers.ts'
import type { Row, Tables } from '#server/database/tables.ts'
import type { Person, Reviewer, Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { changeRow } from '#server/kernel/versions.ts'
import { mayCountReviewers } from '#server/kernel/visibility/seen-by.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf, findConflictsSoon } from '#server/selection/call/calls.ts'
import { refuseInConflict } from '#server/selection/conflicts/staff-conflicts.ts'

type List = ParsedInputOf<typeof ReviewerList>
type Listed = ReplyOf<typeof ReviewerList>

/**
 * Whoever is signed in, if they review for an event: the one of this assignment, or else the current one, or else the nearest.
 * One statement, whatever the reason why an assignment is not theirs.
 */
export async function reviewerOf(
  { db }: World,
  { accountId, sessionId }: Person,
  assignmentId?: unknown,
): Promise<Reviewer | undefined> {
  const [found, ...elsewhere] = await reviewing(db, accountId)
    .select(['reviewer.id as reviewerId', 'eventId'])
    .orderBy(
      (row) =>
        row.exists(
          row
            .selectFrom('assignment')
            .whereRef('reviewerId', '=', 'reviewer.id')
            .where('assignment.id', '=', typeof assignmentId === 'number' ? assignmentId : 0),
        ),
      'desc',
    )
    .orderBy('isCurrent', 'desc')
    .orderBy('startsOn', 'desc')
    .orderBy('reviewer.id')
    .execute()
  return found && { accountId, sessionId, ...found, elsewhere }
}

/** The announced events for which somebody reviews. */
const reviewing = (db: World['db'], accountId: number) =>
  db
    .selectFrom('reviewer')
    .innerJoin('event', 'event.id', 'eventId')
    .where('accountId', '=', accountId)
    .where('reviewer.state', '=', 'active')
    .where('eventState', '=', 'published')

/** For whoever reviews and is elsewhere in the portal: where they do, and how many wait for them. */
export async function reviewsOf({ db }: World, { accountId }: Person): Promise<ReplyOf<typeof MyReviews>> {
  const events = await reviewing(db, accountId)
    .select(['eventId', 'event.name', (row) => toDo(row).as('toDo')])
    .orderBy('isCurrent', 'desc')
    .orderBy('startsOn', 'desc')
    .orderBy('reviewer.id')
    .execute()
  return { events: events.map(({ toDo, ...event }) => ({ ...event, toDo: toDo ?? 0 })) }
}

/** How many a reviewer has to submit. */
export const toDo = (row: ExpressionBuilder<Tables, 'reviewer'>) =>
  row
    .selectFrom('assignment')
    .innerJoin('abstract', 'abstract.id', 'abstractId')
    .select(sql<number>`count(*)::int`.as('all'))
    .whereRef('reviewerId', '=', 'reviewer.id')
    .where('assignment.state', 'in', ['assigned', 'begun', 'sent_back'])
    .where('abstract.state', '=', 'under_review')

const id = sql.ref('reviewer.id')
const orders: Record<NonNullable<List['sort']>, Order> = {
  email: { by: sql.ref('reviewer.emailKey'), type: 'text', id },
  '-invitedAt': { by: sql.ref('reviewer.invitedAt'), type: 'timestamptz', id, descending: true },
}

/** Four statements, however many there are. */
export async function listReviewers(world: World, staff: Staff, list: List): Promise<Listed> {
  const { cursor, limit = rowsAtOnce, sort = 'email', eventId, state, specialityId, search } = list
  const mayCount = await mayCountReviewers(world, staff, eventId)
  const query = world.db
    .selectFrom('reviewer')
    .leftJoin('account', 'account.id', 'accountId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('assignment')
          .whereRef('reviewerId', '=', 'reviewer.id')
          .select([
            sql<number>`count(*) filter (where state in ('assigned', 'begun', 'submitted', 'sent_back'))::int`.as(
              'assigned',
            ),
            sql<number>`count(*) filter (where state = 'submitted')::int`.as('submitted'),
            sql<number>`count(*) filter (where state = 'declined')::int`.as('declined'),
          ])
          .as('work'),
      (join) => join.onTrue(),
    )
    .select(['reviewer.id', 'reviewer.version', 'reviewer.state', 'reviewer.email', 'quota'])
    .select(['institution', 'department', 'invitedAt', 'expiresAt', 'answeredAt'])
    .select([
      sql<string>`coalesce(account.full_name, invited_name)`.as('name'),
      sql<number>`coalesce(assigned, 0)`.as('assigned'),
      sql<number>`coalesce(submitted, 0)`.as('submitted'),
      sql<number>`coalesce(declined, 0)`.as('declined'),
    ])
    .where('reviewer.eventId', '=', eventId)
    .where('reviewer.emailKey', '<>', '')
    .$if(state !== undefined, (query) => query.where('reviewer.state', '=', state as NonNullable<typeof state>))
    .$if(specialityId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from reviewer_field where reviewer_id = reviewer.id and speciality_id = ${specialityId})`,
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`has_words(${search}, concat_ws(' ', reviewer.email, account.full_name, invited_name, institution, department))`,
      ),
    )
  const of = ['ReviewerList', sort, search, state, specialityId, eventId, staff.accountId]
  const page = await pageBy(world, query, { of, order: orders[sort], cursor, limit })
  const fields = await fieldsOf(
    world,
    page.rows.map((row) => row.id),
  )
  const rows = page.rows.map((row) => ({
    ...row,
    ...(!mayCount && { assigned: null, submitted: null, declined: null }),
    invitedAt: row.invitedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    fields: (fields.get(row.id) ?? []).map(({ reviewerId: _id, ...field }) => field),
  }))
  return { ...page, rows }
}

async function fieldsOf({ db }: World, reviewerIds: number[]) {
  const fields = await db
    .selectFrom('reviewerField')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .select(['reviewerId', 'specialityId', 'description as name', 'strength'])
    .where('reviewerId', 'in', reviewerIds.length > 0 ? reviewerIds : [0])
    .orderBy('strength')
    .orderBy('specialityId')
    .execute()
  return Map.groupBy(fields, ({ reviewerId }) => reviewerId)
}

type Seen = { eventId: number; reviewerId: number; version: number }

async function lockSeen({ db }: Transaction, seen: Seen): Promise<Locked<Row<'reviewer'>>> {
  const { eventId, reviewerId, version } = seen
  const found = await db
    .selectFrom('reviewer')
    .selectAll()
    .where('id', '=', reviewerId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return refuse('not_found')
  const { quota, institution, department, state } = found
  if (found.version !== version)
    refuse('conflict', { stored: { ...seen, version: found.version, quota, institution, department, state } })
  return asLocked(found)
}

/** What they may not see hangs on where they say they work, and on their being a reviewer: that is not theirs to change. */
async function refuseOwn(world: Transaction, { accountId }: Staff, theirs: Locked<Row<'reviewer'>>): Promise<void> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select coalesce(is_same_person(${accountId}::int, ${theirs.accountId}::int), false) as is_own`.execute(world.db)
  if (rows[0]?.isOwn && (await callOf(world, theirs.eventId)).beganAt)
    refuse('conflict', { sentence: 'This is you. Review has begun: please ask somebody else of the team.' })
}

/** Who reads their own abstract hangs on it too. Where nobody else can, the audit log says so. */
async function noteInConflict(
  world: Transaction,
  staff: Staff,
  { eventId, reviewerId }: { eventId: number; reviewerId: number },
): Promise<void> {
  const inConflict = await refuseInConflict(world, staff, eventId)
  if (inConflict.inConflictAt)
    await world.db.updateTable('reviewer').set(inConflict).where('id', '=', reviewerId).execute()
}

export async function changeReviewer(
  world: Acting,
  staff: Staff,
  change: ParsedInputOf<typeof ReviewerChange>,
): Promise<void> {
  const { eventId, reviewerId, version, actKey: _key, ...offer } = change
  await lockOpenEvent(world, eventId)
  const theirs = await lockSeen(world, { eventId, reviewerId, version })
  await refuseOwn(world, staff, theirs)
  await noteInConflict(world, staff, { eventId, reviewerId })
  if (theirs.state !== 'active') refuse('conflict', { sentence: 'They do not review.' })
  if (!(await takeOffer(world, { eventId, reviewerId, offer })))
    refuse('invalid', { fields: [{ path: 'first', message: 'This event has no such field.' }] })
}

type Reading = Pick<World, 'db'>
type Taking = { eventId: number; reviewerId: number; offer: Offer }

/** Whether the event has every field of an offer. */
export async function hasFields({ db }: Reading, eventId: number, { first, second }: Offer): Promise<boolean> {
  const chosen = new Set([...first, ...second])
  const known = await db
    .selectFrom('speciality')
    .select('id')
    .where('eventId', '=', eventId)
    .where('id', 'in', [...chosen])
    .execute()
  return known.length === chosen.size
}

/** Writes what somebody offers. False when a field is none of the event's. */
export async function takeOffer(world: Transaction, { eventId, reviewerId, offer }: Taking): Promise<boolean> {
  const { first, second, quota, institution, department } = offer
  const chosen = new Map([
    ...second.map((each) => [each, 'second'] as const),
    ...first.map((each) => [each, 'first'] as const),
  ])
  if (!(await hasFields(world, eventId, offer))) return false
  await world.db
    .updateTable('reviewer')
    .set((row) => ({ quota, institution, department, offeredAt: world.now(), version: row('version', '+', 1) }))
    .where('id', '=', reviewerId)
    .execute()
  const rows = [...chosen].map(([specialityId, strength]) => ({ reviewerId, specialityId, strength }))
  await world.db
    .deleteFrom('reviewerField')
    .where('reviewerId', '=', reviewerId)
    .where('specialityId', 'not in', [...chosen.keys()])
    .execute()
  await world.db
    .insertInto('reviewerField')
    .values(rows)
    .onConflict((same) =>
      same.columns(['reviewerId', 'specialityId']).doUpdateSet((row) => ({ strength: row.ref('excluded.strength') })),
    )
    .execute()
  await findConflictsSoon(world, eventId)
  return true
}

export async function removeReviewer(
  world: Acting,
  staff: Staff,
  { eventId, reviewerId, version }: ParsedInputOf<typeof ReviewerRemove>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  await refuseOwn(world, staff, await lockSeen(world, { eventId, reviewerId, version }))
  await noteInConflict(world, staff, { eventId, reviewerId })
  const gone = { state: 'removed', tokenHash: null, answeredAt: world.now() } as const
  await changeRow(world, 'reviewer', { id: reviewerId, version, ...gone })
}
