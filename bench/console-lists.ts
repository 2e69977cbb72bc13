/** What the lists of the console are filled with. */
import type { BenchedList, Client } from './console.ts'

/** Payments with a wrong amount: each with its person, order and payment. */
export const exceptions: BenchedList = {
  name: 'exceptions',
  path: '/staff/ExceptionsList',
  exported: 'ExceptionsList',
  questions: {
    'largest amount first': 'sort=-amount',
    'of one event': 'eventId=1',
    'searched for somebody': 'search=Person%2019999',
    'searched for nobody': 'search=nobody%20at%20all',
  },
  fill: async (client, rows) => {
    await client.query(`delete from payment_exception where gateway_reference not like 'BENCH%'`)
    const { rows: found } = await client.query<{ count: number }>('select count(*)::int from payment_exception')
    const before = found[0]?.count ?? 0
    // Each new address is locked until its transaction ends, and PostgreSQL has room for some thousands.
    for (let from = before + 1; from <= rows; from += batch) await add(client, from, Math.min(rows, from + batch - 1))
    await client.query('analyze')
  },
}

const batch = 1000

async function add(client: Client, from: number, to: number): Promise<void> {
  // Letters and digits of a payment code: no 0, 1, I and O.
  const code = `translate(lpad(upper(to_hex(n)), 13, 'Z'), '01', 'XY')`
  await client.query(
    `with people as (
         insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
         select 'bench' || n || '@example.org', 'bench' || n || '@example.org', 'Person ' || n, now(), now(), now()
         from generate_series($1::int, $2::int) n returning id, substr(full_name, 8)::int as n),
       applicants as (
         insert into applicant (account_id, event_id, created_at)
         select id, (select id from event where is_current), now() from people returning id, account_id),
       bought as (
         insert into orders (payment_code, applicant_id, total, created_at, hold_until)
         select ${code}, applicants.id, 250000, now(), now() + interval '1 year'
         from applicants join people on people.id = account_id returning id, applicant_id),
       paid as (
         insert into payment_attempt (order_id, gateway, reference, transaction_id, return_key, return_path, amount, currency, state, created_at)
         select bought.id, 'sandbox', 'BENCH' || n, 'bench-' || n, 'bench-' || n, '/profile', 250000, 'PKR', 'failed', now()
         from bought join applicants on applicants.id = applicant_id join people on people.id = account_id
         returning id, order_id, reference)
       insert into payment_exception (kind, order_id, attempt_id, gateway, gateway_reference, note, opened_at)
       select 'wrong_amount', order_id, id, 'sandbox', reference, 'The bank took another amount.', now() - id * interval '1 second'
       from paid`,
    [from, to],
  )
}

/** Orders of one event: every fourth is held, the others are paid, with receipt and capture. */
export const orders: BenchedList = {
  name: 'orders',
  path: '/staff/OrdersList',
  always: 'eventId=1',
  exported: 'OrdersList',
  questions: {
    'largest first': 'sort=-total',
    'paid ones': 'state=paid',
    'not paid': 'state=!paid',
    'of one workshop': 'workshopId=1',
    'not of it': 'workshopId=!1',
    'by card': 'paidBy=card',
    'one day': 'from=2026-01-01&to=2026-01-02',
    'searched by code': 'search=ZZZZZZZZZX',
    'searched by receipt': 'search=R1-000777',
    'searched for somebody': 'search=Person%2019999',
    'searched for nobody': 'search=nobody%20at%20all',
  },
  fill: async (client, rows) => {
    const { rows: found } = await client.query<{ count: number }>(`select count(*)::int from orders where event_id = 1`)
    for (let from = (found[0]?.count ?? 0) + 1; from <= rows; from += batch)
      await addOrders(client, from, Math.min(rows, from + batch - 1))
    await client.query('analyze')
  },
}

async function addOrders(client: Client, from: number, to: number): Promise<void> {
  const code = `translate(lpad(upper(to_hex(n)), 13, 'Z'), '01', 'XY')`
  await client.query(
    `with people as (
         insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
         select 'buyer' || n || '@example.org', 'buyer' || n || '@example.org', 'Person ' || n, now(), now(), now()
         from generate_series($1::int, $2::int) n returning id, substr(full_name, 8)::int as n),
       applicants as (
         insert into applicant (account_id, event_id, created_at) select id, 1, now() from people returning id, account_id),
       bought as (
         insert into orders (payment_code, applicant_id, event_id, state, total, created_at, hold_until, paid_at)
         select ${code}, applicants.id, 1, case when n % 4 = 0 then 'pending' else 'paid' end::order_state, 100000 + n % 50 * 10000,
           timestamptz '2026-01-01' + n * interval '1 minute', now() + interval '1 year', case when n % 4 > 0 then now() end
         from applicants join people on people.id = account_id returning id, applicant_id, state, total),
       items as (
         -- Not counted as seats: no workshop has so many.
         insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds)
         select bought.id, workshop.id, applicant_id, topic, total, false from bought
         join workshop on workshop.id = 1 + bought.id % 8 returning order_id),
       tried as (
         insert into payment_attempt (order_id, gateway, reference, transaction_id, return_key, return_path, amount, currency, state, created_at)
         select id, 'sandbox', 'BUY' || id, 'buy-' || id, 'buy-' || id, '/profile', total, 'PKR', 'captured', now() from bought where state = 'paid'
         returning id, order_id, amount, transaction_id),
       booked as (
         insert into ledger_entry (order_id, attempt_id, kind, amount, currency, gateway, gateway_reference, recorded_at)
         select order_id, id, 'capture', amount, 'PKR', 'sandbox', transaction_id, now() from tried returning order_id)
       insert into receipt (event_id, number, order_id, issued_at)
       select 1, (select coalesce(max(number), 0) from receipt where event_id = 1) + row_number() over (order by order_id), order_id, now() from booked`,
    [from, to],
  )
}
