/** A review as large as a college has: made by the database in a second, not sent form by form. */
import { sql } from 'kysely'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import type { Team } from './team.ts'

type Size = { abstracts: number; reviewers: number; quota?: number }

/** All in one field, of one author, under review; the first of each is made as people make it, the others are like it. */
export async function aLargeReview(team: Team, { abstracts, reviewers, quota = 24 }: Size) {
  const { world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const { reviewerId } = await aReviewer(team, { quota })
  await reviewBegins(world, eventId)
  await asStaff(world, async ({ db }) => {
    await sql`
      with made as (insert into abstract (applicant_id, event_id, status, level, number, current_version, versions, created_at, submitted_at)
        select applicant_id, event_id, status, level, number + each, 1, 1, created_at, submitted_at from abstract, generate_series(1, ${abstracts - 1}) as each
        where abstract.id = ${pk} returning id, number)
      insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain, material,
        material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
      select made.id, 1, applicant_id, save_digest, abstract_type, sub_speciality_id, title, 'Work ' || made.number, background, background_plain, material, material_plain, results,
        results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at
      from abstract_version like_it, made where like_it.abstract_id = ${pk}`.execute(db)
    await sql`insert into redaction (abstract_id, version, at) select id, 1, ${world.now()} from abstract where event_id = ${eventId} and id <> ${pk}`.execute(
      db,
    )
    await sql`
      insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, account_id, kind, abstract_id)
      select '<' || abstract.id || message_id, recipient, subject, body_text, body_html, mail.created_at, mail.next_try_at, account_id, mail.kind, abstract.id
      from abstract, mail where abstract.event_id = ${eventId} and abstract.id <> ${pk} and mail.abstract_id = ${pk} and mail.kind = 'abstract_submitted'`.execute(
      db,
    )
    await sql`
      with person as (insert into account (email, email_key, full_name, password_hash, created_at, verified_at, password_changed_at)
          select 'reader' || each || '@example.org', 'reader' || each || '@example.org', 'Reader ' || each, password_hash, account.created_at, account.verified_at, password_changed_at
          from account join reviewer on account_id = account.id, generate_series(1, ${reviewers - 1}) as each where reviewer.id = ${reviewerId} returning id, email_key),
        made as (insert into reviewer (event_id, state, email, email_key, account_id, quota, invited_at, expires_at, answered_at)
          select ${eventId}, 'active', email_key, email_key, id, ${quota}, ${world.now()}, ${world.now()}, ${world.now()} from person returning id, email_key),
        known as (insert into reviewer_address select id, email_key from made)
      insert into reviewer_field select made.id, speciality_id, strength from made, reviewer_field like_it where like_it.reviewer_id = ${reviewerId}`.execute(
      db,
    )
  })
  return { author }
}
