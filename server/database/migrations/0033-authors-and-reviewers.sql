-- additive
-- Where an abstract stands while it is reviewed and after; who wrote it, who is asked to review, and what stands between them. Assignments and reviews are in 0034:
-- a new value of an enum is good only once it is committed.

-- States ------------------------------------------------------------------------------------------------------------------------------

alter type abstract_state add value 'revision_asked';
alter type abstract_state add value 'under_review';
alter type abstract_state add value 'accepted';
alter type abstract_state add value 'rejected';
alter type abstract_state add value 'waiting';
alter type abstract_state add value 'merged';
alter type abstract_state add value 'duplicate';
alter type abstract_state add value 'confirmed';
alter type abstract_state add value 'not_presenting';

-- An expression of a column cannot be changed before PostgreSQL 17: from here on a trigger keeps the state, from the same columns.
alter table abstract alter column state drop expression;
alter table abstract
  alter column state set default 'draft',
  -- The last day of a revision that was asked for.
  add column revise_until date,
  -- As what it was accepted; as it was submitted, where nothing else was decided.
  add column accepted_as abstract_type,
  add column merged_into int references abstract,
  add column duplicate_of int references abstract,
  -- When its author was last told a decision.
  add column told_at timestamptz,
  -- Its authors are saved as one list: of two who save, the second is told.
  add column authors_version int not null default 1;
create index abstract_merged on abstract (merged_into) where merged_into is not null;
create index abstract_duplicate on abstract (duplicate_of) where duplicate_of is not null;
create index abstract_by_state on abstract (event_id, state, id);

-- What stands in `status` and `level` is what its author may know, in the words of the specification; version 0.1 reads and writes only these.
-- ('Pending', 1) is how version 0.1 called what is with reviewers.
create function abstract_stands(status text, level int, revise_until date) returns text language plpgsql immutable as $$
begin
  return case
    when status = '' and level = 0 then 'draft'
    when status = 'Pending' and level = 0 then case when revise_until is null then 'submitted' else 'revision_asked' end
    when status in ('Pending', 'Under review') and level = 1 then 'under_review'
    when status in ('Accepted', 'Rejected', 'Merged', 'Duplicate') and level = 2 then lower(status)
    when status = 'Waiting list' and level = 2 then 'waiting'
    when status = 'Confirmed' and level = 3 then 'confirmed'
    when status = 'Not presenting' and level = 3 then 'not_presenting'
  end;
end $$;

create function abstract_has_state() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at is not null then
    new.state := 'withdrawn';
  else
    -- What stands nowhere is refused by the check, which says so.
    new.state := coalesce(abstract_stands(new.status, new.level, new.revise_until), 'draft')::abstract_state;
  end if;
  if new.status in ('Accepted', 'Confirmed', 'Not presenting') then
    new.accepted_as := coalesce(new.accepted_as,
      (select abstract_type from abstract_version where abstract_id = new.id and number = new.current_version));
  else
    new.accepted_as := null;
  end if;
  return new;
end $$;
create trigger abstract_has_state before insert or update on abstract for each row execute function abstract_has_state();

-- Authors -----------------------------------------------------------------------------------------------------------------------------

-- No rows: whoever submitted it wrote it alone.
create table abstract_author (
  abstract_id int not null references abstract on delete cascade,
  position int not null check (position between 1 and 30),
  name text not null check (name <> '' and char_length(name) <= 200),
  email text not null default '' check (char_length(email) <= 200),
  email_key text check (email_key = lower(email_key) and email_key <> ''),
  institution text not null default '' check (char_length(institution) <= 200),
  department text not null default '' check (char_length(department) <= 200),
  account_id int references account,
  presents boolean not null default false,
  primary key (abstract_id, position),
  check ((email = '') = (email_key is null))
);
create unique index abstract_author_one_presents on abstract_author (abstract_id) where presents;
create unique index abstract_author_once on abstract_author (abstract_id, email_key);
create index abstract_author_by_address on abstract_author (email_key) where email_key is not null;
create index abstract_author_by_account on abstract_author (account_id) where account_id is not null;
create trigger note_change after insert or update or delete on abstract_author for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('abstract_id', 'position');

