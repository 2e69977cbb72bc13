-- What people submit, every version of it, and files on their way in.

create type abstract_type as enum ('Oral', 'Poster', 'Workshop');
-- What the virus scanner said; none when there is no scanner, failed when it did not answer.
create type file_scan as enum ('clean', 'none', 'failed');

alter table applicant add unique (id, event_id);

-- '' is a draft, 'Pending' is submitted; from level 1 on it is under review and nobody edits it any more.
create table abstract (
  id int generated always as identity primary key,
  applicant_id int not null,
  event_id int not null,
  status text not null default '',
  level int not null default 0 check (level >= 0),
  -- Given when it is submitted, without a gap for each event.
  number int check (number > 0),
  -- The version that counts, and how many there are: one that came too late is kept beside it.
  current_version int not null default 1 check (current_version > 0),
  versions int not null default 1 check (versions >= current_version),
  created_at timestamptz not null,
  submitted_at timestamptz,
  -- Submitted after the last date, within the grace.
  is_late boolean not null default false,
  removed_at timestamptz,
  withdrawn_at timestamptz,
  unique (event_id, number),
  unique (id, applicant_id),
  foreign key (applicant_id, event_id) references applicant (id, event_id),
  check ((status = '') = (number is null)),
  check ((status = '') = (submitted_at is null)),
  check (status <> '' or level = 0),
  check (removed_at is null or status = ''),
  check (withdrawn_at is null or status <> '')
);
create index abstract_of_applicant on abstract (applicant_id);
create index abstract_removed on abstract (removed_at) where removed_at is not null;

-- A save adds a line and changes none. The limits are those of contract/abstract-rules.ts.
create table abstract_version (
  abstract_id int not null,
  number int not null check (number > 0),
  applicant_id int not null,
  -- The same save sent twice carries the same key; the digest tells a repeated save from another one under its key.
  save_key text check (char_length(save_key) between 1 and 64),
  save_digest bytea not null check (length(save_digest) = 32),
  abstract_type abstract_type not null,
  sub_speciality_id int not null references sub_speciality,
  title text not null,
  title_plain text not null check (title_plain <> '' and char_length(title_plain) <= 1000),
  background text not null,
  background_plain text not null check (char_length(background_plain) <= 40000),
  material text not null,
  material_plain text not null check (char_length(material_plain) <= 40000),
  results text not null,
  results_plain text not null check (char_length(results_plain) <= 40000),
  discussion text not null,
  discussion_plain text not null check (char_length(discussion_plain) <= 40000),
  words int not null check (words >= 0),
  file_key text not null check (file_key ~ '^abstracts/[0-9a-f]{2}/[0-9a-f]{30}$'),
  file_name text not null check (char_length(file_name) between 1 and 100),
  file_size int not null check (file_size between 1 and 52428800),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  file_scan file_scan not null,
  -- It came after the last date for something that was submitted already: kept, and not what counts.
  is_aside boolean not null default false,
  is_late boolean not null default false,
  saved_at timestamptz not null,
  primary key (abstract_id, number),
  unique (applicant_id, save_key),
  foreign key (abstract_id, applicant_id) references abstract (id, applicant_id) on delete cascade
);
create index abstract_version_of_file on abstract_version (file_key);
create index abstract_version_of_sub_speciality on abstract_version (sub_speciality_id);

alter table abstract add foreign key (id, current_version) references abstract_version (abstract_id, number)
  deferrable initially deferred;

-- A sequence leaves a gap when a transaction fails; this row is counted up inside it.
create table abstract_counter (
  event_id int primary key references event,
  last int not null check (last > 0)
);

-- The rules of the state, for every path that leads here.
create function abstract_moves_forward() returns trigger language plpgsql as $$
begin
  if (old.applicant_id, old.event_id) is distinct from (new.applicant_id, new.event_id) then
    raise exception 'an abstract does not change hands';
  end if;
  if old.number is not null and (old.number, old.submitted_at) is distinct from (new.number, new.submitted_at) then
    raise exception 'what was submitted keeps its number and its time';
  end if;
  if old.status = '' and new.status <> '' and (new.status <> 'Pending' or old.level <> 0 or old.removed_at is not null) then
    raise exception 'only a draft is submitted';
  end if;
  if old.versions <> new.versions then
    if old.level <> 0 or old.status not in ('', 'Pending') or coalesce(old.removed_at, old.withdrawn_at) is not null then
      raise exception 'this abstract can no longer be changed';
    end if;
    if new.versions <> old.versions + 1 then
      raise exception 'versions are counted one by one';
    end if;
  end if;
  if old.current_version <> new.current_version and new.current_version <> new.versions then
    raise exception 'only the newest version becomes the one that counts';
  end if;
  return new;
end $$;

create trigger abstract_moves_forward before update on abstract for each row execute function abstract_moves_forward();

create function abstract_is_kept() returns trigger language plpgsql as $$
begin
  if old.removed_at is null then
    raise exception 'only a draft that was removed is deleted';
  end if;
  return old;
end $$;

create trigger abstract_is_kept before delete on abstract for each row execute function abstract_is_kept();

create function versions_only_grow() returns trigger language plpgsql as $$
begin
  -- They go with their abstract, and never by themselves.
  if tg_op = 'DELETE' and not exists (select from abstract where id = old.abstract_id) then
    return old;
  end if;
  raise exception 'abstract_version only grows: save another version';
end $$;

create trigger versions_only_grow before update or delete on abstract_version
  for each row execute function versions_only_grow();

-- Files in pieces --------------------------------------------------------------------------------------------------------------------

create table upload (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  applicant_id int not null references applicant,
  -- What the client calls the file: the same one begun again goes on where it was.
  client_key text not null,
  file_name text not null,
  size int not null check (size between 0 and 52428800),
  received int not null default 0 check (received between 0 and size),
  created_at timestamptz not null,
  touched_at timestamptz not null
);
create index upload_touched on upload (touched_at);
create index upload_of_applicant on upload (applicant_id);

create table upload_piece (
  upload_id text not null references upload on delete cascade,
  -- Where it begins.
  position int not null check (position >= 0),
  size int not null check (size > 0),
  file_key text not null unique check (file_key ~ '^pieces/[0-9a-f]{2}/[0-9a-f]{30}$'),
  primary key (upload_id, position)
);
