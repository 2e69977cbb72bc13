-- People, how they prove who they are, and the mail that tells them.

create table account (
  id int generated always as identity primary key,
  email text not null,
  -- The address as it is compared: one account whatever the capitals.
  email_key text not null unique,
  full_name text not null check (full_name <> ''),
  -- Null when nobody knows a password: the address was verified on another device than the one that chose it.
  password_hash text,
  -- The device that signed up; it says only whether the PIN came back to where it was asked for.
  device_id text not null default '',
  verified_at timestamptz,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  check (email_key = lower(email_key))
);

create table applicant (
  id int generated always as identity primary key,
  account_id int not null references account,
  event_id int not null references event,
  created_at timestamptz not null,
  unique (account_id, event_id)
);

create table session (
  id int generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id int not null references account,
  -- Null while no event is announced.
  applicant_id int references applicant,
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  check (last_seen_at >= created_at)
);
create index session_of_account on session (account_id);

create type pin_purpose as enum ('verify', 'reset');

-- One PIN for each account and purpose: a new one replaces the old.
create table pin (
  account_id int not null references account on delete cascade,
  purpose pin_purpose not null,
  pin_hash bytea not null check (length(pin_hash) = 32),
  expires_at timestamptz not null,
  tries int not null default 0 check (tries between 0 and 5),
  primary key (account_id, purpose)
);

-- The right PIN gives the right to choose one new password.
create table password_reset (
  account_id int primary key references account on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);

create table mail (
  id int generated always as identity primary key,
  -- Given before the first try and kept for the others: a reader's mailbox can tell a repeated mail by it.
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  -- A PIN is not sent when it no longer works.
  expires_at timestamptz,
  next_try_at timestamptz not null,
  tries int not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz,
  check (sent_at is null or given_up_at is null)
);
create index mail_to_send on mail (next_try_at) where sent_at is null and given_up_at is null;

-- Proofs that were used, until they would have expired anyway.
create table captcha_used (
  nonce text primary key,
  expires_at timestamptz not null
);

-- Counts of attempts. Unlogged: losing them in a crash of the database costs nothing but a fresh count.
create unlogged table attempt (
  key text primary key,
  hits int not null,
  resets_at timestamptz not null
);
