-- additive
-- Whoever takes another address can be named by it as an author: it is theirs for the review too. The older ones stay known.
create function reviewers_take_their_address() returns trigger language plpgsql as $$
begin
  insert into reviewer_address (reviewer_id, email_key) select id, new.email_key from reviewer where account_id = new.id on conflict do nothing;
  return null;
end $$;
create trigger reviewers_take_their_address after update of email_key on account for each row
  when (old.email_key <> new.email_key and new.erased_at is null) execute function reviewers_take_their_address();
insert into reviewer_address (reviewer_id, email_key)
  select reviewer.id, account.email_key from reviewer join account on account.id = account_id where erased_at is null on conflict do nothing;
