-- additive
-- What chairs decide about abstracts. What is only pending stands here and nowhere else; `status` and `level` of an abstract say what was published.
-- Lock order: review_call, abstract by id, assignment.

create type decision_outcome as enum ('accepted', 'rejected', 'waiting', 'revise', 'merged', 'duplicate', 'reset');
create type likeness_state as enum ('new', 'same', 'different');

-- Until when its author says whether they present it.
alter table abstract add column answer_until date;

-- Published together. Until `sends_at` its letters wait, and it can be taken back as a whole.
create table decision_batch (
  id int generated always as identity primary key,
  event_id int not null references event,
  -- Null: nobody; what it was merged into was withdrawn.
  by int references account,
  published_at timestamptz not null,
  sends_at timestamptz not null,
  digest text not null default '',
  taken_back_at timestamptz,
  taken_back_by int references account,
  check (sends_at >= published_at),
  check (taken_back_at < sends_at)
);
create index decision_batch_of_event on decision_batch (event_id, id);
create trigger note_change after insert or update or delete on decision_batch for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

create table decision (
  id int generated always as identity primary key,
  abstract_id int not null references abstract on delete cascade,
  outcome decision_outcome not null,
  as_type abstract_type,
  -- What it is merged into, or the same work as.
  into_id int references abstract,
  revise_until date,
  -- Its place on the waiting list.
  place int check (place > 0),
  -- To the author.
  note text not null default '' check (char_length(note) <= 5000),
  -- For the trail: why with so few reviews, why again.
  reason text not null default '' check (char_length(reason) <= 1000),
  -- Assignments whose comment its author does not read, and those whose comment names somebody and may.
  left_out int[] not null default '{}',
  passed int[] not null default '{}',
  by int references account,
  at timestamptz not null,
  batch_id int references decision_batch,
  -- Where the abstract stood before it was published: there it goes when it is taken back.
  was text,
  replaced_at timestamptz,
  constraint decision_has_type check ((outcome = 'accepted') = (as_type is not null)),
  constraint decision_names_another check ((outcome in ('merged', 'duplicate')) = (into_id is not null) and into_id <> abstract_id),
  constraint decision_has_day check ((outcome = 'revise') = (revise_until is not null)),
  constraint decision_has_place check ((outcome = 'waiting') = (place is not null)),
  check (batch_id is null or replaced_at is null),
  check ((batch_id is null) = (was is null))
);
create unique index decision_pending on decision (abstract_id) where batch_id is null and replaced_at is null;
create index decision_of_abstract on decision (abstract_id, id);
create index decision_of_batch on decision (batch_id) where batch_id is not null;
create index decision_into on decision (into_id) where into_id is not null;
create trigger note_change after insert or update or delete on decision for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- (T5) It is published or replaced, once, and never another.
create function decisions_only_grow() returns trigger language plpgsql as $$
declare
  marks constant text[] := '{batch_id,was,replaced_at}';
begin
  if coalesce(current_setting('erasing.person', true), '') <> '' then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - marks <> to_jsonb(old) - marks or coalesce(old.batch_id::text, old.replaced_at::text) is not null then
    raise exception 'decisions only grow: decide again' using errcode = 'check_violation', constraint = 'decisions_only_grow';
  end if;
  return new;
end $$;
create trigger decisions_only_grow before update or delete on decision for each row execute function decisions_only_grow();

-- How many of each type there is room for.
create table place_limit (
  event_id int not null references event,
  type abstract_type not null,
  places int not null check (places >= 0),
  primary key (event_id, type)
);
create trigger note_change after insert or update or delete on place_limit for each row execute function note_change('event_id', 'type');

-- Two abstracts that say much the same.
create table likeness (
  a int not null references abstract on delete cascade,
  b int not null references abstract on delete cascade,
  -- Of a hundred.
  share int not null check (share between 0 and 100),
  is_same_owner boolean not null,
  state likeness_state not null default 'new',
  by int references account,
  at timestamptz not null,
  primary key (a, b),
  check (a < b)
);
create index likeness_of_b on likeness (b);
create trigger note_change after insert or update or delete on likeness for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('a', 'b');

-- Whoever withdraws gets no letter that still waits, whichever comes first.
create function withdrawn_get_no_decision() returns trigger language plpgsql as $$
begin
  update mail set given_up_at = new.withdrawn_at, cause = 'stopped', last_error = 'withdrawn'
    where sent_at is null and given_up_at is null and about in (select 'abstract ' || new.id || ' decision ' || id from decision where abstract_id = new.id);
  return null;
end $$;
create trigger withdrawn_get_no_decision after update of withdrawn_at on abstract
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function withdrawn_get_no_decision();

-- What was merged into one that is withdrawn stands for itself again. Its author is told by a job.
create function merged_come_back() returns trigger language plpgsql as $$
declare
  one int;
  of_batch int;
  of_decision int;
begin
  for one in (select id from abstract where merged_into = new.id order by id for no key update) loop
    update decision set replaced_at = new.withdrawn_at where abstract_id = one and batch_id is null and replaced_at is null;
    insert into decision_batch (event_id, published_at, sends_at) values (new.event_id, new.withdrawn_at, new.withdrawn_at) returning id into of_batch;
    insert into decision (abstract_id, outcome, reason, at, batch_id, was)
      values (one, 'reset', 'What it was merged into was withdrawn.', new.withdrawn_at, of_batch, 'merged') returning id into of_decision;
    update abstract set status = 'Under review', level = 1, merged_into = null, told_at = new.withdrawn_at where id = one;
    perform graphile_worker.add_job('tell-reset', json_build_object('decisionId', of_decision));
  end loop;
  return null;
end $$;
create trigger merged_come_back after update of withdrawn_at on abstract
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function merged_come_back();

-- What chairs wrote to somebody goes with them, by whatever path they are erased.
create function erased_have_no_decisions() returns trigger language plpgsql as $$
declare
  theirs int[] := array(select decision.id from decision join abstract on abstract.id = abstract_id join applicant on applicant.id = applicant_id where account_id = new.id);
begin
  perform set_config('erasing.person', new.id::text, true);
  update decision set note = '', reason = '' where id = any (theirs) and (note <> '' or reason <> '');
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and table_name = 'decision' and row_key = any (theirs::text[]);
  perform set_config('erasing.person', '', true);
  return null;
end $$;
create trigger erased_have_no_decisions after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_have_no_decisions();
