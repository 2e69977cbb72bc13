-- additive
-- Erasing a person takes words out of the audit log by keys only: the account, its applicants, and addresses that it has proved. A name says
-- nothing about whose row it is. Each blanked row names the erasure that blanked it, and the erasure is itself in the audit log. See
-- docs/decisions/0076. An entry keeps the name that a member of staff had on that day.

-- A look at all seals, not only at those since the last good one.
alter table audit_check add column is_whole boolean not null default false;

-- The name of that day ------------------------------------------------------------------------------------------------------------------------

-- Reason and name have a salt and a digest each: one can be blanked and the other still be verified. `words_digest`, which the seals cover, is
-- made of both. Entries from before have only `words_salt` for both.
alter table act add column reason_digest bytea check (length(reason_digest) = 32), add column name_digest bytea check (length(name_digest) = 32),
  add column name_salt bytea check (length(name_salt) = 16);

create function text_digest(salt bytea, words text) returns bytea language sql immutable strict
  return sha256(salt || convert_to(words, 'UTF8'));

-- What was blanked, and why ---------------------------------------------------------------------------------------------------------------------

-- The causes for which words may leave the audit log.
create type blanking_cause as enum ('erasure');

-- One run that blanked entries: how many rows, and a digest of which. A row that is blanked without one, or under another's, does not fit.
create table audit_blanking (
  id int generated always as identity primary key,
  cause blanking_cause not null,
  at timestamptz not null,
  -- Whose words they were.
  account_id int references account,
  rows int not null check (rows >= 0),
  rows_digest bytea not null check (length(rows_digest) = 32)
);
create index audit_blanking_of_account on audit_blanking (account_id);
create trigger audit_only_grows before update or delete on audit_blanking for each row execute function audit_only_grows();
create trigger audit_is_never_emptied before truncate on audit_blanking execute function audit_only_grows();

alter table act_change add column blanking_id int references audit_blanking deferrable initially deferred;
alter table act add column reason_blanking_id int references audit_blanking deferrable initially deferred,
  add column name_blanking_id int references audit_blanking deferrable initially deferred;
create index act_change_blanked on act_change (blanking_id, id) where blanking_id is not null;
create index act_reason_blanked on act (reason_blanking_id, id) where reason_blanking_id is not null;
create index act_name_blanked on act (name_blanking_id, id) where name_blanking_id is not null;
create index act_blanked_before on act (id) where words_salt is null;

-- Which rows a run blanked, in one number.
create function blanked_rows(run int, out rows int, out rows_digest bytea) language sql stable as $$
  select count(*)::int, sha256(convert_to(coalesce(string_agg(word || ' ' || id, ',' order by word, id), ''), 'UTF8')) from (
    select 'change' as word, id from act_change where blanking_id = run
    union all select 'reason', id from act where reason_blanking_id = run
    union all select 'name', id from act where name_blanking_id = run) as blanked
$$;

-- What was blanked before this migration was blanked at the moment of an erasure; where no account was erased at that moment, no cause is known,
-- and the check says so.
alter table act_change disable trigger audit_only_grows;
with past as (
  insert into audit_blanking (cause, at, account_id, rows, rows_digest)
    select 'erasure', blanked_at, (select min(id) from account where erased_at = blanked_at), count(*),
      sha256(convert_to(string_agg('change ' || id, ',' order by id), 'UTF8'))
    from act_change where blanked_at is not null group by blanked_at returning id, at)
update act_change set blanking_id = past.id from past where blanked_at = past.at;
alter table act_change enable trigger audit_only_grows;

alter table act_change add check ((blanked_at is null) = (blanking_id is null));
-- In an entry from before, a reason that was blanked names no cause.
alter table act add check (reason_digest is null or (words_salt is null) = (reason_blanking_id is not null)),
  add check ((reason_digest is null) = (name_digest is null)),
  add check (name_digest is null or (name_salt is null) = (name_blanking_id is not null));

-- An erasure is in the audit log with how much it blanked, under the next seal.
create trigger note_change after insert on audit_blanking for each row execute function note_change('id');
do $$
declare
  noted bigint;
