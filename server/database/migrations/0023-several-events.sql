-- additive
-- Several events side by side: an archive that no write slips past, and an extension that follows its person to a new address.

-- The archive and whoever writes take turns ----------------------------------------------------------------------------------------------

-- As in 0020, with three differences: a write holds a shared lock for its event until it commits, an extension may get another address, and
-- an applicant another account, because two accounts of one person are merged in old events too.
create or replace function event_is_not_archived() returns trigger language plpgsql as $$
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
  elsif tg_table_name = 'extension' and tg_op = 'UPDATE' and to_jsonb(new) - '{email,email_key}'::text[] = to_jsonb(old) - '{email,email_key}'::text[] then
    return new;
  elsif tg_table_name = 'applicant' and tg_op = 'UPDATE' and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  elsif tg_table_name = 'sub_speciality' then
    of_event := (select event_id from speciality where id = (about ->> 'speciality_id')::int);
  elsif tg_table_name = 'profile' then
    of_event := (select event_id from applicant where id = (about ->> 'applicant_id')::int);
  end if;
  -- Whoever archives it waits for us, or we for them; what it is by then is read afterwards.
  if tg_table_name <> 'event' then
    perform pg_advisory_xact_lock_shared(hashtextextended('archive of an event', of_event));
  end if;
  if exists (select from event where id = of_event and event_state = 'archived') then
    raise exception 'event % is archived: it is only read', of_event using errcode = 'check_violation', constraint = 'event_is_not_archived';
  end if;
  return coalesce(new, old);
end $$;

create function archive_waits_for_writes() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('archive of an event', new.id));
  return new;
end $$;
create trigger archive_waits_for_writes before update of event_state on event
  for each row when (old.event_state <> 'archived' and new.event_state = 'archived') execute function archive_waits_for_writes();

-- An extension follows its person ---------------------------------------------------------------------------------------------------------

-- It was given to a person, who is known by an address: a new one takes all of them along, those that were ended too, so that whoever is
-- erased later leaves none. Of two that are open for the same thing the later day stays.
create function extension_follows_its_person() returns trigger language plpgsql as $$
begin
  update extension set ended_at = now() where ended_at is null and email_key = old.email_key and exists (
    select from extension as other where other.ended_at is null and other.email_key = new.email_key
    and (other.event_id, other.kind) = (extension.event_id, extension.kind) and other.until >= extension.until);
  update extension set ended_at = now() where ended_at is null and email_key = new.email_key and exists (
    select from extension as other where other.ended_at is null and other.email_key = old.email_key
    and (other.event_id, other.kind) = (extension.event_id, extension.kind));
  update extension set email = new.email, email_key = new.email_key where email_key = old.email_key;
  return null;
end $$;
create trigger extension_follows_its_person after update of email_key on account
  for each row when (old.email_key <> new.email_key and old.erased_at is null and new.erased_at is null)
  execute function extension_follows_its_person();
