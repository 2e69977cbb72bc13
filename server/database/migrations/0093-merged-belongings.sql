-- additive
-- What two accounts of one person have at one event comes together, and two people who share a telephone are not taken for one.

-- The versions of an abstract are always of whoever has it.
alter table abstract_version drop constraint abstract_version_abstract_id_applicant_id_fkey,
  add constraint abstract_version_abstract_id_applicant_id_fkey
    foreign key (abstract_id, applicant_id) references abstract (id, applicant_id) on update cascade on delete cascade;

-- As before, but an abstract that goes to the other account of the same person takes its versions along.
create or replace function versions_only_grow() returns trigger language plpgsql as $$
begin
  -- They go with their abstract, and never by themselves.
  if tg_op = 'DELETE' and not exists (select from abstract where id = old.abstract_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('erasing.applicants', true) is not null
    and old.applicant_id = any (string_to_array(current_setting('erasing.applicants'), ',')::int[]) then
    return new;
  end if;
  -- Whose it is follows the abstract: the foreign key allows no other value.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'applicant_id' = to_jsonb(old) - 'applicant_id' then
    return new;
  end if;
  raise exception 'abstract_version only grows: save another version';
end $$;

-- As before, but between two accounts of one person.
create or replace function abstract_moves_forward() returns trigger language plpgsql as $$
declare
  was text := abstract_stands(old.status, old.level, old.revise_until);
  becomes text := abstract_stands(new.status, new.level, new.revise_until);
begin
  if old.event_id <> new.event_id or (old.applicant_id <> new.applicant_id and not exists (
    select from account_merge join applicant one on one.id = old.applicant_id join applicant other on other.id = new.applicant_id
    where undone_at is null and (kept, gone) in ((one.account_id, other.account_id), (other.account_id, one.account_id)))) then
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

-- Names in their search form: the same given name, or two words that both have. A family shares a telephone and a surname.
create function is_like_name(one text, other text) returns boolean language sql immutable parallel safe
begin atomic
  with words (one_words, other_words) as (select
    array(select word from unnest(string_to_array(one, ' ')) with ordinality as each (word, place)
      where word not in ('', 'dr', 'prof', 'mr', 'mrs', 'ms', 'miss') order by place),
    array(select word from unnest(string_to_array(other, ' ')) with ordinality as each (word, place)
      where word not in ('', 'dr', 'prof', 'mr', 'mrs', 'ms', 'miss') order by place))
  select coalesce(one_words[1] = other_words[1], false)
    or (select count(distinct word) from unnest(one_words) as word where word = any (other_words)) >= 2
  from words;
end;
