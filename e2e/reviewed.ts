/** Abstracts that were reviewed before a journey begins: to submit and to review them takes a browser long, and has journeys of its own. */
import { sql } from 'kysely'
import { reviewed } from '#server/testing/decisions.ts'
import { aPerson } from '#server/testing/people.ts'
import type { World } from '#server/world.ts'
import { inWorld } from './people.ts'
import type { Portal } from './testing.ts'

export type Work = { title: string; type: 'Oral' | 'Poster' | 'Workshop'; totals: number[]; toAuthor?: string }

/** Each by somebody of its own, read by the same reviewers. */
export async function someReviewed(portal: Portal, works: readonly Work[]): Promise<void> {
  await inWorld(portal, async (given) => {
    const world = given as World
    const { id: eventId } = await world.db
      .selectFrom('event')
      .select('id')
      .where('isCurrent', '=', true)
      .executeTakeFirstOrThrow()
    const reviewers: number[] = []
    for (const fullName of ['Rubina Palijo', 'Sadia Memon', 'Waqar Bhatti', 'Aliya Pathan'])
      reviewers.push(await aReviewer(world, eventId, fullName))
    for (const [at, work] of works.entries()) {
      const abstractId = await underReview(world, eventId, { ...work, author: `Author ${at + 1}` })
      const said = work.totals.map((total, of) => ({
        reviewerId: reviewers[of] as number,
        says: {
          total,
          toAuthor: (of === 0 && work.toAuthor) || 'Give the number of patients as well.',
          recommendation: total >= 3.5 ? ('accept' as const) : ('reject' as const),
        },
      }))
      await reviewed({ world, eventId }, abstractId, said)
    }
  })
}

async function aReviewer(world: World, eventId: number, fullName: string): Promise<number> {
  const { accountId, email } = await aPerson(world, { fullName })
  const { rows } = await sql<{ id: number }>`
    insert into reviewer (event_id, email, email_key, account_id, state, invited_at, expires_at, answered_at)
    values (${eventId}, ${email}, ${email.toLowerCase()}, ${accountId}, 'active', now(), now(), now()) returning id`.execute(
    world.db,
  )
  return rows[0]?.id as number
}

async function underReview(world: World, eventId: number, work: Work & { author: string }): Promise<number> {
  const { accountId } = await aPerson(world, { fullName: work.author })
  const { rows } = await sql<{ id: number }>`
    with counted as (insert into abstract_counter (event_id, last) values (${eventId}, 1) on conflict (event_id) do update set last = abstract_counter.last + 1 returning last),
    who as (insert into applicant (account_id, event_id, created_at) values (${accountId}, ${eventId}, now())
      on conflict (account_id, event_id) do update set created_at = now() returning id),
    made as (insert into abstract (applicant_id, event_id, status, level, number, created_at, submitted_at)
      select who.id, ${eventId}, 'Pending', 0, last, now(), now() from who, counted returning id, applicant_id),
    written as (insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
      material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
      select made.id, 1, applicant_id, sha256('x'), ${work.type}::abstract_type, (select min(sub_speciality.id) from sub_speciality join speciality on speciality.id = speciality_id where event_id = ${eventId}),
      ${work.title}, ${work.title}, 'We counted.', 'We counted.', '', '', '', '', '', '', 2, 'abstracts/00/' || repeat('0', 30), 'a.pdf', 1, sha256('x'), 'none', now() from made)
    select id from made`.execute(world.db)
  const id = rows[0]?.id as number
  await sql`update abstract set status = 'Under review', level = 1 where id = ${id}`.execute(world.db)
  return id
}
