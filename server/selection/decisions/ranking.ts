/** Abstracts with what reviewers said of them and what is decided: one statement for the list, its figures and the preview. */
import { type RawBuilder, sql } from 'kysely'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import { dividedFrom, type Outcome, type ToldState } from '#contract/selection/words.ts'

export type Ranked = {
  id: number
  number: number
  title: string
  speciality: string
  specialityId: number
  type: AbstractType
  state: ToldState
  acceptedAs: AbstractType | null
  toldAt: Date | null
  place: number | null
  /** Pending or told, whichever is newer; null while nobody has decided. */
  outcome: Outcome | null
  asType: AbstractType | null
  pendingId: number | null
  mean: number | null
  adjusted: number | null
  spread: number | null
  isDivided: boolean
  reviews: number
  meanKey: number
  adjustedKey: number
  spreadKey: number
}

type Which = { eventId: number; hidden: readonly number[] }

/** How much a reviewer's usual difference to others counts: as if five more reviews of theirs had none. */
const shrunkBy = 5

/**
 * A reviewer leans by the mean difference of their totals to those of the others who read the same abstracts. Whoever abstains, or has not
 * submitted, counts as no review; one without a total is a review, and has no part in means. What whoever asks has a conflict with is in none of it.
 * By windows, and joined by keys only: a plan for tables of which nothing is known yet must not compare each row with all.
 */
export const ranking = ({ eventId, hidden }: Which): RawBuilder<Ranked> => sql<Ranked>`(
  with seen as (
    select abstract.id, reviewer_id, total::float8 as total, sum(total::float8) over own as sum, count(total) over own as many
    from abstract left join (assignment join review on assignment_id = assignment.id and assignment.state = 'submitted' and recommendation <> 'abstain')
      on assignment.abstract_id = abstract.id
    where abstract.event_id = ${eventId} and abstract.state not in ('draft', 'submitted', 'withdrawn') and removed_at is null and abstract.id <> all (${hidden}::int[])
    window own as (partition by abstract.id)),
  compared as (select *, case when many > 1 then total - (sum - total) / (many - 1) end as differs from seen),
  leaning as (
    select *, coalesce(avg(differs) over theirs * count(differs) over theirs / (count(differs) over theirs + ${shrunkBy}::float8), 0) as lean from compared
    window theirs as (partition by reviewer_id)),
  judged as (
    select id, avg(total) as mean, avg(total - lean) as adjusted, max(total) - min(total) as spread, count(reviewer_id)::int as reviews from leaning group by id)
  select abstract.id, abstract.number, title_plain as title, abstract_type as type, speciality.id as speciality_id, speciality.description as speciality,
    state, accepted_as, told_at, mean, adjusted, spread, reviews, coalesce(spread >= ${dividedFrom}, false) as is_divided, pending.id as pending_id,
    case when pending.id is not null then pending.place when state = 'waiting' then (select told.place from decision told join decision_batch on decision_batch.id = told.batch_id
      where told.abstract_id = abstract.id and taken_back_at is null order by told.id desc limit 1) end as place,
    coalesce(pending.outcome::text, case when state in ('accepted', 'confirmed', 'not_presenting') then 'accepted' when state = 'revision_asked' then 'revise'
      when state <> 'under_review' then state::text end) as outcome,
    case when pending.id is not null then pending.as_type else accepted_as end as as_type,
    coalesce(round(mean * 10000), 0)::bigint as mean_key, coalesce(round(adjusted * 10000), 0)::bigint as adjusted_key,
    coalesce(round(spread * 10000), 0)::bigint as spread_key
  from judged join abstract on abstract.id = judged.id
  join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
  join sub_speciality on sub_speciality.id = sub_speciality_id join speciality on speciality.id = speciality_id
  left join decision pending on pending.abstract_id = abstract.id and pending.batch_id is null and pending.replaced_at is null)`
