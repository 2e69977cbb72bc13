-- additive
-- Where an abstract stands, as one word. Kept by the database from what version 0.1 writes too; the specified Status and level are derived
-- from it by one function of the server.
create type abstract_state as enum ('draft', 'submitted', 'withdrawn');
alter table abstract add column state abstract_state not null generated always as (
  case when withdrawn_at is not null then 'withdrawn'::abstract_state when status <> '' then 'submitted'::abstract_state else 'draft'::abstract_state end
) stored;
