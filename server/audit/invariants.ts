import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { isAside } from '#server/payments/books/ledger.ts'
import { actReadsOtherwise } from './seals.ts'

/** Sentences that must always be true of the data. Each query finds the rows that break its sentence. */
export const invariants = {
  'at most one event is current': sql`select count(*) from event where is_current having count(*) > 1`,
  'an event closes for registration and abstracts before it ends': sql`select id from event where greatest(registration_closes_on, abstracts_close_on) > ends_on`,
  'a current event has disciplines to submit to': sql`select id from event where is_current and not exists (select from speciality where event_id = event.id and retired_at is null)`,
  'nobody has more time in an event that has ended': sql`select extension.id from extension join event on event.id = event_id
    where ended_at is null and event_state in ('ended', 'archived')`,
  'whoever is at an event is found there, as they are now': sql`select applicant.id from applicant join account on account.id = account_id
    left join profile on profile.applicant_id = applicant.id left join person_search on person_search.applicant_id = applicant.id
    where (person_search.applicant_id is null) <> (erased_at is not null or exists (select from account_merge where gone = account.id and undone_at is null))
    or person_search.account_id <> account.id or person_search.name_key <> search_form(full_name) or has_profile <> (profile.applicant_id is not null)
    or not person_search.words @@ (select search_question(email)) or institution_key <> coalesce(search_form(institution), '')`,
  'an account that is part of another has no password, nobody signed in, and leads there': sql`select account_merge.id from account_merge
    join account on account.id = gone where undone_at is null and account.erased_at is null and (password_hash is not null
    or exists (select from session where account_id = gone) or not exists (select from account_alias where account_alias.email_key = account.email_key))`,
  'a profile belongs to somebody whose address is verified': sql`select applicant_id from profile join applicant on applicant.id = applicant_id join account on account.id = account_id where verified_at is null`,
  'every profile has a picture of its own': sql`select photo_key from profile group by photo_key having count(*) > 1 or photo_key = ''`,
  'the seats taken of a workshop are those that orders hold': sql`select id from workshop where seats_taken <> (select count(*) from order_item where workshop_id = workshop.id and holds)`,
  'no workshop has more seats taken than it has': sql`select id from workshop where seats_taken > seats`,
  'a workshop that is cancelled has its sales stopped': sql`select id from workshop where cancelled_at is not null and sales_stopped_at is null`,
  'every payment that the sandbox took is in the ledger, or is still being asked about': sql`select transaction_id from sandbox_payment where captured_at is not null
    and not exists (select from ledger_entry where gateway = 'sandbox' and kind = 'capture' and gateway_reference = sandbox_payment.transaction_id)
    and not exists (select from payment_attempt where payment_attempt.reference = sandbox_payment.reference and next_check_at is not null)
    and not exists (select from payment_exception where gateway = 'sandbox' and gateway_reference in (sandbox_payment.transaction_id, sandbox_payment.reference))`,
  'every payment that was captured belongs to a paid order, was given back, or is an exception': sql`select ledger_entry.id from ledger_entry join orders on orders.id = order_id
    where kind = 'capture' and state <> 'paid'
    and not exists (select from payment_exception where attempt_id = ledger_entry.attempt_id and payment_exception.kind <> 'unresolved_attempt')
    and not exists (select from ledger_entry given where given.kind in ('refund', 'payout') and given.attempt_id = ledger_entry.attempt_id)`,
  'what came for a paid order, less what was paid out, is the price of its seats': sql`select orders.id from orders where state = 'paid' and (
    select coalesce(sum(price), 0) from order_item where order_id = orders.id and cancelled_at is null) <> (
    select coalesce(sum(case kind when 'capture' then amount else -amount end), 0) from ledger_entry
    where ledger_entry.order_id = orders.id and kind in ('capture', 'payout') and ledger_entry.currency = orders.currency
    and not ${isAside(sql`ledger_entry.attempt_id`)})`,
  'no more goes back of a payment than came, where some was paid out': sql`select attempt_id from ledger_entry group by attempt_id
    having count(*) filter (where kind = 'payout') > 0
    and sum(amount) filter (where kind <> 'capture') > coalesce(sum(amount) filter (where kind = 'capture'), 0)`,
  'a payout that was confirmed is in the ledger and told in a letter, and no other is': sql`select id from payout
    where (state = 'confirmed') <> exists (select from ledger_entry where kind = 'payout' and gateway = way and gateway_reference = 'payout ' || payout.id
      and ledger_entry.attempt_id = payout.attempt_id and ledger_entry.amount = payout.amount and ledger_entry.currency = payout.currency)
    or (state = 'confirmed') <> exists (select from mail where mail.payout_id = payout.id)`,
  'a payment at the desk that was confirmed is one captured payment and one entry of the ledger, and no other is': sql`select offline_payment.id
    from offline_payment left join payment_attempt on payment_attempt.id = attempt_id
    where (offline_payment.state = 'confirmed') <> (payment_attempt.id is not null)
    or (offline_payment.state = 'confirmed' and (payment_attempt.state <> 'captured' or payment_attempt.gateway <> way
      or payment_attempt.order_id <> offline_payment.order_id
      or (select count(*) from ledger_entry where ledger_entry.attempt_id = payment_attempt.id and kind = 'capture'
        and ledger_entry.amount = offline_payment.amount and ledger_entry.currency = offline_payment.currency) <> 1))`,
  'no cash or draft is in the ledger without a voucher that was confirmed': sql`select id from ledger_entry
    where kind = 'capture' and gateway in ('cash', 'draft')
    and not exists (select from offline_payment where offline_payment.attempt_id = ledger_entry.attempt_id and state = 'confirmed')`,
  'a payment at the desk waits only for an order that waits': sql`select offline_payment.id from offline_payment join orders on orders.id = order_id
    where offline_payment.state = 'recorded' and orders.state = 'cancelled'`,
  'vouchers are numbered without a gap': sql`select event_id from offline_payment group by event_id having count(*) <> max(voucher) or min(voucher) <> 1`,
  'no entry of the ledger is in two closings': sql`select ledger_entry_id from closing_entry group by ledger_entry_id having count(*) > 1`,
  'a closing comes to what its entries come to': sql`select closing.id from closing
    where entries <> (select count(*) from closing_entry where closing_id = closing.id)
    or cash_books <> (select coalesce(sum(case kind when 'capture' then amount else -amount end), 0) from closing_entry
      join ledger_entry on ledger_entry.id = ledger_entry_id where closing_id = closing.id and gateway = 'cash')`,
  'closings are numbered without a gap': sql`select event_id from closing group by event_id having count(*) <> max(number) or min(number) <> 1`,
  'an exception has the money that the bank took, or that was asked for': sql`select payment_exception.id from payment_exception join payment_attempt on payment_attempt.id = attempt_id
    where payment_exception.amount is null`,
  'a paid order holds all its seats that are not cancelled': sql`select order_id from order_item join orders on orders.id = order_id
    where state = 'paid' and holds = (cancelled_at is not null)`,
  'a pending order holds all its seats': sql`select order_id from order_item join orders on orders.id = order_id where state = 'pending' and not holds`,
  'an order that lapsed or was cancelled holds no seat': sql`select order_id from order_item join orders on orders.id = order_id where state in ('lapsed', 'cancelled') and holds`,
  'a paid order has a receipt and a letter, and no other order has': sql`select orders.id from orders
    where (paid_at is not null) <> exists (select from receipt where receipt.order_id = orders.id)
    or (paid_at is not null) <> exists (select from mail where mail.order_id = orders.id and mail.kind in ('order_paid', 'order_paid_without_seats'))`,
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
    or not exists (select from mail where mail.refund_id = refund.id))`,
  'a payment that is not finished is asked about again, or is an exception': sql`select id from payment_attempt where state in ('created', 'registered') and next_check_at is null
    and not exists (select from payment_exception where attempt_id = payment_attempt.id)`,
  'a captured payment is in the ledger, and only that': sql`select id from payment_attempt where (state = 'captured') <> exists (select from ledger_entry where attempt_id = payment_attempt.id and kind = 'capture')`,
  'receipts are numbered without a gap': sql`select event_id from receipt group by event_id having count(*) <> max(number) or min(number) <> 1`,
  'the total of an order is the sum of its items': sql`select orders.id from orders where total <> (select coalesce(sum(price), 0) from order_item where order_id = orders.id)`,
  'an order is for workshops of one event': sql`select order_id from order_item join applicant on applicant.id = applicant_id join workshop on workshop.id = workshop_id where workshop.event_id <> applicant.event_id`,
  'an order is of the event of whoever made it': sql`select orders.id from orders join applicant on applicant.id = applicant_id where orders.event_id <> applicant.event_id`,
  'an abstract that was submitted has a number and a letter, and a draft has neither': sql`select id from abstract
    where (status <> '') <> (number is not null) or (status <> '') <> exists (select from mail where mail.abstract_id = abstract.id and mail.kind = 'abstract_submitted')`,
  'abstracts are numbered without a gap': sql`select event_id from abstract where number is not null group by event_id
    having count(*) <> max(number) or min(number) <> 1`,
  'an abstract has all its versions, and the one that counts is there': sql`select id from abstract
    where versions <> (select count(*) from abstract_version where abstract_id = abstract.id)
    or versions <> (select coalesce(max(number), 0) from abstract_version where abstract_id = abstract.id)
    or not exists (select from abstract_version where abstract_id = abstract.id and number = current_version and not is_aside)`,
  'an abstract is submitted to a discipline of its own event': sql`select abstract_id from abstract_version
    join abstract on abstract.id = abstract_id join sub_speciality on sub_speciality.id = sub_speciality_id
    join speciality on speciality.id = speciality_id where speciality.event_id <> abstract.event_id`,
  'an abstract that names its authors says which of them presents': sql`select abstract_id from abstract_author group by abstract_id having count(*) filter (where presents) <> 1`,
  'nobody reviews what they are in conflict with': sql`select id from assignment
    where state in ('assigned', 'begun', 'submitted', 'sent_back') and reviewer_may_not(abstract_id, reviewer_id) is not null`,
  'what is not under review is reviewed by nobody': sql`select assignment.id from assignment join abstract on abstract.id = abstract_id
    where assignment.state in ('assigned', 'begun', 'sent_back') and abstract.state <> 'under_review'`,
  'a reviewer wishes for abstracts of their own event': sql`select abstract_id from bid join reviewer on reviewer.id = reviewer_id
    join abstract on abstract.id = abstract_id where abstract.event_id <> reviewer.event_id`,
  'the total of a review is what its scores come to': sql`select assignment_id from review where total is distinct from (
    select round(sum(score * weight) / sum(weight), 2) from review_score join criterion on criterion.id = criterion_id where review_score.assignment_id = review.assignment_id)
    and exists (select from review_score where review_score.assignment_id = review.assignment_id)`,
  'what is with reviewers has a redaction of the version that counts': sql`select id from abstract
    where state = 'under_review' and not exists (select from redaction where abstract_id = abstract.id and version = current_version)`,
  'what was found in an abstract is forgotten with its author': sql`select abstract_id from redaction join abstract on abstract.id = abstract_id
    join applicant on applicant.id = applicant_id join account on account.id = account_id where erased_at is not null and found <> '[]'`,
  'an abstract is merged into one that is there': sql`select one.id from abstract one join abstract other on other.id = one.merged_into
    where other.merged_into is not null or other.withdrawn_at is not null`,
  'what an author was told is the newest decision that was published': sql`select abstract.id from abstract left join lateral (
      select outcome, as_type, into_id from decision join decision_batch on decision_batch.id = batch_id
      where abstract_id = abstract.id and taken_back_at is null order by decision.id desc limit 1) as told on true
    where withdrawn_at is null and ((told_at is null) <> (outcome is null) or not case outcome
      when 'accepted' then status in ('Accepted', 'Confirmed', 'Not presenting') and accepted_as = as_type
      when 'rejected' then status = 'Rejected' when 'waiting' then status = 'Waiting list'
      when 'merged' then coalesce(merged_into, 0) = into_id when 'duplicate' then coalesce(duplicate_of, 0) = into_id
      when 'revise' then status in ('Pending', 'Under review') when 'reset' then status = 'Under review' else true end)`,
  'no letter goes out about a decision that was taken back': sql`select mail.id from mail
    join decision on decision.id = mail.decision_id and decision.abstract_id = mail.abstract_id join decision_batch on decision_batch.id = batch_id
    where taken_back_at is not null and given_up_at is null`,
  'an email about money or seats names the order of its refund, payout, payment or exception': sql`select mail.id from mail
    left join refund on refund.id = mail.refund_id left join payment_attempt on payment_attempt.id = refund.attempt_id
    left join payout on payout.id = mail.payout_id left join offline_payment on offline_payment.id = mail.offline_payment_id
    left join payment_exception on payment_exception.id = mail.exception_id left join seat_move on seat_move.id = mail.seat_move_id
    left join order_given on order_given.id = mail.order_given_id
    where coalesce(payment_attempt.order_id, payout.order_id, offline_payment.order_id, payment_exception.order_id, seat_move.order_id, order_given.order_id)
      <> mail.order_id`,
  'nothing is known of a reviewer or an author who was erased': sql`select reviewer.id from reviewer join account on account.id = account_id
    where erased_at is not null and (reviewer.email <> '' or invited_name <> '' or institution <> '' or department <> '' or state <> 'removed'
      or exists (select from reviewer_address where reviewer_id = reviewer.id))
    union all select abstract_id from abstract_author join account on account.id = account_id where erased_at is not null`,
  'an upload has received what its pieces come to': sql`select id from upload
    where received <> (select coalesce(sum(size), 0) from upload_piece where upload_id = upload.id)`,
  'the college has an owner, once it had one': sql`select from staff_grant where role = 'owner'
    having count(*) > 0 and count(*) filter (where revoked_at is null) = 0`,
  // What is sealed already is compared when its seal is: the whole of the trail every night would take ever longer.
  'the audit trail reads as it was written': sql`select id from act_change where seal is null and blanked_at is null
    and (before_digest is distinct from change_digest(salt, before) or after_digest is distinct from change_digest(salt, after))
    union all select id from act where seal is null and ${actReadsOtherwise}`,
  // Whoever blanks an entry by hand has no erasure for it: which rows each one blanked is itself in the audit log, under a seal.
  'what was blanked in the audit log was blanked by an erasure, which is in the audit log too': sql`select audit_blanking.id from audit_blanking
    left join account on account.id = account_id, blanked_rows(audit_blanking.id) as blanked
    where erased_at is distinct from at or blanked.rows <> audit_blanking.rows or blanked.rows_digest <> audit_blanking.rows_digest
    or not exists (select from act_change where table_name = 'audit_blanking' and row_key = audit_blanking.id::text and before is null
      and after = to_jsonb(audit_blanking))
    union all select id from act_change where blanking_id is not null and not exists (select from audit_blanking where id = blanking_id)
    union all select id from act where reason_blanking_id is not null and not exists (select from audit_blanking where id = reason_blanking_id)
    union all select id from act where name_blanking_id is not null and not exists (select from audit_blanking where id = name_blanking_id)`,
  'nothing is known of somebody who was erased': sql`select id from account where erased_at is not null and (
    full_name <> 'Erased person' or email <> 'erased-' || id or password_hash is not null
    or exists (select from staff_session where account_id = account.id) or exists (select from staff_link where account_id = account.id)
    or exists (select from passkey where account_id = account.id) or exists (select from totp where account_id = account.id)
    or exists (select from recovery_code where account_id = account.id)
    or exists (select from staff_grant where account_id = account.id and revoked_at is null)
    or exists (select from session where account_id = account.id) or exists (select from email_change where account_id = account.id)
    or exists (select from profile join applicant on applicant.id = applicant_id where account_id = account.id))`,
  'a letter to many is written once to each, and counted': sql`select mailing.id from mailing where posted <> (
      select count(*) from mailing_recipient where mailing_id = mailing.id and state = 'posted')
    union all select mailing_id from mail where mailing_id is not null group by mailing_id, account_id having count(*) > 1
    union all select recipient.mailing_id from mailing_recipient as recipient join mail on mail.id = recipient.mail_id
      where (mail.mailing_id, mail.account_id) is distinct from (recipient.mailing_id, recipient.account_id)`,
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
