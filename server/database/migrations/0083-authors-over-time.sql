-- additive
-- The list of authors keeps its history. Once review has begun, what a participant changes of it cancels no work and lifts no restriction:
-- it is a possible conflict, and a chair decides. A published decision keeps which reviews it was made on.

create type author_entry_kind as enum ('author', 'not_to');

-- One line of the list, from when to when it stood. Drafts have no history: nobody else reads them.
create table author_entry (
  id int generated always as identity primary key,
  abstract_id int not null references abstract on delete cascade,
  kind author_entry_kind not null,
  name text not null check (char_length(name) <= 200),
  email_key text check (email_key <> ''),
  account_id int references account,
  -- Written in an act of staff, not by the author.
  by_staff boolean not null,
  since timestamptz not null default now(),
  since_version int not null,
  until timestamptz,
  until_version int,
  -- Where the abstract stood when the line was taken off; null while it is on the list.
  dropped_in abstract_state,
  check ((until is null) = (dropped_in is null) and (until is null) = (until_version is null))
);
create index author_entry_of on author_entry (abstract_id);
create index author_entry_by_address on author_entry (email_key) where email_key is not null;
create index author_entry_by_account on author_entry (account_id) where account_id is not null;

insert into author_entry (abstract_id, kind, name, email_key, account_id, by_staff, since_version)
  select abstract_id, 'author'::author_entry_kind, abstract_author.name, email_key, account_id, false, authors_version from abstract_author join abstract on abstract.id = abstract_id
  union all select abstract_id, 'not_to'::author_entry_kind, named_conflict.name, email_key, null, false, authors_version from named_conflict join abstract on abstract.id = abstract_id;

create function authors_are_remembered() returns trigger language plpgsql as $$
declare
  line_of author_entry_kind := case tg_table_name when 'abstract_author' then 'author' else 'not_to' end;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  stands record;
begin
  select id, state, authors_version into stands from abstract where id = (coalesce(becomes, was) ->> 'abstract_id')::int;
  -- Gone with its abstract; or blanked by an erasure, which blanks the history too.
  if not found or coalesce(current_setting('erasing.authors', true), '') <> '' then
    return null;
  end if;
  if was is not null and stands.state = 'draft' then
    delete from author_entry where abstract_id = stands.id and kind = line_of and until is null and name = was ->> 'name'
      and email_key is not distinct from was ->> 'email_key';
  elsif was is not null then
    update author_entry set until = now(), until_version = stands.authors_version, dropped_in = stands.state
      where abstract_id = stands.id and kind = line_of and until is null and name = was ->> 'name' and email_key is not distinct from was ->> 'email_key';
  end if;
  if becomes is not null then
    insert into author_entry (abstract_id, kind, name, email_key, account_id, by_staff, since_version)
      values (stands.id, line_of, becomes ->> 'name', becomes ->> 'email_key', (becomes ->> 'account_id')::int,
        coalesce(current_setting('colloquium.act', true), '') <> '', stands.authors_version);
  end if;
  return null;
end $$;
create trigger authors_are_remembered after insert or update or delete on abstract_author for each row execute function authors_are_remembered();
create trigger authors_are_remembered after insert or update or delete on named_conflict for each row execute function authors_are_remembered();

-- Whoever is or was named since review began, unless a chair still has to look at it, or has.
create or replace function reviewer_may_not(of_abstract int, of_reviewer int) returns text language sql stable
  return (select case
      when one.event_id <> theirs.event_id then 'another event'
      when theirs.account_id = applicant.account_id or exists (
        select from reviewer_address join account on account.email_key = reviewer_address.email_key
        where reviewer_id = theirs.id and account.id = applicant.account_id) then 'self'
      when exists (select from author_entry where abstract_id = one.id and author_entry.kind = 'author'
          and (dropped_in is null or dropped_in not in ('draft', 'submitted'))
          and (author_entry.account_id = theirs.account_id or email_key in (select email_key from reviewer_address where reviewer_id = theirs.id)))
        and not exists (select from conflict where abstract_id = one.id and reviewer_id = theirs.id and conflict.kind = 'coauthor' and strength <> 'hard')
        then 'coauthor'
      when exists (select from conflict where abstract_id = one.id and reviewer_id = theirs.id and strength = 'hard') then 'conflict'
    end
    from abstract one join applicant on applicant.id = one.applicant_id, reviewer theirs
    where one.id = of_abstract and theirs.id = of_reviewer);

