-- additive
-- What reviewers need to see beside the text: until when, why it came back, and whether they may talk about it. And what an erased one leaves.

-- Comments to the author hold a name of its authors. For chairs; nobody else is told, or it could be asked who wrote it.
alter table assignment add column names_author boolean not null default false;

create or replace view blind.me with (security_barrier) as
  select reviewer.id as reviewer_id, reviewer.event_id, quota, reviewer.institution, reviewer.department, full_name as name, event.name as event_name, time_zone
  from public.reviewer join public.event on event.id = reviewer.event_id join public.account on account.id = reviewer.account_id
  where reviewer.id = nullif(current_setting('colloquium.reviewer', true), '')::int and reviewer.state = 'active';

-- The last day ends where the event is held; later is late, and after the grace nothing is taken.
create or replace view blind.call with (security_barrier) as
  select due_on, grace_minutes, blind, others, bids, began_at is not null as has_begun,
    (due_on + 1)::timestamp at time zone time_zone as due_at, (due_on + 1)::timestamp at time zone time_zone + make_interval(mins => grace_minutes) as closes_at
  from public.review_call join blind.me using (event_id);

create view blind.my_field with (security_barrier) as
  select speciality_id, speciality.description as name, strength from public.reviewer_field join blind.me using (reviewer_id) join public.speciality on speciality.id = speciality_id;

create or replace view blind.my_abstract with (security_barrier) as
  select mine.id as assignment_id, 'A-' || lpad(abstract.number::text, 4, '0') as number, alias, mine.state, abstract_type as type, speciality.description as speciality,
    sub_speciality.description as sub_speciality, words, coalesce(made.state, 'preparing') as redaction,
    case when shown then coalesce(made.title, written.title) end as title, case when shown then coalesce(made.background, written.background) end as background,
    case when shown then coalesce(made.material, written.material) end as material, case when shown then coalesce(made.results, written.results) end as results,
    case when shown then coalesce(made.discussion, written.discussion) end as discussion,
    case when shown then made.file_size end as file_size, case when shown then made.file_type end as file_type,
    abstract.state::text = 'under_review' and mine.state <> 'declined' as is_open, case when mine.state = 'sent_back' then mine.note else '' end as sent_back
  from public.assignment mine join blind.me using (reviewer_id) join public.abstract on abstract.id = mine.abstract_id
  -- The version is part of the join: one that was saved after its redaction was released is not seen before its own is.
  join public.abstract_version written on written.abstract_id = abstract.id and written.number = abstract.current_version
  left join public.redaction made on made.abstract_id = abstract.id and made.version = abstract.current_version
  join public.sub_speciality on sub_speciality.id = sub_speciality_id join public.speciality on speciality.id = speciality_id
  cross join lateral (select made.state = 'ready' and mine.state in ('assigned', 'begun', 'submitted', 'sent_back') as shown) as may
  where mine.state <> 'cancelled';

-- After one's own, with a second review or the word of a chair. Whoever abstained has not reviewed.
create view blind.discussion with (security_barrier) as
  select own.assignment_id, mine.state = 'submitted' and (exists (select from public.remark where abstract_id = own.abstract_id and audience = 'reviewers' and assignment_id is null)
    or (select count(*) from public.assignment other join public.review on review.assignment_id = other.id
      where other.abstract_id = own.abstract_id and other.state = 'submitted' and recommendation <> 'abstain') >= 2) as is_open
  from public.open_discussion own join public.assignment mine on mine.id = own.assignment_id;

create or replace function review_is_open() returns trigger language plpgsql as $$
declare
  of_assignment int := coalesce(new.assignment_id, old.assignment_id);
begin
  if coalesce(current_setting('erasing.reviews', true), '') = '' and not exists (
    select from assignment join abstract on abstract.id = abstract_id where assignment.id = of_assignment
    and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back') and abstract.state = 'under_review') then
    raise exception 'the review of assignment % is over', of_assignment using errcode = 'check_violation', constraint = 'review_is_open';
  end if;
  return coalesce(new, old);
end $$;

-- What was submitted is why an abstract was decided as it was, and stands under an alias: it stays. Drafts and notes to the chairs go.
create function erased_leave_no_drafts() returns trigger language plpgsql as $$
declare
  theirs int[] := array(select assignment.id from assignment join reviewer on reviewer.id = reviewer_id where account_id = new.id);
begin
  perform set_config('erasing.reviews', 'yes', true);
  delete from review_score where assignment_id in (select assignment_id from review where assignment_id = any (theirs) and submitted_at is null);
  delete from review where assignment_id = any (theirs) and submitted_at is null;
  perform set_config('erasing.reviews', '', true);
  update assignment set note = '' where id = any (theirs) and note <> '' and (state = 'declined' or reason = 'conflict');
  return null;
end $$;
create trigger erased_leave_no_drafts after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_leave_no_drafts();
