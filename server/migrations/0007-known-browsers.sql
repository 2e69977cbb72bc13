-- A stranger who guesses must not lock the owner out, and what is done by command is written down.

-- From which network a PIN was asked for, as a digest: a letter that is answered speaks for those who share it.
alter table pin add column asked_from text not null default '';

-- The PIN to set a new password, for the browser that asked: wrong tries of another browser do not count here.
-- The row in `pin` stays: it is for whoever types the PIN elsewhere.
create table reset_pin (
  account_id int not null references account on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  pin_hash bytea not null check (length(pin_hash) = 32),
  expires_at timestamptz not null,
  tries int not null default 0 check (tries between 0 and 5),
  asked_from text not null default '',
  primary key (account_id, browser_hash)
);

-- What was done with a command on the machine. Only grows; what came of it later is another row.
create table command_act (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  command text not null check (command <> ''),
  -- The name that was given, else that of the user of the machine.
  by_whom text not null check (by_whom <> ''),
  -- What it was done to, such as "event 3".
  about text not null check (about <> ''),
  reason text not null default '',
  outcome text not null check (outcome <> '')
);
create trigger command_act_only_grows before update or delete on command_act for each row execute function books_only_grow();
create trigger command_act_is_never_emptied before truncate on command_act execute function books_only_grow();
