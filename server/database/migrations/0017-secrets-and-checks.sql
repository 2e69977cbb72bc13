-- additive
-- Secrets that several instances share, what the checks of a night found, and the sums of portraits.

-- Secrets ------------------------------------------------------------------------------------------------------------------------------

-- With SECRETS_KEY only. Of two instances that start first, one makes a secret: its name is there once.
create table secret (
  name text primary key check (name ~ '^[a-z-]{2,30}$'),
  -- AES-256-GCM with the name as associated data: 12 bytes of nonce, 16 of tag, then the 32 of the secret.
  sealed bytea not null check (length(sealed) = 60),
  made_at timestamptz not null
);

-- What each instance that runs has, so that a difference can be told. Nothing leads from a fingerprint to its secret.
create table secret_seen (
  instance text check (instance <> ''),
  name text,
  fingerprint bytea not null check (length(fingerprint) = 16),
  seen_at timestamptz not null,
  primary key (instance, name)
);

-- Checks -------------------------------------------------------------------------------------------------------------------------------

-- The last time that each check was made, by whichever instance: all of them tell it in their metrics.
create table check_result (
  name text primary key check (name ~ '^[a-z-]{2,30}$'),
  checked_at timestamptz not null,
  -- One sentence for each thing that is wrong.
  problems text[] not null
);

-- Portraits ----------------------------------------------------------------------------------------------------------------------------

-- Null for those of earlier versions.
alter table profile add column photo_sha256 bytea check (length(photo_sha256) = 32);

-- Version 0.1 changes the portrait and knows nothing of its sum: the old one would accuse the new picture.
create function photo_sum_is_of_its_photo() returns trigger language plpgsql as $$
begin
  if new.photo_sha256 is not distinct from old.photo_sha256 then
    new.photo_sha256 := null;
  end if;
  return new;
end $$;
create trigger photo_sum_is_of_its_photo before update on profile for each row
  when (old.photo_key is distinct from new.photo_key) execute function photo_sum_is_of_its_photo();

-- Metrics ------------------------------------------------------------------------------------------------------------------------------

-- Counted each time that the metrics are read; nearly all letters are sent.
create index mail_given_up on mail (given_up_at) where given_up_at is not null;