-- Whom its authors ask us not to send it to.
create table named_conflict (abstract_id int not null references abstract on delete cascade, position int not null check (position between 1 and 3),
  name text not null check (name <> '' and char_length(name) <= 200), email_key text check (email_key <> ''), primary key (abstract_id, position));

-- Frozen while it is with reviewers: only staff, who leave an act, change authors then. The abstract is locked, so that nobody is given it
-- to review at the same moment.
create function authors_are_open() returns trigger language plpgsql as $$
declare
  of_abstract int := coalesce(new.abstract_id, old.abstract_id);
  told_level int;
  told_status text;
begin
  select level, status into told_level, told_status from abstract where id = of_abstract for no key update;
  if found and told_level <> 0 and told_status not in ('Accepted', 'Confirmed')
    and coalesce(current_setting('colloquium.act', true), '') = '' and coalesce(current_setting('erasing.authors', true), '') = '' then
    raise exception 'the authors of abstract % are frozen', of_abstract using errcode = 'check_violation', constraint = 'authors_are_open';
  end if;
  return coalesce(new, old);
end $$;
create trigger authors_are_open before insert or update or delete on abstract_author for each row execute function authors_are_open();

-- The review of an event ----------------------------------------------------------------------------------------------------------------

create type blindness as enum ('double', 'single', 'open');
create type conflict_rule as enum ('author', 'department', 'institution');
create type others_reviews as enum ('after_own', 'never', 'always');
create type author_feedback as enum ('none', 'comments', 'totals');

-- Made when somebody first saves it; until then what is usual counts.
create table review_call (
  event_id int primary key references event,
  version int not null default 1,
  reviews_wanted int not null default 3 check (reviews_wanted between 1 and 9),
  reviews_to_decide int not null default 3 check (reviews_to_decide between 1 and reviews_wanted),
  -- The last day for reviews, where the event is held.
  due_on date,
  grace_minutes int not null default 720 check (grace_minutes between 0 and 10080),
  blind blindness not null default 'double',
  conflict_by conflict_rule not null default 'department',
  others others_reviews not null default 'after_own',
  feedback author_feedback not null default 'comments',
  reveal_on_accept boolean not null default false,
  bids boolean not null default false,
  answer_days int not null default 7 check (answer_days between 1 and 60),
  began_at timestamptz
);
create trigger note_change after insert or update or delete on review_call for each row execute function note_change('event_id');

-- Every scale goes from 1 to 5; `low` and `high` say what its ends mean.
create table criterion (
  id int generated always as identity primary key,
  event_id int not null references event,
  version int not null default 1,
  position int not null default 0,
  name text not null check (name <> '' and char_length(name) <= 100),
  hint text not null default '' check (char_length(hint) <= 500),
  low text not null default '' check (char_length(low) <= 60),
  high text not null default '' check (char_length(high) <= 60),
  weight numeric(3, 1) not null default 1 check (weight > 0),
  is_required boolean not null default true,
  -- Null: for every type.
  types abstract_type[] check (cardinality(types) > 0),
  retired_at timestamptz
);
create unique index criterion_once on criterion (event_id, name) where retired_at is null;
create trigger note_change after insert or update or delete on criterion for each row execute function note_change('id');

-- Reviewers -----------------------------------------------------------------------------------------------------------------------------

create type reviewer_state as enum ('invited', 'active', 'declined', 'removed');
create type field_strength as enum ('first', 'second');

create table reviewer (
  id int generated always as identity primary key,
  event_id int not null references event,
  version int not null default 1,
  state reviewer_state not null default 'invited',
  -- Where the invitation went. Empty once the person is erased.
  email text not null,
  email_key text not null check (email_key = lower(email_key)),
  -- From the moment they accept.
  account_id int references account,
  quota int not null default 12 check (quota between 1 and 60),
  institution text not null default '' check (char_length(institution) <= 200),
  department text not null default '' check (char_length(department) <= 200),
  token_hash bytea unique check (length(token_hash) = 32),
  invited_by int references account,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (event_id, account_id),
  unique (id, event_id),
  check (state <> 'active' or account_id is not null),
  check (state = 'invited' or token_hash is null)
);
create unique index reviewer_invited_once on reviewer (event_id, email_key) where email_key <> '';
create index reviewer_by_account on reviewer (account_id);
create index reviewer_by_state on reviewer (event_id, state, id);
-- Whoever answers their invitation does it without an act; staff never do.
create trigger note_change after insert or update or delete on reviewer for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- Every address that is known of them: each can be that of an author.
create table reviewer_address (
  reviewer_id int not null references reviewer,
  email_key text not null check (email_key <> '' and email_key = lower(email_key)),
  primary key (reviewer_id, email_key)
);
create index reviewer_by_address on reviewer_address (email_key);

