-- additive
-- Who of the college may do what, and what they did.

-- Staff ------------------------------------------------------------------------------------------------------------------------------

create type staff_role as enum ('owner', 'organiser', 'chair', 'finance', 'desk');

-- Without an event it is for the whole college: every event, later ones too. A grant ends and stays; it is never changed or deleted.
create table staff_grant (
  id int generated always as identity primary key,
  account_id int not null references account,
  role staff_role not null,
  event_id int references event,
  -- Null when it was a command on the machine.
  granted_by int references account,
  granted_at timestamptz not null,
  revoked_by int references account,
  revoked_at timestamptz,
  check (role <> 'owner' or event_id is null),
  check (role not in ('chair', 'desk') or event_id is not null),
  check (revoked_by is null or revoked_at is not null),
  constraint staff_grant_not_by_oneself check (granted_by <> account_id and revoked_by <> account_id)
);
create unique index staff_grant_once on staff_grant (account_id, role, coalesce(event_id, 0)) where revoked_at is null;

create function staff_grant_only_ends() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.revoked_at is not null
    or (to_jsonb(new) - '{revoked_at,revoked_by}'::text[]) <> (to_jsonb(old) - '{revoked_at,revoked_by}'::text[]) then
    raise exception 'a grant is given and revoked, and nothing else';
  end if;
  return new;
end $$;
create trigger staff_grant_only_ends before update or delete on staff_grant for each row execute function staff_grant_only_ends();
create trigger staff_grant_is_never_emptied before truncate on staff_grant execute function staff_grant_only_ends();

-- Owners who revoke each other take turns: the second sees at its commit what the first one did.
create function lock_owners() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
end $$;

create function staff_grant_keeps_an_owner() returns trigger language plpgsql as $$
begin
  -- A transaction that reads what was true at its beginning would not see that the other owner has gone.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'owners are revoked in a transaction that reads what is committed';
  end if;
  perform lock_owners();
  if not exists (select from staff_grant where role = 'owner' and revoked_at is null) then
    raise exception 'the college keeps one owner' using errcode = 'check_violation', constraint = 'staff_grant_keeps_an_owner';
  end if;
  return null;
end $$;
create constraint trigger staff_grant_keeps_an_owner after update on staff_grant deferrable initially deferred
  for each row when (old.role = 'owner') execute function staff_grant_keeps_an_owner();

-- Apart from the sessions of participants: neither token is good for the other's calls.
create table staff_session (
  id int generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id int not null references account,
  device text not null default '',
  -- The password is weaker than staff may have: the session is good for setting another, and for nothing else.
  must_set_password boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  check (last_seen_at >= created_at)
);
create index staff_session_of_account on staff_session (account_id);

-- By whatever path a password was changed: whoever came in with the old one is out. The same one hashed anew is no change, and sets no time.
create function new_password_ends_staff_sessions() returns trigger language plpgsql as $$
begin
  delete from staff_session where account_id = new.id;
  return null;
end $$;
create trigger new_password_ends_staff_sessions after update of password_changed_at on account
  for each row execute function new_password_ends_staff_sessions();

-- A link to set a password with, good once: using it deletes it, and a new one replaces it.
create table staff_link (
  account_id int primary key references account,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);

create trigger account_is_not_erased before insert on staff_grant for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on staff_session for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on staff_link for each row execute function account_is_not_erased();

-- The audit trail ---------------------------------------------------------------------------------------------------------------------

create type actor_kind as enum ('staff', 'command', 'schedule', 'database');
-- What was begun has its end in act_end, when that is known.
create type act_outcome as enum ('done', 'refused', 'read', 'begun', 'failed');

-- One thing that was done or refused, by whom and why. What it changed is in act_change.
create table act (
  id bigint generated always as identity primary key,
  -- A later commit may have a lower id: whoever seals the trail goes by this.
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  actor_kind actor_kind not null,
  account_id int references account,
  -- Who gave the command, which job of the schedule, which role of the database; empty for staff.
  actor_name text not null default '',
  role staff_role,
  -- No reference: an event that nobody needs may be deleted, and what was done to it stays.
  event_id int,
  operation text not null check (operation <> ''),
  -- What it was done to: a table and the key of its row.
  about_kind text not null default '',
  about_id text not null default '',
  reason text not null default '',
  outcome act_outcome not null,
  -- Why it was not done, as a code or a few words of ours.
  refusal text not null default '',
  request_id text not null default '',
  stepped_up boolean not null default false,
  check ((actor_kind = 'staff') = (account_id is not null)),
  check ((outcome in ('refused', 'failed')) = (refusal <> ''))
);
create index act_by_event on act (event_id, id desc);
create index act_by_actor on act (account_id, id desc) where account_id is not null;
create index act_about on act (about_kind, about_id, id desc);

-- Between the two the bank was asked. Without this row it is not known how the act ended.
create table act_end (
  act_id bigint primary key references act,
  at timestamptz not null,
  outcome act_outcome not null check (outcome in ('done', 'refused', 'failed')),
  refusal text not null default '',
  check ((outcome = 'done') = (refusal = ''))
);

