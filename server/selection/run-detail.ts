/** A proposal as staff look at it: figures, who is short and why, and who would read what. Whoever has a conflict with an abstract learns nothing of it. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { RunSettings, type RunShow } from '#contract/selection/assignments.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Staff } from '#server/callers.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'
import type { ShortOne } from './assignment-rules.ts'
import { hiddenFrom } from './seen-by.ts'

type Shown = ReplyOf<typeof RunShow>
type Written = { milliseconds: number; short: ShortOne[]; abstracts: number[] }
const abstractsAtOnce = 50

export async function showRun(
  world: World,
  staff: Staff,
  { eventId, runId, after = 0 }: ParsedInputOf<typeof RunShow>,
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
  if (!run) return { run: null, figures: null, short: [], help: [], rows: [], next: null }
  const hidden = await hiddenFrom(world, staff, eventId)
  const written = run.figures as Written | null
  const short = written ? await shortOf(world, run, { written, hidden }) : { short: [], help: [] }
  const rows = written ? await rowsOf(world, run.id, { hidden, after }) : []
  return {
    run: {
      runId: run.id,
      state: run.state,
      progress: run.progress,
      settings: RunSettings.parse(run.settings),
      seed: run.seed,
      at: run.at.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      milliseconds: written?.milliseconds ?? null,
    },
    figures: written ? await figuresOf(world, run, { written, hidden }) : null,
    ...short,
    rows,
    next: rows.length === abstractsAtOnce ? (rows.at(-1)?.abstractId ?? null) : null,
  }
}

type Cut = { written: Written; hidden: number[] }

async function figuresOf(
  { db }: World,
  run: Row<'assignmentRun'>,
  { written, hidden }: Cut,
): Promise<Shown['figures']> {
  const seen = written.abstracts.filter((id) => !hidden.includes(id)).length
  const { rows } = await sql<Omit<NonNullable<Shown['figures']>, 'loads' | 'abstracts' | 'wanted'>>`
    select count(*)::int as filled, count(*) filter (where is_kept)::int as kept,
      count(*) filter (where strength = 'first')::int as first, count(*) filter (where strength = 'second')::int as second,
      count(*) filter (where strength is null)::int as other
    from proposed join abstract on abstract.id = proposed.abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id
    left join reviewer_field on reviewer_field.reviewer_id = proposed.reviewer_id and reviewer_field.speciality_id = sub_speciality.speciality_id
    where run_id = ${run.id} and abstract.id <> all (${hidden})`.execute(db)
  const { rows: loads } = await sql<{ load: number; reviewers: number }>`
    select load, count(*)::int as reviewers from (
      select count(*)::int as load from proposed where run_id = ${run.id} and abstract_id <> all (${hidden}) group by reviewer_id) as each
    group by load order by load`.execute(db)
  const counted = rows[0] as (typeof rows)[number]
  return { ...counted, abstracts: seen, wanted: seen * RunSettings.parse(run.settings).each, loads }
}

async function shortOf(
  { db }: World,
  run: Row<'assignmentRun'>,
  { written, hidden }: Cut,
): Promise<Pick<Shown, 'short' | 'help'>> {
  const { each } = RunSettings.parse(run.settings)
  const named = await db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .innerJoin('subSpeciality', 'subSpeciality.id', 'subSpecialityId')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .select(['abstract.id', 'abstract.number', 'titlePlain', 'speciality.description as field'])
    .where('abstract.id', 'in', [0, ...written.short.map(({ abstractId }) => abstractId)])
    .execute()
  const byId = new Map(named.map((row) => [row.id, row]))
  const missing = new Map<string, number>()
  const short = written.short.flatMap(({ abstractId, has, ...why }): Shown['short'] => {
    const row = byId.get(abstractId)
    if (!row) return []
    const which = { abstractId, number: numberOf(row.number ?? 0), title: row.titlePlain }
    if (hidden.includes(abstractId)) return [{ ...which, hasConflict: true }]
    missing.set(row.field, (missing.get(row.field) ?? 0) + each - has)
    return [{ ...which, has, wanted: each, field: row.field, ...why, hasConflict: false }]
  })
  const help = [...missing].map(([field, places]) => ({ field, places })).toSorted((a, b) => b.places - a.places)
  return { short, help }
}

async function rowsOf({ db }: World, runId: number, { hidden, after }: { hidden: number[]; after: number }) {
  const { rows } = await sql<{
    abstractId: number
    number: number
    title: string
    reviewers: Shown['rows'][number]['reviewers']
  }>`
    select abstract.id as abstract_id, abstract.number, title_plain as title,
      jsonb_agg(jsonb_build_object('reviewerId', reviewer.id, 'name', coalesce(full_name, reviewer.email), 'isKept', is_kept) order by reviewer.id) as reviewers
    from proposed join abstract on abstract.id = proposed.abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join reviewer on reviewer.id = proposed.reviewer_id left join account on account.id = reviewer.account_id
    where run_id = ${runId} and abstract.id > ${after} and abstract.id <> all (${hidden})
    group by abstract.id, title_plain order by abstract.id limit ${abstractsAtOnce}`.execute(db)
  return rows.map((row) => ({ ...row, number: numberOf(row.number) }))
}
