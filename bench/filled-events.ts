/** Events as large as a list is measured with: made by the database, not sent form by form. */
import type { openClient } from './people.ts'

export type Client = Awaited<ReturnType<typeof openClient>>

/** Each new address is locked until its transaction ends, and PostgreSQL has room for some thousands. */
const batch = 1000

/** From the one to the other, both of them with it. */
export type Numbers = [number, number]

export async function inBatches(
  rows: number,
  add: (numbers: Numbers) => Promise<unknown>,
  size = batch,
): Promise<void> {
  for (let from = 1; from <= rows; from += size) await add([from, Math.min(rows, from + size - 1)])
}

/** One that is announced beside the current one, with a discipline and a workshop. */
export async function anotherEvent(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into event (name, event_state, opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on)
     select $1, 'published', opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on
     from event where is_current returning id`,
    [name],
  )
  const id = rows[0]?.id as number
  await client.query(`insert into speciality (event_id, description) values ($1, 'Radiology')`, [id])
  await client.query(
    `insert into sub_speciality (speciality_id, description) select id, 'Ultrasound' from speciality where event_id = $1`,
    [id],
  )
  await client.query(
    `insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats) values ($1, 'Ultrasound', now(), 60, 100000, 0)`,
    [id],
  )
  return id
}

export async function currentEvent(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id from event where is_current')
  return rows[0]?.id as number
}

/** Every fourth has no profile. */
export async function addPeople(client: Client, eventId: number, people: number): Promise<void> {
  await inBatches(people, async (numbers) => {
    await client.query(
      `with made as (
         insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
         select 'person' || n || '@event' || $1::int || '.example.org', 'person' || n || '@event' || $1::int || '.example.org', 'Person ' || n, now(), now(), now()
         from generate_series($2::int, $3::int) n returning id)
       insert into applicant (account_id, event_id, created_at) select id, $1::int, now() - id * interval '1 second' from made`,
      [eventId, ...numbers],
    )
    await client.query(
      `insert into profile (applicant_id, name, father_name, gender, nationality, participant_type, presenter_type, pmdc_reg, designation, institution, faculty,
         department, address, country, city, post_code, mobile, phone, fax, alt_email, photo_key, photo_changed_at, created_at, updated_at)
       select applicant.id, full_name, 'Father', 'Female', 'Pakistani', 'Others', 'Attendee', 'P' || applicant.id, '', 'College ' || applicant.id % 500, '',
         '', '1 Road', 'Pakistan', 'Karachi', '74000', (3000000000 + applicant.id)::text, '', '', '', 'photos/00/' || lpad(to_hex(applicant.id), 30, '0'), now(), now(), now()
       from applicant join account on account.id = account_id
       where event_id = $1 and applicant.id % 4 > 0 and not exists (select from profile where applicant_id = applicant.id)`,
      [eventId],
    )
  })
}

/** Under review, by the people of the event in turn, each with its letter. */
export async function addAbstracts(client: Client, eventId: number, abstracts: number): Promise<void> {
  await inBatches(abstracts, (numbers) =>
    client.query(
      `with people as (select id, account_id, row_number() over (order by id) - 1 as place from applicant where event_id = $1::int),
       fields as (select sub_speciality.id, row_number() over (order by sub_speciality.id) - 1 as place
         from sub_speciality join speciality on speciality.id = speciality_id where event_id = $1::int),
       made as (
         insert into abstract (applicant_id, event_id, status, level, number, created_at, submitted_at)
         select people.id, $1::int, 'Under review', 1, n, now(), now() from generate_series($2::int, $3::int) n join people on place = n % (select count(*) from people)
         returning id, applicant_id, number),
       told as (
         insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at, kind, abstract_id)
         select 'abstract-' || id, '', '', '', '', now(), now(), now(), 'abstract_submitted', id from made),
       texts as (select repeat('A sentence of the abstract with some more words. ', 12) as text)
       insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background, background_plain,
         material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size, file_sha256, file_scan, saved_at)
       select made.id, 1, applicant_id, sha256(made.id::text::bytea), (enum_range(null::abstract_type))[1 + made.id % 2], fields.id, 'Work ' || number, 'Work ' || number,
         text, text, text, text, text, text, text, text, 400, 'abstracts/00/' || lpad(to_hex(made.id), 30, '0'), 'a.pdf', 1000, sha256(made.id::text::bytea), 'clean', now()
       from made join fields on place = number % (select count(*) from fields) cross join texts`,
      [eventId, ...numbers],
    ),
  )
  await client.query('insert into abstract_counter (event_id, last) values ($1, $2)', [eventId, abstracts])
}
