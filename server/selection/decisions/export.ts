/** What is decided of abstracts, and what was said of them, as files. Of what whoever asked has a conflict with there is number and title, and that. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import { Id } from '#contract/operation.ts'
import { DecisionList } from '#contract/selection/decisions.ts'
import { numberOf, type Outcome } from '#contract/selection/words.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import { askedFor, askerOf, hiddenFrom, storedFor } from '#server/kernel/visibility/seen-by.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import { authorCells, authorColumns, noAuthors } from '#server/selection/abstracts/author-cells.ts'
import { decisionOrders, hiddenRows, rankedFor, saidOf } from './decision-list.ts'

type Asked = { eventId: number; askedBy?: number | undefined }

async function whichOf(world: Pick<World, 'db'>, { eventId, askedBy }: Asked) {
  return { eventId, hidden: await hiddenFrom(world, askerOf({ askedBy }), eventId) }
}

const conflict = 'Hidden from you'

/** After all others: what they know of it anyway. By no filter can they learn more of it. */
async function cutRows(world: Pick<World, 'db'>, { eventId, askedBy, ...filters }: Asked): Promise<Cell[][]> {
  const { sort: _order, by: _as, ...narrowed } = filters as Record<string, unknown>
  if (Object.values(narrowed).some((value) => value !== undefined && value !== '')) return []
  const hidden = await hiddenRows(world, await whichOf(world, { eventId, askedBy }))
  return hidden.map(({ number, title }) => [number, title, conflict])
}

const Decisions = DecisionList.input.omit({ cursor: true, limit: true }).extend(askedFor)
type Decisions = z.output<typeof Decisions>

const outcomeWords: Record<Outcome, string> = {
  accepted: 'accepted',
  rejected: 'rejected',
  waiting: 'waiting list',
  revise: 'revision',
  merged: 'merged',
  duplicate: 'duplicate',
  reset: 'under review again',
}
const figure = (number: number | null): number | null => (number === null ? null : Math.round(number * 100) / 100)

const decisionColumns = (timeZone: string): (string | Column)[] => [
  { title: 'Number', as: 'number' },
  { title: 'Title', as: 'long' },
  ...authorColumns,
  'Discipline',
  'Asked for',
  { title: 'Rank', as: 'number' },
  { title: 'Reviews', as: 'number' },
  { title: 'Mean', as: 'number' },
  { title: 'Adjusted mean', as: 'number' },
  { title: 'Spread', as: 'number' },
  'Divided',
  { title: 'Reviewers say', as: 'long' },
  'Decision',
  'As',
  'Pending',
  'Place on the waiting list',
  { title: `Told (${timeZone})`, as: 'time' },
  { title: 'Note to the author', as: 'long' },
  { title: 'Reason', as: 'long' },
]

export const decisionsExport = {
  may: 'review.read' as const,
  fileName: 'decisions',
  stepUpAbove: 0,
  filter: Decisions,
  stored: storedFor,
  columns: decisionColumns,
  total: async (world: World, _scope: Scope, filter: Decisions): Promise<number> => {
    const query = rankedFor(world, filter, await whichOf(world, filter))
    return (await totalOf(world, query, mostRowsOfSheet)).total + (await cutRows(world, filter)).length
  },
  async *rows(world: Transaction, _scope: Scope, filter: Decisions): AsyncGenerator<Cell[][]> {
    const query = rankedFor(world, filter, await whichOf(world, filter))
    for await (const rows of everyRow(world, query, decisionOrders[filter.sort ?? '-mean'])) {
      const ids = rows.map(({ id }) => id)
      const said = await saidOf(world, ids)
      const notes = await notesOf(world, ids)
      const authors = await authorCells(world, ids)
      yield rows.map((row) => {
        const { says = [] } = said.get(row.id) ?? {}
        const { note = null, reason = null } = notes.get(row.id) ?? {}
        return [
          numberOf(row.number),
          row.title,
          ...(authors.get(row.id) ?? noAuthors),
          row.speciality,
          row.type,
          row.rank,
          row.reviews,
          figure(row.mean),
          figure(row.adjusted),
          figure(row.spread),
          row.isDivided ? 'yes' : 'no',
          says.map(({ recommendation, count }) => `${count} ${recommendation.replace('_', ' ')}`).join(', '),
          row.outcome && outcomeWords[row.outcome],
          row.asType,
          row.pendingId === null ? 'no' : 'yes',
          row.seenPlace,
          row.toldAt,
          note,
          reason,
        ]
      })
    }
    yield await cutRows(world, filter)
  },
}

