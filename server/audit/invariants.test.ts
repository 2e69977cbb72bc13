/** An invariant that is never false checks nothing: each is broken once, behind the back of the triggers and constraints. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { submitAbstract } from '#server/abstracts/submit.ts'
import type { Tables } from '#server/database/tables.ts'
import { send, withThemes } from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent } from '#server/testing/people.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aBuyer, aWorkshop, order, pay, tokenOf, toTheBank } from '#server/testing/shop.ts'
import { stillWorld } from '#server/testing/world.ts'
import { brokenInvariants } from './invariants.ts'

const aReviewOfOnesOwn = `
  with own as (select abstract.id, event_id, account_id from abstract join applicant using (event_id) where applicant.id = applicant_id limit 1),
  asked as (insert into reviewer (event_id, email, email_key, account_id, state, invited_at, expires_at)
    select event_id, '', '', account_id, 'active', now(), now() from own returning id)
  insert into assignment (abstract_id, reviewer_id, alias, assigned_at, changed_at) select own.id, asked.id, 1, now(), now() from own, asked`

const aVoucher =
  'insert into offline_payment (event_id, voucher, order_id, way, amount, currency, recorded_by, recorded_at, held_until, state, decided_by, decided_at, alone, attempt_id)'
const aClosing =
  'insert into closing (event_id, number, day, sums, entries, cash_books, cash_counted, closed_by, closed_at)'

const faults: [sentence: string, fault: string][] = [
  [
    'a letter to many is written once to each, and counted',
    `insert into mailing (event_id, kind, audience, authors_only, subject, body, recipients, posted, made_by, made_at, changed_at)
     select min(event.id), 'service', '{}', false, '', '', 1, 1, min(account.id), now(), now() from event, account`,
  ],
  [
    'an abstract that names its authors says which of them presents',
    "insert into abstract_author (abstract_id, position, name) select id, 1, 'A' from abstract limit 1",
  ],
  ['nobody reviews what they are in conflict with', aReviewOfOnesOwn],
  ['what is not under review is reviewed by nobody', aReviewOfOnesOwn],
  [
    'a reviewer wishes for abstracts of their own event',
    `insert into reviewer (event_id, email, email_key, invited_at, expires_at) select max(id) + 1, '', '', now(), now() from event;
     insert into bid (reviewer_id, abstract_id, bid) select max(reviewer.id), max(abstract.id), 1 from reviewer, abstract`,
  ],
  ['what an author was told is the newest decision that was published', 'update abstract set told_at = now()'],
  [
    'no letter goes out about a decision that was taken back',
    `insert into decision_batch (event_id, published_at, sends_at, taken_back_at) select id, now(), now() + interval '1 minute', now() from event limit 1;
     insert into decision (abstract_id, outcome, at, batch_id, was, based_on) select abstract.id, 'rejected', now(), decision_batch.id, 'under_review', '{}' from abstract, decision_batch limit 1;
     update mail set (abstract_id, decision_id) = (select abstract_id, id from decision), given_up_at = null where id = (select max(id) from mail)`,
  ],
  [
    'what is with reviewers has a redaction of the version that counts',
    "update abstract set status = 'Under review', level = 1, state = 'under_review' where number is not null",
  ],
  [
    'what was found in an abstract is forgotten with its author',
    `with gone as (update account set erased_at = now())
     insert into redaction (abstract_id, version, at, found) select id, current_version, now(), '["a name"]' from abstract limit 1`,
  ],
  ['the seats taken of a workshop are those that orders hold', 'update workshop set seats_taken = seats_taken + 1'],
  ['no workshop has more seats taken than it has', 'update workshop set seats = 0'],
  ['every payment that the sandbox took is in the ledger, or is still being asked about', 'delete from ledger_entry'],
  [
    'every payment that was captured belongs to a paid order, was given back, or is an exception',
    "update orders set state = 'lapsed', closed_at = now() where state = 'paid'",
  ],
  [
    'what came for a paid order, less what was paid out, is the price of its seats',
    'update ledger_entry set amount = amount - 1',
  ],
  [
    'no more goes back of a payment than came, where some was paid out',
    "insert into ledger_entry (order_id, attempt_id, kind, amount, currency, gateway, gateway_reference, recorded_at) select order_id, attempt_id, 'payout', amount + 1, currency, 'cash', 'x', now() from ledger_entry",
  ],
  [
    'a payout that was confirmed is in the ledger and told in a letter, and no other is',
    "insert into payout (event_id, order_id, attempt_id, kind, amount, currency, way, reason, state, recorded_by, recorded_at, decided_by, decided_at, alone) select 1, order_id, attempt_id, 'whole', amount, currency, 'cash', 'x', 'confirmed', 1, now(), 1, now(), true from ledger_entry",
  ],
  [
    'a payment at the desk that was confirmed is one captured payment and one entry of the ledger, and no other is',
    `${aVoucher} select 1, 1, order_id, 'cash', amount, currency, 1, now(), now(), 'confirmed', 1, now(), true, attempt_id from ledger_entry`,
  ],
  [
    'no cash or draft is in the ledger without a voucher that was confirmed',
    "update ledger_entry set gateway = 'cash'",
  ],
  [
    'a payment at the desk waits only for an order that waits',
    `${aVoucher} select 1, 1, id, 'cash', total, currency, 1, now(), now(), 'recorded', null, null, false, null from orders limit 1; update orders set state = 'cancelled', closed_at = now()`,
  ],
  [
    'vouchers are numbered without a gap',
    `${aVoucher} select 1, 2, id, 'cash', total, currency, 1, now(), now(), 'recorded', null, null, false, null from orders limit 1`,
  ],
  ['a closing comes to what its entries come to', `${aClosing} values (1, 1, '2026-11-01', '[]', 1, 0, 0, 1, now())`],
  ['closings are numbered without a gap', `${aClosing} values (1, 2, '2026-11-01', '[]', 0, 0, 0, 1, now())`],
  [
    'no entry of the ledger is in two closings',
    `alter table closing_entry drop constraint closing_entry_pkey; insert into closing_entry select id, 1 from ledger_entry, (values (1), (2)) as twice (n)`,
  ],
  [
    'a paid order holds all its seats that are not cancelled',
    "update order_item set holds = false where order_id in (select id from orders where state = 'paid')",
  ],
  [
    'a pending order holds all its seats',
    "update order_item set holds = false where order_id in (select id from orders where state = 'pending')",
  ],
  [
    'an order that lapsed or was cancelled holds no seat',
    "update orders set state = 'cancelled', closed_at = now() where state = 'pending'",
  ],
  ['a paid order has a receipt and a letter, and no other order has', 'update mail set order_id = null'],
  ['a paid order has a receipt and a letter, and no other order has', 'delete from receipt'],
  [
    'an email about money or seats names the order of its refund, payout, payment or exception',
    `insert into seat_move (order_id, from_workshop_id, to_workshop_id, from_topic, to_topic, price, moved_by, moved_at) values (0, 1, 2, 'A', 'B', 0, 1, now());
     update mail set seat_move_id = (select max(id) from seat_move) where id = (select max(id) from mail where order_id is not null)`,
  ],
  [
    'nobody holds two seats in one workshop',
    `insert into orders (payment_code, applicant_id, event_id, total, created_at, hold_until) select 'AAAAAAAAAAAAA', applicant_id, event_id, 0, now(), now() from orders limit 1;
     insert into order_item select (select max(id) from orders), workshop_id, applicant_id, topic, price, true from order_item where holds limit 1`,
  ],
  [
    'no payment is captured twice, nor given back twice',
    "insert into ledger_entry (order_id, attempt_id, kind, amount, currency, gateway, gateway_reference, recorded_at) select order_id, attempt_id, 'capture', 1, currency, gateway, 'again', now() from ledger_entry",
  ],
  [
    'what was given back is what was captured, or the difference is an exception',
    "insert into ledger_entry (order_id, attempt_id, kind, amount, currency, gateway, gateway_reference, recorded_at) select order_id, attempt_id, 'refund', amount, 'USD', gateway, 'back', now() from ledger_entry",
  ],
  [
    'what the bank confirmed of a refund is in the ledger, and told in a letter',
    "insert into refund (attempt_id, amount, state, reason, asked_by, asked_at, confirmed_amount, confirmed_currency) select attempt_id, amount, 'done', '', '', now(), amount, currency from ledger_entry",
  ],
  [
    'a payment that is not finished is asked about again, or is an exception',
    'update payment_attempt set next_check_at = null',
  ],
  ['a captured payment is in the ledger, and only that', "update payment_attempt set state = 'captured'"],
  [
    'the college has an owner, once it had one',
    "insert into staff_grant (account_id, role, granted_at, revoked_at) select min(id), 'owner', now(), now() from account",
  ],
  ['the audit trail reads as it was written', `update act_change set after = '{"name": "Another"}'`],
  ['receipts are numbered without a gap', 'update receipt set number = number + 1'],
  ['the total of an order is the sum of its items', 'update orders set total = total + 1'],
  [
    'an abstract that was submitted has a number and a letter, and a draft has neither',
    'delete from mail where abstract_id is not null',
  ],
  ['abstracts are numbered without a gap', 'update abstract set number = number + 1'],
  ['an abstract has all its versions, and the one that counts is there', 'update abstract set versions = versions + 1'],
  ['an abstract has all its versions, and the one that counts is there', 'update abstract_version set is_aside = true'],
  [
    'an abstract is submitted to a discipline of its own event',
    "insert into event (name, slug, opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on) select 'Another', 'another', opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on from event; update speciality set event_id = (select max(id) from event)",
  ],
  [
    'an upload has received what its pieces come to',
    "insert into upload (id, applicant_id, client_key, file_name, size, received, created_at, touched_at) select repeat('a', 32), id, 'k', 'a.pdf', 9, 9, now(), now() from applicant limit 1",
  ],
  [
    'nobody has more time in an event that has ended',
    "insert into extension (event_id, email, email_key, kind, until, reason, token_hash, granted_by, granted_at) select event.id, 'a@example.org', 'a@example.org', 'abstracts', '2027-01-01', 'ill', decode(repeat('00', 32), 'hex'), account.id, now() from event, account limit 1; update event set event_state = 'ended'",
  ],
  ['an order is of the event of whoever made it', 'update orders set event_id = event_id + 1'],
  [
    'an order is for workshops of one event',
    "insert into event (name, slug, opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on) select 'Another', 'another', opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on from event; update workshop set event_id = (select max(id) from event)",
  ],
]

test('a sound shop has nothing to complain about, and every fault is found and named', async () => {
  const { db } = await scratchDatabase<Tables>({ poolSize: 2 })
  const world = stillWorld(db)
  const eventId = await anEvent(world)
  const person = await aBuyer(world, eventId)
  await pay(world, person, { code: await order(world, person, [await aWorkshop(world, eventId)]) })
  await toTheBank(world, person, await order(world, person, [await aWorkshop(world, eventId)]))
  await withThemes(world, eventId)
  const { row } = await send(await makeTestApp(world), { token: await tokenOf(world, person) })
  await submitAbstract(world, person, { abstractId: row.pk ?? 0, startedAt: world.now() })
  expect(await brokenInvariants(world)).toEqual([])
  await sql`alter table workshop drop constraint workshop_never_oversold; drop index order_item_one_seat_each`.execute(
    db,
  )

  for (const [sentence, fault] of faults) {
    const found = await world.db
      .transaction()
      .execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction)
        for (const each of fault.split(';')) await sql.raw(each).execute(transaction)
        const broken = await brokenInvariants({ db: transaction })
        throw Object.assign(new Error('taken back'), { broken })
      })
      .catch((error: Error & { broken?: string[] }) => error.broken ?? [error.message])
    expect([fault, ...found].join('\n')).toContain(`Not true: ${sentence}`)
  }
  expect(await brokenInvariants(world)).toEqual([])
})
