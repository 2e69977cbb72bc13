-- additive
-- What a reviewer read when they last submitted, beside what they read now: both released, or there is no row.
create view blind.reviewed_text with (security_barrier) as
  select mine.assignment_id, read.title, read.background, read.material, read.results, read.discussion
  from blind.my_abstract mine join public.assignment on assignment.id = mine.assignment_id join public.abstract on abstract.id = assignment.abstract_id
  cross join lateral (
    select made.version, made.state, coalesce(made.title, written.title) as title, coalesce(made.background, written.background) as background,
      coalesce(made.material, written.material) as material, coalesce(made.results, written.results) as results, coalesce(made.discussion, written.discussion) as discussion
    from public.redaction made join public.abstract_version written on written.abstract_id = made.abstract_id and written.number = made.version
    where made.abstract_id = abstract.id and made.version <= abstract.current_version
      and written.saved_at <= (select max(at) from public.review_version where review_version.assignment_id = mine.assignment_id)
    order by made.version desc limit 1) as read
  where mine.redaction = 'ready' and mine.title is not null and read.state = 'ready' and read.version < abstract.current_version;
