-- additive
-- Which portal this is, which files it wrote, and where its backups lie.

-- One row, made at the first start. It travels with every backup: a restored portal is the same one, and finds its files and backups again.
create table portal (
  one boolean primary key default true check (one),
  -- Stands in every file store and backup folder that is this portal's.
  id uuid not null,
  -- Signs what lies open beside the backups.
  backup_key bytea not null check (length(backup_key) = 32),
  made_at timestamptz not null
);

-- Written before the file itself. Only what stands here is ever removed as left over: what lies in a store may be of another portal, or newer than
-- a restored database.
create table stored_file (
  key text primary key check (key ~ '^[a-z]{2,20}/[0-9a-f]{2}/[0-9a-f]{30}$'),
  written_at timestamptz not null
);
create index stored_file_by_age on stored_file (written_at);

insert into stored_file (key, written_at)
select key, now() from (
  select photo_key as key from profile
  union select file_key from abstract_version
  union select file_key from asset
  union select photo_key from offline_payment
  union select file_key from redaction
  union select file_key from upload_piece
  union select file_key from export_file) as named
where key ~ '^[a-z]{2,20}/[0-9a-f]{2}/[0-9a-f]{30}$';

-- Where it was written; empty in rows of earlier versions. A folder that had backups and has no mark is one whose disk is not mounted.
alter table backup_run add column folder text not null default '';
