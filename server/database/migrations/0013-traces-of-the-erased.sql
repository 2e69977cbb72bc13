-- additive
-- What the audit trail knows of somebody who is erased: the words go, what was done stays.

-- The same columns without their values.
create function blanked(words jsonb) returns jsonb language sql immutable strict
  return (select coalesce(jsonb_object_agg(name, null), '{}') from jsonb_object_keys(words) as name);

-- `texts` are the addresses and the name, in small letters. Before the rows themselves are gone.
create function blank_trail(person int, at timestamptz, texts text[]) returns void language plpgsql as $$
declare
  applicants text[] := array(select id::text from applicant where account_id = person);
  changes text[] := array(select id::text from email_change where account_id = person);
begin
  perform set_config('erasing.person', person::text, true);
  update act set reason = ''
    where reason <> '' and ((about_kind = 'account' and about_id = person::text)
      or (about_kind in ('applicant', 'profile') and about_id = any (applicants))
      or exists (select from unnest(texts) as each where position(each in lower(normalize(reason))) > 0));
  update act set actor_name = 'Erased person'
    where exists (select from unnest(texts) as each where position(each in lower(normalize(actor_name))) > 0);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = blank_trail.at
    where blanked_at is null and ((table_name in ('account', 'closure') and row_key = person::text)
      or (table_name in ('applicant', 'profile') and row_key = any (applicants))
      or (table_name = 'email_change' and row_key = any (changes))
      or exists (select from unnest(texts) as each
        where position(each in lower(normalize(concat(before, after)))) > 0
          or position(trim(both '"' from to_jsonb(each)::text) in lower(normalize(concat(before, after)))) > 0));
  perform set_config('erasing.person', '', true);
end $$;

-- The one door to deletion.
-- What finance must keep stays: orders, payments, ledger and receipts, which know amounts and numbers but no name.
-- Gives the keys of the files that nobody refers to any more. The account must be locked, and nobody may be paying.
create function erase_person(person int, at timestamptz, keeps_abstracts boolean) returns table (file_key text) language plpgsql as $$
declare
  applicants int[] := array(select id from applicant where account_id = person);
  -- As they are compared, and as they were written: letters know only the latter.
  addresses text[] := array(
    select address from (
      select email_key, lower(normalize(email)) from account where id = person
      union all select new_email_key, lower(normalize(new_email)) from email_change where account_id = person
      union all select old_email_key, lower(normalize(old_email)) from email_change where account_id = person) as known (as_compared, as_written),
      unnest(array[as_compared, as_written]) as address
    where address is not null);
  known_as text := (select full_name from account where id = person);
  act_now text;
  going int[];
begin
  -- That their roles end is part of the trail; what follows is not: it would write down the words that are to go.
  update staff_grant set revoked_at = at where account_id = person and revoked_at is null;
  delete from staff_link where account_id = person;
  delete from staff_session where account_id = person;
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
  perform set_config('colloquium.act', act_now, true);
end $$;
