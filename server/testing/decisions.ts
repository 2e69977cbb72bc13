/** Abstracts that were reviewed, for tests about what is decided of them. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import { buyers } from './shop.ts'
import type { Team } from './team.ts'

type Said = {
  /** In halves: the mean of two criteria of the same weight. */
  total: number
  toAuthor?: string
  recommendation?: 'accept' | 'reject' | 'revise' | 'abstain'
}

/** Submitted reviews of one abstract, each by the reviewer of the same place in the list. */
export async function reviewed(
  { world, eventId }: Pick<Team, 'world' | 'eventId'>,
  abstractId: number,
  said: { reviewerId: number; says: Said }[],
): Promise<number[]> {
  const criteria = await criteriaOf(world, eventId)
  const at = world.now()
  return asStaff(world, async ({ db }) => {
    const ids: number[] = []
    for (const [place, { reviewerId, says }] of said.entries()) {
      const { id } = await db
        .insertInto('assignment')
        .values({ abstractId, reviewerId, alias: place + 1, state: 'submitted', assignedAt: at, changedAt: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { total, toAuthor = '', recommendation = 'accept' } = says
      await db
        .insertInto('review')
        .values({
          assignmentId: id,
          recommendation,
          sure: 'field',
          toAuthor,
          total: String(total),
          savedAt: at,
          submittedAt: at,
        })
        .execute()
      const scores = [Math.ceil(total), Math.floor(total)]
      await db
        .insertInto('reviewScore')
        .values(criteria.map((criterionId, of) => ({ assignmentId: id, criterionId, score: scores[of] as number })))
        .execute()
      ids.push(id)
    }
    return ids
  })
}

async function criteriaOf(world: World, eventId: number): Promise<number[]> {
  const there = await world.db
    .selectFrom('criterion')
    .select('id')
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute()
  if (there.length > 0) return there.map(({ id }) => id)
  const made = await asStaff(world, ({ db }) =>
    db
      .insertInto('criterion')
      .values(['Method', 'Results'].map((name) => ({ eventId, name })))
      .returning('id')
      .execute(),
  )
  return made.map(({ id }) => id)
}

/** Three reviewers, and abstracts with one list of totals each. */
export async function aRanking(team: Team, totals: number[][], words: Said[] = []) {
  const reviewers = [await aReviewer(team), await aReviewer(team), await aReviewer(team)]
  const abstracts = []
  for (const [at] of totals.entries()) abstracts.push(await aSubmittedAbstract(team, { Title: `Work ${at + 1}` }))
  await reviewBegins(team.world, team.eventId)
  const assignments: number[][] = []
  for (const [at, { pk }] of abstracts.entries())
    assignments.push(
      await reviewed(
        team,
        pk,
        (totals[at] ?? []).map((total, of) => ({
          reviewerId: reviewers[of]?.reviewerId as number,
          says: { ...words[of], total },
        })),
      ),
    )
  return { reviewers, abstracts, assignments, ids: abstracts.map(({ pk }) => pk) }
}

/** So many more of the same words, submitted by somebody new each and with three reviews each, all at once. */
export async function manyReviewed({ world, eventId }: Team, many: number): Promise<void> {
  const people = await buyers(world, eventId, many)
  const [one] = await criteriaOf(world, eventId)
  const now = world.now()
  await asStaff(world, async ({ db }) => {
    await sql`
      with made as (
        insert into abstract (applicant_id, event_id, status, level, number, created_at, submitted_at)
        select person, ${eventId}, 'Pending', 0, last + place, ${now}::timestamptz, ${now}::timestamptz
        from unnest(${people.map(({ applicantId }) => applicantId)}::int[]) with ordinality as people (person, place), abstract_counter where abstract_counter.event_id = ${eventId}
        returning id, applicant_id),
      told as (
        insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at, kind, abstract_id)
        select gen_random_uuid(), '', '', '', '', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, 'abstract_submitted', id from made),
      counted as (update abstract_counter set last = last + ${many} where event_id = ${eventId})
      insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
        material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
      select made.id, 1, made.applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain || ' ' || made.id, background, background_plain,
        material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at
      from made, (select abstract_version.* from abstract_version join abstract on abstract.id = abstract_id where event_id = ${eventId} limit 1) as like_this`.execute(
      db,
    )
    await sql`update abstract set status = 'Under review', level = 1 where event_id = ${eventId} and state = 'submitted'`.execute(
      db,
    )
    await sql`
      insert into assignment (abstract_id, reviewer_id, alias, state, assigned_at, changed_at)
      select abstract.id, reviewer.id, row_number() over (partition by abstract.id order by reviewer.id), 'submitted', ${now}::timestamptz, ${now}::timestamptz
      from abstract, reviewer where abstract.event_id = ${eventId} and reviewer.event_id = ${eventId} and reviewer.state = 'active'
      and not exists (select from assignment there where there.abstract_id = abstract.id)`.execute(db)
    await sql`
      insert into review (assignment_id, recommendation, sure, to_author, total, saved_at, submitted_at)
      select id, 'accept', 'field', 'Give the number of patients.', 1 + (id % 5), ${now}::timestamptz, ${now}::timestamptz from assignment
      where not exists (select from review where assignment_id = assignment.id)`.execute(db)
    await sql`
      insert into review_score (assignment_id, criterion_id, score) select assignment_id, ${one ?? 0}::int, total::int from review
      where not exists (select from review_score where review_score.assignment_id = review.assignment_id)`.execute(db)
  })
}
