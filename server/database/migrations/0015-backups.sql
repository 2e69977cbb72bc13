-- additive
-- Backups that were made, proofs that they can be restored, and letters that wait for a person after a restore.

create type backup_kind as enum ('backup', 'drill', 'restore');

-- One row for each that came to an end. One that was killed leaves none, and the age of the last good one tells.
create table backup_run (
  id int generated always as identity primary key,
  kind backup_kind not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- Of the file, without its folder.
  name text not null default '',
  bytes bigint not null default 0 check (bytes >= 0),
  -- Why it failed, in a sentence; empty when it did not.
  failure text not null default ''
);
create index backup_run_last on backup_run (kind, ended_at desc);

-- Unsent in a backup that was restored: it may have gone out since, and a person decides.
alter table mail add column held_at timestamptz;
