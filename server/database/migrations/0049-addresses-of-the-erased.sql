-- additive
-- Whoever is erased is named by older addresses too: as an author, as somebody who was asked to review, and in the notes of chairs.

-- Every address of whom `erase_person` erases at this moment; at any other, the last one alone.
create function erased_addresses(last text) returns text[] language sql stable
  return array_append(string_to_array(coalesce(current_setting('erasing.addresses', true), ''), ' '), last);

-- From 0018, now with the addresses that lead to the account.
create or replace function erase_person(person int, at timestamptz, keeps_abstracts boolean) returns table (file_key text) language plpgsql as $$
declare
  applicants int[] := array(select id from applicant where account_id = person);
  -- As they are compared, and as they were written: letters know only the latter.
  addresses text[] := array(
    select address from (
      select email_key, lower(normalize(email)) from account where id = person
      union all select new_email_key, lower(normalize(new_email)) from email_change where account_id = person
      union all select old_email_key, lower(normalize(old_email)) from email_change where account_id = person
      union all select email_key, email_key from account_alias where account_id = person) as known (as_compared, as_written),
      unnest(array[as_compared, as_written]) as address
    where address is not null);
  known_as text := (select full_name from account where id = person);
  act_now text;
  going int[];
begin
  -- For whoever is erased below by an address: their rows are gone by then.
  perform set_config('erasing.addresses', array_to_string(addresses, ' '), true);
  -- That their roles end is part of the trail; what follows is not: it would write down the words that are to go.
  update staff_grant set revoked_at = at where account_id = person and revoked_at is null;
  delete from staff_link where account_id = person;
  delete from challenge where account_id = person;
  delete from staff_session where account_id = person;
  delete from passkey where account_id = person;
  delete from totp where account_id = person;
  delete from recovery_code where account_id = person;
  act_now := coalesce(current_setting('colloquium.act', true), '');
  perform set_config('colloquium.act', '', true);
  -- One word alone is the name of many people, and stands in many sentences.
  perform blank_trail(person, at, addresses || case when known_as ~ '\S\s+\S' then lower(normalize(known_as)) end);
  perform set_config('erasing.applicants', array_to_string(applicants, ','), true);

  -- A draft is nobody's business but its author's.
  update abstract set removed_at = coalesce(removed_at, at) where applicant_id = any (applicants) and status = '';
  if not keeps_abstracts then
    update abstract set withdrawn_at = at where applicant_id = any (applicants) and status <> '' and withdrawn_at is null;
  end if;
  going := array(select id from abstract where applicant_id = any (applicants) and coalesce(removed_at, withdrawn_at) is not null);

  return query
    select profile.photo_key from profile where applicant_id = any (applicants)
    union select abstract_version.file_key from abstract_version where abstract_id = any (going)
    union select upload_piece.file_key from upload_piece join upload on upload.id = upload_id where applicant_id = any (applicants);

  delete from abstract where id = any (going) and status = '';
  -- What was submitted keeps its number, so that the numbers have no gap, and nothing else.
  update abstract_version set
    save_key = null, save_digest = decode(repeat('00', 32), 'hex'), title = '', title_plain = 'Withdrawn', background = '', background_plain = '',
    material = '', material_plain = '', results = '', results_plain = '', discussion = '', discussion_plain = '', words = 0,
    file_key = 'abstracts/00/' || repeat('0', 30), file_name = 'withdrawn', file_size = 1, file_sha256 = decode(repeat('00', 32), 'hex')
    where abstract_id = any (going);

  delete from profile where applicant_id = any (applicants);
  delete from upload where applicant_id = any (applicants);
  delete from session where account_id = person;
  delete from pin where account_id = person;
  delete from reset_pin where account_id = person;
  delete from password_reset where account_id = person;
  delete from email_change where account_id = person;
  delete from data_copy where account_id = person;
  delete from closure where account_id = person;
  -- The row of a letter says that there was one; a paid order must have its letter.
  update mail set recipient = '', subject = 'Erased', body_text = '', body_html = '', last_error = '',
    given_up_at = case when sent_at is null then coalesce(given_up_at, at) end
    where lower(normalize(recipient)) = any (addresses);
  delete from attempt where exists (select from unnest(addresses) as address where position(address in key) > 0);
  update account set email = 'erased-' || id, email_key = 'erased-' || id, full_name = 'Erased person', password_hash = null, device_id = '',
    erased_at = at where id = person;
  perform set_config('erasing.applicants', '', true);
  perform set_config('erasing.addresses', '', true);
  perform set_config('colloquium.act', act_now, true);
end $$;

-- From 0034. An older one may be somebody else's by now: by it only rows without an account are known. Wishes go, and what chairs noted
-- about a conflict goes from the trail too.
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
  update reviewer set state = 'removed', token_hash = null, email = '', email_key = '', institution = '', department = '' where id = any (theirs);
  update conflict set note = '' where reviewer_id = any (theirs) and note <> '';
  perform set_config('erasing.authors', '', true), set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and ((table_name = 'reviewer' and row_key = any (theirs::text[]))
      or (table_name = 'conflict' and split_part(row_key, ' ', 2) = any (theirs::text[]))
      or (table_name = 'abstract_author' and new.id::text in (before ->> 'account_id', after ->> 'account_id')));
  perform set_config('erasing.person', '', true);
  return null;
end $$;

-- From 0047.
create or replace function erased_are_in_no_redaction() returns trigger language plpgsql as $$
declare
  theirs int[] := array(
    select abstract.id from abstract join applicant on applicant.id = applicant_id where account_id = new.id
    union select abstract_id from abstract_author where account_id = new.id or email_key = old.email_key
      or (account_id is null and email_key = any (erased_addresses(old.email_key))));
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
