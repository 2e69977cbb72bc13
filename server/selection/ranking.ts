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
 * submitted, counts as no review. What whoever asks has a conflict with is in none of it.
 */
export const ranking = ({ eventId, hidden }: Which): RawBuilder<Ranked> => sql<Ranked>`(
  with seen as (
    select abstract.id, abstract.number, state, accepted_as, told_at, title_plain as title, abstract_type as type, speciality.id as speciality_id,
      speciality.description as speciality
    from abstract join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id join speciality on speciality.id = speciality_id
    where abstract.event_id = ${eventId} and state not in ('draft', 'submitted', 'withdrawn') and removed_at is null and abstract.id <> all (${hidden}::int[])),
  scored as (
    select abstract_id, reviewer_id, total::float8 as total from assignment join review on assignment_id = assignment.id
    join seen on seen.id = abstract_id where assignment.state = 'submitted' and recommendation <> 'abstain' and total is not null),
  summed as (select abstract_id, sum(total) as sum, count(*) as many from scored group by abstract_id),
  leaning as (
    select reviewer_id, avg(total - (sum - total) / (many - 1)) * count(*) / (count(*) + ${shrunkBy}::float8) as lean
    from scored join summed using (abstract_id) where many > 1 group by reviewer_id),
  judged as (
    select abstract_id, avg(total) as mean, avg(total - coalesce(lean, 0)) as adjusted, max(total) - min(total) as spread, count(*)::int as reviews
    from scored left join leaning using (reviewer_id) group by abstract_id),
  decided as (select distinct on (abstract_id) abstract_id, decision.place from decision join decision_batch on decision_batch.id = batch_id
    where taken_back_at is null and event_id = ${eventId} order by abstract_id, decision.id desc)
  select seen.*, mean, adjusted, spread, coalesce(reviews, 0) as reviews, coalesce(spread >= ${dividedFrom}, false) as is_divided,
    pending.id as pending_id, coalesce(pending.place, case when pending.id is null and state = 'waiting' then decided.place end) as place,
    coalesce(pending.outcome::text, case when state in ('accepted', 'confirmed', 'not_presenting') then 'accepted' when state = 'revision_asked' then 'revise'
      when state <> 'under_review' then state::text end) as outcome,
    case when pending.id is not null then pending.as_type else accepted_as end as as_type,
    coalesce(round(mean * 10000), 0)::bigint as mean_key, coalesce(round(adjusted * 10000), 0)::bigint as adjusted_key,
    coalesce(round(spread * 10000), 0)::bigint as spread_key
  from seen left join judged on judged.abstract_id = seen.id
  left join decision pending on pending.abstract_id = seen.id and pending.batch_id is null and pending.replaced_at is null
  left join decided on decided.abstract_id = seen.id)`
