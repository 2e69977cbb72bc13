-- additive
-- Money beside the bank: cash and drafts that staff record and others confirm, money paid out again, refunds that two agree to, and the
-- closing of a day.

-- A fourth movement of money. It is used from the code on, never in this file.
alter type ledger_kind add value 'payout';

-- Orders -------------------------------------------------------------------------------------------------------------------------------

-- A draft arrives for seats whose hold is over: they are taken again. Money came for an order that was cancelled: staff may revive it.
create or replace function order_moves_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('pending', 'paid'), ('pending', 'lapsed'), ('pending', 'cancelled'), ('lapsed', 'paid'), ('paid', 'cancelled'),
    ('lapsed', 'pending'), ('cancelled', 'paid')
  ) then
    raise exception 'an order does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;

-- One seat of several, given back outside the bank because its workshop is not held. The others stay paid.
alter table order_item
  add column cancelled_at timestamptz,
  add constraint order_item_cancelled_holds_nothing check (cancelled_at is null or not holds);

-- Rules --------------------------------------------------------------------------------------------------------------------------------

-- One row for the college, once an owner has changed something; the defaults stand until then.
create table finance_rule (
  id int primary key default 1 check (id = 1),
  -- A college with one clerk: whoever records money may confirm it. Each time it counted is marked.
  alone boolean not null default false,
  -- A refund of more than this waits for a second person.
  refund_alone_up_to bigint not null default 1000000 check (refund_alone_up_to >= 0),
  version int not null default 1 check (version > 0)
);
create trigger note_change after insert or update or delete on finance_rule for each row execute function note_change('id');

-- Cash and drafts ----------------------------------------------------------------------------------------------------------------------

-- As for receipts: counted up inside the transaction, so that one that fails leaves no gap.
create table voucher_counter (
  event_id int primary key references event,
  last int not null check (last > 0)
);

create table offline_payment (
  id int generated always as identity primary key,
  event_id int not null references event,
  voucher int not null check (voucher > 0),
  order_id int not null references orders,
  way text not null check (way in ('cash', 'draft')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  bank text not null default '',
  number text not null default '',
  -- Of the draft, drawn anew from what was sent.
  photo_key text unique,
  photo_sha256 bytea check (length(photo_sha256) = 32),
  state text not null default 'recorded' check (state in ('recorded', 'confirmed', 'rejected', 'lapsed')),
  recorded_by int not null references account,
  recorded_at timestamptz not null,
  -- Until then the seats are held for it.
  held_until timestamptz not null,
  decided_by int references account,
  decided_at timestamptz,
  reason text not null default '',
  -- The same person recorded and confirmed it, because the college allows it.
  alone boolean not null default false,
  attempt_id int unique references payment_attempt,
  version int not null default 1 check (version > 0),
  unique (event_id, voucher),
  constraint offline_payment_second_person check (state <> 'confirmed' or alone or decided_by <> recorded_by),
  constraint offline_payment_decided check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  constraint offline_payment_ended check ((state = 'recorded') = (decided_at is null)),
  constraint offline_payment_has_its_attempt check ((state = 'confirmed') = (attempt_id is not null)),
  constraint offline_payment_rejected_why check (state <> 'rejected' or btrim(reason) <> ''),
  constraint offline_payment_draft check ((way = 'draft') = (bank <> '') and (way = 'draft') = (number <> '')),
  constraint offline_payment_photo check ((photo_key is null) = (photo_sha256 is null))
);
-- One paper pays once, however it is spelt.
create unique index offline_draft_once on offline_payment (lower(bank), upper(number))
  where way = 'draft' and state in ('recorded', 'confirmed');
-- While one waits, no second one is recorded for the same order.
create unique index offline_one_waiting on offline_payment (order_id) where state = 'recorded';
create index offline_payment_of_order on offline_payment (order_id);
create index offline_by_recording on offline_payment (event_id, recorded_at, id);
create index offline_open on offline_payment (event_id, recorded_at, id) where state = 'recorded';
create trigger note_change after insert or update or delete on offline_payment for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- A voucher is never taken out of the book, and what was decided stays so. The photo of somebody who is erased goes.
create function voucher_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state = 'recorded'
    or to_jsonb(new) - '{photo_key,photo_sha256}'::text[] = to_jsonb(old) - '{photo_key,photo_sha256}'::text[]) then
    return new;
  end if;
  raise exception 'a voucher stays in the book as it was decided';
end $$;
create trigger voucher_stays before update or delete on offline_payment for each row execute function voucher_stays();

create function erased_have_no_draft_photo() returns trigger language plpgsql as $$
begin
  update offline_payment set photo_key = null, photo_sha256 = null where photo_key is not null and order_id in (
    select orders.id from orders join applicant on applicant.id = orders.applicant_id where applicant.account_id = new.id);
  return new;
end $$;
create trigger erased_have_no_draft_photo after update of erased_at on account for each row
  when (new.erased_at is not null and old.erased_at is null) execute function erased_have_no_draft_photo();

-- Payouts ------------------------------------------------------------------------------------------------------------------------------

