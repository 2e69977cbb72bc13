import { sql } from 'kysely'
import type { World } from './world.ts'

/** Sentences that must always be true of the data. Each query finds the rows that break its sentence. */
export const invariants = {
  'at most one event is current': sql`select count(*) from event where is_current having count(*) > 1`,
  'an event closes for registration and abstracts before it ends': sql`select id from event where greatest(registration_closes_on, abstracts_close_on) > ends_on`,
  'a current event has disciplines to submit to': sql`select id from event where is_current and not exists (select from speciality where event_id = event.id)`,
  'a profile belongs to somebody whose address is verified': sql`select applicant_id from profile join applicant on applicant.id = applicant_id join account on account.id = account_id where verified_at is null`,
  'every profile has a picture of its own': sql`select photo_key from profile group by photo_key having count(*) > 1 or photo_key = ''`,
  'the seats taken of a workshop are those that orders hold': sql`select id from workshop where seats_taken <> (select count(*) from order_item where workshop_id = workshop.id and holds)`,
  'no workshop has more seats taken than it has': sql`select id from workshop where seats_taken > seats`,
  'every payment that the sandbox took is in the ledger, or is still being asked about': sql`select transaction_id from sandbox_payment where captured_at is not null
    and not exists (select from ledger_entry where gateway = 'sandbox' and kind = 'capture' and gateway_reference = sandbox_payment.transaction_id)
    and not exists (select from payment_attempt where payment_attempt.reference = sandbox_payment.reference and next_check_at is not null)
    and not exists (select from payment_exception where gateway = 'sandbox' and gateway_reference in (sandbox_payment.transaction_id, sandbox_payment.reference))`,
  'every payment that was captured belongs to a paid order, was given back, or is an exception': sql`select ledger_entry.id from ledger_entry join orders on orders.id = order_id
    where kind = 'capture' and state <> 'paid'
    and not exists (select from payment_exception where attempt_id = ledger_entry.attempt_id and payment_exception.kind <> 'unresolved_attempt')
    and not exists (select from ledger_entry given where given.kind = 'refund' and given.attempt_id = ledger_entry.attempt_id)`,
  'a paid order was paid in full, by one payment': sql`select orders.id from orders where state = 'paid' and total <> (
    select coalesce(sum(amount), 0) from ledger_entry where ledger_entry.order_id = orders.id and kind = 'capture' and ledger_entry.currency = orders.currency
    and not exists (select from payment_exception where attempt_id = ledger_entry.attempt_id and payment_exception.kind <> 'unresolved_attempt'))`,
  'an exception has the money that the bank took, or that was asked for': sql`select payment_exception.id from payment_exception join payment_attempt on payment_attempt.id = attempt_id
    where payment_exception.amount is null`,
  'a paid order holds all its seats': sql`select order_id from order_item join orders on orders.id = order_id where state = 'paid' and not holds`,
  'a pending order holds all its seats': sql`select order_id from order_item join orders on orders.id = order_id where state = 'pending' and not holds`,
  'an order that lapsed or was cancelled holds no seat': sql`select order_id from order_item join orders on orders.id = order_id where state in ('lapsed', 'cancelled') and holds`,
  'a paid order has a receipt and a letter, and no other order has': sql`select orders.id from orders
    where (paid_at is not null) <> exists (select from receipt where receipt.order_id = orders.id)
    or (paid_at is not null) <> exists (select from mail where about = 'order ' || orders.id || ' paid')`,
  'nobody holds two seats in one workshop': sql`select applicant_id from order_item where holds group by applicant_id, workshop_id having count(*) > 1`,
  'no payment is captured twice, nor given back twice': sql`select attempt_id from ledger_entry group by attempt_id
    having count(*) filter (where kind = 'capture') > 1 or count(*) filter (where kind = 'refund') > 1`,
  'what was given back is what was captured, or the difference is an exception': sql`select given.id from ledger_entry given
    where given.kind = 'refund' and not exists (select from ledger_entry taken where taken.kind = 'capture' and taken.attempt_id = given.attempt_id
      and taken.amount = given.amount and taken.currency = given.currency)
    and not exists (select from payment_exception where kind = 'refund_difference' and payment_exception.attempt_id = given.attempt_id)`,
  'what the bank confirmed of a refund is in the ledger, and told in a letter': sql`select refund.id from refund where confirmed_amount is not null
    and (not exists (select from ledger_entry where kind = 'refund' and ledger_entry.attempt_id = refund.attempt_id
      and ledger_entry.amount = confirmed_amount and ledger_entry.currency = confirmed_currency)
    or not exists (select from mail where about = 'refund ' || refund.id || ' done'))`,
  'a payment that is not finished is asked about again, or is an exception': sql`select id from payment_attempt where state in ('created', 'registered') and next_check_at is null
    and not exists (select from payment_exception where attempt_id = payment_attempt.id)`,
  'a captured payment is in the ledger, and only that': sql`select id from payment_attempt where (state = 'captured') <> exists (select from ledger_entry where attempt_id = payment_attempt.id and kind = 'capture')`,
  'receipts are numbered without a gap': sql`select event_id from receipt group by event_id having count(*) <> max(number) or min(number) <> 1`,
  'the total of an order is the sum of its items': sql`select orders.id from orders where total <> (select coalesce(sum(price), 0) from order_item where order_id = orders.id)`,
  'an order is for workshops of one event': sql`select order_id from order_item join applicant on applicant.id = applicant_id join workshop on workshop.id = workshop_id where workshop.event_id <> applicant.event_id`,
  'an abstract that was submitted has a number and a letter, and a draft has neither': sql`select id from abstract
    where (status <> '') <> (number is not null) or (status <> '') <> exists (select from mail where about = 'abstract ' || abstract.id || ' submitted')`,
  'abstracts are numbered without a gap': sql`select event_id from abstract where number is not null group by event_id
    having count(*) <> max(number) or min(number) <> 1`,
  'an abstract has all its versions, and the one that counts is there': sql`select id from abstract
    where versions <> (select count(*) from abstract_version where abstract_id = abstract.id)
    or versions <> (select coalesce(max(number), 0) from abstract_version where abstract_id = abstract.id)
    or not exists (select from abstract_version where abstract_id = abstract.id and number = current_version and not is_aside)`,
  'an abstract is submitted to a discipline of its own event': sql`select abstract_id from abstract_version
    join abstract on abstract.id = abstract_id join sub_speciality on sub_speciality.id = sub_speciality_id
    join speciality on speciality.id = speciality_id where speciality.event_id <> abstract.event_id`,
  'an upload has received what its pieces come to': sql`select id from upload
    where received <> (select coalesce(sum(size), 0) from upload_piece where upload_id = upload.id)`,
  'the college has an owner, once it had one': sql`select from staff_grant where role = 'owner'
    having count(*) > 0 and count(*) filter (where revoked_at is null) = 0`,
  'the audit trail reads as it was written': sql`select id from act_change where blanked_at is null
    and (before_digest is distinct from change_digest(salt, before) or after_digest is distinct from change_digest(salt, after))`,
  'nothing is known of somebody who was erased': sql`select id from account where erased_at is not null and (
    full_name <> 'Erased person' or email <> 'erased-' || id or password_hash is not null
    or exists (select from staff_session where account_id = account.id) or exists (select from staff_link where account_id = account.id)
    or exists (select from staff_grant where account_id = account.id and revoked_at is null)
    or exists (select from session where account_id = account.id) or exists (select from email_change where account_id = account.id)
    or exists (select from profile join applicant on applicant.id = applicant_id where account_id = account.id))`,
  'a workshop is not held after its event': sql`select workshop.id from workshop join event on event.id = event_id where (starts_at at time zone time_zone)::date > ends_on`,
}

export async function brokenInvariants(world: Pick<World, 'db'>): Promise<string[]> {
  const broken: string[] = []
  for (const [sentence, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(world.db)
    if (rows.length > 0) broken.push(`Not true: ${sentence} (${rows.length} found).`)
  }
  return broken
}