create table reviewer_field (
  reviewer_id int not null references reviewer,
  speciality_id int not null references speciality,
  strength field_strength not null,
  primary key (reviewer_id, speciality_id)
);
create index reviewer_field_of on reviewer_field (speciality_id);
create trigger note_change after insert or update or delete on reviewer_field for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('reviewer_id', 'speciality_id');

create type conflict_kind as enum ('self', 'coauthor', 'shared_abstract', 'department', 'institution', 'supervised', 'personal', 'competing', 'chair');
create type conflict_source as enum ('rule', 'reviewer', 'author', 'chair');
create type conflict_strength as enum ('hard', 'possible', 'cleared');

create table conflict (
  id int generated always as identity unique,
  abstract_id int not null references abstract,
  reviewer_id int not null references reviewer,
  kind conflict_kind not null,
  source conflict_source not null,
  strength conflict_strength not null,
  note text not null default '' check (char_length(note) <= 1000),
  by int references account,
  at timestamptz not null,
  primary key (abstract_id, reviewer_id, kind),
  constraint conflict_of_author_stays check (strength = 'hard' or kind not in ('self', 'coauthor'))
);
create index conflict_of_reviewer on conflict (reviewer_id, strength);
create index conflict_newest on conflict (at, id);
create trigger note_change after insert or update or delete on conflict for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('abstract_id', 'reviewer_id', 'kind');

create table bid (
  reviewer_id int not null references reviewer,
  abstract_id int not null references abstract,
  bid int not null check (bid between -1 and 1),
  primary key (reviewer_id, abstract_id)
);
create index bid_of_abstract on bid (abstract_id);

create type redaction_state as enum ('preparing', 'waiting', 'ready');
create type blind_file as enum ('copy', 'none', 'cannot');

-- What reviewers may read of one version. Null: as it was written; '': nothing.
create table redaction (
  abstract_id int not null,
  version int not null,
  state redaction_state not null default 'preparing',
  title text,
  background text,
  material text,
  results text,
  discussion text,
  file blind_file not null default 'none',
  file_key text check (file_key ~ '^blind/[0-9a-f]{2}/[0-9a-f]{30}$'),
  file_size int check (file_size > 0),
  file_type text,
  found jsonb not null default '[]',
  by int references account,
  at timestamptz not null,
  primary key (abstract_id, version),
  foreign key (abstract_id, version) references abstract_version (abstract_id, number),
  check ((file = 'copy') = (file_key is not null and file_size is not null and file_type is not null))
);
create trigger note_change after insert or update or delete on redaction for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('abstract_id', 'version');

create type run_state as enum ('queued', 'running', 'proposed', 'applied', 'discarded', 'stopped', 'failed');

create table assignment_run (
  id int generated always as identity primary key,
  event_id int not null references event,
  settings jsonb not null,
  seed int not null,
  state run_state not null default 'queued',
  progress int not null default 0 check (progress between 0 and 100),
  -- Whoever computes it says so once a second; one that fell silent is taken again.
  beat_at timestamptz,
  stop_asked_at timestamptz,
  figures jsonb,
  by int not null references account,
  at timestamptz not null,
  ended_at timestamptz
);
create index assignment_run_of_event on assignment_run (event_id, id);
create unique index assignment_run_under_way on assignment_run (event_id) where state in ('queued', 'running', 'proposed');
create trigger note_change after insert or update or delete on assignment_run for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

create table proposed (
  run_id int not null references assignment_run,
  abstract_id int not null references abstract,
  reviewer_id int not null references reviewer,
  cost int not null,
  -- There already, and stays.
  is_kept boolean not null default false,
  primary key (run_id, abstract_id, reviewer_id)
);
create index proposed_of_abstract on proposed (abstract_id);
create index proposed_of_reviewer on proposed (reviewer_id);
