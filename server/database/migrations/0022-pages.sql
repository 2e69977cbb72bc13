-- additive
-- The words of the site in versions, and the pictures that they show. Version 0.1 goes on reading its files.

create type page_state as enum ('draft', 'published', 'replaced');

-- One page as it was written once. Without an event it is the college's; an event that has none of its own shows that one.
create table page_version (
  id int generated always as identity primary key,
  page text not null check (page ~ '^[a-z]{2,20}$'),
  event_id int references event on delete cascade,
  number int not null check (number > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  state page_state not null default 'draft',
  -- Counted up with each save of a draft: of two who save or publish it, the second is told.
  version int not null default 1 check (version > 0),
  -- The number that it began as a copy of.
  based_on int,
  -- Null where the files of the installation, or the schedule, did it.
  written_by int references account,
  written_at timestamptz not null,
  -- When a draft is published by itself.
  publish_at timestamptz,
  published_by int references account,
  published_at timestamptz,
  replaced_at timestamptz,
  constraint page_version_state check (
    (state = 'draft') = (published_at is null) and (state = 'replaced') = (replaced_at is not null)
    and (publish_at is null or state = 'draft') and (published_by is null or state <> 'draft'))
);
create unique index page_version_once on page_version (page, coalesce(event_id, 0), number);
create unique index one_published on page_version (page, coalesce(event_id, 0)) where state = 'published';
create unique index one_draft on page_version (page, coalesce(event_id, 0)) where state = 'draft';
create index page_version_due on page_version (publish_at) where publish_at is not null;
create index page_version_of_event on page_version (event_id) where event_id is not null;

-- What was public once stays as it was: a person who agreed to terms can be shown those terms.
create function page_version_stays() returns trigger language plpgsql as $$
declare
  -- What may still happen to it: a draft is published, what is published is replaced.
  moves constant text[] := '{state,replaced_at}';
begin
  if old.state = 'draft' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  -- An event that nothing refers to may be deleted, and its pages go with it.
  if tg_op = 'DELETE' and old.event_id is not null and not exists (select from event where id = old.event_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.state = 'published' and new.state in ('published', 'replaced')
    and to_jsonb(new) - moves = to_jsonb(old) - moves then
    return new;
  end if;
  raise exception 'a page that was published is replaced, and never changed or deleted';
end $$;
create trigger page_version_stays before update or delete on page_version for each row execute function page_version_stays();

-- A draft that is being typed is no content yet.
create trigger content_changes after insert or update on page_version
  for each row when (new.state <> 'draft') execute function note_content_change();
create trigger content_removed after delete on page_version
  for each row when (old.state = 'published') execute function note_content_change();
create trigger content_emptied after truncate on page_version
  for each statement execute function note_content_change();

create trigger note_change after insert or update or delete on page_version for each row execute function note_change('id');
create trigger note_emptying after truncate on page_version for each statement execute function note_change();

-- A picture that pages may show, drawn anew from what was sent. The same picture lies here once.
create table asset (
  id int generated always as identity primary key,
  sha256 bytea not null unique check (length(sha256) = 32),
  kind text not null check (kind in ('png', 'jpeg')),
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  -- What it shows, for whoever cannot see it.
  alt text not null check (btrim(alt) <> ''),
  file_key text not null unique,
  version int not null default 1 check (version > 0),
  added_by int references account,
  added_at timestamptz not null
);
create trigger note_change after insert or update or delete on asset for each row execute function note_change('id');
create trigger note_emptying after truncate on asset for each statement execute function note_change();
