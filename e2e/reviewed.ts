/** Abstracts that were reviewed before a journey begins: to submit and to review them takes a browser long, and has journeys of its own. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { reviewed } from '#server/testing/decisions.ts'
import { aPerson } from '#server/testing/people.ts'
import { inWorld } from './people.ts'
import type { Portal } from './testing.ts'

export type Work = { title: string; type: 'Oral' | 'Poster' | 'Workshop'; totals: number[]; toAuthor?: string }
export type People = { email: string }[]

/** Each by somebody of its own, unless it is submitted already, and read by the same reviewers. Gives these, and who wrote what was made here. */
export async function someReviewed(
  portal: Portal,
  works: readonly (Work & { pk?: number })[],
): Promise<{ reviewers: People; authors: People }> {
  return inWorld(portal, async (given) => {
    const world = given as World
    const { id: eventId } = await world.db
      .selectFrom('event')
      .select('id')
      .where('isCurrent', '=', true)
      .executeTakeFirstOrThrow()
    const reviewers: Awaited<ReturnType<typeof aReviewer>>[] = []
    const authors: People = []
    for (const fullName of ['Rubina Palijo', 'Sadia Memon', 'Waqar Bhatti', 'Aliya Pathan'])
      reviewers.push(await aReviewer(world, eventId, fullName))
    for (const [at, work] of works.entries()) {
      const author = work.pk === undefined && (await aPerson(world, { fullName: `Author ${at + 1}` }))
      if (author) authors.push(author)
      const abstractId = author ? await written(world, eventId, { ...work, ...author }) : work.pk
      await sql`update abstract set status = 'Under review', level = 1 where id = ${abstractId}`.execute(world.db)
      const said = work.totals.map((total, of) => ({
        reviewerId: reviewers[of]?.id as number,
        says: {
          total,
          toAuthor: (of === 0 && work.toAuthor) || 'Give the number of patients as well.',
          recommendation: total >= 3.5 ? ('accept' as const) : ('reject' as const),
        },
      }))
      await reviewed({ world, eventId }, abstractId as number, said)
    }
    return { reviewers, authors }
  })
}

async function aReviewer(world: World, eventId: number, fullName: string) {
  const { accountId, email } = await aPerson(world, { fullName })
  const { rows } = await sql<{ id: number }>`
    insert into reviewer (event_id, email, email_key, account_id, state, invited_at, expires_at, answered_at)
    values (${eventId}, ${email}, ${email.toLowerCase()}, ${accountId}, 'active', now(), now(), now()) returning id`.execute(
    world.db,
  )
  return { id: rows[0]?.id as number, email }
}

async function written(world: World, eventId: number, work: Work & { accountId: number }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with counted as (insert into abstract_counter (event_id, last) values (${eventId}, 1) on conflict (event_id) do update set last = abstract_counter.last + 1 returning last),
    who as (insert into applicant (account_id, event_id, created_at) values (${work.accountId}, ${eventId}, now())
      on conflict (account_id, event_id) do update set created_at = now() returning id),
    made as (insert into abstract (applicant_id, event_id, status, level, number, created_at, submitted_at)
      select who.id, ${eventId}, 'Pending', 0, last, now(), now() from who, counted returning id, applicant_id),
    written as (insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
      material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
      select made.id, 1, applicant_id, sha256('x'), ${work.type}::abstract_type, (select min(sub_speciality.id) from sub_speciality join speciality on speciality.id = speciality_id where event_id = ${eventId}),
      ${work.title}, ${work.title}, 'We counted.', 'We counted.', '', '', '', '', '', '', 2, 'abstracts/00/' || repeat('0', 30), 'a.pdf', 1, sha256('x'), 'none', now() from made)
    select id from made`.execute(world.db)
  return rows[0]?.id as number
}
