-- additive
-- What lies once in the backup folder and is named by many backups: files, and pieces of tables. See docs/decisions/0100.

-- The parts that the last backup names. Each is encrypted with a key of its own, which is forgotten here as soon as the last backup no longer names
-- the part: older parts are opened by the backups that name them, and by nothing on this machine.
create table backup_part (
  -- Of the content.
  sha256 bytea primary key check (length(sha256) = 32),
  size bigint not null check (size >= 0),
  -- The beginning of the sum of what lies in the folder, so that damage is found without a key.
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  stored bigint not null check (stored >= 16),
  data_key bytea not null check (length(data_key) = 32)
);

-- A file never changes, so its sum is taken once.
create table backup_file (
  key text primary key check (key ~ '^[a-z]{2,20}/[0-9a-f]{2}/[0-9a-f]{30}$'),
  sha256 bytea not null references backup_part
);
create index backup_file_by_part on backup_file (sha256);
