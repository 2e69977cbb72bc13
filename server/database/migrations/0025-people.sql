-- additive
-- People as staff look after them: found by any word, noted, told apart, and made one.

-- Found by any word -----------------------------------------------------------------------------------------------------------------------

-- As words are compared: small letters, without accents and vowel signs, Arabic letters and digits as Urdu and Latin have them.
create function search_form(words text) returns text language sql immutable strict parallel safe
  return translate(
    regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u2060]+', '', 'g'),
    'يىكةهøłđðıß٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ییکہہolddis01234567890123456789');

create function search_words(words text) returns text[] language sql immutable strict parallel safe
  return array(select distinct word from regexp_split_to_table(search_form(words),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u3000-\u303f]+') as word
    where word <> '');

-- A number however it is written: 0300 1234567 and +92 300 1234567 end alike.
create function phone_form(phone text) returns text language sql immutable strict parallel safe
  return right(regexp_replace(search_form(phone), '[^0-9]+', '', 'g'), 10);

-- What somebody typed, as a question: the beginnings of words, all of them. Null finds nobody.
create function search_question(typed text) returns tsquery language sql immutable strict parallel safe
  return (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(
    case when search_form(typed) ~ '^[0-9 +()./-]*$' and length(phone_form(typed)) >= 7 then array[phone_form(typed)]
    else search_words(typed) end) as word)::tsquery;

-- One row for each person at an event. Written by the triggers below, from what it repeats.
create table person_search (
  applicant_id int primary key references applicant on delete cascade,
  account_id int not null references account,
  event_id int not null references event,
  since timestamptz not null,
  name_key text not null,
  has_profile boolean not null,
  -- For telling who may be the same person. Empty: not known.
  mobile_key text not null,
  pmdc_key text not null,
  institution_key text not null,
  -- Name, address and institution; and the same with what only some may search for: PMDC number and mobile.
  words tsvector not null,
  all_words tsvector not null
);
create index person_by_event on person_search (event_id, since, applicant_id);
create index person_by_name on person_search (event_id, name_key, applicant_id);
create index person_without_profile on person_search (event_id, since, applicant_id) where not has_profile;
create index person_of_account on person_search (account_id);
create index person_by_words on person_search using gin (words);
create index person_by_all_words on person_search using gin (all_words);
create index person_by_mobile on person_search (mobile_key) where mobile_key <> '';
create index person_by_pmdc on person_search (pmdc_key) where pmdc_key <> '';
create index person_by_likeness on person_search (name_key, institution_key) where institution_key <> '';

-- Two accounts of one person ---------------------------------------------------------------------------------------------------------------

