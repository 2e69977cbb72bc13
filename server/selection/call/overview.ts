/** How the review of an event stands. Nine statements, however large it is; what whoever asks is in conflict with counts in none of them. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { ReviewOverview } from '#contract/selection/overview.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom, mayCountReviewers } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { hasFallenBehind, type Pace } from '#server/selection/rules.ts'
import { callOf } from './calls.ts'

type Overview = ReplyOf<typeof ReviewOverview>
type Asked = { eventId: number; hidden: number[]; now: Date }

/** How many of those who are behind are named. */
const mostNamed = 8
const dayLength = 86_400_000

export async function overviewOfReview(world: World, staff: Staff, eventId: number): Promise<Overview> {
  const event = await world.db
    .selectFrom('event')
    .select(['timeZone', 'abstractsCloseOn', 'decisionsOn'])
    .select((row) =>
      row
        .selectFrom('criterion')
        .select(sql<number>`count(*)::int`.as('many'))
        .whereRef('eventId', '=', 'event.id')
        .where('retiredAt', 'is', null)
        .$asScalar()
        .as('criteria'),
    )
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) return refuse('not_found')
  const { dueOn, beganAt, reviewsWanted, reviewsToDecide, answerDays } = await callOf(world, eventId)
  const asked = { eventId, hidden: await hiddenFrom(world, staff, eventId), now: world.now() }
  const today = dayIn(event.timeZone, asked.now)
  const fields = await fieldsOf(world, asked, { reviewsWanted, reviewsToDecide })
  const counts = await countsOf(world, asked)
  const pace = { today, dueOn, beganOn: beganAt && dayIn(event.timeZone, beganAt) }
  const mayCount = await mayCountReviewers(world, staff, eventId)
  const { behind, named } = mayCount ? await behindOf(world, asked, pace) : { behind: null, named: null }
  const sum = (of: NumberOf) => fields.reduce((all, each) => all + each[of], 0)
  const oldest = fields.flatMap(({ oldestBegun }) => oldestBegun ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    call: {
      ...event,
      criteria: event.criteria ?? 0,
      today,
      dueOn,
      reviewsWanted,
      reviewsToDecide,
      answerDays,
      beganAt: beganAt?.toISOString() ?? null,
    },
    figures: {
      abstracts: sum('abstracts'),
      waiting: counts.waiting,
      reviewers: counts.reviewers,
      invited: counts.invited,
      places: sum('places'),
      submitted: sum('submitted'),
      lately: sum('lately'),
      begun: sum('begun'),
      oldestBegun: oldest?.toISOString() ?? null,
      enough: sum('enough'),
      declined: sum('declined'),
      declinedForConflict: counts.declinedForConflict,
    },
    byDay: await daysOf(world, asked, event.timeZone),
    fields: fields.map(({ specialityId, name, places, submitted, begun, short }) => ({
      specialityId,
      name,
      places,
      submitted,
      begun,
      short,
    })),
    needs: {
      short: sum('short'),
      late: dueOn !== null && today > dueOn ? sum('unfinished') : 0,
      possibleConflicts: counts.possibleConflicts,
      redactions: counts.redactions,
      divided: sum('divided'),
    },
    behind,
    reviewers: named,
  }
}

type Field = {
  specialityId: number
  name: string
  abstracts: number
  places: number
  submitted: number
  lately: number
  begun: number
  unfinished: number
  oldestBegun: Date | null
  enough: number
  short: number
  divided: number
  declined: number
}
type NumberOf = { [Name in keyof Field]: Field[Name] extends number ? Name : never }[keyof Field]

/** Those that are with reviewers, and those that have been. */
const inReview = sql`abstract.state not in ('draft', 'submitted', 'withdrawn')
  and (abstract.state = 'under_review' or exists (select from assignment where abstract_id = abstract.id))`
/** Whoever abstains has done their part, and the abstract still needs somebody. */
const counts = sql`assignment.state = 'submitted' and recommendation is distinct from 'abstain'`

/** A conflict that its reviewer told takes an assignment away for good: it is cancelled, and counts as declined. */
const toldConflict = sql`assignment.state in ('declined', 'cancelled') and exists (select from conflict
  where conflict.abstract_id = assignment.abstract_id and conflict.reviewer_id = assignment.reviewer_id and source = 'reviewer')`

