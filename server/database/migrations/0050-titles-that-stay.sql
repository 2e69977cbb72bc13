-- additive
-- Whoever names somebody as a co-author of their own work is then in conflict with all that this person wrote. A title that went with it would
-- tell whose it is: it stays, and a wish for it counts for nothing, because nobody may be given what they are in conflict with.
create or replace view bid_title with (security_barrier) as
  select me.reviewer_id, abstract.id as abstract_id, encode(substring(drawn from 1 for 16), 'hex') as title_id,
    speciality.description as speciality, coalesce(made.title, written.title) as title
  from blind.me join public.review_call using (event_id) join public.bid_key using (event_id) join public.abstract using (event_id)
  join public.abstract_version written on written.abstract_id = abstract.id and written.number = abstract.current_version
  join public.redaction made on made.abstract_id = abstract.id and made.version = abstract.current_version and made.state = 'ready'
  join public.sub_speciality on sub_speciality.id = sub_speciality_id join public.speciality on speciality.id = speciality_id
  join public.reviewer_field on reviewer_field.reviewer_id = me.reviewer_id and reviewer_field.speciality_id = speciality.id
  join public.reviewer theirs on theirs.id = me.reviewer_id join public.applicant on applicant.id = abstract.applicant_id
  cross join lateral (select sha256(convert_to(key || ' ' || me.reviewer_id || ' ' || abstract.id, 'UTF8')) as drawn) as lot
  where bids and abstract.state::text = 'under_review' and get_byte(drawn, 31) < 171 and theirs.account_id <> applicant.account_id
    and not exists (select from public.reviewer_address known join public.account using (email_key) where known.reviewer_id = theirs.id and account.id = applicant.account_id)
    and not exists (select from public.abstract_author author where author.abstract_id = abstract.id and author.account_id = theirs.account_id)
    and not exists (select from public.abstract_author author join public.reviewer_address known using (email_key) where author.abstract_id = abstract.id and known.reviewer_id = theirs.id)
    and not exists (select from public.conflict where conflict.abstract_id = abstract.id and conflict.reviewer_id = theirs.id and strength = 'hard' and kind <> 'shared_abstract');
