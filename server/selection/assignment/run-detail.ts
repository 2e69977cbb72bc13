/** A proposal as staff look at it: figures, who is short and why, and who would read what. Whoever has a conflict with an abstract learns nothing of it. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { RunSettings, type RunShow } from '#contract/selection/assignments.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom, mayCountReviewers } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { changesOf, holdingOf, rowsOf } from './run-changes.ts'
import type { RunFigures } from './runs.ts'

type Shown = ReplyOf<typeof RunShow>
const nothingShort: Pick<Shown, 'short' | 'help'> = { short: [], help: [] }
const runsNamed = 6

export async function showRun(
  world: World,
  staff: Staff,
  { eventId, runId, change, after = 0 }: ParsedInputOf<typeof RunShow>,
): Promise<Shown> {
  const run = await world.db
    .selectFrom('assignmentRun')
    .selectAll()
    .where('eventId', '=', eventId)
    .$if(runId !== undefined, (query) => query.where('id', '=', runId as number))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run && runId !== undefined) refuse('not_found')
  if (!run)
    return {
      run: null,
      figures: null,
      changes: null,
      ...nothingShort,
      left: [],
      lapsed: 0,
      emails: 0,
      rows: [],
      next: null,
      earlier: [],
    }
  const hidden = await hiddenFrom(world, staff, eventId)
  const written = run.figures as RunFigures | null
  const short = written ? await shortOf(world, run, { written, hidden }) : nothingShort
  const rows = written ? await rowsOf(world, run, { hidden, change, after }) : { rows: [], next: null }
  const loads = written && (await mayCountReviewers(world, staff, eventId)) ? await loadsOf(world, run) : null
  const [{ ordinal }, ...earlier] = await runsUntil(world, run)
  return {
    run: {
      runId: run.id,
      ordinal,
      state: run.state,
      progress: run.progress,
      settings: RunSettings.parse(run.settings),
      seed: run.seed,
      at: run.at.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      milliseconds: written?.milliseconds ?? null,
    },
    figures: written ? { ...(await figuresOf(world, run, { written, hidden })), loads } : null,
    changes: written ? await changesOf(world, run, hidden) : null,
    ...short,
    left: await named(world, written?.left ?? []),
    ...(await holdingOf(world, run, { hidden, apart: written?.apart ?? [] })),
    ...rows,
    earlier: earlier.map((each) => ({ ...each, at: each.at.toISOString() })),
  }
}

type Earlier = Omit<Shown['earlier'][number], 'at'> & { at: Date }

/** This one, and a few before it. */
async function runsUntil({ db }: World, { id, eventId }: Row<'assignmentRun'>): Promise<[Earlier, ...Earlier[]]> {
  const { rows } = await sql<Earlier>`
    select assignment_run.id as run_id, row_number() over (order by assignment_run.id)::int as ordinal, state, full_name as by, coalesce(ended_at, at) as at
    from assignment_run join account on account.id = by where event_id = ${eventId} and assignment_run.id <= ${id}
    order by assignment_run.id desc limit ${runsNamed}`.execute(db)
  return rows as [Earlier, ...Earlier[]]
}

type Cut = { written: RunFigures; hidden: number[] }

