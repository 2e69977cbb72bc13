-- additive
-- Staff who also review are blind as staff too: what somebody was given to review is hidden from them until its decision is published. What was hidden for
-- another reason is found by a function of its own, which asks about others without asking who reviews.

create function conflicts_of_staff(of_account int) returns table (abstract_id int, why text, is_certain boolean) language sql stable as $$
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

create or replace function hidden_from_staff(of_account int) returns table (abstract_id int, why text, is_certain boolean) language sql stable as $$
  with recursive mine (id) as (select of_account union select gone from account_merge join mine on kept = mine.id where undone_at is null),
  given as (
    select assignment.abstract_id, abstract.event_id, bool_and(assignment.state in ('submitted', 'declined')) as is_done
    from assignment join reviewer on reviewer.id = reviewer_id join abstract on abstract.id = assignment.abstract_id
    where reviewer.account_id in (select id from mine) and assignment.state <> 'cancelled' and abstract.state in ('submitted', 'under_review', 'revision_asked')
    group by 1, 2),
  decider as (
    select staff_grant.account_id, staff_grant.event_id, account_id in (select id from mine) as is_me from staff_grant where revoked_at is null and role in ('owner', 'chair')),
  conflicted as materialized (
    select other.account_id, theirs.abstract_id from (select distinct account_id from decider where not is_me) as other, conflicts_of_staff(other.account_id) as theirs)
  select * from conflicts_of_staff(of_account)
  union all
  select given.abstract_id, 'assigned', true from given
  -- Where nobody else could decide, a person who decides reads it once their own review is in, or declined.
  where not (is_done
    and exists (select from decider where is_me and (decider.event_id is null or decider.event_id = given.event_id))
    and not exists (select from decider where not is_me and (decider.event_id is null or decider.event_id = given.event_id)
      and not exists (select from conflicted where conflicted.account_id = decider.account_id and conflicted.abstract_id = given.abstract_id)
      and not exists (select from assignment join reviewer on reviewer.id = reviewer_id
        where reviewer.account_id = decider.account_id and assignment.abstract_id = given.abstract_id and assignment.state <> 'cancelled')))
$$;
