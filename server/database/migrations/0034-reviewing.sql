-- additive
-- Assignments, reviews, and what a reviewer may read. Lock order: review_call, abstract by id, reviewer, assignment. Whoever writes a conflict, an
-- author, an assignment or a decision locks the abstract first; the triggers below do it for whoever forgets.

-- What stands in the rows already: by hand, somebody may have rejected one at the first look.
alter table abstract disable trigger event_is_not_archived;
update abstract set level = 2 where status in ('Accepted', 'Rejected') and level <> 2;
update abstract set level = level where level > 0;
alter table abstract enable trigger event_is_not_archived;

alter table abstract
  add constraint abstract_stands_somewhere check (abstract_stands(status, level, revise_until) is not null),
  add constraint abstract_revised_while_open check (revise_until is null or (status = 'Pending' and level = 0)),
  add constraint abstract_merged_into check ((status = 'Merged') = (merged_into is not null) and merged_into <> id),
  add constraint abstract_duplicate_of check ((status = 'Duplicate') = (duplicate_of is not null) and duplicate_of <> id),
  add constraint abstract_accepted_as check ((status in ('Accepted', 'Confirmed', 'Not presenting')) = (accepted_as is not null));

create or replace function abstract_moves_forward() returns trigger language plpgsql as $$
declare
  was text := abstract_stands(old.status, old.level, old.revise_until);
  becomes text := abstract_stands(new.status, new.level, new.revise_until);
begin
  if (old.applicant_id, old.event_id) is distinct from (new.applicant_id, new.event_id) then
    raise exception 'an abstract does not change hands';
  end if;
  if old.number is not null and (old.number, old.submitted_at) is distinct from (new.number, new.submitted_at) then
    raise exception 'what was submitted keeps its number and its time';
  end if;
  if old.status = '' and new.status <> '' and (new.status <> 'Pending' or new.level <> 0 or old.level <> 0 or old.removed_at is not null) then
    raise exception 'only a draft is submitted';
  end if;
  if was <> becomes and (was, becomes) not in (
    ('draft', 'submitted'),
    -- At the first look, or because it is the same work as another.
    ('submitted', 'under_review'), ('submitted', 'accepted'), ('submitted', 'rejected'), ('submitted', 'waiting'), ('submitted', 'merged'), ('submitted', 'duplicate'),
    ('under_review', 'accepted'), ('under_review', 'rejected'), ('under_review', 'waiting'), ('under_review', 'merged'), ('under_review', 'duplicate'),
    ('under_review', 'revision_asked'), ('revision_asked', 'under_review'),
    -- A correction.
    ('accepted', 'rejected'), ('accepted', 'waiting'), ('rejected', 'accepted'), ('rejected', 'waiting'), ('waiting', 'accepted'), ('waiting', 'rejected'),
    ('confirmed', 'rejected'), ('not_presenting', 'accepted'),
    -- The author's answer.
    ('accepted', 'confirmed'), ('accepted', 'not_presenting'),
    -- A reset, or a batch that was taken back.
    ('accepted', 'under_review'), ('rejected', 'under_review'), ('waiting', 'under_review'), ('merged', 'under_review'), ('duplicate', 'under_review'),
    ('confirmed', 'under_review'), ('not_presenting', 'under_review')
  ) then
    raise exception 'an abstract does not go from % to %', was, becomes;
  end if;
  if old.versions <> new.versions then
    if old.level <> 0 or old.status not in ('', 'Pending') or coalesce(old.removed_at, old.withdrawn_at) is not null then
      raise exception 'this abstract can no longer be changed';
    end if;
    if new.versions <> old.versions + 1 then
      raise exception 'versions are counted one by one';
    end if;
  end if;
  if old.current_version <> new.current_version and new.current_version <> new.versions then
    raise exception 'only the newest version becomes the one that counts';
  end if;
  return new;
end $$;

-- Assignments ---------------------------------------------------------------------------------------------------------------------------

create type assignment_state as enum ('assigned', 'begun', 'submitted', 'sent_back', 'declined', 'cancelled');