-- One row that was changed: the columns that differ, without those that are secrets.
create table act_change (
  id bigint generated always as identity primary key,
  act_id bigint not null references act,
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  -- Goes with the words when a person is erased: a mobile number is quickly guessed from a digest without it.
  salt bytea check (length(salt) = 16),
  before_digest bytea check (length(before_digest) = 32),
  after_digest bytea check (length(after_digest) = 32),
  blanked_at timestamptz,
  check ((before is null) = (before_digest is null) and (after is null) = (after_digest is null)),
  check ((salt is null) = (blanked_at is not null))
);
create index act_change_of_act on act_change (act_id);
create index act_change_of_row on act_change (table_name, row_key, id desc);

create function change_digest(salt bytea, words jsonb) returns bytea language sql immutable strict
  return sha256(salt || convert_to(words::text, 'UTF8'));

-- Its arguments are the columns of the primary key.
create function note_change() returns trigger language plpgsql as $$
declare
  -- Passwords, tokens, PINs and keys that open something, also of columns that are added later.
  secret constant text := '(password|secret|token|pin|hash|sealed|nonce|return_key|save_key|device_id)(_hash)?$';
  act_now bigint := nullif(current_setting('colloquium.act', true), '')::bigint;
  salt constant bytea := uuid_send(gen_random_uuid());
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  differing text[];
  old_words jsonb;
  new_words jsonb;
begin
  differing := array(select name from jsonb_object_keys(coalesce(new_row, old_row)) as name
    where old_row -> name is distinct from new_row -> name);
  if tg_op = 'UPDATE' and differing = '{}' then
    return null;
  end if;
  if act_now is null then
    if coalesce(current_setting('colloquium.server', true), '') <> '' then
      raise exception 'a change of % through the server needs an act', tg_table_name;
    end if;
    insert into act (at, actor_kind, actor_name, operation, outcome)
      values (now(), 'database', session_user, lower(tg_op) || ' ' || tg_table_name, 'done') returning id into act_now;
    -- What else this transaction changes belongs to it.
    perform set_config('colloquium.act', act_now::text, true);
  end if;
  if old_row is not null then
    old_words := coalesce((select jsonb_object_agg(name, old_row -> name) from unnest(differing) as name where name !~ secret), '{}');
  end if;
  if new_row is not null then
    new_words := coalesce((select jsonb_object_agg(name, new_row -> name) from unnest(differing) as name where name !~ secret), '{}');
  end if;
  insert into act_change (act_id, table_name, row_key, before, after, salt, before_digest, after_digest)
    values (act_now, tg_table_name,
      case when tg_op = 'TRUNCATE' then 'every row' else
        (select string_agg(coalesce(new_row, old_row) ->> name, ' ' order by position) from unnest(tg_argv) with ordinality as key (name, position)) end,
      old_words, new_words, salt, change_digest(salt, old_words), change_digest(salt, new_words));
  return null;
end $$;

-- Only staff, commands and the schedule change these: through the server never without an act.
create trigger note_change after insert or update or delete on event for each row execute function note_change('id');
create trigger note_change after insert or update or delete on programme for each row execute function note_change('id');
create trigger note_change after insert or update or delete on speciality for each row execute function note_change('id');
create trigger note_change after insert or update or delete on sub_speciality for each row execute function note_change('id');
create trigger note_change after insert or update or delete on staff_grant for each row execute function note_change('id');
create trigger note_change after insert or update or delete on staff_link for each row execute function note_change('account_id');
create trigger note_change after insert or update or delete on refund for each row execute function note_change('id');
create trigger note_change after update or delete on payment_exception for each row execute function note_change('id');
create trigger note_emptying after truncate on event for each statement execute function note_change();
create trigger note_emptying after truncate on programme for each statement execute function note_change();
create trigger note_emptying after truncate on speciality for each statement execute function note_change();
create trigger note_emptying after truncate on sub_speciality for each statement execute function note_change();
create trigger note_emptying after truncate on refund for each statement execute function note_change();
create trigger note_emptying after truncate on payment_exception for each statement execute function note_change();

-- Participants, and the bank by their calls, change these too: noted when it is part of an act, and free of cost otherwise.
create trigger note_filing after insert on payment_exception for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on workshop for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on account for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on applicant for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on profile for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('applicant_id');
create trigger note_change after insert or update or delete on email_change for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on closure for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('account_id');
create trigger note_change after insert or update or delete on orders for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on order_item for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('order_id', 'workshop_id');
create trigger note_change after insert or update or delete on payment_attempt for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on abstract for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- The trail only grows. Erasing a person takes words out of it, and leaves who did what to which row and when, and the digests.
create function audit_only_grows() returns trigger language plpgsql as $$
declare
  words constant text[] := '{before,after,salt,blanked_at,reason,actor_name}';
begin
  if tg_op = 'UPDATE' and current_setting('erasing.person', true) <> '' and to_jsonb(new) - words = to_jsonb(old) - words then
    return new;
  end if;
  raise exception '% only grows: write another entry', tg_table_name;
end $$;
create trigger audit_only_grows before update or delete on act for each row execute function audit_only_grows();
create trigger audit_only_grows before update or delete on act_end for each row execute function audit_only_grows();
create trigger audit_only_grows before update or delete on act_change for each row execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on act execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on act_end execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on act_change execute function audit_only_grows();