create table account_merge (
  id int generated always as identity primary key,
  kept int not null references account,
  gone int not null references account check (gone <> kept),
  -- Which applicants went from which account to which, in order.
  moved jsonb not null,
  reason text not null check (reason <> ''),
  merged_by int not null references account,
  merged_at timestamptz not null,
  undone_by int references account,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create unique index account_merge_gone_once on account_merge (gone) where undone_at is null;
create index account_merge_kept on account_merge (kept) where undone_at is null;

-- An address of an account that became part of another: it leads there.
create table account_alias (
  email_key text primary key check (email_key = lower(email_key)),
  account_id int not null references account
);
create index account_alias_of_account on account_alias (account_id);

-- Looked like one person, and are two.
create table not_same_person (
  account_a int not null references account,
  account_b int not null references account,
  said_by int not null references account,
  said_at timestamptz not null,
  primary key (account_a, account_b),
  check (account_a < account_b)
);

-- What staff of an event write down about somebody, for each other.
create table person_note (
  id int generated always as identity primary key,
  event_id int not null references event,
  account_id int not null references account,
  words text not null check (char_length(words) between 1 and 2000),
  version int not null default 1,
  written_by int not null references account,
  written_at timestamptz not null,
  changed_by int not null references account,
  changed_at timestamptz not null,
  removed_at timestamptz
);
create index person_note_of_person on person_note (account_id, event_id, id);

-- The name on a receipt from before it was corrected: what was printed keeps the one it had.
create table receipt_name (
  order_id int primary key references receipt (order_id),
  name text not null check (name <> '')
);

create trigger note_change after insert or update or delete on account_merge for each row execute function note_change('id');
create trigger note_emptying after truncate on account_merge for each statement execute function note_change();
create trigger note_change after insert or update on account_alias for each row execute function note_change('email_key');
create trigger note_removal after delete on account_alias for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('email_key');
create trigger note_emptying after truncate on account_alias for each statement execute function note_change();
create trigger note_change after insert or update on not_same_person for each row execute function note_change('account_a', 'account_b');
create trigger note_removal after delete on not_same_person for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('account_a', 'account_b');
create trigger note_emptying after truncate on not_same_person for each statement execute function note_change();
create trigger note_change after insert or update on person_note for each row execute function note_change('id');
-- Erasing a person removes theirs outside of any act: the trail would keep the words that are to go.
create trigger note_removal after delete on person_note for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
create trigger note_emptying after truncate on person_note for each statement execute function note_change();

-- Keeping what is searched true ----------------------------------------------------------------------------------------------------------------

create function find_person(of_applicant int) returns void language plpgsql as $$
begin
  -- In turn: whoever changes the name and whoever saves the profile at the same moment must both be read.
  perform from person_search where applicant_id = of_applicant for update;
  insert into person_search (applicant_id, account_id, event_id, since, name_key, has_profile, mobile_key, pmdc_key, institution_key, words, all_words)
    select applicant.id, account.id, event_id, applicant.created_at, search_form(full_name), profile.applicant_id is not null,
      coalesce(phone_form(mobile), ''), coalesce(array_to_string(search_words(pmdc_reg), ''), ''), coalesce(search_form(institution), ''),
      array_to_tsvector(shown), array_to_tsvector(shown || search_words(coalesce(pmdc_reg, '')) || search_words(coalesce(mobile, ''))
        || array_remove(array[coalesce(phone_form(mobile), '')], ''))
    from applicant join account on account.id = account_id left join profile on profile.applicant_id = applicant.id,
      lateral (select search_words(concat_ws(' ', full_name, email, institution, profile.name))) as words (shown)
    where applicant.id = of_applicant and erased_at is null
      and not exists (select from account_merge where gone = account.id and undone_at is null)
    on conflict (applicant_id) do update set account_id = excluded.account_id, event_id = excluded.event_id, since = excluded.since,
      name_key = excluded.name_key, has_profile = excluded.has_profile, mobile_key = excluded.mobile_key, pmdc_key = excluded.pmdc_key,
      institution_key = excluded.institution_key, words = excluded.words, all_words = excluded.all_words;
  if not found then
    delete from person_search where applicant_id = of_applicant;
  end if;
end $$;

create function person_is_found() returns trigger language plpgsql as $$
declare
  about jsonb := to_jsonb(coalesce(new, old));
begin
  if tg_table_name = 'applicant' then
    -- A name that is being changed now cannot be read before its commit.
    perform from account where id = (about ->> 'account_id')::int for share;
    perform find_person((about ->> 'id')::int);
  elsif tg_table_name = 'profile' then
    perform find_person((about ->> 'applicant_id')::int);
  elsif tg_table_name = 'account' then
    perform find_person(id) from applicant where account_id = (about ->> 'id')::int order by id;
  else
    perform find_person(id) from applicant where account_id = (about ->> 'gone')::int order by id;
  end if;
  return null;
end $$;
create trigger person_is_found after insert or update of account_id on applicant for each row execute function person_is_found();
create trigger person_is_found after insert or delete or update of name, institution, pmdc_reg, mobile on profile
  for each row execute function person_is_found();
create trigger person_is_found after update of full_name, email, erased_at on account for each row
  when ((old.full_name, old.email, old.erased_at) is distinct from (new.full_name, new.email, new.erased_at)) execute function person_is_found();
create trigger person_is_found after insert or update of undone_at on account_merge for each row execute function person_is_found();

do $$ begin perform find_person(id) from applicant order by id; end $$;

-- Whoever is erased leaves no words behind ---------------------------------------------------------------------------------------------------

create function erased_have_no_notes() returns trigger language plpgsql as $$
declare
  before_this text := current_setting('erasing.person', true);
begin
  perform set_config('erasing.person', new.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and ((table_name = 'person_note' and row_key in (select id::text from person_note where account_id = new.id))
      or (table_name = 'account_alias' and row_key in (select email_key from account_alias where account_id = new.id)));
  perform set_config('erasing.person', coalesce(before_this, ''), true);
  delete from receipt_name where order_id in (select orders.id from orders join applicant on applicant.id = applicant_id where account_id = new.id);
  delete from person_note where account_id = new.id;
  delete from account_alias where account_id = new.id or email_key = old.email_key;
  delete from not_same_person where new.id in (account_a, account_b);
  return null;
end $$;
create trigger erased_have_no_notes after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_have_no_notes();

-- Letters of a person, for their page.
create index mail_to_person on mail (recipient, id);