begin
  if exists (select from audit_blanking) then
    insert into act (at, actor_kind, actor_name, operation, outcome, words_salt, words_digest, words)
      values (now(), 'database', session_user, 'migration 0072', 'done', null, ''::bytea, '') returning id into noted;
    insert into act_change (act_id, table_name, row_key, after, salt, after_digest)
      select noted, 'audit_blanking', id::text, to_jsonb(audit_blanking), salt, change_digest(salt, to_jsonb(audit_blanking))
      from audit_blanking cross join lateral (select uuid_send(gen_random_uuid()) as salt where audit_blanking.id > 0) as salted;
  end if;
end $$;

create or replace function act_has_its_digest() returns trigger language plpgsql as $$
declare
  run constant int := nullif(current_setting('erasing.run', true), '')::int;
begin
  if tg_op = 'INSERT' then
    new.words_salt := uuid_send(gen_random_uuid());
    new.name_salt := uuid_send(gen_random_uuid());
    new.reason_digest := text_digest(new.words_salt, new.reason);
    new.name_digest := text_digest(new.name_salt, new.actor_name);
    new.words_digest := sha256(new.reason_digest || new.name_digest);
  else
    -- Short words are quickly guessed from their digest and the salt: both go.
    if new.reason <> old.reason or old.reason_digest is null then
      new.words_salt := null;
      new.reason_blanking_id := run;
    end if;
    if new.actor_name <> old.actor_name then
      new.name_salt := null;
      new.name_blanking_id := run;
    end if;
  end if;
  new.words := act_words(new.operation, new.about_id, new.reason, new.actor_name, new.request_id);
  return new;
end $$;

create function change_names_its_cause() returns trigger language plpgsql as $$
begin
  new.blanking_id := nullif(current_setting('erasing.run', true), '')::int;
  return new;
end $$;
create trigger a_change_names_its_cause before update of blanked_at on act_change
  for each row when (old.blanked_at is null and new.blanked_at is not null) execute function change_names_its_cause();

create or replace function audit_only_grows() returns trigger language plpgsql as $$
declare
  words constant text[] := '{before,after,salt,blanked_at,blanking_id,reason,actor_name,words_salt,name_salt,words,reason_blanking_id,name_blanking_id}';
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

-- Whose row it is -------------------------------------------------------------------------------------------------------------------------------

-- Addresses that the holder of this account has proved, as they are compared and as they were written. One that was only asked for, that the
-- way back took away again, or that is another account's by now is somebody else's.
create function proved_addresses(of_account int) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct address), '{}') from (
      select email_key, lower(normalize(email)) from account where id = of_account and verified_at is not null
      union all select new_email_key, lower(normalize(new_email)) from email_change where account_id = of_account and changed_at is not null and undone_at is null
      union all select old_email_key, lower(normalize(old_email)) from email_change where account_id = of_account and changed_at is not null and undone_at is null
      union all select email_key, email_key from account_alias where account_id = of_account) as known (as_compared, as_written),
    unnest(array[as_compared, as_written]) as address
  where not exists (select from account as other where other.email_key = as_compared and person_of(other.id) <> person_of(of_account))
$$;

