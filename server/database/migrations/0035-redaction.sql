-- additive
-- How a version is made ready for reviewers: who works on it, what was written by hand, and what goes when somebody is erased.
alter table redaction
  -- A server works on it since then; one that fell silent has lost it.
  add column claimed_at timestamptz,
  -- Of two who redact the same version, the second is told.
  add column saves int not null default 0,
  -- What somebody wrote in place of a section: findings are looked for in it.
  add column by_hand jsonb not null default '{}',
  -- Why there is no copy of the file.
  add column why text not null default '' check (char_length(why) <= 200),
  -- When its author was asked for another file.
  add column asked_at timestamptz;
create index redaction_by_state on redaction (state, at);

-- Whoever moves an abstract to the reviewers: nothing of the version that counts is seen before its redaction is ready.
create function redaction_is_needed() returns trigger language plpgsql as $$
begin
  insert into redaction (abstract_id, version, at) values (new.id, new.current_version, now()) on conflict do nothing;
  return null;
end $$;
create trigger redaction_is_needed after update on abstract for each row
  when (new.state::text = 'under_review' and (old.state, old.current_version) is distinct from (new.state, new.current_version))
  execute function redaction_is_needed();
insert into redaction (abstract_id, version, at)
  select id, current_version, now() from abstract where state::text = 'under_review' on conflict do nothing;

-- What was found names people: it goes with them. Before `erased_are_no_authors`, which forgets whose abstracts they are.
create function erased_are_in_no_redaction() returns trigger language plpgsql as $$
declare
  theirs int[] := array(
    select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id
    union select abstract_id from abstract_author where account_id = new.id or email_key = old.email_key);
begin
  update redaction set found = '[]', state = case when state = 'waiting' then 'preparing' else state end, claimed_at = null
    where abstract_id = any (theirs);
  update redaction set title = '', background = '', material = '', results = '', discussion = '', by_hand = '{}',
    file = 'none', file_key = null, file_size = null, file_type = null, why = ''
    from abstract where abstract.id = abstract_id and abstract_id = any (theirs) and withdrawn_at is not null;
  perform set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and table_name = 'redaction' and split_part(row_key, ' ', 1) = any (theirs::text[]);
  perform set_config('erasing.person', '', true);
  return null;
end $$;
create trigger erased_are_in_no_redaction after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_are_in_no_redaction();
