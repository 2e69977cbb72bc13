-- additive
-- The calendar file that goes with an email, such as the workshops that were booked. It tells what a person takes part in: it is blanked
-- whenever the text of the email is, by an erasure or after the email was sent.
alter table mail add column calendar text not null default '';

create function calendar_goes_with_text() returns trigger language plpgsql as $$
begin
  new.calendar := '';
  return new;
end $$;

create trigger mail_calendar_goes_with_text before update on mail
  for each row when (new.calendar <> '' and new.body_text is distinct from old.body_text) execute function calendar_goes_with_text();
