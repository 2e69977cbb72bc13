-- Who holds which seat, what was paid for it, and what the bank said. Money is whole paisa.

-- Seats ------------------------------------------------------------------------------------------------------------------------------

-- No path of the code, import or console can sell a seat that is not there: the database refuses.
alter table workshop
  add column seats_taken int not null default 0,
  add constraint workshop_never_oversold check (seats_taken between 0 and seats);

-- A seat that is taken is no change of content: every checkout would make every page be drawn again.
drop trigger content_changes on workshop;
create trigger content_changes
  after insert or delete or truncate
    or update of event_id, topic, starts_at, duration_minutes, price, facilitators, venue, focal, seats on workshop
  for each statement execute function note_content_change();

create function seats_are_counted_by_items() returns trigger language plpgsql as $$
begin
  -- 1 is this trigger itself; below it must be the trigger of the items.
  if pg_trigger_depth() < 2 then
    raise exception 'seats_taken follows the items of orders and is not set by hand';
  end if;
  return new;
end $$;

create trigger seats_are_counted_by_items before update of seats_taken on workshop
  for each row when (old.seats_taken is distinct from new.seats_taken) execute function seats_are_counted_by_items();

-- Orders -----------------------------------------------------------------------------------------------------------------------------

create type order_state as enum ('pending', 'paid', 'lapsed', 'cancelled');

-- A pending order holds its seats until hold_until, and for as long as a payment for it is open.
create table orders (
  id int generated always as identity primary key,
  payment_code text not null unique check (payment_code ~ '^[2-9A-HJ-NP-Z]{13}$'),
  applicant_id int not null references applicant,
  state order_state not null default 'pending',
  total bigint not null check (total >= 0),
  currency text not null default 'PKR' check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  hold_until timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  unique (id, applicant_id),
  check (state <> 'paid' or paid_at is not null),
  check ((state in ('lapsed', 'cancelled')) = (closed_at is not null))
);
create index orders_of_applicant on orders (applicant_id);
create index orders_waiting on orders (hold_until) where state = 'pending';

-- A paid order never becomes unpaid; it can only be cancelled, with its money given back.
create function order_moves_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('pending', 'paid'), ('pending', 'lapsed'), ('pending', 'cancelled'), ('lapsed', 'paid'), ('paid', 'cancelled')
  ) then
    raise exception 'an order does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;

create trigger order_moves_forward before update of state on orders
  for each row when (old.state is distinct from new.state) execute function order_moves_forward();

-- Topic and price as they were when the order was made: a receipt does not change with the programme.
create table order_item (
  order_id int not null,
  workshop_id int not null references workshop,
  applicant_id int not null,
  topic text not null,
  price bigint not null check (price >= 0),
  holds boolean not null,
  primary key (order_id, workshop_id),
  foreign key (order_id, applicant_id) references orders (id, applicant_id)
);
create unique index order_item_one_seat_each on order_item (applicant_id, workshop_id) where holds;
create index order_item_holding on order_item (workshop_id) where holds;

create function count_seats() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.holds then
    update workshop set seats_taken = seats_taken - 1 where id = old.workshop_id;
  end if;
  if tg_op <> 'DELETE' and new.holds then
    update workshop set seats_taken = seats_taken + 1 where id = new.workshop_id;
  end if;
  return null;
end $$;

create trigger count_seats after insert or delete on order_item for each row execute function count_seats();
create trigger count_moved_seats after update on order_item for each row
  when ((old.holds, old.workshop_id) is distinct from (new.holds, new.workshop_id)) execute function count_seats();

-- Payments ---------------------------------------------------------------------------------------------------------------------------

create type attempt_state as enum ('created', 'registered', 'captured', 'failed', 'cancelled', 'abandoned');