create table assignment ( -- Numbers are given in no order of abstracts or reviewers: nobody learns from theirs who else has it.
  id int generated always as identity primary key,
  abstract_id int not null references abstract,
  reviewer_id int not null references reviewer,
  alias int not null check (alias > 0),
  state assignment_state not null default 'assigned',
  run_id int references assignment_run,
  assigned_at timestamptz not null,
  opened_at timestamptz,
  changed_at timestamptz not null,
  reason text not null default '' check (char_length(reason) <= 100),
  note text not null default '' check (char_length(note) <= 1000),
  unique (abstract_id, reviewer_id),
  unique (abstract_id, alias)
);
create index assignment_of_reviewer on assignment (reviewer_id, state);
create index assignment_of_run on assignment (run_id) where run_id is not null;
create trigger note_change after insert or update or delete on assignment for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- Why this reviewer may not read this abstract, whatever stands in `conflict`; null where nothing is against it.
create function reviewer_may_not(of_abstract int, of_reviewer int) returns text language sql stable
  return (select case
      when one.event_id <> theirs.event_id then 'another event'
      when theirs.account_id = applicant.account_id or exists (
        select from reviewer_address join account on account.email_key = reviewer_address.email_key
        where reviewer_id = theirs.id and account.id = applicant.account_id) then 'self'
      when exists (select from abstract_author where abstract_id = one.id and (abstract_author.account_id = theirs.account_id
        or email_key in (select email_key from reviewer_address where reviewer_id = theirs.id))) then 'coauthor'
      when exists (select from conflict where abstract_id = one.id and reviewer_id = theirs.id and strength = 'hard') then 'conflict'
    end
    from abstract one join applicant on applicant.id = one.applicant_id, reviewer theirs
    where one.id = of_abstract and theirs.id = of_reviewer);

-- (T1) Behind every path that gives somebody an abstract to read. Both rows are locked: a conflict, an author or an address that is written
-- at the same moment waits, and then cancels what was given; or we wait, and find it.
create function assignment_is_allowed() returns trigger language plpgsql as $$
declare
  works constant assignment_state[] := '{assigned,begun,submitted,sent_back}';
  why text;
begin
  if tg_op = 'UPDATE' then
    if (old.abstract_id, old.reviewer_id, old.alias) is distinct from (new.abstract_id, new.reviewer_id, new.alias) then
      raise exception 'an assignment does not change hands';
    end if;
    if old.state <> new.state and (old.state, new.state) not in (('assigned', 'begun'), ('begun', 'submitted'), ('submitted', 'sent_back'),
      ('sent_back', 'submitted'), ('declined', 'assigned'), ('declined', 'begun'), ('cancelled', 'assigned'))
      and not (new.state = 'declined' and old.state in ('assigned', 'begun', 'sent_back')) and new.state <> 'cancelled' then
      raise exception 'an assignment does not go from % to %', old.state, new.state;
    end if;
    if old.state = any (works) or new.state <> all (works) then
      return new;
    end if;
  elsif new.state <> all (works) then
    return new;
  end if;
  perform from abstract where id = new.abstract_id for no key update;
  perform from reviewer where id = new.reviewer_id for share;
  why := reviewer_may_not(new.abstract_id, new.reviewer_id);
  if why is null and not exists (select from reviewer where id = new.reviewer_id and state = 'active') then
    why := 'no reviewer';
  end if;
  if why is null and not exists (select from abstract where id = new.abstract_id and state = 'under_review') then
    why := 'not under review';
  end if;
  if why is not null then
    raise exception 'reviewer % may not have abstract %: %', new.reviewer_id, new.abstract_id, why
      using errcode = 'check_violation', constraint = 'assignment_is_allowed', detail = why;
  end if;
  return new;
end $$;
create trigger assignment_is_allowed before insert or update on assignment for each row execute function assignment_is_allowed();

-- (T2) A hard conflict, an author or an address that comes later cancels what was given. What was written stays.
create function cancel_forbidden() returns trigger language plpgsql as $$
begin
  if tg_table_name in ('conflict', 'abstract_author') then
    perform from abstract where id = new.abstract_id for no key update;
    update assignment set state = 'cancelled', reason = 'conflict', changed_at = now()
      where abstract_id = new.abstract_id and state in ('assigned', 'begun', 'submitted', 'sent_back') and reviewer_may_not(abstract_id, reviewer_id) is not null;
  else
    perform from reviewer where id = coalesce(to_jsonb(new) ->> 'reviewer_id', to_jsonb(new) ->> 'id')::int for no key update;
    update assignment set state = 'cancelled', reason = 'conflict', changed_at = now()
      where reviewer_id = coalesce(to_jsonb(new) ->> 'reviewer_id', to_jsonb(new) ->> 'id')::int
        and state in ('assigned', 'begun', 'submitted', 'sent_back') and reviewer_may_not(abstract_id, reviewer_id) is not null;
  end if;
  return null;
