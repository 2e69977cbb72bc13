-- The event, what it offers, and how a page knows that something changed.

create table event (
  id int generated always as identity primary key,
  name text not null,
  theme text not null default '',
  lead text not null default '',
  venue text not null default '',
  flyer text not null default '',
  time_zone text not null default 'Asia/Karachi',
  opens_on date not null,
  abstracts_close_on date not null,
  decisions_on date not null,
  registration_closes_on date not null,
  workshops_from date not null,
  starts_on date not null,
  ends_on date not null,
  is_current boolean not null default false,
  check (name <> ''),
  check (starts_on <= ends_on),
  check (opens_on <= registration_closes_on),
  check (opens_on <= abstracts_close_on)
);

create unique index event_at_most_one_current on event (is_current) where is_current;

create table programme (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  course_coordinator text not null default '',
  registration_fee text not null default '',
  end_date date not null,
  image text not null default '',
  description text not null default '',
  position int not null default 0
);

create table speciality (
  id int generated always as identity primary key,
  event_id int not null references event on delete cascade,
  description text not null check (description <> ''),
  position int not null default 0,
  unique (event_id, description)
);

create table sub_speciality (
  id int generated always as identity primary key,
  speciality_id int not null references speciality on delete cascade,
  description text not null check (description <> ''),
  position int not null default 0,
  unique (speciality_id, description)
);

create table workshop (
  id int generated always as identity primary key,
  event_id int not null references event,
  topic text not null check (topic <> ''),
  starts_at timestamptz not null,
  duration_minutes int not null check (duration_minutes > 0),
  -- In whole paisa.
  price bigint not null check (price >= 0),
  facilitators text not null default '',
  venue text not null default '',
  focal text not null default '',
  seats int not null check (seats >= 0)
);

create index workshop_of_event on workshop (event_id, starts_at);

-- Pages drawn from these tables are kept until the content version changes. Each statement that changes one of them leaves a line, and
-- the version is the number of lines that can be seen:
--   * a line is seen exactly from the commit of its change on. A sequence can be seen before the commit, and a page drawn in between
--     would keep the old content under the new number for ever; the highest id fails the same way when a lower one commits later.
--   * nobody waits for anybody. One row counted up would be locked until each commit, and two editors could stop each other for good.
--   * nothing is lost with a connection, as a notification is.
-- A reader asks for the version before it reads the content, so what it keeps is never older than the version it is kept under.
-- Content changes by hand, a few thousand lines a year; counting them takes less than a millisecond.
create table content_change (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now()
);

create view content_version as select count(*) as version from content_change;

create function note_content_change() returns trigger language plpgsql as $$
begin
  insert into content_change default values;
  return null;
end $$;

create trigger content_changes after insert or update or delete or truncate on event
  for each statement execute function note_content_change();
create trigger content_changes after insert or update or delete or truncate on programme
  for each statement execute function note_content_change();
create trigger content_changes after insert or update or delete or truncate on speciality
  for each statement execute function note_content_change();
create trigger content_changes after insert or update or delete or truncate on sub_speciality
  for each statement execute function note_content_change();
create trigger content_changes after insert or update or delete or truncate on workshop
  for each statement execute function note_content_change();