alter table conflict drop constraint conflict_of_author_stays;
alter table conflict add constraint conflict_of_author_stays check (strength = 'hard' or kind <> 'self');

-- By staff it counts at once. By an author it may be a guess who reviews: nothing changes before a chair has looked.
create function named_later_is_possible() returns trigger language plpgsql as $$
begin
  perform from abstract where id = new.abstract_id for no key update;
  if new.by_staff then
    update assignment set state = 'cancelled', reason = 'conflict', changed_at = now()
      where abstract_id = new.abstract_id and state in ('assigned', 'begun', 'submitted', 'sent_back') and reviewer_may_not(abstract_id, reviewer_id) is not null;
  else
    insert into conflict (abstract_id, reviewer_id, kind, source, strength, at)
      select new.abstract_id, reviewer.id, 'coauthor', 'author', 'possible', now() from assignment join reviewer on reviewer.id = reviewer_id
      where assignment.abstract_id = new.abstract_id and (reviewer.account_id = new.account_id
        or new.email_key in (select email_key from reviewer_address where reviewer_id = reviewer.id))
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger named_later_is_possible after insert on author_entry for each row when (new.kind = 'author') execute function named_later_is_possible();

drop trigger cancel_forbidden on abstract_author;
create or replace function cancel_forbidden() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'conflict' then
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

-- Open work ends with what it was about; what was submitted stays.
create or replace function cancel_unfinished() returns trigger language plpgsql as $$
begin
  update assignment set state = 'cancelled', changed_at = now(), reason = case
      when tg_table_name = 'reviewer' then 'no longer a reviewer' when to_jsonb(new) ->> 'withdrawn_at' is not null then 'withdrawn' else 'no longer under review' end
    where case tg_table_name when 'abstract' then abstract_id else reviewer_id end = new.id and state in ('assigned', 'begun', 'sent_back');
  return null;
end $$;

-- Their names leave the history as they leave the list.
create function erased_are_named_nowhere() returns trigger language plpgsql as $$
declare
  known text[] := erased_addresses(old.email_key);
begin
  delete from author_entry using abstract, applicant where abstract.id = abstract_id and applicant.id = applicant_id
    and applicant.account_id = new.id and (withdrawn_at is not null or author_entry.kind = 'not_to');
  delete from author_entry where author_entry.kind = 'not_to' and email_key = any (known);
  update author_entry set name = 'Erased person', email_key = null, account_id = null
    where account_id = new.id or email_key = old.email_key or (account_id is null and email_key = any (known));
  return null;
end $$;
create trigger erased_are_named_nowhere after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_are_named_nowhere();

-- Decisions ---------------------------------------------------------------------------------------------------------------------------------

-- The assignments whose reviews counted when it was published: what becomes of them later changes nothing of what its author reads.
alter table decision add column based_on int[];
alter table decision disable trigger decisions_only_grow;
update decision set based_on = array(
    select assignment.id from assignment join review on assignment_id = assignment.id where assignment.abstract_id = decision.abstract_id
    and (submitted_at <= published_at or exists (select from review_version where review_version.assignment_id = assignment.id and at <= published_at))
    and (assignment.state = 'submitted' or (assignment.state in ('sent_back', 'cancelled') and changed_at > published_at and assignment.reason <> 'no longer under review'))
    order by assignment.id)
  from decision_batch where decision_batch.id = batch_id;
alter table decision enable trigger decisions_only_grow;
alter table decision add constraint decision_keeps_its_reviews check ((batch_id is null) = (based_on is null));

create or replace function decisions_only_grow() returns trigger language plpgsql as $$
declare
  marks constant text[] := '{batch_id,was,replaced_at,based_on}';
begin
  if coalesce(current_setting('erasing.person', true), '') <> '' then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and old.replaced_at is null and to_jsonb(new) - 'place' = to_jsonb(old) - 'place' then
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - marks <> to_jsonb(old) - marks or coalesce(old.batch_id::text, old.replaced_at::text) is not null then
    raise exception 'decisions only grow: decide again' using errcode = 'check_violation', constraint = 'decisions_only_grow';
  end if;
  return new;
end $$;

create function decision_keeps_its_reviews() returns trigger language plpgsql as $$
begin
  new.based_on := case when new.batch_id is not null then
    array(select id from assignment where abstract_id = new.abstract_id and state = 'submitted' order by id) end;
  return new;
end $$;
create trigger decision_keeps_its_reviews before insert or update of batch_id on decision for each row execute function decision_keeps_its_reviews();