-- The rows of an account, as the audit log names them. `is_personal`: what staff write about such a row is about the person alone.
create function rows_of_account(of_account int) returns table (kind text, key text, is_personal boolean) language sql stable as $$
  with theirs (id) as (select id from applicant where account_id = of_account),
  known (email_key) as (select unnest(proved_addresses(of_account))),
  bought (id) as (select orders.id from orders join theirs on theirs.id = applicant_id),
  paid (id) as (select payment_attempt.id from payment_attempt join bought on bought.id = order_id),
  written (id) as (select abstract.id from abstract join theirs on theirs.id = applicant_id)
  select each, of_account::text, true from unnest(array['account', 'closure', 'totp', 'recovery_code', 'account_alias']) as each
  union all select each, id::text, true from theirs, unnest(array['applicant', 'profile']) as each
  union all select 'passkey', id::text, true from passkey where account_id = of_account
  union all select 'email_change', id::text, true from email_change where account_id = of_account
  union all select 'person_note', id::text, true from person_note where account_id = of_account
  union all select 'account_alias', email_key, true from account_alias where account_id = of_account
  union all select 'account_merge', id::text, true from account_merge where of_account in (kept, gone)
  union all select 'extension', id::text, true from extension join known using (email_key)
  union all select 'staff_invitation', id::text, true from staff_invitation join known using (email_key)
  union all select 'staff_grant', id::text, false from staff_grant where account_id = of_account
  union all select 'reviewer', id::text, false from reviewer where account_id = of_account
  union all select 'mail', id::text, false from mail where account_id = of_account
  union all select 'orders', id::text, false from bought
  union all select 'payment_attempt', id::text, false from paid
  union all select 'payment_exception', id::text, false from payment_exception where order_id in (select id from bought) or attempt_id in (select id from paid)
  union all select 'refund', id::text, false from refund where attempt_id in (select id from paid)
  union all select 'refund_proposal', id::text, false from refund_proposal where attempt_id in (select id from paid)
  union all select 'payout', id::text, false from payout where order_id in (select id from bought)
  union all select 'offline_payment', id::text, false from offline_payment where order_id in (select id from bought)
  union all select 'seat_move', id::text, false from seat_move where order_id in (select id from bought)
  union all select 'order_given', id::text, false from order_given
    where from_applicant_id in (select id from theirs) or to_applicant_id in (select id from theirs)
  union all select 'abstract', id::text, false from written
  union all select 'decision', id::text, false from decision where abstract_id in (select id from written)
$$;

-- The row of a merged address was named by the address itself, which stays for ever.
drop trigger note_change on account_alias;
drop trigger note_removal on account_alias;
create trigger note_change after insert or update on account_alias for each row execute function note_change('account_id');
create trigger note_removal after delete on account_alias for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('account_id');

-- The erased ------------------------------------------------------------------------------------------------------------------------------------

drop function blank_trail(int, timestamptz, text[]);

-- By keys only, before the rows themselves are gone.
create function blank_trail(person int, at timestamptz, addresses text[]) returns void language plpgsql as $$
declare
  known_as constant text := (select lower(normalize(full_name)) from account where id = person);
begin
  perform set_config('erasing.person', person::text, true);
  -- What staff wrote about the person; about their orders and abstracts, only what has their name in it. A reason that has an address they proved,
  -- as a word of its own, wherever it is.
  update act set reason = '' where reason <> '' and id in (
    select act.id from act join rows_of_account(person) on about_kind = kind and about_id = key
      where is_personal or (known_as <> '' and position(known_as in lower(normalize(reason))) > 0)
    union all select act.id from act where position('@' in reason) > 0
      and regexp_split_to_array(rtrim(lower(normalize(reason)), '.!?'), '[.!?]*[\s<>()\[\],;:"]+') && addresses);
  update act set actor_name = 'Erased person' where account_id = person and actor_name <> '';
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = blank_trail.at
    where blanked_at is null and id in (
      with known (kind, key) as (
        select kind, key from rows_of_account(person) where is_personal or kind in ('mail', 'reviewer')
        -- Rows that are gone: only the audit log knows whose they were.
        union select table_name, row_key from act_change where table_name in ('passkey', 'email_change', 'person_note', 'account_alias')
          and person::text in (before ->> 'account_id', after ->> 'account_id')
        union select table_name, row_key from act_change where table_name in ('extension', 'staff_invitation', 'account_alias')
          and (before ->> 'email_key' = any (addresses) or after ->> 'email_key' = any (addresses)))
      select act_change.id from act_change join known on table_name = kind and row_key = key
      -- An author has no key but a place in the list: of the abstracts on which they are, the rows that have their account, address or name.
      union all select id from act_change where table_name = 'abstract_author' and (
        person::text in (before ->> 'account_id', after ->> 'account_id')
        or before ->> 'email_key' = any (addresses) or after ->> 'email_key' = any (addresses)
        or (known_as <> '' and known_as in (lower(normalize(before ->> 'name')), lower(normalize(after ->> 'name')))
          and split_part(row_key, ' ', 1) in (select abstract_id::text from abstract_author where account_id = person or email_key = any (addresses)))));
  perform set_config('erasing.person', '', true);
end $$;

-- An erasure that would blank very much stops, and waits until an owner allows so many rows.
alter table closure add column held_at timestamptz, add column held_rows int check (held_rows > 0),
  add column allowed_rows int check (allowed_rows > 0), add check ((held_at is null) = (held_rows is null));
