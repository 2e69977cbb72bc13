/** A review as large as a college has: who reads what is assigned by the server, the rest is made by the database. */
import { newToken } from '#server/platform/security/tokens.ts'
import { addAbstracts, addPeople, type Client, inBatches, type Numbers } from './filled-events.ts'

const authors = 500

/** Abstracts that can be read, and people who offered to read them: review has begun, and nobody has any yet. */
export async function aReview(
  client: Client,
  eventId: number,
  { abstracts, reviewers }: { abstracts: number; reviewers: number },
): Promise<void> {
  await addPeople(client, eventId, Math.min(authors, abstracts))
  await addAbstracts(client, eventId, abstracts)
  await client.query(
    `insert into redaction (abstract_id, version, state, at) select id, 1, 'ready', now() from abstract where event_id = $1`,
    [eventId],
  )
  await client.query(`insert into review_call (event_id, began_at, due_on) values ($1, now(), now()::date + 30)`, [
    eventId,
  ])
  await client.query(
    `insert into criterion (event_id, name, position) select $1, name, place from unnest(array['Originality', 'Method', 'Results', 'Use']) with ordinality as asked (name, place)`,
    [eventId],
  )
  await inBatches(reviewers, (numbers) => addReviewers(client, eventId, numbers))
}

/** Each for one discipline first, and for the next second. */
async function addReviewers(client: Client, eventId: number, numbers: Numbers): Promise<void> {
  await client.query(
    `with people as (
       insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
       select 'reader' || n || '@event' || $1::int || '.example.org', 'reader' || n || '@event' || $1::int || '.example.org', 'Reader ' || n, now(), now(), now()
       from generate_series($2::int, $3::int) n returning id, email_key)
     insert into reviewer (event_id, state, email, email_key, account_id, quota, invited_at, expires_at, answered_at)
     select $1::int, 'active', email_key, email_key, id, 24, now(), now(), now() from people`,
    [eventId, ...numbers],
  )
  await client.query(
    `insert into reviewer_address (reviewer_id, email_key) select id, email_key from reviewer where event_id = $1`,
    [eventId],
  )
  await client.query(
    `with fields as (select id, row_number() over (order by id) - 1 as place from speciality where event_id = $1::int)
     insert into reviewer_field (reviewer_id, speciality_id, strength)
     select reviewer.id, fields.id, case when place = reviewer.id % (select count(*) from fields) then 'first' else 'second' end::field_strength
     from reviewer join fields on place in (reviewer.id % (select count(*) from fields), (reviewer.id + 1) % (select count(*) from fields)) where event_id = $1::int`,
    [eventId],
  )
}

/** Each may read and save only so often in a minute. */
const stillToDo = 10

export type Reader = { token: string; reviewerId: number }

/** Everybody has submitted what they were given, but for a few who have the most: gives their sessions. */
export async function reviewed(client: Client, eventId: number): Promise<Reader[]> {
  const { rows } = await client.query<{ reviewer_id: number; account_id: number }>(
    `select reviewer_id, account_id from reviewer join assignment on reviewer_id = reviewer.id
     where event_id = $1 group by reviewer_id, account_id order by count(*) desc, reviewer_id limit $2`,
    [eventId, stillToDo],
  )
  const busy = rows.map((row) => row.reviewer_id)
  for (const state of ['begun', 'submitted'])
    await client.query(
      `update assignment set state = $3, changed_at = now() from reviewer where reviewer.id = reviewer_id and event_id = $1 and reviewer_id <> all ($2::int[])`,
      [eventId, busy, state],
    )
  await client.query(
    `insert into review (assignment_id, recommendation, sure, to_author, total, saved_at, submitted_at)
     select assignment.id, (array['accept', 'revise', 'reject'])[1 + assignment.id % 3]::recommendation, 'field', 'Give the number of patients.', 1 + assignment.id * 7 % 9 / 2.0, now(), now()
     from assignment join reviewer on reviewer.id = reviewer_id where event_id = $1 and assignment.state = 'submitted'`,
    [eventId],
  )
  await client.query(
    `insert into review_score (assignment_id, criterion_id, score) select assignment_id, criterion.id, round(total)
     from review join assignment on assignment.id = assignment_id join reviewer on reviewer.id = reviewer_id join criterion on criterion.event_id = reviewer.event_id
     where reviewer.event_id = $1`,
    [eventId],
  )
  await client.query('analyze')
  const readers: Reader[] = []
  for (const row of rows) readers.push(await signIn(client, row.reviewer_id, row.account_id))
  return readers
}

async function signIn(client: Client, reviewerId: number, accountId: number): Promise<Reader> {
  const { token, hash } = newToken()
  await client.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at) values ($1, $2, now(), now())`,
    [hash, accountId],
  )
  return { token, reviewerId }
}
