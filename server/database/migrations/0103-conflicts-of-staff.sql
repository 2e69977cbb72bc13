-- additive
-- What is hidden from somebody of the staff, in one place. Once hidden it stays hidden for the event: only another person of the team lifts it. What an
-- author typed hides the abstract at once, but is a possible conflict until somebody else confirms it.

create table staff_conflict (
  abstract_id int not null references abstract on delete cascade,
  account_id int not null references account,
  kind conflict_kind not null,
  source conflict_source not null,
  -- 'possible': hidden, and not confirmed; 'cleared': somebody else looked and saw none.
  strength conflict_strength not null,
  note text not null default '' check (char_length(note) <= 1000),
  by int references account,
  at timestamptz not null,
  primary key (abstract_id, account_id)
);
create index staff_conflict_of_account on staff_conflict (account_id);
create trigger note_change after insert or update or delete on staff_conflict for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('abstract_id', 'account_id');
create index author_entry_not_to on author_entry (lower(name)) where kind = 'not_to';

-- By every account and every address that is known to be theirs: a co-author is often named by an older one. Certain is what the person wrote, declared or was
-- told by staff; what an author typed, or a rule found, is not: anybody can type the address of an owner.
create function hidden_from_staff(of_account int) returns table (abstract_id int, why text, is_certain boolean) language sql stable as $$
  with recursive mine (id) as (select of_account union select gone from account_merge join mine on kept = mine.id where undone_at is null),
  address (email_key) as (
    select email_key from account where id in (select id from mine)
    union select email_key from account_alias where account_id in (select id from mine)
    union select old_email_key from email_change where account_id in (select id from mine) and changed_at is not null
    union select lower(alt_email) from profile join applicant on applicant.id = applicant_id where account_id in (select id from mine) and alt_email <> ''
    union select reviewer_address.email_key from reviewer_address join reviewer on reviewer.id = reviewer_id where account_id in (select id from mine)),
  named as (
    select author_entry.abstract_id, author_entry.kind, by_staff from author_entry where account_id in (select id from mine)
    union all select author_entry.abstract_id, author_entry.kind, by_staff from author_entry where email_key in (select email_key from address where email_key <> '')
    union all select author_entry.abstract_id, author_entry.kind, by_staff from author_entry
      where author_entry.kind = 'not_to' and lower(author_entry.name) in (select lower(full_name) from account where id in (select id from mine) and full_name <> '')),
  told as (select staff_conflict.abstract_id, staff_conflict.kind, strength from staff_conflict where account_id in (select id from mine))
  select abstract.id, 'self', true from abstract join applicant on applicant.id = applicant_id where account_id in (select id from mine)
  union all
  select named.abstract_id, case named.kind when 'author' then 'coauthor' else 'competing' end, by_staff from named
    where named.abstract_id not in (select told.abstract_id from told where strength = 'cleared')
  union all
  select conflict.abstract_id, conflict.kind::text, source in ('chair', 'reviewer') from conflict join reviewer on reviewer.id = reviewer_id
    where strength = 'hard' and account_id in (select id from mine)
  union all
  select told.abstract_id, told.kind::text, strength = 'hard' from told where strength <> 'cleared'
$$;

-- Called before what hides something goes. Of people without a role nothing is hidden.
create function remember_hidden(of_account int, of_abstract int default null) returns void language sql as $$
  insert into staff_conflict (abstract_id, account_id, kind, source, strength, at)
  select distinct on (hidden.abstract_id) hidden.abstract_id, of_account, (case why when 'self' then 'coauthor' else why end)::conflict_kind, 'rule',
    (case when is_certain then 'hard' else 'possible' end)::conflict_strength, now()
  from hidden_from_staff(of_account) as hidden
  where why = any (enum_range(null::conflict_kind)::text[]) and (of_abstract is null or hidden.abstract_id = of_abstract)
    and exists (select from staff_grant where account_id = of_account)
    and not exists (select from abstract join applicant on applicant.id = applicant_id where abstract.id = hidden.abstract_id and account_id = of_account)
  order by hidden.abstract_id, is_certain desc
  on conflict do nothing
$$;

create function hidden_is_remembered() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  of_staff int;
begin
  if tg_table_name = 'author_entry' then
    -- An erasure; what is taken off a draft was read by nobody.
    if exists (select from abstract where id = (was ->> 'abstract_id')::int and state <> 'draft') then
      for of_staff in select distinct account_id from staff_grant where revoked_at is null loop
        perform remember_hidden(of_staff, (was ->> 'abstract_id')::int);
      end loop;
    end if;
  elsif tg_table_name = 'account_merge' then
    perform remember_hidden(person_of((was ->> 'kept')::int));
  elsif tg_table_name = 'profile' then
    perform remember_hidden(person_of(account_id)) from applicant where id = (was ->> 'applicant_id')::int;
  elsif tg_table_name = 'reviewer' then
    perform remember_hidden(person_of((was ->> 'account_id')::int));
  else
    perform remember_hidden(person_of(account_id), (was ->> 'abstract_id')::int) from reviewer where id = (was ->> 'reviewer_id')::int and account_id is not null;
  end if;
  return coalesce(new, old);
end $$;
create trigger hidden_is_remembered before delete or update of account_id, email_key, name on author_entry for each row execute function hidden_is_remembered();
create trigger hidden_is_remembered before update of undone_at on account_merge for each row when (old.undone_at is null) execute function hidden_is_remembered();
create trigger hidden_is_remembered_gone before delete on profile for each row when (old.alt_email <> '') execute function hidden_is_remembered();
create trigger hidden_is_remembered before update of alt_email on profile for each row
  when (old.alt_email <> '' and old.alt_email <> new.alt_email) execute function hidden_is_remembered();
create trigger hidden_is_remembered before delete on reviewer_address for each row execute function hidden_is_remembered();
create trigger hidden_is_remembered before update of account_id on reviewer for each row
  when (old.account_id is not null and old.account_id is distinct from new.account_id) execute function hidden_is_remembered();
create trigger hidden_is_remembered_gone before delete on conflict for each row when (old.strength = 'hard') execute function hidden_is_remembered();
-- A chair who clears it says so for this person; a rule that no longer finds it does not.
create trigger hidden_is_remembered before update of strength on conflict for each row
  when (old.strength = 'hard' and new.strength <> 'hard' and new.source <> 'chair') execute function hidden_is_remembered();

-- After the function that takes their addresses away, by its name.
create function erased_have_no_conflicts() returns trigger language plpgsql as $$
begin
  delete from staff_conflict where account_id = new.id;
  return null;
end $$;
create trigger erased_have_no_conflicts after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_have_no_conflicts();
