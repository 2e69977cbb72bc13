-- additive
-- The public pages say how many reviewers read an abstract: they are drawn anew when the call of an event changes that number.
create trigger content_changes after insert or delete or truncate or update of reviews_wanted on review_call
  for each statement execute function note_content_change();
