-- additive
-- Whoever said that they will present may find that they cannot, and the other way round.
create or replace function abstract_moves_forward() returns trigger language plpgsql as $$
declare
  was text := abstract_stands(old.status, old.level, old.revise_until);
  becomes text := abstract_stands(new.status, new.level, new.revise_until);
begin
  if (old.applicant_id, old.event_id) is distinct from (new.applicant_id, new.event_id) then
    raise exception 'an abstract does not change hands';
  end if;
  if old.number is not null and (old.number, old.submitted_at) is distinct from (new.number, new.submitted_at) then
    raise exception 'what was submitted keeps its number and its time';
  end if;
  if old.status = '' and new.status <> '' and (new.status <> 'Pending' or new.level <> 0 or old.level <> 0 or old.removed_at is not null) then
    raise exception 'only a draft is submitted';
  end if;
  if was <> becomes and (was, becomes) not in (
    ('draft', 'submitted'),
    -- At the first look, or because it is the same work as another.
    ('submitted', 'under_review'), ('submitted', 'accepted'), ('submitted', 'rejected'), ('submitted', 'waiting'), ('submitted', 'merged'), ('submitted', 'duplicate'),
    ('under_review', 'accepted'), ('under_review', 'rejected'), ('under_review', 'waiting'), ('under_review', 'merged'), ('under_review', 'duplicate'),
    ('under_review', 'revision_asked'), ('revision_asked', 'under_review'),
    -- A correction.
    ('accepted', 'rejected'), ('accepted', 'waiting'), ('rejected', 'accepted'), ('rejected', 'waiting'), ('waiting', 'accepted'), ('waiting', 'rejected'),
    ('confirmed', 'rejected'), ('not_presenting', 'accepted'),
    -- The author's answer.
    ('accepted', 'confirmed'), ('accepted', 'not_presenting'), ('confirmed', 'not_presenting'), ('not_presenting', 'confirmed'),
    -- A reset, or a batch that was taken back.
    ('accepted', 'under_review'), ('rejected', 'under_review'), ('waiting', 'under_review'), ('merged', 'under_review'), ('duplicate', 'under_review'),
    ('confirmed', 'under_review'), ('not_presenting', 'under_review')
  ) then
    raise exception 'an abstract does not go from % to %', was, becomes;
  end if;
  if old.versions <> new.versions then
    if old.level <> 0 or old.status not in ('', 'Pending') or coalesce(old.removed_at, old.withdrawn_at) is not null then
      raise exception 'this abstract can no longer be changed';
    end if;
    if new.versions <> old.versions + 1 then
      raise exception 'versions are counted one by one';
    end if;
  end if;
  if old.current_version <> new.current_version and new.current_version <> new.versions then
    raise exception 'only the newest version becomes the one that counts';
  end if;
  return new;
end $$;
