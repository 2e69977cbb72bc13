-- additive
-- For the ten minutes in which a decision can be taken back its author reads what held before: `told_before` until `tells_at`.
alter table abstract
  add column tells_at timestamptz,
  add column told_before jsonb,
  add constraint told_before_until check ((tells_at is null) = (told_before is null));