create index closure_held on closure (held_at) where held_at is not null;

-- From 0049, with proved addresses only, and with its cause.
create or replace function erase_person(person int, at timestamptz, keeps_abstracts boolean) returns table (file_key text) language plpgsql as $$
declare
  applicants int[] := array(select id from applicant where account_id = person);
  addresses constant text[] := proved_addresses(person);
  run constant int := nextval(pg_get_serial_sequence('audit_blanking', 'id'));
  act_now text;
  going int[];
begin
  -- For whoever is erased below by an address: their rows are gone by then.
  perform set_config('erasing.addresses', array_to_string(addresses, ' '), true);
  -- That their roles end is part of the trail; what follows is not: it would write down the words that are to go.
  update staff_grant set revoked_at = at where account_id = person and revoked_at is null;
  delete from staff_link where account_id = person;
  delete from challenge where account_id = person;
  delete from staff_session where account_id = person;
  delete from passkey where account_id = person;
  delete from totp where account_id = person;
  delete from recovery_code where account_id = person;
  act_now := coalesce(current_setting('colloquium.act', true), '');
  perform set_config('colloquium.act', '', true);
  perform set_config('erasing.run', run::text, true);
  perform blank_trail(person, at, addresses);
  perform set_config('erasing.applicants', array_to_string(applicants, ','), true);

  -- A draft is nobody's business but its author's.
  update abstract set removed_at = coalesce(removed_at, at) where applicant_id = any (applicants) and status = '';
  if not keeps_abstracts then
    update abstract set withdrawn_at = at where applicant_id = any (applicants) and status <> '' and withdrawn_at is null;
  end if;
  going := array(select id from abstract where applicant_id = any (applicants) and coalesce(removed_at, withdrawn_at) is not null);

  return query
    select profile.photo_key from profile where applicant_id = any (applicants)
    union select abstract_version.file_key from abstract_version where abstract_id = any (going)
    union select upload_piece.file_key from upload_piece join upload on upload.id = upload_id where applicant_id = any (applicants);

  delete from abstract where id = any (going) and status = '';
  -- What was submitted keeps its number, so that the numbers have no gap, and nothing else.
  update abstract_version set
    save_key = null, save_digest = decode(repeat('00', 32), 'hex'), title = '', title_plain = 'Withdrawn', background = '', background_plain = '',
    material = '', material_plain = '', results = '', results_plain = '', discussion = '', discussion_plain = '', words = 0,
    file_key = 'abstracts/00/' || repeat('0', 30), file_name = 'withdrawn', file_size = 1, file_sha256 = decode(repeat('00', 32), 'hex')
    where abstract_id = any (going);

  delete from profile where applicant_id = any (applicants);
  delete from upload where applicant_id = any (applicants);
  delete from session where account_id = person;
  delete from pin where account_id = person;
  delete from reset_pin where account_id = person;
  delete from password_reset where account_id = person;
  delete from email_change where account_id = person;
  delete from data_copy where account_id = person;
  delete from closure where account_id = person;
  -- The row of a letter says that there was one; a paid order must have its letter.
  update mail set recipient = '', subject = 'Erased', body_text = '', body_html = '', last_error = '',
    given_up_at = case when sent_at is null then coalesce(given_up_at, at) end
    where lower(normalize(recipient)) = any (addresses);
  -- What is counted is named, and after a colon comes whose it is: an address, with a browser after it where one is known.
  delete from attempt where split_part(substring(key from position(': ' in key) + 2), ' ', 1) = any (addresses);
  update account set email = 'erased-' || id, email_key = 'erased-' || id, full_name = 'Erased person', password_hash = null, device_id = '',
    erased_at = at where id = person;
  perform set_config('erasing.applicants', '', true);
  perform set_config('erasing.addresses', '', true);
  perform set_config('erasing.run', '', true);
  perform set_config('colloquium.act', act_now, true);
  -- With its number from the beginning: what was blanked refers to it already.
  insert into audit_blanking overriding system value select run, 'erasure', at, person, blanked.* from blanked_rows(run) as blanked;
end $$;