-- Written before the gateway is called: whatever the gateway knows, we know that we asked.
create table payment_attempt (
  id int generated always as identity primary key,
  order_id int not null references orders,
  gateway text not null,
  -- What the gateway calls OrderID: at most 16 letters and digits, never used twice.
  reference text not null unique check (reference ~ '^[0-9A-Z]{1,16}$'),
  transaction_id text,
  portal text,
  -- Stands in the address that the bank sends the browser back to; whoever does not know it can only make us ask.
  return_key text not null unique,
  return_path text not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state attempt_state not null default 'created',
  created_at timestamptz not null,
  next_check_at timestamptz,
  checks int not null default 0,
  last_code text not null default '',
  last_words text not null default '',
  unique (gateway, transaction_id),
  check (state <> 'registered' or (transaction_id is not null and portal is not null))
);
create unique index payment_attempt_one_open on payment_attempt (order_id) where state in ('created', 'registered');
create index payment_attempt_of_order on payment_attempt (order_id);
create index payment_attempt_to_check on payment_attempt (next_check_at) where next_check_at is not null;

create function captured_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a captured payment stays captured';
end $$;

create trigger captured_is_final before update of state on payment_attempt
  for each row when (old.state = 'captured' and new.state <> 'captured') execute function captured_is_final();

-- What gateways told us, word for word, newest last.
create table payment_event (
  id bigint generated always as identity primary key,
  attempt_id int not null references payment_attempt,
  source text not null,
  fact jsonb not null,
  noted_at timestamptz not null
);
create index payment_event_of_attempt on payment_event (attempt_id);

create type ledger_kind as enum ('capture', 'refund');

create table ledger_entry (
  id bigint generated always as identity primary key,
  order_id int not null references orders,
  attempt_id int not null references payment_attempt,
  kind ledger_kind not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  gateway text not null,
  gateway_reference text not null,
  recorded_at timestamptz not null,
  -- The bank repeats itself; a second entry for the same movement of money cannot be written.
  unique (gateway, kind, gateway_reference)
);
create index ledger_entry_of_order on ledger_entry (order_id);
create index ledger_entry_of_attempt on ledger_entry (attempt_id);

create type exception_kind as enum (
  'wrong_amount', 'wrong_order', 'duplicate_capture', 'late_capture_no_seat', 'capture_on_cancelled', 'orphan_capture', 'unresolved_attempt'
);

-- Money that no rule can place: a person decides.
create table payment_exception (
  id int generated always as identity primary key,
  kind exception_kind not null,
  order_id int references orders,
  attempt_id int references payment_attempt,
  gateway text not null,
  gateway_reference text not null,
  note text not null default '',
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolution text not null default '',
  unique (kind, gateway, gateway_reference)
);
create index payment_exception_of_attempt on payment_exception (attempt_id);

create type refund_state as enum ('asked', 'done', 'failed', 'unknown');

-- Always the whole amount of a payment: the gateway takes no other.
create table refund (
  id int generated always as identity primary key,
  attempt_id int not null references payment_attempt,
  amount bigint not null check (amount > 0),
  state refund_state not null default 'asked',
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  settled_at timestamptz
);
-- Two clerks at once: one of them finds this one there.
create unique index refund_once on refund (attempt_id) where state <> 'failed';

-- Receipts ---------------------------------------------------------------------------------------------------------------------------

-- A sequence leaves a gap when a transaction fails; this row is counted up inside it.
create table receipt_counter (
  event_id int primary key references event,
  last int not null check (last > 0)
);

create table receipt (
  event_id int not null references event,
  number int not null check (number > 0),
  order_id int not null unique references orders,
  issued_at timestamptz not null,
  primary key (event_id, number)
);

create function books_only_grow() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: write another entry', tg_table_name;
end $$;

create trigger books_only_grow before update or delete on ledger_entry for each row execute function books_only_grow();
create trigger books_only_grow before update or delete on receipt for each row execute function books_only_grow();
create trigger books_only_grow before update or delete on payment_event for each row execute function books_only_grow();

-- What a letter tells of, for one that must not be written twice.
alter table mail add column about text unique;

-- The pretend bank -------------------------------------------------------------------------------------------------------------------

-- The books of the sandbox gateway; nothing of ours reads them but the gateway and the check that no payment was lost.
create table sandbox_payment (
  transaction_id text primary key,
  reference text not null unique,
  amount bigint not null,
  currency text not null,
  lines jsonb not null,
  return_url text not null,
  created_at timestamptz not null,
  outcome text,
  chosen_at timestamptz,
  captured_amount bigint,
  -- May lie ahead: an offline payment is confirmed later.
  captured_at timestamptz,
  reversed_at timestamptz,
  refunded_at timestamptz
);
