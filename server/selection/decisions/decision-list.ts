/** The ranking as chairs see it: a page of it, its figures, and what waits in the outbox. */
import { type RawBuilder, sql } from 'kysely'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { rowsAtOnce, turned } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionList, DecisionRow, Pending } from '#contract/selection/decisions.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import { type Numbers, numbersAt } from '#server/kernel/visibility/shown-numbers.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, rowsBy } from '#server/platform/database/pages.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { type Ranked, ranking } from './ranking.ts'

type List = ParsedInputOf<typeof DecisionList>
type Listed = ReplyOf<typeof DecisionList>
type Reading = Pick<World, 'db'>
type Which = { eventId: number; hidden: readonly number[] }

export const decisionOrders = {
  '-mean': { by: sql.ref('ranked.meanKey'), type: 'bigint', id: sql.ref('ranked.id'), descending: true },
  '-adjusted': { by: sql.ref('ranked.adjustedKey'), type: 'bigint', id: sql.ref('ranked.id'), descending: true },
  '-spread': { by: sql.ref('ranked.spreadKey'), type: 'bigint', id: sql.ref('ranked.id'), descending: true },
  // What waits for nothing stands at the end.
  place: { by: sql`coalesce(ranked.place, 2147483647)::bigint`, type: 'bigint', id: sql.ref('ranked.id') },
  number: { by: sql`ranked.number::bigint`, type: 'bigint', id: sql.ref('ranked.id') },
} as const satisfies Record<NonNullable<List['sort']>, Order>

/** The same number of statements however many rows there are. What reviewers said is gone through for the page, and once for all that is counted. */
export async function listDecisions(world: World, staff: Staff, list: List): Promise<Listed> {
  const { cursor, limit = rowsAtOnce, eventId, sort = '-mean', specialityId, type, decision, only, search } = list
  const which = { eventId, hidden: await hiddenFrom(world, staff, eventId) }
  const of = ['DecisionList', eventId, sort, specialityId, type, decision, only, search, staff.accountId]
  const page = await rowsBy(world, rankedFor(world, list, which), { of, order: decisionOrders[sort], cursor, limit })
  const said = await saidOf(
    world,
    page.rows.map(({ id }) => id),
  )
  return {
    ...page,
    rows: page.rows.map((row) => rowOf(row, said.get(row.id))),
    hidden: await hiddenRows(world, which),
    ...(await figuresOf(world, which, fits(list))),
    totalIsExact: true,
    reviewsToDecide: (await callOf(world, eventId)).reviewsToDecide,
    specialities: await specialitiesOf(world, eventId),
    batches: await openBatches(world, which, await numbersAt(world, staff, eventId)),
  }
}

type Wanted = Pick<List, 'sort' | 'specialityId' | 'type' | 'decision' | 'only' | 'search'>

type Placed = Ranked & { rank: number; seenPlace: number | null }

/** What fits, each with its rank, and its place on the waiting list, among all that whoever asks may see: a gap would tell of what they may not. */
export function rankedFor({ db }: Reading, wanted: Wanted, which: Which) {
  const { by, descending } = { descending: false, ...decisionOrders[wanted.sort ?? '-mean'] }
  const ranked = sql<Placed>`(select ranked.*, (rank() over (order by ${by} ${sql.raw(descending ? 'desc' : 'asc')}))::int as rank,
    case when place is not null then (count(place) over (order by place, id))::int end as seen_place from ${ranking(which)} as ranked)`
  return db.selectFrom(ranked.as('ranked')).selectAll('ranked').where(fits(wanted))
}