/** Of what is pending, else of what was told last. */
async function notesOf({ db }: Transaction, ids: readonly number[]) {
  const { rows } = await sql<{ abstractId: number; note: string; reason: string }>`
    select distinct on (abstract_id) abstract_id, note, reason from decision left join decision_batch on decision_batch.id = batch_id
    where abstract_id = any (${ids}::int[]) and replaced_at is null and taken_back_at is null order by abstract_id, decision.id desc`.execute(
    db,
  )
  return new Map(rows.map(({ abstractId, ...words }) => [abstractId, words]))
}

/** Reviewers by name, or as the author and the others know them. */
const Reviews = z.strictObject({ eventId: Id, by: z.enum(['name', 'alias']).default('alias'), ...askedFor })
type Reviews = z.output<typeof Reviews>

const reviewColumns = (timeZone: string): (string | Column)[] => [
  { title: 'Number', as: 'number' },
  { title: 'Title', as: 'long' },
  ...authorColumns,
  'Reviewer',
  'State',
  'Recommendation',
  'As',
  'How sure',
  { title: 'Total', as: 'number' },
  { title: 'Scores', as: 'long' },
  { title: 'To the author', as: 'long' },
  { title: 'To the chairs', as: 'long' },
  { title: `Submitted (${timeZone})`, as: 'time' },
  'Late',
]

type ReviewRow = {
  id: number
  abstractId: number
  number: number
  title: string
  alias: number
  name: string
  state: string
  recommendation: string | null
  asType: AbstractType | null
  sure: string | null
  total: number | null
  scores: string
  toAuthor: string
  toChairs: string
  submittedAt: Date | null
  isLate: boolean
}

/** Every abstract that somebody has, or had, to read; what is only begun is theirs until they submit it. */
function reviewsOf({ db }: Pick<World, 'db'>, { eventId, hidden }: { eventId: number; hidden: readonly number[] }) {
  const rows = sql<ReviewRow>`(
    select assignment.id, abstract.id as abstract_id, abstract.number, title_plain as title, alias, coalesce(full_name, reviewer.email) as name, assignment.state::text,
      case when is_in then recommendation::text end as recommendation, case when is_in then as_type end as as_type, case when is_in then sure::text end as sure,
      case when is_in then total::float end as total, case when is_in then to_author else '' end as to_author, case when is_in then to_chairs else '' end as to_chairs,
      review.submitted_at, coalesce(review.is_late, false) as is_late,
      case when is_in then coalesce((select string_agg(criterion.name || ' ' || score, ', ' order by position, criterion.id)
        from review_score join criterion on criterion.id = criterion_id where review_score.assignment_id = assignment.id), '') else '' end as scores
    from assignment join abstract on abstract.id = abstract_id
    join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    join reviewer on reviewer.id = reviewer_id left join account on account.id = reviewer.account_id
    left join review on review.assignment_id = assignment.id
    cross join lateral (select assignment.state in ('submitted', 'sent_back') and review.submitted_at is not null as is_in) as judged
    where abstract.event_id = ${eventId} and abstract.id <> all (${hidden}::int[]))`
  return db.selectFrom(rows.as('given')).selectAll('given')
}

/** By abstract, and within one by alias. */
const byAbstract = { by: sql`number::bigint * 1000 + alias`, type: 'bigint', id: sql.ref('id') } as const

export const reviewsExport = {
  may: 'review.read' as const,
  fileName: 'reviews',
  stepUpAbove: 0,
  filter: Reviews,
  stored: storedFor,
  columns: reviewColumns,
  total: async (world: World, _scope: Scope, filter: Reviews): Promise<number> => {
    const query = reviewsOf(world, await whichOf(world, filter))
    return (await totalOf(world, query, mostRowsOfSheet)).total + (await cutRows(world, filter)).length
  },
  async *rows(world: Transaction, _scope: Scope, filter: Reviews): AsyncGenerator<Cell[][]> {
    const query = reviewsOf(world, await whichOf(world, filter))
    for await (const rows of everyRow(world, query, byAbstract)) {
      const authors = await authorCells(
        world,
        rows.map(({ abstractId }) => abstractId),
      )
      yield rows.map((row) => [
        numberOf(row.number),
        row.title,
        ...(authors.get(row.abstractId) ?? noAuthors),
        filter.by === 'name' ? row.name : `Reviewer ${row.alias}`,
        row.state.replace('_', ' '),
        row.recommendation?.replace('_', ' ') ?? null,
        row.asType,
        row.sure,
        row.total,
        row.scores,
        row.toAuthor,
        row.toChairs,
        row.submittedAt,
        row.isLate ? 'yes' : 'no',
      ])
    }
    yield await cutRows(world, filter)
  },
}
