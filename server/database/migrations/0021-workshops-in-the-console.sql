-- additive
-- Workshops as staff look after them: sales that stop and begin again, and a workshop that is not held.

alter table workshop
  add column sales_stopped_at timestamptz,
  add column cancelled_at timestamptz,
  add constraint workshop_cancelled_sells_nothing check (cancelled_at is null or sales_stopped_at is not null);

create index workshop_by_time on workshop (event_id, starts_at, id);
create index workshop_by_topic on workshop (event_id, topic, id);

-- Whoever takes a seat finds the row as it is once the lock is had: no path of the code sells a seat after sales were stopped.
create function workshop_is_for_sale() returns trigger language plpgsql as $$
begin
  raise exception 'workshop % takes no new seat: its sales are stopped', new.id
    using errcode = 'check_violation', constraint = 'workshop_is_for_sale';
end $$;
create trigger workshop_is_for_sale before update of seats_taken on workshop for each row
  when (new.seats_taken > old.seats_taken and new.sales_stopped_at is not null) execute function workshop_is_for_sale();
