-- additive
-- What people change about their own account: the address it is known by, and whether there is one at all.

-- A new address -----------------------------------------------------------------------------------------------------------------------

alter type pin_purpose add value 'email';

-- One change of address: asked for, proved by a PIN to the new address, and for some days taken back from the old one.
create table email_change (
  id int generated always as identity primary key,
  account_id int not null references account,
  -- Null when the person asked; otherwise whoever of the staff did it for them.
  asked_by int references account,
  new_email text not null,
  new_email_key text not null check (new_email_key = lower(new_email_key)),
  asked_at timestamptz not null,
  -- What was left behind, from the moment that the change was made.
  old_email text,
  old_email_key text check (old_email_key = lower(old_email_key)),
  changed_at timestamptz,
  undo_hash bytea unique check (length(undo_hash) = 32),
  undo_until timestamptz,
  undone_at timestamptz,
  check (num_nonnulls(old_email, old_email_key, changed_at, undo_hash, undo_until) in (0, 5)),
  check (undo_until > changed_at),
  check (undone_at is null or changed_at is not null)
);
-- Asking again replaces what was asked before.
create unique index email_change_one_asked on email_change (account_id) where changed_at is null;
create index email_change_of_account on email_change (account_id);
create index email_change_left on email_change (old_email_key) where undone_at is null;

-- Whoever wants this address, or gives it up, takes turns with everybody else who does.
create function lock_email(email_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('email ' || email_key, 0));
$$;

-- An address that somebody may still come back to is nobody else's.
create function is_email_left(key text, at timestamptz, leaver int) returns boolean language sql as $$
  select exists (select from email_change where old_email_key = key and undone_at is null and undo_until > at and account_id <> leaver);
$$;

-- Nothing is inserted: to whoever signs up the address is in use, as it is when it belongs to an account.
create function left_email_is_taken() returns trigger language plpgsql as $$
begin
  -- In turn: a change of address that is being made now cannot be seen before its commit.
  perform lock_email(new.email_key);
  if is_email_left(new.email_key, new.created_at, 0) then
    return null;
  end if;
  return new;
end $$;

create trigger left_email_is_taken before insert on account for each row execute function left_email_is_taken();

-- The last letter ---------------------------------------------------------------------------------------------------------------------

-- The one that tells somebody that they are erased must still know where to go, and forgets it when it has gone or was given up.
alter table mail add column is_last boolean not null default false;

create function last_letter_forgets() returns trigger language plpgsql as $$
begin
  new.recipient := '';
  new.body_text := '';
  new.body_html := '';
  new.last_error := '';
  return new;
end $$;

create trigger last_letter_forgets before update on mail
  for each row when (new.is_last and coalesce(new.sent_at, new.given_up_at) is not null) execute function last_letter_forgets();

-- Taking one's data along -------------------------------------------------------------------------------------------------------------

-- A copy that was asked for, and from begun_at on is on its way. Its server removes the row; one that was killed leaves it until ends_at.
create table data_copy (
  account_id int primary key references account,
  key_hash bytea not null unique check (length(key_hash) = 32),
  begun_at timestamptz,
  ends_at timestamptz not null
);

-- The end of an account ---------------------------------------------------------------------------------------------------------------

alter table account add column erased_at timestamptz;

-- Asked for, and not done yet: there are some days to change one's mind.
create table closure (
  account_id int primary key references account,
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at > asked_at),
  -- Otherwise what was submitted is withdrawn, and its words go too.
  keeps_abstracts boolean not null
);
create index closure_due on closure (due_at);

-- A call that was under way when the person was erased must not bring back what it knew of them.
create function account_is_not_erased() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id and erased_at is null for key share;
  if not found then
    raise exception 'nothing more is written about somebody who was erased';
  end if;
  return new;
end $$;

create function applicant_is_not_erased() returns trigger language plpgsql as $$
begin
  perform from account join applicant on account_id = account.id
    where applicant.id = new.applicant_id and erased_at is null for key share of account;
  if not found then
    raise exception 'nothing more is written about somebody who was erased';
  end if;
  return new;
end $$;

create trigger account_is_not_erased before insert on session for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on pin for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on reset_pin for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on password_reset for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on email_change for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on data_copy for each row execute function account_is_not_erased();
create trigger account_is_not_erased before insert on closure for each row execute function account_is_not_erased();
create trigger applicant_is_not_erased before insert on profile for each row execute function applicant_is_not_erased();
create trigger applicant_is_not_erased before insert on abstract_version for each row execute function applicant_is_not_erased();
create trigger applicant_is_not_erased before insert on upload for each row execute function applicant_is_not_erased();

-- As before, but for the one who is being erased.
create or replace function versions_only_grow() returns trigger language plpgsql as $$
begin
  -- They go with their abstract, and never by themselves.
  if tg_op = 'DELETE' and not exists (select from abstract where id = old.abstract_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('erasing.applicants', true) is not null
    and old.applicant_id = any (string_to_array(current_setting('erasing.applicants'), ',')::int[]) then
    return new;
  end if;
  raise exception 'abstract_version only grows: save another version';
end $$;
