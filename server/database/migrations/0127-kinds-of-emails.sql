-- additive
-- What an email is about, as keys. Until now `mail.about` held it as a text such as 'order 12 paid', which no constraint could check and every
-- query had to build again. The text stays for one release, for the version before: see docs/decisions/0102.

alter table mail
  -- One of server/kernel/outbox/kinds.ts. An email from before this migration that names nothing is 'other'.
  add column kind text not null default 'other' check (kind ~ '^[a-z][a-z_]*$'),
  add column order_id int references orders,
  add column refund_id int references refund,
  add column payout_id int references payout,
  add column offline_payment_id int references offline_payment,
  add column exception_id int references payment_exception,
  add column seat_move_id int references seat_move,
  add column order_given_id int references order_given,
  add column workshop_id int references workshop,
  add column abstract_id int references abstract,
  add column decision_id int references decision,
  add column reviewer_id int references reviewer,
  add column assignment_id int references assignment,
  add column run_id int references assignment_run,
  -- Which of several of one kind about the same thing: the version of the order or workshop, the receipt that is sent again, the act.
  add column number bigint,
  -- The deadline of which a reviewer is reminded, or the day of a reminder by hand.
  add column day date,
  -- The order page finds every email about money or seats by the order alone.
  add check (num_nonnulls(refund_id, payout_id, offline_payment_id, exception_id, seat_move_id, order_given_id, workshop_id) = 0 or order_id is not null),
  add check (decision_id is null or abstract_id is not null),
  add check (num_nonnulls(assignment_id, run_id, day) = 0 or reviewer_id is not null);

-- The text that the version before writes, as keys. What names nothing that exists stays 'other'.
create function mail_with_keys(written mail) returns mail language plpgsql as $$
declare
  part text[];
begin
  if written.mailing_id is not null then
    written.kind := 'mailing';
    return written;
  end if;
  if written.about is null then
    return written;
  end if;

  part := regexp_match(written.about, '^order (\d{1,9}) (paid|cancelled)$');
  if part is not null and exists (select from orders where id = part[1]::int) then
    written.order_id := part[1]::int;
    written.kind := case when part[2] = 'cancelled' then 'order_cancelled'
      when written.subject like 'We have received your payment%' then 'order_paid_without_seats' else 'order_paid' end;
    return written;
  end if;

  part := regexp_match(written.about, '^order (\d{1,9}) (held|receipt) (\d{1,9})$');
  if part is not null and exists (select from orders where id = part[1]::int) then
    written.order_id := part[1]::int;
    written.number := part[3]::bigint;
    written.kind := case part[2] when 'held' then 'order_held' else 'receipt_again' end;
    return written;
  end if;

  part := regexp_match(written.about, '^order (\d{1,9}) workshop (\d{1,9}) (\d{1,9})$');
  if part is not null and exists (select from orders, workshop where orders.id = part[1]::int and workshop.id = part[2]::int) then
    written.order_id := part[1]::int;
    written.workshop_id := part[2]::int;
    written.number := part[3]::bigint;
    written.kind := case when written.subject like 'Cancelled: %' then 'workshop_cancelled'
      when written.subject like '% goes ahead after all' then 'workshop_reinstated' else 'workshop_moved' end;
    return written;
  end if;

  part := regexp_match(written.about, '^order given (\d{1,9}) (from|to)$');
  if part is not null then
    select order_id, id into written.order_id, written.order_given_id from order_given where id = part[1]::int;
    if written.order_given_id is not null then
      written.kind := case when part[2] = 'from' then 'order_given_away' when written.subject like 'Seats are held%' then 'unpaid_order_given' else 'order_given' end;
    end if;
    return written;
  end if;

  part := regexp_match(written.about, '^seat move (\d{1,9})$');
  if part is not null then
    select order_id, id into written.order_id, written.seat_move_id from seat_move where id = part[1]::int;
    written.kind := case when written.seat_move_id is null then 'other' else 'seat_moved' end;
    return written;
  end if;

  part := regexp_match(written.about, '^refund (\d{1,9}) done$');
  if part is not null then
    select order_id, refund.id into written.order_id, written.refund_id
      from refund join payment_attempt on payment_attempt.id = attempt_id where refund.id = part[1]::int;
    written.kind := case when written.refund_id is null then 'other' else 'refund_done' end;
    return written;
  end if;

  part := regexp_match(written.about, '^payout (\d{1,9}) done$');
  if part is not null then
    select order_id, id into written.order_id, written.payout_id from payout where id = part[1]::int;
    written.kind := case when written.payout_id is null then 'other' else 'payout_done' end;
    return written;
  end if;

  part := regexp_match(written.about, '^offline (\d{1,9}) (recorded|rejected|lapsed)$');
  if part is not null then
    select order_id, id into written.order_id, written.offline_payment_id from offline_payment where id = part[1]::int;
    written.kind := case when written.offline_payment_id is null then 'other' else 'offline_' || part[2] end;
    return written;
  end if;

  part := regexp_match(written.about, '^exception (\d{1,9}) rest$');
  if part is not null then
    select order_id, id into written.order_id, written.exception_id from payment_exception where id = part[1]::int and order_id is not null;
    written.kind := case when written.exception_id is null then 'other' else 'rest_due' end;
    return written;
  end if;

  part := regexp_match(written.about, '^abstract (\d{1,9}) submitted$');
  if part is not null and exists (select from abstract where id = part[1]::int) then
    written.abstract_id := part[1]::int;
    written.kind := 'abstract_submitted';
    return written;
  end if;

  part := regexp_match(written.about, '^abstract (\d{1,9}) (decision|joined) (\d{1,9})$');
  if part is not null and exists (select from abstract where id = part[1]::int) then
    select id, case part[2] when 'joined' then 'abstract_joined' else 'decision_' || outcome end into written.decision_id, written.kind
      from decision where id = part[3]::int;
    written.kind := coalesce(written.kind, 'other');
    written.abstract_id := part[1]::int;
    return written;
  end if;

  part := regexp_match(written.about, '^abstract (\d{1,9}) blind file (\d{1,9})$');
  if part is not null and exists (select from abstract where id = part[1]::int) then
    written.abstract_id := part[1]::int;
    written.number := part[2]::bigint;
    written.kind := 'blind_file_asked';
    return written;
  end if;

  part := regexp_match(written.about, '^review assigned (\d{1,9}) (run|by hand) (\d{1,18})$');
  if part is not null and exists (select from reviewer where id = part[1]::int) then
    written.run_id := case part[2] when 'run' then (select id from assignment_run where id = part[3]::bigint) end;
    written.number := case part[2] when 'by hand' then part[3]::bigint end;
    written.reviewer_id := part[1]::int;
    written.kind := 'review_assigned';
    return written;
  end if;

  part := regexp_match(written.about, '^review reminder (\d{1,9}) (due|by hand) (\d{4}-\d\d-\d\d)(?: (-?\d{1,3}))?$');
  if part is not null and exists (select from reviewer where id = part[1]::int) then
    written.reviewer_id := part[1]::int;
    written.day := part[3]::date;
    written.number := part[4]::bigint;
    written.kind := 'review_reminder';
    return written;
  end if;

  part := regexp_match(written.about, '^review (\d{1,9}) sent back (\d{1,18})$');
  if part is not null then
    select reviewer_id, id into written.reviewer_id, written.assignment_id from assignment where id = part[1]::int;
    written.number := case when written.assignment_id is null then null else part[2]::bigint end;
    written.kind := case when written.assignment_id is null then 'other' else 'review_sent_back' end;
  end if;
  return written;
