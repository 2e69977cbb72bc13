-- additive
-- Invitations to the team, and seals on the audit trail.

-- Invitations ---------------------------------------------------------------------------------------------------------------------------

-- A letter to an address that has no role yet. Sent again, it gets another token and the old link is worth nothing.
create table staff_invitation (
  id int generated always as identity primary key,
  email text not null check (email <> ''),
  email_key text not null check (email_key <> ''),
  role staff_role not null,
  event_id int references event,
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by int not null references account,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by int references account,
  taken_back_at timestamptz,
  taken_back_by int references account,
  check (expires_at > sent_at),
  check (role <> 'owner' or event_id is null),
  check (role not in ('chair', 'desk') or event_id is not null),
  check ((used_at is null) = (used_by is null)),
  check ((taken_back_at is null) = (taken_back_by is null)),
  constraint staff_invitation_ends_once check (used_at is null or taken_back_at is null)
);
-- Two owners who invite the same person to the same role send one invitation.
create unique index staff_invitation_once on staff_invitation (email_key, role, coalesce(event_id, 0)) where used_at is null and taken_back_at is null;

create trigger note_change after insert or update on staff_invitation for each row execute function note_change('id');
-- Erasing a person removes theirs outside of any act: the trail would keep the address that is to go.
create trigger note_removal after delete on staff_invitation for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_emptying after truncate on staff_invitation for each statement execute function note_change();

-- Whatever function erases a person: the address that they were invited at goes with them.
create function erased_person_has_no_invitation() returns trigger language plpgsql as $$
begin
  delete from staff_invitation where email_key = old.email_key;
  return null;
end $$;
create trigger erased_person_has_no_invitation after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_person_has_no_invitation();

-- Seals -----------------------------------------------------------------------------------------------------------------------------------

-- What the trail had at a moment, in one number: whoever changes, removes or adds a row of an earlier seal makes it and all later ones wrong.
create table audit_seal (
  -- Without a gap: a seal that is missing is seen.
  number int primary key check (number > 0),
  sealed_at timestamptz not null,
  -- When the first and the last of its acts were done.
  first_at timestamptz not null,
  last_at timestamptz not null,
  acts int not null check (acts >= 0),
  changes int not null check (changes >= 0),
  ends int not null check (ends >= 0),
  -- Of this and all seals before it.
  acts_in_all bigint not null check (acts_in_all >= acts),
  previous bytea not null check (length(previous) = 32),
  digest bytea not null check (length(digest) = 32)
);

-- Each night's look at the seals, and what it found.
create table audit_check (
  id int generated always as identity primary key,
  checked_at timestamptz not null,
  -- All up to this one were looked at, by this check or one before it.
  through int not null references audit_seal,
  broken text[] not null default '{}'
);

-- Which seal covers a row. Not decided by its number nor by its transaction: a later commit may have a lower number, and a database that was
-- restored counts its transactions anew.
alter table act add column seal int references audit_seal deferrable initially deferred;
alter table act_change add column seal int references audit_seal deferrable initially deferred;
alter table act_end add column seal int references audit_seal deferrable initially deferred;
create index act_unsealed on act (seal, id);
create index act_change_unsealed on act_change (seal, id);
create index act_end_unsealed on act_end (seal, act_id);

-- The words of an act are sealed by their digest, as those of its changes are: erasing a person takes them out and breaks no seal.
alter table act add column words_salt bytea check (length(words_salt) = 16), add column words_digest bytea check (length(words_digest) = 32),
  -- What the trail is searched by. Kept, because to make it for each row of a long trail would take seconds.
  add column words tsvector;

create function act_digest(salt bytea, reason text, actor_name text) returns bytea language sql immutable strict
  return sha256(salt || convert_to(jsonb_build_array(reason, actor_name)::text, 'UTF8'));

create function act_words(operation text, about_id text, reason text, actor_name text, request_id text) returns tsvector language sql immutable strict
  return to_tsvector('simple', operation || ' ' || about_id || ' ' || reason || ' ' || actor_name || ' ' || request_id);

alter table act disable trigger audit_only_grows;
with fresh as materialized (select id, uuid_send(gen_random_uuid()) as salt from act)
update act set words_salt = fresh.salt, words_digest = act_digest(fresh.salt, reason, actor_name),
  words = act_words(operation, about_id, reason, actor_name, request_id) from fresh where fresh.id = act.id;
alter table act enable trigger audit_only_grows;
alter table act alter column words_digest set not null, alter column words set not null;

create function act_has_its_digest() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.words_salt := uuid_send(gen_random_uuid());
    new.words_digest := act_digest(new.words_salt, new.reason, new.actor_name);
  else
    -- A short reason is quickly guessed from its digest and the salt: both words and salt go.
    new.words_salt := null;
  end if;
  new.words := act_words(new.operation, new.about_id, new.reason, new.actor_name, new.request_id);
  return new;
end $$;
create trigger act_has_its_digest before insert on act for each row execute function act_has_its_digest();
create trigger act_loses_its_salt before update of reason, actor_name on act
  for each row when (old.reason <> new.reason or old.actor_name <> new.actor_name) execute function act_has_its_digest();

-- As before, and a row is given its seal, once.
create or replace function audit_only_grows() returns trigger language plpgsql as $$
declare
  words constant text[] := '{before,after,salt,blanked_at,reason,actor_name,words_salt,words}';
begin
  if tg_op = 'UPDATE' and current_setting('erasing.person', true) <> '' and to_jsonb(new) - words = to_jsonb(old) - words then
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(old) ->> 'seal' is null and to_jsonb(new) ->> 'seal' is not null
    and to_jsonb(new) - 'seal' = to_jsonb(old) - 'seal' then
    return new;
  end if;
  raise exception '% only grows: write another entry', tg_table_name;
end $$;
create trigger audit_only_grows before update or delete on audit_seal for each row execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on audit_seal execute function audit_only_grows();
create trigger audit_only_grows before update or delete on audit_check for each row execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on audit_check execute function audit_only_grows();

-- Searching the trail -----------------------------------------------------------------------------------------------------------------------

create index act_by_words on act using gin (words);
create index act_by_operation on act (operation, id desc);
create index act_by_time on act (at, id);
create index act_by_outcome on act (outcome, id desc);
create index act_by_kind on act (actor_kind, id desc);
