-- additive
-- Exceptions as staff see them, and files of what a list shows.

-- Exceptions ---------------------------------------------------------------------------------------------------------------------------

alter table payment_exception
  -- Counted up with each change: of two who resolve it, the second is told.
  add column version int not null default 1,
  -- Null where the portal itself resolved it, after a refund that a command made.
  add column resolved_by int references account,
  -- What it is about: what the bank took or, when it took nothing, what was asked for.
  add column amount bigint check (amount > 0),
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add constraint payment_exception_resolved_by check (resolved_by is null or resolved_at is not null),
  add constraint payment_exception_money check ((amount is null) = (currency is null));

-- The trail is of what people did: this fills in what the books know.
alter table payment_exception disable trigger note_change;
update payment_exception set amount = known.amount, currency = known.currency
  from payment_attempt join lateral (
    select 1 as rank, amount, currency from ledger_entry where attempt_id = payment_attempt.id and kind = 'capture'
    union all select 2, payment_attempt.amount, payment_attempt.currency order by rank limit 1) as known on true
  where payment_attempt.id = payment_exception.attempt_id;
alter table payment_exception enable trigger note_change;

-- Whoever files one, also a server of version 0.1: a list that is sorted by amount needs it in the row.
create function exception_has_its_money() returns trigger language plpgsql as $$
begin
  select known.amount, known.currency into new.amount, new.currency from (
    select 1 as rank, amount, currency from ledger_entry where attempt_id = new.attempt_id and kind = 'capture'
    union all select 2, amount, currency from payment_attempt where id = new.attempt_id order by rank limit 1) as known;
  return new;
end $$;
create trigger exception_has_its_money before insert on payment_exception
  for each row when (new.amount is null and new.attempt_id is not null) execute function exception_has_its_money();

create index exception_open on payment_exception (opened_at, id) where resolved_at is null;
create index exception_by_opening on payment_exception (opened_at, id);
create index exception_by_amount on payment_exception (coalesce(amount, 0), id);
create index payment_exception_of_order on payment_exception (order_id);

-- Exports ------------------------------------------------------------------------------------------------------------------------------

create type export_state as enum ('waiting', 'running', 'ready', 'stopped', 'failed');

-- One file for one person: written by a job, theirs alone, gone after an hour. What was read is in the trail.
create table export_file (
  id int generated always as identity primary key,
  account_id int not null references account,
  list text not null check (list <> ''),
  filter jsonb not null,
  -- Of which events: a list of their ids, or "college". Whoever may no longer read one of them gets no file.
  scope jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  state export_state not null default 'waiting',
  rows_written int not null default 0 check (rows_written >= 0),
  rows_in_all int not null default 0 check (rows_in_all >= 0),
  asked_at timestamptz not null,
  -- When its job last gave a sign: one whose server was killed gives none.
  seen_at timestamptz not null,
  file_key text,
  size bigint,
  expires_at timestamptz,
  check ((state = 'ready') = (file_key is not null)),
  check ((file_key is null) = (size is null) and (file_key is null) = (expires_at is null))
);
-- Of two that one person asks for at once, one is begun.
create unique index export_file_one_each on export_file (account_id) where state in ('waiting', 'running');
create trigger account_is_not_erased before insert on export_file for each row execute function account_is_not_erased();
