-- additive
-- What the organiser called the person they invited. Empty once there is an account, whose name counts, or once the person is erased.
alter table reviewer add column invited_name text not null default '' check (char_length(invited_name) <= 100),
  add constraint invited_name_goes_with_address check (email_key <> '' or invited_name = '');

-- From 0049, with the name.
create or replace function erased_are_no_authors() returns trigger language plpgsql as $$
declare
  known text[] := erased_addresses(old.email_key);
  theirs int[] := array(select id from reviewer where account_id = new.id or email_key = old.email_key or (account_id is null and email_key = any (known)));
begin
  perform set_config('erasing.authors', 'yes', true);
  delete from abstract_author using abstract, applicant where abstract.id = abstract_id and applicant.id = applicant_id
    and applicant.account_id = new.id and withdrawn_at is not null;
  delete from named_conflict where email_key = any (known) or abstract_id in (select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id);
  update abstract_author set name = 'Erased person', email = '', email_key = null, institution = '', department = '', account_id = null
    where account_id = new.id or email_key = old.email_key or (account_id is null and email_key = any (known));
  delete from bid where reviewer_id = any (theirs);
  delete from reviewer_address where reviewer_id = any (theirs);
  update reviewer set state = 'removed', token_hash = null, email = '', email_key = '', invited_name = '', institution = '', department = '' where id = any (theirs);
  update conflict set note = '' where reviewer_id = any (theirs) and note <> '';
  perform set_config('erasing.authors', '', true), set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and ((table_name = 'reviewer' and row_key = any (theirs::text[]))
      or (table_name = 'conflict' and split_part(row_key, ' ', 2) = any (theirs::text[]))
      or (table_name = 'abstract_author' and new.id::text in (before ->> 'account_id', after ->> 'account_id')));
  perform set_config('erasing.person', '', true);
  return null;
end $$;