end $$;
create trigger cancel_forbidden after insert or update on conflict for each row when (new.strength = 'hard') execute function cancel_forbidden();
create trigger cancel_forbidden after insert or update on abstract_author for each row execute function cancel_forbidden();
create trigger cancel_forbidden after insert on reviewer_address for each row execute function cancel_forbidden();
create trigger cancel_forbidden after update of account_id on reviewer for each row execute function cancel_forbidden();

-- (T3) What is withdrawn, merged or decided is reviewed no longer, and whoever is no reviewer any more reviews nothing. What was submitted stays.
create function cancel_unfinished() returns trigger language plpgsql as $$
begin
  update assignment set state = 'cancelled', changed_at = now(), reason = case tg_table_name when 'abstract' then 'no longer under review' else 'no longer a reviewer' end
    where case tg_table_name when 'abstract' then abstract_id else reviewer_id end = new.id and state in ('assigned', 'begun', 'sent_back');
  return null;
end $$;
create trigger cancel_unfinished after update on abstract for each row
  when (old.state::text = 'under_review' and new.state::text <> 'under_review') execute function cancel_unfinished();
create trigger cancel_unfinished after update of state on reviewer for each row
  when (old.state = 'active' and new.state <> 'active') execute function cancel_unfinished();

-- Reviews -------------------------------------------------------------------------------------------------------------------------------
create type recommendation as enum ('accept', 'other_type', 'revise', 'reject', 'abstain');
create type sureness as enum ('field', 'near', 'outside');
create type remark_audience as enum ('reviewers', 'chairs');
create table review (
  assignment_id int primary key references assignment,
  version int not null default 1,
  recommendation recommendation,
  as_type abstract_type,
  sure sureness,
  to_author text not null default '' check (char_length(to_author) <= 20000),
  to_chairs text not null default '' check (char_length(to_chairs) <= 20000),
  total numeric(3, 2) check (total between 1 and 5),
  save_key text check (char_length(save_key) between 1 and 64),
  saved_at timestamptz not null,
  submitted_at timestamptz,
  is_late boolean not null default false,
  check ((recommendation is not distinct from 'other_type') or as_type is null)
);
create table review_score (
  assignment_id int not null references review,
  criterion_id int not null references criterion,
  score int not null check (score between 1 and 5),
  primary key (assignment_id, criterion_id)
);
create index review_score_of_criterion on review_score (criterion_id);
create table review_version (
  assignment_id int not null references review,
  number int not null check (number > 0),
  body jsonb not null,
  at timestamptz not null,
  primary key (assignment_id, number)
);
create table remark (
  id int generated always as identity primary key,
  abstract_id int not null references abstract,
  -- Null: a chair wrote it.
  assignment_id int references assignment,
  by int references account,
  text text not null check (text <> '' and char_length(text) <= 10000),
  audience remark_audience not null,
  at timestamptz not null
);
create index remark_of_abstract on remark (abstract_id, id);
create index remark_of_assignment on remark (assignment_id) where assignment_id is not null;
create trigger note_change after insert or update or delete on remark for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

create function review_is_open() returns trigger language plpgsql as $$ -- (T4)
declare
  of_assignment int := coalesce(new.assignment_id, old.assignment_id);
begin
  if not exists (select from assignment join abstract on abstract.id = abstract_id where assignment.id = of_assignment
    and assignment.state in ('assigned', 'begun', 'submitted', 'sent_back') and abstract.state = 'under_review') then
    raise exception 'the review of assignment % is over', of_assignment using errcode = 'check_violation', constraint = 'review_is_open';
  end if;
  return coalesce(new, old);
end $$;
create trigger review_is_open before insert or update or delete on review for each row execute function review_is_open();
create trigger review_is_open before insert or update or delete on review_score for each row execute function review_is_open();

create function review_versions_only_grow() returns trigger language plpgsql as $$
begin
  raise exception 'review_version only grows: submit again'; -- (T5)
end $$;
create trigger review_versions_only_grow before update or delete on review_version for each row execute function review_versions_only_grow();

-- Whoever is erased leaves no name, address or place: neither as an author nor as a reviewer, by whatever function it happens.
create function erased_are_no_authors() returns trigger language plpgsql as $$
declare
  theirs int[] := array(select id from reviewer where account_id = new.id or email_key = old.email_key);