/** The filters and the search, of a row of the ranking. */
function fits({ specialityId, type, decision, only, search }: Wanted): RawBuilder<boolean> {
  const conditions = [
    specialityId === undefined ? undefined : sql`ranked.speciality_id = ${specialityId}`,
    type && sql`ranked.type = ${type}`,
    only === 'pending' ? sql`ranked.pending_id is not null` : undefined,
    only === 'told' ? sql`ranked.told_at is not null` : undefined,
    decision && isDecided(decision),
    search ? sql`has_words(${search}, 'A-' || lpad(ranked.number::text, 4, '0') || ' ' || ranked.title)` : undefined,
  ]
  return sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((each) => each !== undefined)], sql` and `)})`
}

function isDecided(filter: NonNullable<List['decision']>): RawBuilder<unknown> {
  const { value, isNot } = turned(filter)
  const is =
    value === 'undecided'
      ? sql`ranked.outcome is null`
      : value === 'divided'
        ? sql`ranked.is_divided`
        : sql`ranked.outcome is not distinct from ${value}`
  return isNot ? sql`not (${is})` : is
}

type Said = Pick<DecisionRow, 'scores' | 'says' | 'pending'>

/** What the ranking was sorted and filtered by goes no further. */
function rowOf(ranked: Placed, said: Said = { scores: [], says: [], pending: null }): DecisionRow {
  const { specialityId: _field, pendingId: _pending, outcome: _outcome, asType: _type, ...rest } = ranked
  const { meanKey: _mean, adjustedKey: _adjusted, spreadKey: _spread, number, toldAt, seenPlace: place, ...row } = rest
  return { ...row, place, abstractId: row.id, number: numberOf(number), toldAt: toldAt?.toISOString() ?? null, ...said }
}

type Words = {
  abstractId: number
  scores: Said['scores']
  says: Said['says']
  pending: (Omit<Pending, 'into'> & { intoId: number | null; intoNumber: number | null }) | null
}

/** For the rows of one page: each score, what is recommended, and what is pending. */
export async function saidOf({ db }: Reading, ids: readonly number[]): Promise<Map<number, Said>> {
  const { rows } = await sql<Words>`
    select one as abstract_id,
      coalesce((select json_agg(json_build_object('alias', alias, 'total', total) order by total desc, alias) from assignment join review on assignment_id = assignment.id
        where abstract_id = one and state = 'submitted' and recommendation <> 'abstain' and total is not null), '[]') as scores,
      coalesce((select json_agg(json_build_object('recommendation', recommendation, 'count', many) order by recommendation) from (select recommendation, count(*)::int as many from assignment join review on assignment_id = assignment.id
        where abstract_id = one and state = 'submitted' group by recommendation) as counted), '[]') as says,
      (select json_build_object('decisionId', decision.id, 'outcome', outcome, 'asType', as_type, 'reviseUntil', decision.revise_until, 'note', note, 'reason', reason,
          'intoId', into_id, 'intoNumber', other.number)
        from decision left join abstract other on other.id = into_id
        where decision.abstract_id = one and batch_id is null and replaced_at is null) as pending
    from unnest(${ids}::int[]) as one`.execute(db)
  return new Map(
    rows.map(({ abstractId, pending, ...said }) => [abstractId, { ...said, pending: pending && pendingOf(pending) }]),
  )
}

function pendingOf({ intoId, intoNumber, ...pending }: NonNullable<Words['pending']>): Pending {
  return { ...pending, into: intoId === null ? null : { abstractId: intoId, number: numberOf(intoNumber ?? 0) } }
}

export async function hiddenRows({ db }: Reading, { eventId, hidden }: Which): Promise<Listed['hidden']> {
  const rows = await db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .select(['abstract.id as abstractId', 'abstract.number', 'titlePlain as title'])
    .where('eventId', '=', eventId)
    .where('abstract.id', 'in', hidden)
    .where('state', 'not in', ['draft', 'submitted', 'withdrawn'])
    .orderBy('abstract.number')
    .execute()
  return rows.map((row) => ({ ...row, number: numberOf(row.number ?? 0) }))
}

/** Who does not present takes no place. */
async function figuresOf(
  { db }: Reading,
  which: Which,
  isWanted: RawBuilder<boolean>,
): Promise<Pick<Listed, 'total' | 'figures' | 'places'>> {
  const { rows } = await sql<Listed['figures'] & Record<string, number>>`
    select count(*) filter (where ${isWanted})::int as total, count(*)::int as all, count(*) filter (where outcome is null)::int as undecided,
      count(*) filter (where outcome is null and is_divided)::int as divided, count(pending_id)::int as pending, count(told_at)::int as told,
      count(*) filter (where outcome = 'rejected')::int as rejected, count(*) filter (where outcome = 'waiting')::int as waiting,
      count(*) filter (where outcome = 'revise')::int as revise,
      ${sql.join(abstractTypes.map((type) => sql`count(*) filter (where outcome = 'accepted' and as_type = ${type} and (pending_id is not null or state <> 'not_presenting'))::int as ${sql.ref(type)}`))}
    from ${ranking(which)} as ranked`.execute(db)
  const found = rows[0] as Listed['figures'] & Record<string, number>
  const limits = await db.selectFrom('placeLimit').selectAll().where('eventId', '=', which.eventId).execute()
  const { all, undecided, divided, pending, told, rejected, waiting, revise } = found
  return {
    total: found.total ?? 0,
    figures: { all, undecided, divided, pending, told, rejected, waiting, revise },
    places: abstractTypes.map((type) => ({
      type,
      accepted: found[type] ?? found[type.toLowerCase()] ?? 0,
      places: limits.find((limit) => limit.type === type)?.places ?? null,
    })),
  }
}

async function specialitiesOf({ db }: Reading, eventId: number): Promise<Listed['specialities']> {
  return db
    .selectFrom('speciality')
    .select(['id as specialityId', 'description as name'])
    .where('eventId', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function openBatches(
  { db, now }: World,
  { eventId, hidden }: Which,
  numbers: Numbers,
): Promise<Listed['batches']> {
  const { rows } = await sql<{ batchId: number; by: string; publishedAt: Date; sendsAt: Date; letters: number }>`
    select decision_batch.id as batch_id, coalesce(full_name, '') as by, published_at, sends_at,
      (select count(*)::int from decision where batch_id = decision_batch.id and abstract_id <> all (${hidden}::int[])) as letters
    from decision_batch left join account on account.id = decision_batch.by
    where event_id = ${eventId} and taken_back_at is null and sends_at > ${now()} order by decision_batch.id desc`.execute(
    db,
  )
  return rows
    .filter(({ letters }) => letters > 0)
    .map(({ publishedAt, sendsAt, ...batch }) => ({
      ...batch,
      batchId: numbers.shown('decision_batch', batch.batchId),
      publishedAt: publishedAt.toISOString(),
      sendsAt: sendsAt.toISOString(),
    }))
}
