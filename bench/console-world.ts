/** An event as full as the console must bear: people, orders, payments to look at, abstracts, acts and letters. */
import { addAbstracts, addPeople, type Client, inBatches, type Numbers } from './filled-events.ts'

export type Size = {
  people: number
  orders: number
  exceptions: number
  abstracts: number
  acts: number
  letters: number
}

export const everywhere = (rows: number): Size => ({
  people: rows,
  orders: rows,
  exceptions: rows,
  abstracts: rows,
  acts: rows,
  letters: rows,
})

/** There is nothing of it yet but perhaps people, who are counted in. */
export async function fillEvent(client: Client, eventId: number, size: Size): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from applicant where event_id = $1', [
    eventId,
  ])
  await addPeople(client, eventId, size.people - (rows[0]?.count ?? 0))
  await inBatches(size.orders, (numbers) => addOrders(client, eventId, numbers))
  await addExceptions(client, eventId, size.exceptions)
  await addAbstracts(client, eventId, size.abstracts)
  await aSeal(client)
  await inBatches(size.acts, (numbers) => addActs(client, eventId, numbers), 25_000)
  await inBatches(size.letters, (numbers) => addLetters(client, eventId, numbers), 25_000)
}

/** By the people of the event in turn. Every fourth is held, the others are paid, with receipt and capture. */
async function addOrders(client: Client, eventId: number, numbers: Numbers): Promise<void> {
  // Letters and digits of a payment code: no 0, 1, I and O.
  const code = `translate(lpad(upper(to_hex($1::bigint * 1000000 + n)), 13, 'Z'), '01', 'XY')`
  await client.query(
    `with people as (select id, row_number() over (order by id) - 1 as place from applicant where event_id = $1),
       sold as (select id, topic, row_number() over (order by id) - 1 as place from workshop where event_id = $1),
       bought as (
         insert into orders (payment_code, applicant_id, event_id, state, total, created_at, hold_until, paid_at)
         select ${code}, people.id, $1, case when n % 4 = 0 then 'pending' else 'paid' end::order_state, 100000 + n % 50 * 10000,
           timestamptz '2026-01-01' + n * interval '1 minute', now() + interval '1 year', case when n % 4 > 0 then now() end
         from generate_series($2::int, $3::int) n join people on place = n % (select count(*) from people) returning id, applicant_id, state, total),
       items as (
         -- Not counted as seats: no workshop has so many.
         insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds)
         select bought.id, sold.id, applicant_id, topic, total, false from bought join sold on place = bought.id % (select count(*) from sold)),
       tried as (
         insert into payment_attempt (order_id, gateway, reference, transaction_id, return_key, return_path, amount, currency, state, created_at)
         select id, 'sandbox', 'BUY' || id, 'buy-' || id, 'buy-' || id, '/profile', total, 'PKR',
           case when state = 'paid' then 'captured' else 'failed' end::attempt_state, now() from bought
         returning id, order_id, amount, transaction_id, state),
       booked as (
         insert into ledger_entry (order_id, attempt_id, kind, amount, currency, gateway, gateway_reference, recorded_at)
         select order_id, id, 'capture', amount, 'PKR', 'sandbox', transaction_id, now() from tried where state = 'captured' returning order_id)
       insert into receipt (event_id, number, order_id, issued_at)
       select $1, (select coalesce(max(number), 0) from receipt where event_id = $1) + row_number() over (order by order_id), order_id, now() from booked`,
    [eventId, ...numbers],
  )
}

async function addExceptions(client: Client, eventId: number, exceptions: number): Promise<void> {
  await client.query(
    `insert into payment_exception (kind, order_id, attempt_id, gateway, gateway_reference, note, opened_at)
     select 'wrong_amount', order_id, payment_attempt.id, 'sandbox', reference, 'The bank took another amount.', now() - order_id * interval '1 second'
     from payment_attempt join orders on orders.id = order_id where event_id = $1 order by order_id limit $2`,
    [eventId, exceptions],
  )
}

/** For all acts that are made here: else the server would seal half a million of them while it is measured. */
async function aSeal(client: Client): Promise<void> {
  await client.query(
    `insert into audit_seal (number, sealed_at, first_at, last_at, acts, changes, ends, acts_in_all, previous, digest)
     values (1, now(), now(), now(), 0, 0, 0, 0, $1, $1) on conflict do nothing`,
    [Buffer.alloc(32)],
  )
}

/** One in fifty was refused, of one in a thousand nobody knows how it ended. */
export async function addActs(client: Client, eventId: number, numbers: Numbers): Promise<void> {
  await client.query(
    `insert into act (at, actor_kind, account_id, event_id, operation, about_kind, about_id, reason, outcome, refusal, seal)
     select timestamptz '2015-01-01' + n * interval '12 minutes', 'staff', (select min(account_id) from staff_grant), $1,
       (array['EventSave', 'WorkshopSave', 'PagePublish', 'OrderCancel'])[1 + n % 4], 'event', (n % 40)::text, 'as was telephoned',
       case when n % 1000 = 1 then 'begun' when n % 50 = 2 then 'refused' else 'done' end::act_outcome, case when n % 50 = 2 then 'conflict' else '' end, 1
     from generate_series($2::int, $3::int) n`,
    [eventId, ...numbers],
  )
}

/** To the people of the event in turn. One in a hundred found no mailbox. */
async function addLetters(client: Client, eventId: number, numbers: Numbers): Promise<void> {
  await client.query(
    `with people as (select account_id, email, row_number() over (order by applicant.id) - 1 as place
         from applicant join account on account.id = account_id where event_id = $1)
     insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, tries, sent_at, given_up_at, cause, account_id, event_id, is_secret)
     select 'bench-' || $1::int || '-' || n, email, 'Your seat in workshop ' || n % 50, repeat('A line of the letter. ', 20), repeat('<p>A line of the letter.</p>', 20),
       now() - n * interval '1 minute', now(), 1, case when n % 100 > 0 then now() end, case when n % 100 = 0 then now() end,
       case when n % 100 = 0 then 'no_mailbox' end::mail_cause, account_id, $1, false
     from generate_series($2::int, $3::int) n join people on place = n % (select count(*) from people)`,
    [eventId, ...numbers],
  )
}