begin
  perform set_config('erasing.authors', 'yes', true);
  delete from abstract_author using abstract, applicant where abstract.id = abstract_id and applicant.id = applicant_id
    and applicant.account_id = new.id and withdrawn_at is not null;
  delete from named_conflict where email_key = old.email_key or abstract_id in (select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id);
  update abstract_author set name = 'Erased person', email = '', email_key = null, institution = '', department = '', account_id = null
    where account_id = new.id or email_key = old.email_key;
  delete from reviewer_address where reviewer_id = any (theirs);
  update reviewer set state = 'removed', token_hash = null, email = '', email_key = '', institution = '', department = '' where id = any (theirs);
  update conflict set note = '' where reviewer_id = any (theirs) and note <> '';
  perform set_config('erasing.authors', '', true), set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and ((table_name = 'reviewer' and row_key = any (theirs::text[]))
      or (table_name = 'abstract_author' and new.id::text in (before ->> 'account_id', after ->> 'account_id')));
  perform set_config('erasing.person', '', true);
  return null;
end $$;
create trigger erased_are_no_authors after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_are_no_authors();

-- What a reviewer may read: these columns, and the rows of whoever the transaction names. Without a name, none.
create schema if not exists blind;
create view blind.me with (security_barrier) as select id as reviewer_id, event_id, quota, institution, department from public.reviewer
  where id = nullif(current_setting('colloquium.reviewer', true), '')::int and state = 'active';
create view blind.call with (security_barrier) as select due_on, grace_minutes, blind, others, bids, began_at is not null as has_begun from public.review_call join blind.me using (event_id);
create view blind.criterion with (security_barrier) as select id as criterion_id, position, name, hint, low, high, weight, is_required, types from public.criterion join blind.me using (event_id) where retired_at is null;
create view blind.my_abstract with (security_barrier) as
  select mine.id as assignment_id, 'A-' || lpad(abstract.number::text, 4, '0') as number, alias, mine.state, abstract_type as type, speciality.description as speciality,
    sub_speciality.description as sub_speciality, words, coalesce(made.state, 'preparing') as redaction,
    case when shown then coalesce(made.title, written.title) end as title, case when shown then coalesce(made.background, written.background) end as background,
    case when shown then coalesce(made.material, written.material) end as material, case when shown then coalesce(made.results, written.results) end as results,
    case when shown then coalesce(made.discussion, written.discussion) end as discussion,
    case when shown then made.file_size end as file_size, case when shown then made.file_type end as file_type
  from public.assignment mine join blind.me using (reviewer_id) join public.abstract on abstract.id = mine.abstract_id
  -- The version is part of the join: one that was saved after its redaction was released is not seen before its own is.
  join public.abstract_version written on written.abstract_id = abstract.id and written.number = abstract.current_version
  left join public.redaction made on made.abstract_id = abstract.id and made.version = abstract.current_version
  join public.sub_speciality on sub_speciality.id = sub_speciality_id join public.speciality on speciality.id = speciality_id
  cross join lateral (select made.state = 'ready' and mine.state in ('assigned', 'begun', 'submitted', 'sent_back') as shown) as may
  where mine.state <> 'cancelled';
create view blind.my_review with (security_barrier) as select assignment_id, review.version, recommendation, as_type, sure, to_author, to_chairs, total, save_key, saved_at, submitted_at, is_late
  from public.review join blind.my_abstract using (assignment_id);
create view blind.my_score with (security_barrier) as select assignment_id, criterion_id, score from public.review_score join blind.my_abstract using (assignment_id);
-- Not in `blind`: it names abstracts.
create view open_discussion with (security_barrier) as select mine.id as assignment_id, mine.abstract_id from public.assignment mine join blind.me using (reviewer_id) cross join blind.call
  where (mine.state = 'submitted' and others <> 'never') or (others = 'always' and mine.state in ('assigned', 'begun', 'sent_back'));
create view blind.other_review with (security_barrier) as select own.assignment_id, other.alias, recommendation, as_type, sure, to_author, total
  from public.open_discussion own join public.assignment other on other.abstract_id = own.abstract_id and other.id <> own.assignment_id and other.state = 'submitted'
  join public.review on review.assignment_id = other.id;
create view blind.remark with (security_barrier) as select own.assignment_id, writer.alias, remark.text, remark.at
  from public.open_discussion own join public.remark on remark.abstract_id = own.abstract_id and audience = 'reviewers' left join public.assignment writer on writer.id = remark.assignment_id;
