-- additive
-- What reviewers would like to read: they choose among titles without an author, which each of them knows by numbers of their own.

-- Which titles somebody is shown, and under which numbers, comes from it. Nobody is told it, and it stays as long as the event.
create table bid_key (
  event_id int primary key references event,
  key uuid not null default gen_random_uuid()
);
create function draw_bid_key() returns trigger language plpgsql as $$
begin
  insert into bid_key (event_id) values (new.event_id) on conflict do nothing;
  return null;
end $$;
create trigger draw_bid_key after insert or update of bids on review_call for each row when (new.bids) execute function draw_bid_key();
insert into bid_key (event_id) select event_id from review_call where bids;

-- Once a proposal was applied a wish would change nothing. And nobody wishes for the work of another event.
create function bid_is_taken() returns trigger language plpgsql as $$
begin
  if exists (select from reviewer join assignment_run using (event_id) where reviewer.id = new.reviewer_id and assignment_run.state = 'applied') then
    raise exception 'wishes are over: a proposal was applied' using errcode = 'check_violation', constraint = 'bid_is_taken';
  end if;
  if not exists (select from reviewer join abstract using (event_id) where reviewer.id = new.reviewer_id and abstract.id = new.abstract_id) then
    raise exception 'abstract % is of another event', new.abstract_id using errcode = 'check_violation', constraint = 'bid_is_taken';
  end if;
  return new;
end $$;
create trigger bid_is_taken before insert or update on bid for each row execute function bid_is_taken();

-- Not in `blind`: it names abstracts. Of their fields two of three, by lot: whoever misses one cannot tell a conflict from the lot.
-- The conditions are those of `reviewer_may_not`, which runs with the rights of whoever asks, and they have none.
create view bid_title with (security_barrier) as
  select me.reviewer_id, abstract.id as abstract_id, encode(substring(drawn from 1 for 16), 'hex') as title_id,
    speciality.description as speciality, coalesce(made.title, written.title) as title
  from blind.me join public.review_call using (event_id) join public.bid_key using (event_id) join public.abstract using (event_id)
  join public.abstract_version written on written.abstract_id = abstract.id and written.number = abstract.current_version
  join public.redaction made on made.abstract_id = abstract.id and made.version = abstract.current_version and made.state = 'ready'
  join public.sub_speciality on sub_speciality.id = sub_speciality_id join public.speciality on speciality.id = speciality_id
  join public.reviewer_field on reviewer_field.reviewer_id = me.reviewer_id and reviewer_field.speciality_id = speciality.id
  join public.reviewer theirs on theirs.id = me.reviewer_id join public.applicant on applicant.id = abstract.applicant_id
  cross join lateral (select sha256(convert_to(key || ' ' || me.reviewer_id || ' ' || abstract.id, 'UTF8')) as drawn) as lot
  where bids and abstract.state::text = 'under_review' and get_byte(drawn, 31) < 171 and theirs.account_id <> applicant.account_id
    and not exists (select from public.reviewer_address known join public.account using (email_key) where known.reviewer_id = theirs.id and account.id = applicant.account_id)
    and not exists (select from public.abstract_author author where author.abstract_id = abstract.id and author.account_id = theirs.account_id)
    and not exists (select from public.abstract_author author join public.reviewer_address known using (email_key) where author.abstract_id = abstract.id and known.reviewer_id = theirs.id)
    and not exists (select from public.conflict where conflict.abstract_id = abstract.id and conflict.reviewer_id = theirs.id and strength = 'hard');

create view blind.bid_title with (security_barrier) as
  select title_id, speciality, title, coalesce(bid, 0) as bid from public.bid_title left join public.bid using (reviewer_id, abstract_id);

create or replace view blind.call with (security_barrier) as
  select due_on, grace_minutes, blind, others, bids, began_at is not null as has_begun,
    (due_on + 1)::timestamp at time zone time_zone as due_at, (due_on + 1)::timestamp at time zone time_zone + make_interval(mins => grace_minutes) as closes_at,
    bids and began_at is not null and not exists (select from public.assignment_run run where run.event_id = me.event_id and run.state = 'applied') as takes_bids
  from public.review_call join blind.me as me using (event_id);
