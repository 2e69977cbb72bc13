-- additive
-- A stranger who guesses must not lock the owner out.

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
