-- additive
-- One person with several accounts is one person: for whoever must be another, for what they refuse, and for what is given to them.
-- Receipts keep the name that they were printed with, and an export ends with the role that it was made by.

-- Two accounts of one person -----------------------------------------------------------------------------------------------------------

-- The account that stands for a person, through all that became part of it.
create function person_of(of_account int) returns int language sql stable parallel safe
begin atomic
  with recursive standing (id) as (
    select of_account
    union select kept from account_merge join standing on gone = standing.id where undone_at is null)
  select id from standing where not exists (select from account_merge where gone = standing.id and undone_at is null);
end;

create function is_same_person(one int, other int) returns boolean language sql stable parallel safe
  return one = other or (exists (select from account_merge where gone in (one, other) and undone_at is null)
    and person_of(one) = person_of(other));

-- What two people agree to is agreed to by two people. The columns of the first and of the second are its arguments.
create function second_person_is_another() returns trigger language plpgsql as $$
declare
  one int := (to_jsonb(new) ->> tg_argv[0])::int;
  other int := (to_jsonb(new) ->> tg_argv[1])::int;
begin
  -- Whoever makes these accounts one at this moment locks both of them: they come before, and are seen, or after.
  perform from account where id = other for key share;
  if is_same_person(one, other) then
    raise exception 'a second person is somebody else, whatever their account'
      using errcode = 'check_violation', constraint = tg_table_name || '_second_person';
  end if;
  return new;
end $$;
create trigger second_person_is_another before insert or update of state, alone, recorded_by, decided_by on offline_payment for each row
  when (new.state = 'confirmed' and not new.alone) execute function second_person_is_another('recorded_by', 'decided_by');
create trigger second_person_is_another before insert or update of state, alone, recorded_by, decided_by on payout for each row
  when (new.state = 'confirmed' and not new.alone) execute function second_person_is_another('recorded_by', 'decided_by');
create trigger second_person_is_another before insert or update of state, proposed_by, decided_by on refund_proposal for each row
  when (new.state = 'approved') execute function second_person_is_another('proposed_by', 'decided_by');
create trigger second_person_is_another before insert or update of proposed_by, approved_by on refund for each row
  when (new.approved_by is not null and new.proposed_by is not null) execute function second_person_is_another('proposed_by', 'approved_by');

-- Orders that are given ------------------------------------------------------------------------------------------------------------------

-- Whoever takes an order can sign in and come with it. Their applicant is locked by whoever gives, merges or erases: one of them is first.
create function order_is_given_to_somebody() returns trigger language plpgsql as $$
begin
  perform from applicant join account on account.id = account_id
    where applicant.id = new.to_applicant_id and erased_at is null and person_of(account.id) = account.id;
  if not found then
    raise exception 'an order is given to nobody' using errcode = 'check_violation', constraint = 'order_is_given_to_somebody';
  end if;
  return new;
end $$;
create trigger order_is_given_to_somebody before insert on order_given for each row execute function order_is_given_to_somebody();

-- Receipts -------------------------------------------------------------------------------------------------------------------------------

-- Whose name it is: an order may have gone to somebody else since.
alter table receipt_name add column applicant_id int references applicant;
create index receipt_name_of_applicant on receipt_name (applicant_id);

update receipt_name set applicant_id = coalesce(
  (select from_applicant_id from order_given join receipt on receipt.order_id = order_given.order_id
    where order_given.order_id = receipt_name.order_id and given_at >= issued_at order by order_given.id limit 1),
  (select applicant_id from orders where orders.id = order_id));

insert into receipt_name (order_id, name, applicant_id)
  select receipt.order_id, full_name, printed.id from receipt join orders on orders.id = receipt.order_id
    join applicant as printed on printed.id = coalesce(
      (select from_applicant_id from order_given where order_given.order_id = receipt.order_id and given_at >= issued_at order by order_given.id limit 1),
      orders.applicant_id)
    join account on account.id = printed.account_id
  where erased_at is null and full_name <> ''
  on conflict (order_id) do nothing;

-- From now on it is written down with the receipt.
create function receipt_has_its_name() returns trigger language plpgsql as $$
begin
  insert into receipt_name (order_id, name, applicant_id)
    select new.order_id, full_name, applicant.id from orders join applicant on applicant.id = applicant_id
      join account on account.id = account_id where orders.id = new.order_id and full_name <> ''
    on conflict (order_id) do nothing;
  return null;
end $$;
create trigger receipt_has_its_name after insert on receipt for each row execute function receipt_has_its_name();

create or replace function erased_have_no_notes() returns trigger language plpgsql as $$
declare
  before_this text := current_setting('erasing.person', true);
begin
  perform set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and ((table_name = 'person_note' and row_key in (select id::text from person_note where account_id = new.id))
      or (table_name = 'account_alias' and row_key in (select email_key from account_alias where account_id = new.id)));
  perform set_config('erasing.person', coalesce(before_this, ''), true);
  delete from receipt_name where applicant_id in (select id from applicant where account_id = new.id);
  delete from person_note where account_id = new.id;
  delete from account_alias where account_id = new.id or email_key = old.email_key;
  delete from not_same_person where new.id in (account_a, account_b);
  return null;
end $$;

-- Exports --------------------------------------------------------------------------------------------------------------------------------

-- With a role ends what was taken along by it: nobody goes on writing it, and nobody fetches it, whatever they may later.
create function exports_end_with_the_role() returns trigger language plpgsql as $$
begin
  update export_file set state = 'stopped' where account_id = new.account_id and state in ('waiting', 'running');
  update export_file set expires_at = new.revoked_at where account_id = new.account_id and state = 'ready' and expires_at > new.revoked_at;
  return null;
end $$;
create trigger exports_end_with_the_role after update of revoked_at on staff_grant for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function exports_end_with_the_role();

-- Announcements --------------------------------------------------------------------------------------------------------------------------

-- Whoever was made one before this was written down.
insert into announcement_refusal (account_id, refused_at, way)
  select person_of(gone), min(refused_at), min(way) from announcement_refusal join account_merge on gone = account_id and undone_at is null
    join account on account.id = person_of(gone) and erased_at is null
  group by person_of(gone)
  on conflict (account_id) do nothing;
