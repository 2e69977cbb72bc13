-- additive
-- An order goes to another person of the event with its seats, its money and its receipt.

-- Its items are always of whoever has the order.
alter table order_item drop constraint order_item_order_id_applicant_id_fkey,
  add constraint order_item_order_id_applicant_id_fkey foreign key (order_id, applicant_id) references orders (id, applicant_id) on update cascade;

create table order_given (
  id int generated always as identity primary key,
  order_id int not null references orders,
  from_applicant_id int not null references applicant,
  to_applicant_id int not null references applicant,
  given_by int not null references account,
  given_at timestamptz not null,
  check (from_applicant_id <> to_applicant_id)
);
create index order_given_of_order on order_given (order_id, id);
create trigger books_only_grow before update or delete on order_given for each row execute function books_only_grow();
create trigger note_change after insert on order_given for each row execute function note_change('id');
