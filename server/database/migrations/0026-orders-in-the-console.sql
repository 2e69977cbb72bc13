-- additive
-- Orders as staff look after them: found quickly among many, held longer, and with a seat that was moved.

-- Of the applicant's event: a list of one event is read in the order of its index, without a look at whose each order is.
alter table orders
  add column event_id int references event,
  -- Counted up with each change by staff: of two who change it, the second is told.
  add column version int not null default 1;
update orders set event_id = applicant.event_id from applicant where applicant.id = applicant_id;
alter table orders alter column event_id set not null;

-- For whoever writes an order without it, as version 0.1 does.
create function order_is_of_its_event() returns trigger language plpgsql as $$
begin
  select event_id into new.event_id from applicant where id = new.applicant_id;
  return new;
end $$;
create trigger order_is_of_its_event before insert on orders
  for each row when (new.event_id is null) execute function order_is_of_its_event();

create index orders_by_event on orders (event_id, created_at, id);
create index orders_by_state on orders (event_id, state, created_at, id);
create index orders_by_total on orders (event_id, total, id);
-- For the beginning of a code.
create index orders_by_code on orders (payment_code text_pattern_ops);
-- For the beginning of any word of a name or an address.
create index account_words on account using gin (to_tsvector('simple', full_name || ' ' || email));
create index order_item_of_workshop on order_item (workshop_id, order_id);

-- A hold that is over can be given again by staff, when the seats are still there.
create or replace function order_moves_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('pending', 'paid'), ('pending', 'lapsed'), ('pending', 'cancelled'), ('lapsed', 'paid'), ('lapsed', 'pending'), ('paid', 'cancelled')
  ) then
    raise exception 'an order does not go from % to %', old.state, new.state;
  end if;
  return new;
end $$;

-- A seat that staff moved, for the receipt, which keeps its number and says so. Why is in the trail.
create table seat_move (
  id int generated always as identity primary key,
  order_id int not null references orders,
  from_workshop_id int not null references workshop,
  to_workshop_id int not null references workshop,
  from_topic text not null,
  to_topic text not null,
  price bigint not null check (price >= 0),
  moved_by int not null references account,
  moved_at timestamptz not null,
  check (from_workshop_id <> to_workshop_id)
);
create index seat_move_of_order on seat_move (order_id);
create trigger books_only_grow before update or delete on seat_move for each row execute function books_only_grow();
create trigger note_change after insert on seat_move for each row execute function note_change('id');
