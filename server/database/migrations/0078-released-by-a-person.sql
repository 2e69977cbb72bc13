-- additive
-- Reviewers read what a person has released. A call may have it released by itself; organisers add hospitals to those whose letters are known.
alter table review_call
  add column auto_release boolean not null default false,
  -- `AKU, AKUH = Aga Khan University Hospital`
  add column hospitals text[] not null default '{}' check (cardinality(hospitals) <= 200);

-- What 0.2 released by itself is looked through anew, and waits for a person.
update redaction set state = 'preparing', was_ready = false, claimed_at = null
  from abstract, event
  where abstract.id = abstract_id and abstract.current_version = redaction.version and event.id = abstract.event_id
    and abstract.state::text in ('under_review', 'revision_asked') and redaction.state = 'ready' and by is null and event_state <> 'archived';
