/** The abstracts of an event as staff find them. Whoever wrote one, or is in conflict with it, learns nothing of it: not even by a filter. */
import { type RawBuilder, sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { AbstractList } from '#contract/selection/abstract-list.ts'
import { type AbstractState, numberOf } from '#contract/selection/words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { callOf } from '#server/selection/call/calls.ts'

type Asked = ParsedInputOf<typeof AbstractList>
type Listed = ReplyOf<typeof AbstractList>

const id = sql.ref('abstract.id')
const byNumber = { by: sql.ref('abstract.number'), type: 'int', id } as const
// What nobody has reviewed stands at the end from above. In hundredths, as means are told.
const byMean = { by: sql`coalesce(round(mean * 100), 0)::bigint`, type: 'bigint', id } as const
export const abstractOrders: Record<NonNullable<Asked['sort']>, Order> = {
  '-number': { ...byNumber, descending: true },
  number: byNumber,
  '-mean': { ...byMean, descending: true },
  mean: byMean,
}

/** Five statements, however many there are. */
export async function listAbstracts(world: World, staff: Staff, asked: Asked): Promise<Listed> {
  const { cursor, limit = rowsAtOnce, sort = '-number', eventId } = asked
  const hidden = await hiddenFrom(world, staff, eventId)
  const { reviewsWanted: wanted } = await callOf(world, eventId)
  const query = abstractsFitting(world, asked, { hidden, wanted })
  const { state, specialityId, type, reviews, search } = asked
  const of = ['AbstractList', sort, search, state, specialityId, type, reviews, eventId, staff.accountId]
  const page = await pageBy(world, query, { of, order: abstractOrders[sort], cursor, limit })
  const fields = await world.db
    .selectFrom('speciality')
    .select(['id as specialityId', 'description as name'])
    .where('eventId', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const rows = page.rows.map(({ id, number, title, mean, ...row }): Listed['rows'][number] => {
    const which = { id, number: numberOf(number ?? 0), title }
    if (hidden.includes(id)) return { ...which, hasConflict: true }
    return { ...which, hasConflict: false, ...row, mean: mean === null ? null : Number(mean) }
  })
  return { ...page, rows, wanted, fields }
}

type Cut = { hidden: number[]; wanted: number }

export function abstractsFitting({ db }: Pick<World, 'db'>, asked: Omit<Asked, 'sort'>, { hidden, wanted }: Cut) {
  const { eventId, state, specialityId, type, reviews, search } = asked
  const isNarrowed = [state, specialityId, type, reviews].some((filter) => filter !== undefined)
  return db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .innerJoin('subSpeciality', 'subSpeciality.id', 'subSpecialityId')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('assignment')
          .leftJoin('review', 'review.assignmentId', 'assignment.id')
          .whereRef('assignment.abstractId', '=', 'abstract.id')
          .where('assignment.abstractId', 'not in', hidden)
          .where('assignment.state', 'in', ['assigned', 'begun', 'submitted', 'sent_back'])
          .select([
            sql<number>`count(*)::int`.as('assigned'),
            sql<number>`count(*) filter (where ${counts})::int`.as('reviews'),
            sql<string | null>`round(avg(total) filter (where ${counts}), 2)`.as('mean'),
          ])
          .as('work'),
      (join) => join.onTrue(),
    )
    .select(['abstract.id', 'abstract.number', 'titlePlain as title', 'speciality.description as field'])
    .select(['abstractType as type', sql<AbstractState>`abstract.state`.as('state')])
    .select([
      sql<number>`coalesce(assigned, 0)`.as('assigned'),
      sql<number>`coalesce(reviews, 0)`.as('reviews'),
      'mean',
    ])
    .where('abstract.eventId', '=', eventId)
    .where('abstract.number', 'is not', null)
    .$if(isNarrowed, (query) => query.where('abstract.id', 'not in', hidden))
    .$if(state !== undefined, (query) => query.where('abstract.state', '=', state as AbstractState))
    .$if(specialityId !== undefined, (query) => query.where('specialityId', '=', specialityId as number))
    .$if(type !== undefined, (query) => query.where('abstractType', '=', type as NonNullable<typeof type>))
    .$if(reviews === 'none', (query) => query.where(sql<boolean>`reviews = 0`))
    .$if(reviews === 'fewer', (query) => query.where(sql<boolean>`reviews < ${wanted}`))
    .$if(reviews === 'complete', (query) => query.where(sql<boolean>`reviews >= ${wanted}`))
    .$if(Boolean(search), (query) => query.where(isNamed(search ?? '')))
}

/** By number or words of the title. Of what they wrote, or are in conflict with, they find nothing. */
export async function abstractsFound(
  { db }: World,
  staff: Staff,
  { eventId, search, limit }: { eventId: number; search: string; limit: number },
) {
  const rows = await db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as written', (on) =>
      on.onRef('written.abstractId', '=', 'abstract.id').onRef('written.number', '=', 'abstract.currentVersion'),
    )
    .select(['abstract.id as abstractId', 'abstract.number', 'titlePlain as title'])
    .where('abstract.eventId', '=', eventId)
    .where('abstract.number', 'is not', null)
    .where('abstract.id', 'not in', await hiddenFrom({ db }, staff, eventId))
    .where(isNamed(search))
    .orderBy('abstract.number')
    .limit(limit)
    .execute()
  return rows.map(({ number, ...row }) => ({ ...row, number: numberOf(number ?? 0) }))
}

/** SQL: this abstract has this number, or these words in its title. */
function isNamed(search: string): RawBuilder<boolean> {
  const number = /^(?:A-)?0*(\d{1,9})$/i.exec(search)?.[1]
  const hasNumber = number ? sql`or abstract.number = ${Number(number)}` : sql``
  return sql`(has_words(${search}, title_plain) ${hasNumber})`
}

/** Whoever abstains has not reviewed it. */
const counts = sql`assignment.state = 'submitted' and recommendation is distinct from 'abstain'`