-- Money that goes back beside the bank, by two people.
-- whole: all that is left of a payment, and the order is cancelled. item: one seat of a cancelled workshop. rest: too much came, and what
-- is left pays the order. aside: money that no rule could place.
create table payout (
  id int generated always as identity primary key,
  event_id int not null references event,
  order_id int not null references orders,
  attempt_id int not null references payment_attempt,
  kind text not null check (kind in ('whole', 'item', 'rest', 'aside')),
  workshop_id int references workshop,
  exception_id int references payment_exception,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  way text not null check (way in ('cash', 'draft', 'transfer')),
  -- Of the cheque, the draft or the transfer; empty for cash.
  number text not null default '',
  reason text not null check (btrim(reason) <> ''),
  state text not null default 'recorded' check (state in ('recorded', 'confirmed', 'rejected')),
  recorded_by int not null references account,
  recorded_at timestamptz not null,
  decided_by int references account,
  decided_at timestamptz,
  alone boolean not null default false,
  version int not null default 1 check (version > 0),
  constraint payout_second_person check (state <> 'confirmed' or alone or decided_by <> recorded_by),
  constraint payout_decided check ((state = 'recorded') = (decided_by is null) and (state = 'recorded') = (decided_at is null)),
  constraint payout_of_item check ((kind = 'item') = (workshop_id is not null)),
  constraint payout_of_exception check ((kind in ('rest', 'aside')) = (exception_id is not null)),
  constraint payout_number check ((way = 'cash') = (number = ''))
);
-- Two who record one at once: one of them is told.
create unique index payout_one_waiting on payout (attempt_id) where state = 'recorded';
create unique index payout_item_once on payout (order_id, workshop_id) where state = 'confirmed' and workshop_id is not null;
create index payout_of_order on payout (order_id);
create index payout_of_attempt on payout (attempt_id);
create index payout_of_exception on payout (exception_id) where exception_id is not null;
create index payout_open on payout (event_id, recorded_at, id) where state = 'recorded';
create trigger note_change after insert or update or delete on payout for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- Refunds ------------------------------------------------------------------------------------------------------------------------------

-- Refunds of before have neither.
alter table refund
  add column proposed_by int references account,
  add column approved_by int references account,
  add column alone boolean not null default false,
  add constraint refund_second_person check (approved_by <> proposed_by);

create table refund_proposal (
  id int generated always as identity primary key,
  event_id int not null references event,
  attempt_id int not null references payment_attempt,
  exception_id int references payment_exception,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null check (btrim(reason) <> ''),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
  proposed_by int not null references account,
  proposed_at timestamptz not null,
  decided_by int references account,
  decided_at timestamptz,
  version int not null default 1 check (version > 0),
  constraint refund_proposal_second_person check (state <> 'approved' or decided_by <> proposed_by),
  constraint refund_proposal_decided check ((state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_at is null))
);
create unique index refund_proposal_one_waiting on refund_proposal (attempt_id) where state = 'proposed';
create index refund_proposal_of_attempt on refund_proposal (attempt_id);
create index refund_proposal_open on refund_proposal (event_id, proposed_at, id) where state = 'proposed';
create trigger note_change after insert or update or delete on refund_proposal for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create index refund_unfinished on refund (asked_at, id) where state in ('asked', 'unknown');

-- Exceptions ---------------------------------------------------------------------------------------------------------------------------

-- Which way was taken. `rest` and `accept` stand while the case is still open: the rest of the money is waited for, or goes back.
alter table payment_exception
  add column way text check (way in ('refund', 'close', 'payout', 'accept', 'rest', 'match', 'seat', 'other', 'revive'));

-- Closings -----------------------------------------------------------------------------------------------------------------------------

create table closing (
  id int generated always as identity primary key,
  event_id int not null references event,
  number int not null check (number > 0),
  -- By the clocks where the event is held.
  day date not null,
  -- By way and kind: how many, and how much.
  sums jsonb not null,
  entries int not null check (entries >= 0),
  cash_books bigint not null,
  cash_counted bigint not null check (cash_counted >= 0),
  difference bigint not null generated always as (cash_counted - cash_books) stored,
  why text not null default '',
  -- How many of its entries one person recorded and confirmed.
  alone int not null default 0 check (alone >= 0),
  closed_by int not null references account,
  closed_at timestamptz not null,
  unique (event_id, number),
  constraint closing_difference_has_words check (difference = 0 or btrim(why) <> '')
);
-- Each entry of the ledger once. What is committed late falls into the next closing.
create table closing_entry (
  ledger_entry_id bigint primary key references ledger_entry,
  closing_id int not null references closing
);
create index closing_entry_of_closing on closing_entry (closing_id);
create index closing_by_time on closing (event_id, closed_at, id);
create index ledger_by_day on ledger_entry (recorded_at, id);

create trigger books_only_grow before update or delete on closing for each row execute function books_only_grow();
create trigger books_only_grow before update or delete on closing_entry for each row execute function books_only_grow();
create trigger note_change after insert on closing for each row execute function note_change('id');