async function figuresOf(
  { db }: World,
  run: Row<'assignmentRun'>,
  { written, hidden }: Cut,
): Promise<Omit<NonNullable<Shown['figures']>, 'loads'>> {
  const seen = written.abstracts.filter((id) => !hidden.includes(id)).length
  const { rows } = await sql<Omit<NonNullable<Shown['figures']>, 'loads' | 'abstracts' | 'wanted' | 'wished'>>`
    select count(*)::int as filled, count(*) filter (where is_kept)::int as kept,
      count(*) filter (where strength = 'first')::int as first, count(*) filter (where strength = 'second')::int as second,
      count(*) filter (where strength is null)::int as other,
      count(*) filter (where bids and bid = 1)::int as granted, count(*) filter (where bids and bid = -1)::int as against
    from proposed join abstract on abstract.id = proposed.abstract_id
    left join review_call on review_call.event_id = abstract.event_id
    left join bid on bid.abstract_id = proposed.abstract_id and bid.reviewer_id = proposed.reviewer_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id
    left join reviewer_field on reviewer_field.reviewer_id = proposed.reviewer_id and reviewer_field.speciality_id = sub_speciality.speciality_id
    where run_id = ${run.id} and abstract.id <> all (${hidden})`.execute(db)
  const { rows: wishes } = await sql<{ wished: number }>`
    select count(*)::int as wished from bid join reviewer on reviewer.id = reviewer_id join review_call using (event_id)
    where event_id = ${run.eventId} and bids and bid = 1 and reviewer.state = 'active'
    and abstract_id = any (${written.abstracts}) and abstract_id <> all (${hidden})`.execute(db)
  const counted = rows[0] as (typeof rows)[number]
  const wished = wishes[0]?.wished ?? 0
  return { ...counted, wished, abstracts: seen, wanted: seen * RunSettings.parse(run.settings).each }
}

async function loadsOf({ db }: World, run: Row<'assignmentRun'>) {
  const { rows } = await sql<{ load: number; reviewers: number }>`
    select load, count(*)::int as reviewers from (
      select count(*)::int as load from proposed where run_id = ${run.id} group by reviewer_id) as each
    group by load order by load`.execute(db)
  return rows
}

async function named({ db }: World, ids: readonly number[]): Promise<Shown['left']> {
  const { rows } = await sql<{ abstractId: number; number: number; title: string }>`
    select abstract.id as abstract_id, abstract.number, title_plain as title from abstract
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    where abstract.id = any (${ids}::int[]) order by abstract.number`.execute(db)
  return rows.map((row) => ({ ...row, number: numberOf(row.number) }))
}

/** What whoever asks is in conflict with stands among them, short or not. */
async function shortOf(
  { db }: World,
  run: Row<'assignmentRun'>,
  { written, hidden }: Cut,
): Promise<Pick<Shown, 'short' | 'help'>> {
  const { each } = RunSettings.parse(run.settings)
  const cut = written.abstracts.filter((id) => hidden.includes(id))
  const named = await db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .innerJoin('subSpeciality', 'subSpeciality.id', 'subSpecialityId')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .select(['abstract.id', 'abstract.number', 'titlePlain', 'specialityId', 'speciality.description as field'])
    .select(
      sql<number>`(select count(*)::int from assignment where abstract_id = abstract.id and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back')
        and not exists (select from review where assignment_id = assignment.id and assignment.state = 'submitted' and recommendation = 'abstain')
        and assigned_at >= ${run.at} and not exists (select from proposed where run_id = ${run.id} and proposed.abstract_id = abstract.id
          and proposed.reviewer_id = assignment.reviewer_id))`.as('byHand'),
    )
    .where('abstract.id', 'in', [0, ...cut, ...written.short.map(({ abstractId }) => abstractId)])
    .execute()
  const byId = new Map(named.map((row) => [row.id, row]))
  const missing = new Map<string, number>()
  const short = written.short.flatMap(({ abstractId, has, ...why }): Shown['short'] => {
    const row = byId.get(abstractId)
    if (!row || hidden.includes(abstractId)) return []
    const now = has + row.byHand
    const which = { abstractId, number: numberOf(row.number ?? 0), title: row.titlePlain }
    if (now >= each) return []
    missing.set(row.field, (missing.get(row.field) ?? 0) + each - now)
    const { specialityId, field } = row
    return [{ ...which, has: now, wanted: each, specialityId, field, ...why, hasConflict: false }]
  })
  const unseen = cut.flatMap((abstractId): Shown['short'] => {
    const row = byId.get(abstractId)
    return row ? [{ abstractId, number: numberOf(row.number ?? 0), title: row.titlePlain, hasConflict: true }] : []
  })
  const help = [...missing].map(([field, places]) => ({ field, places })).toSorted((a, b) => b.places - a.places)
  return { short: [...short, ...unseen], help }
}
