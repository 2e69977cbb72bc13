-- additive
-- The order of a waiting list is no part of what an author was told: chairs may change it. Everything else of a decision stays.
create or replace function decisions_only_grow() returns trigger language plpgsql as $$
declare
  marks constant text[] := '{batch_id,was,replaced_at}';
begin
  if coalesce(current_setting('erasing.person', true), '') <> '' then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and old.replaced_at is null and to_jsonb(new) - 'place' = to_jsonb(old) - 'place' then
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - marks <> to_jsonb(old) - marks or coalesce(old.batch_id::text, old.replaced_at::text) is not null then
    raise exception 'decisions only grow: decide again' using errcode = 'check_violation', constraint = 'decisions_only_grow';
  end if;
  return new;
end $$;