/** All that is counted by abstract, in one pass. */
async function fieldsOf(
  { db }: World,
  { eventId, hidden, now }: Asked,
  { reviewsWanted, reviewsToDecide }: { reviewsWanted: number; reviewsToDecide: number },
): Promise<Field[]> {
  const { rows } = await sql<Field>`
    with work as (
      select abstract_id, count(*) filter (where ${counts})::int as submitted, count(*) filter (where assignment.state in ('begun', 'sent_back'))::int as begun,
        count(*) filter (where assignment.state in ('assigned', 'begun', 'sent_back'))::int as unfinished,
        count(*) filter (where assignment.state = 'declined' or (${toldConflict}))::int as declined,
        count(*) filter (where ${counts} and review.submitted_at > ${new Date(now.getTime() - dayLength)})::int as lately,
        min(saved_at) filter (where assignment.state in ('begun', 'sent_back')) as oldest_begun,
        max(total) filter (where ${counts}) - min(total) filter (where ${counts}) as spread
      from assignment join abstract on abstract.id = abstract_id left join review on assignment_id = assignment.id
      where event_id = ${eventId} group by abstract_id)
    select speciality.id as speciality_id, speciality.description as name, count(*)::int as abstracts,
      sum(greatest(${reviewsWanted}, coalesce(submitted + unfinished, 0)))::int as places, coalesce(sum(submitted), 0)::int as submitted,
      coalesce(sum(lately), 0)::int as lately, coalesce(sum(begun), 0)::int as begun, coalesce(sum(unfinished), 0)::int as unfinished,
      min(oldest_begun) as oldest_begun, count(*) filter (where submitted >= ${reviewsToDecide})::int as enough,
      count(*) filter (where abstract.state = 'under_review' and coalesce(submitted + unfinished, 0) < ${reviewsWanted})::int as short,
      count(*) filter (where abstract.state = 'under_review' and spread >= 2)::int as divided, coalesce(sum(declined), 0)::int as declined
    from abstract join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id join speciality on speciality.id = speciality_id
    left join work on work.abstract_id = abstract.id
    where abstract.event_id = ${eventId} and abstract.id <> all (${hidden}) and ${inReview}
    group by speciality.id order by speciality.position, speciality.id`.execute(db)
  return rows
}

/** All that is counted otherwise. */
async function countsOf({ db }: World, { eventId, hidden }: Asked) {
  const { rows } = await sql<{
    waiting: number
    reviewers: number
    invited: number
    declinedForConflict: number
    possibleConflicts: number
    redactions: number
  }>`
    with seen as (select id, state, current_version from abstract where event_id = ${eventId} and id <> all (${hidden}) and state not in ('draft', 'withdrawn'))
    select (select count(*)::int from seen where state = 'submitted') as waiting,
      (select count(*)::int from reviewer where event_id = ${eventId} and state = 'active') as reviewers,
      (select count(*)::int from reviewer where event_id = ${eventId} and state = 'invited') as invited,
      (select count(*)::int from assignment join seen on seen.id = abstract_id where ${toldConflict}) as declined_for_conflict,
      (select count(*)::int from conflict join seen on seen.id = abstract_id where strength = 'possible') as possible_conflicts,
      (select count(*)::int from redaction join seen on seen.id = abstract_id and version = current_version
        where redaction.state = 'waiting' and seen.state = 'under_review') as redactions`.execute(db)
  return rows[0] as (typeof rows)[number]
}

async function daysOf({ db }: World, { eventId, hidden }: Asked, timeZone: string): Promise<Overview['byDay']> {
  const { rows } = await sql<Overview['byDay'][number]>`
    select to_char(review.submitted_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as submitted
    from review join assignment on assignment.id = assignment_id join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and abstract.id <> all (${hidden}) and ${inReview} and ${counts}
    group by 1 order by 1`.execute(db)
  return rows
}

type Named = NonNullable<Overview['reviewers']>
type Working = Omit<Named[number], 'lastSeenAt' | 'lean' | 'scores'> & {
  lastSeenAt: Date | null
  scores: string[] | null
  lean: string | null
}

/** Every reviewer who has work is a row, and a college has some hundreds; who is behind is for the rule to say. */
async function behindOf(
  { db }: World,
  { eventId, hidden }: Asked,
  pace: Pace,
): Promise<{ behind: number[]; named: Named }> {
  const { rows } = await sql<Working>`
    with given as (
      select reviewer_id, assignment.state, opened_at, saved_at, case when ${counts} then total end as total,
        count(total) filter (where ${counts}) over one as many, sum(total) filter (where ${counts}) over one as together
      from assignment join abstract on abstract.id = abstract_id left join review on assignment_id = assignment.id
      where event_id = ${eventId} and abstract.id <> all (${hidden}) and ${inReview} and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back')
      window one as (partition by abstract_id)),
    work as (
      select reviewer_id, count(*)::int as assigned, count(*) filter (where state = 'submitted')::int as submitted,
        array_agg(total order by total) filter (where total is not null) as scores,
        round(avg(total - (together - total) / (many - 1)) filter (where total is not null and many > 1), 1) as lean,
        greatest(max(opened_at), max(saved_at)) as last_seen_at
      from given group by reviewer_id)
    select reviewer.id, coalesce(full_name, reviewer.email) as name, assigned, submitted, scores, lean, last_seen_at,
      coalesce((select description from reviewer_field join speciality on speciality.id = speciality_id
        where reviewer_id = reviewer.id order by strength, speciality_id limit 1), '') as field
    from work join reviewer on reviewer.id = reviewer_id left join account on account.id = account_id
    where reviewer.state = 'active' order by submitted::float / assigned, assigned - submitted desc, reviewer.id`.execute(
    db,
  )
  const behind = rows.filter((work) => hasFallenBehind(work, pace))
  const named = behind.slice(0, mostNamed).map(({ scores, lean, lastSeenAt, ...row }) => ({
    ...row,
    scores: (scores ?? []).map(Number),
    lean: lean === null ? null : Number(lean),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }))
  return { behind: behind.map(({ id }) => id), named }
}