end $$;

update mail set kind = keyed.kind, order_id = keyed.order_id, refund_id = keyed.refund_id, payout_id = keyed.payout_id,
    offline_payment_id = keyed.offline_payment_id, exception_id = keyed.exception_id, seat_move_id = keyed.seat_move_id,
    order_given_id = keyed.order_given_id, workshop_id = keyed.workshop_id, abstract_id = keyed.abstract_id, decision_id = keyed.decision_id,
    reviewer_id = keyed.reviewer_id, assignment_id = keyed.assignment_id, run_id = keyed.run_id, number = keyed.number, day = keyed.day
  from mail as before cross join lateral mail_with_keys(before) as keyed
  where before.id = mail.id and (before.about is not null or before.mailing_id is not null);

-- None is written twice about the same thing, whatever is started again. Emails without a key may repeat.
create unique index mail_once on mail (kind, order_id, refund_id, payout_id, offline_payment_id, exception_id, seat_move_id, order_given_id, workshop_id,
    abstract_id, decision_id, reviewer_id, assignment_id, run_id, number, day) nulls not distinct
  where kind <> 'other' and num_nonnulls(order_id, abstract_id, reviewer_id) > 0;
create index mail_of_order on mail (order_id, id) where order_id is not null;
create index mail_of_abstract on mail (abstract_id, id) where abstract_id is not null;
create index mail_of_decision on mail (decision_id) where decision_id is not null;
create index mail_of_reviewer on mail (reviewer_id, day) where reviewer_id is not null;
-- The foreign keys are checked when one of these is deleted.
create index mail_of_workshop on mail (workshop_id) where workshop_id is not null;

-- While both versions run: what the version before writes has its keys, and it hides what we write about abstracts and reviews by its text.
create function mail_both_ways() returns trigger language plpgsql as $$
begin
  if new.kind = 'other' then
    return mail_with_keys(new);
  end if;
  if new.about is null and new.abstract_id is not null then
    new.about := 'abstract ' || new.abstract_id || ' email ' || new.id;
  elsif new.about is null and new.reviewer_id is not null then
    new.about := 'review email ' || new.id;
  end if;
  return new;
end $$;
create trigger mail_both_ways before insert on mail for each row execute function mail_both_ways();

-- Authors who withdraw get no email that still waits, whichever comes first.
create or replace function withdrawn_get_no_decision() returns trigger language plpgsql as $$
begin
  update mail set given_up_at = new.withdrawn_at, cause = 'stopped', last_error = 'withdrawn'
    where sent_at is null and given_up_at is null and abstract_id = new.id
      and decision_id in (select id from decision where decision.abstract_id = new.id);
  return null;
end $$;
