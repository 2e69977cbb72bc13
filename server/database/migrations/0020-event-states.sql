-- additive
-- An event from its draft to the archive, as staff change it; a later last date for one person; and the answer to a change that is sent twice.

-- States -------------------------------------------------------------------------------------------------------------------------------

create type event_state as enum ('draft', 'published', 'ended', 'archived');

alter table event
  -- Not `state`: version 0.1 reads the state of an order beside its event, and would not know which is meant.
  add column event_state event_state not null default 'draft',
  -- Its part of an address; made from the name where nothing else is said.
  add column slug text not null default '',
  add column short_name text not null default '',
  add column copied_from int references event on delete set null,
  -- By how many weeks its days were moved when it was copied.
  add column copied_weeks int,
  -- Counted up with each change: of two who save, the second is told.
  add column version int not null default 1;
alter table programme add column version int not null default 1, add column retired_at timestamptz;
alter table speciality add column version int not null default 1, add column retired_at timestamptz;
alter table sub_speciality add column version int not null default 1, add column retired_at timestamptz;
alter table workshop add column version int not null default 1;

create function slug_of(name text) returns text language sql immutable strict
  return coalesce(nullif(trim(both '-' from left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 60)), ''), 'event');

-- The first that is free: the name, then the name with 2, 3 and so on. Whoever makes one at the same moment waits.
create function free_slug(name text, of_event int) returns text language plpgsql as $$
declare
  wanted text := slug_of(name);
  tried text := wanted;
  many int := 1;
begin
  perform pg_advisory_xact_lock(hashtextextended('event slugs', 0));
  while exists (select from event where slug = tried and id <> of_event) loop
    many := many + 1;
    tried := wanted || '-' || many;
  end loop;
  return tried;
end $$;

-- Version 0.1 knows only is_current: what it announces is published.
create function event_is_announced() returns trigger language plpgsql as $$
begin
  if new.is_current and new.event_state = 'draft' then
    new.event_state := 'published';
  end if;
  if new.slug = '' then
    new.slug := free_slug(new.name, new.id);
  end if;
  return new;
end $$;
create trigger event_is_announced before insert or update on event for each row execute function event_is_announced();

-- The trail is of what people did: this fills in what follows from what was there, and the trigger above the slugs. Version 0.1 announced
-- each event when it added it.
alter table event disable trigger note_change;
update event set event_state = case when is_current then 'published'::event_state else 'ended'::event_state end;
alter table event enable trigger note_change;

alter table event
  add constraint event_slug_once unique (slug),
  add constraint event_slug_in_addresses check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add constraint event_current_is_announced check (not is_current or event_state in ('published', 'ended')),
  add constraint event_copied_by_weeks check (copied_weeks is null or copied_weeks >= 0);

create function event_moves() returns trigger language plpgsql as $$
begin
  if (old.event_state, new.event_state) not in (
    ('draft', 'published'), ('published', 'draft'), ('published', 'ended'), ('ended', 'published'), ('ended', 'archived'), ('archived', 'ended')
  ) then
    raise exception 'an event does not go from % to %', old.event_state, new.event_state;
  end if;
  return new;
end $$;
create trigger event_moves before update of event_state on event
  for each row when (old.event_state is distinct from new.event_state) execute function event_moves();

-- Two who choose the current event take turns.
create function lock_current_event() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('current event', 0));
end $$;

-- A grant stays when its event, a draft that nobody needs, is deleted: what was given is never forgotten.
alter table staff_grant drop constraint staff_grant_event_id_fkey;
create function grant_is_for_an_event() returns trigger language plpgsql as $$
begin
  perform from event where id = new.event_id for key share;
  if not found then
    raise exception 'there is no event %', new.event_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger grant_is_for_an_event before insert on staff_grant
  for each row when (new.event_id is not null) execute function grant_is_for_an_event();

-- A later last date for one person ------------------------------------------------------------------------------------------------------

create type extension_kind as enum ('abstracts', 'registration');

-- By address, so that somebody without an account can have one. It is ended, never changed.
create table extension (
  id int generated always as identity primary key,
  event_id int not null references event,
  email text not null check (email <> ''),
  email_key text not null check (email_key = lower(email_key)),
  kind extension_kind not null,
  until date not null,
  reason text not null check (reason <> ''),
  -- Of the letter's link, which opens sign-up.
  token_hash bytea not null unique check (length(token_hash) = 32),
  granted_by int not null references account,
  granted_at timestamptz not null,
  ended_at timestamptz
);
create unique index extension_one_each on extension (event_id, email_key, kind) where ended_at is null;
create index extension_by_person on extension (email_key, event_id);
create index extension_by_giving on extension (event_id, granted_at, id);
create index extension_by_day on extension (event_id, until, id);
create trigger note_change after insert or update or delete on extension for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

create function erased_have_no_extension() returns trigger language plpgsql as $$
begin
  delete from extension where email_key = old.email_key;
  return null;
end $$;
create trigger erased_have_no_extension after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_have_no_extension();

-- The archive is only read ---------------------------------------------------------------------------------------------------------------

-- Money still moves: orders, payments and the seats that follow them. So does what a person may ask for: to be erased, and their drafts swept.
create function event_is_not_archived() returns trigger language plpgsql as $$
declare
  about jsonb := to_jsonb(coalesce(old, new));
  of_event int := (about ->> 'event_id')::int;
begin
  if coalesce(current_setting('erasing.applicants', true), '') <> '' or (tg_op = 'DELETE' and about ->> 'removed_at' is not null) then
    return coalesce(new, old);
  end if;
  if tg_table_name = 'event' then
    of_event := (about ->> 'id')::int;
    -- It can come back, as it was.
    if tg_op = 'UPDATE' and to_jsonb(new) - '{event_state,version}'::text[] = to_jsonb(old) - '{event_state,version}'::text[] and to_jsonb(new) <> to_jsonb(old) then
      return new;
    end if;
  elsif tg_table_name = 'sub_speciality' then
    of_event := (select event_id from speciality where id = (about ->> 'speciality_id')::int);
  elsif tg_table_name = 'profile' then
    of_event := (select event_id from applicant where id = (about ->> 'applicant_id')::int);
  end if;
  if exists (select from event where id = of_event and event_state = 'archived') then
    raise exception 'event % is archived: it is only read', of_event using errcode = 'check_violation', constraint = 'event_is_not_archived';
  end if;
  return coalesce(new, old);
end $$;
create trigger event_is_not_archived before update or delete on event for each row
  when (old.event_state = 'archived') execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update or delete on speciality for each row execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update or delete on sub_speciality for each row execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update on extension for each row execute function event_is_not_archived();
create trigger event_is_not_archived before insert or delete on workshop for each row execute function event_is_not_archived();
create trigger event_is_not_archived_in_change before update on workshop for each row
  when (old.seats_taken is not distinct from new.seats_taken) execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update or delete on applicant for each row execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update or delete on profile for each row execute function event_is_not_archived();
create trigger event_is_not_archived before insert or update or delete on abstract for each row execute function event_is_not_archived();

-- The same change twice -------------------------------------------------------------------------------------------------------------------

-- A browser that heard no answer sends again, under the same key, and is told what it was told. For a day.
create table act_answer (
  account_id int not null references account,
  key text not null check (char_length(key) between 8 and 64),
  -- Of the operation and its input: another wish under the key of an earlier one is a mistake.
  digest bytea not null check (length(digest) = 32),
  -- Null until the transaction that writes it ends; nobody else sees it so.
  answer jsonb,
  at timestamptz not null,
  primary key (account_id, key)
);
create index act_answer_by_age on act_answer (at);
