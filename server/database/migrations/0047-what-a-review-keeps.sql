-- additive
-- Of two abstracts one goes on as the other, never each as the other: what somebody follows ends somewhere.
create function same_work_ends_somewhere() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive goes_on (id) as (
      select coalesce(new.merged_into, new.duplicate_of)
      union select coalesce(merged_into, duplicate_of) from goes_on join abstract using (id))
    select from goes_on where id = new.id) then
    raise exception 'abstract % would go on as itself', new.id using errcode = 'check_violation', constraint = 'same_work_ends_somewhere';
  end if;
  return null;
end $$;
create trigger same_work_ends_somewhere after insert or update of merged_into, duplicate_of on abstract for each row
  when (new.merged_into is not null or new.duplicate_of is not null) execute function same_work_ends_somewhere();

-- As contract/selection/words.ts has it: whoever is first in every field would get whatever nobody else can read.
create function reviewer_fields_are_few() returns trigger language plpgsql as $$
begin
  if (select count(*) filter (where strength = 'first') > 2 or count(*) filter (where strength = 'second') > 4
      from reviewer_field where reviewer_id = new.reviewer_id) then
    raise exception 'reviewer % has too many fields', new.reviewer_id using errcode = 'check_violation', constraint = 'reviewer_fields_are_few';
  end if;
  return null;
end $$;
create trigger reviewer_fields_are_few after insert or update on reviewer_field for each row execute function reviewer_fields_are_few();

alter table redaction
  -- It was released when it was put back to be looked through anew: only what is found now and was not then keeps it from being read.
  add column was_ready boolean not null default false;

-- What was found is of those who had written it then, as they were called then. With another author, or another name of one, nobody reads on
-- before it is looked through anew, by whatever path they come.
create function authors_are_looked_for_again() returns trigger language plpgsql as $$
declare
  theirs int[];
begin
  if tg_table_name = 'abstract_author' then
    theirs := array[new.abstract_id];
  elsif tg_table_name = 'profile' then
    theirs := array(select id from abstract where applicant_id = new.applicant_id);
  else
    theirs := array(select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id);
  end if;
  update redaction set was_ready = was_ready or redaction.state = 'ready', state = 'preparing', claimed_at = null
    from abstract where abstract.id = abstract_id and abstract_id = any (theirs) and abstract.state::text in ('under_review', 'revision_asked');
  return null;
end $$;
create trigger authors_are_looked_for_again after insert or update on abstract_author for each row
  when (new.name <> 'Erased person') execute function authors_are_looked_for_again();
create trigger profile_is_looked_for after insert on profile for each row execute function authors_are_looked_for_again();
create trigger authors_are_looked_for_again after update on profile for each row
  when ((old.name, old.pmdc_reg, old.institution, old.department, old.mobile, old.phone)
    is distinct from (new.name, new.pmdc_reg, new.institution, new.department, new.mobile, new.phone)) execute function authors_are_looked_for_again();
create trigger authors_are_looked_for_again after update on account for each row
  when (new.erased_at is null and (old.full_name, old.email_key) is distinct from (new.full_name, new.email_key)) execute function authors_are_looked_for_again();

-- Whoever is erased is not known by name any more, and can not be looked for: what was hidden of them stays out, as if it had been written so.
create or replace function erased_are_in_no_redaction() returns trigger language plpgsql as $$
declare
  theirs int[] := array(
    select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id
    union select abstract_id from abstract_author where account_id = new.id or email_key = old.email_key);
begin
  update redaction set found = '[]', state = case when state = 'waiting' then 'preparing' else state end, claimed_at = null,
    by_hand = by_hand || jsonb_strip_nulls(jsonb_build_object('title', title, 'background', background, 'material', material, 'results', results, 'discussion', discussion))
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
