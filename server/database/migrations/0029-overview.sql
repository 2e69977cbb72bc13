-- additive
-- The overview counts who came to an event by the day, and letters that were given up.
create index if not exists applicant_by_event on applicant (event_id, created_at);
create index if not exists mail_given_up on mail (given_up_at) where given_up_at is not null;
