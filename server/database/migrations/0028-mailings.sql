-- additive
-- Letters that staff write to many: whom they are for is frozen as rows, and nobody gets one twice. Announcements can be refused.

-- Letters ------------------------------------------------------------------------------------------------------------------------------

create type mail_cause as enum ('no_mailbox', 'full', 'refused', 'unreachable', 'expired', 'interrupted', 'stopped', 'erased');

alter table mail
  -- Whose it is, and of which event it tells. What is about an account alone is of no event. Neither refers to its table: whoever posts a
  -- letter would lock the row of the account, while whoever closes the account waits for what the first one holds.
  add column account_id int,
  add column event_id int,
  -- 0 goes out at once. The others wait behind it: a PIN must not stand in line with an announcement.
  add column urgency smallint not null default 0 check (urgency >= 0),
  -- It holds a PIN or a link that opens something: nobody of the staff reads it. What version 0.1 writes is counted as such.
  add column is_secret boolean not null default true,
  add column mailing_id int,
  -- Given to the mail server, and not answered yet. Of one to many that is found so after a crash nobody knows whether it arrived.
  add column handed_at timestamptz,
  -- Why it was given up, for counting.
  add column cause mail_cause;

create index mail_by_time on mail (created_at, id);
create index mail_by_event on mail (event_id, created_at, id);
create index mail_of_account on mail (account_id, id);
create index mail_failed on mail (created_at, id) where given_up_at is not null;
create index mail_failed_of_event on mail (event_id, cause) where given_up_at is not null;
create index mail_waiting on mail (created_at, id) where sent_at is null and given_up_at is null;
create index mail_of_mailings_to_send on mail (next_try_at) where urgency > 0 and sent_at is null and given_up_at is null;
-- An address is found by any part of it.
create index mail_words on mail using gin (to_tsvector('simple', translate(recipient || ' ' || subject, '@._+-/', '      ')));
-- "There is no such mailbox": where a letter to many is not sent again.
create index mail_no_mailbox on mail (recipient) where cause = 'no_mailbox';

-- Staff let a letter that was given up be tried again. Everything else that happens to a letter is no act of theirs.
create trigger note_change after update of given_up_at on mail for each row
  when (current_setting('colloquium.act', true) <> '' and old.given_up_at is not null and new.given_up_at is null)
  execute function note_change('id');

-- Mailings -----------------------------------------------------------------------------------------------------------------------------

create type mailing_kind as enum ('service', 'announcement');
create type mailing_state as enum ('draft', 'checked', 'planned', 'sending', 'stopped', 'sent');
create type recipient_state as enum ('waiting', 'posted', 'left_out', 'stopped');
create type left_out_why as enum ('refused', 'no_mailbox', 'not_verified', 'erased', 'fact');

create table mailing (
  id int generated always as identity primary key,
  event_id int not null references event,
  kind mailing_kind not null,
  -- Whom it is for, as it was chosen: ids of people, the filter of the list of people, or everybody of the college.
  audience jsonb not null check (jsonb_typeof(audience) = 'object'),
  -- Written by somebody who may write to authors alone: nobody else is in it, whatever was chosen.
  authors_only boolean not null,
  subject text not null check (char_length(subject) <= 200 and subject !~ '[\r\n]'),
  body text not null check (char_length(body) <= 20000),
  state mailing_state not null default 'draft',
  -- Counted when it was checked, and with each letter.
  recipients int not null default 0 check (recipients between 0 and 20000),
  posted int not null default 0 check (posted >= 0),
  left_out int not null default 0 check (left_out >= 0),
  version int not null default 1,
  made_by int not null references account,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  checked_at timestamptz,
  sent_by int references account,
  send_at timestamptz,
  begun_at timestamptz,
  ended_at timestamptz,
  check (posted <= recipients),
  check (state <> 'checked' or checked_at is not null),
  check (state not in ('planned', 'sending', 'sent') or (checked_at is not null and send_at is not null and sent_by is not null)),
  check ((state in ('stopped', 'sent')) = (ended_at is not null))
);
create index mailing_by_event on mailing (event_id, changed_at, id);
create index mailing_due on mailing (send_at) where state in ('planned', 'sending');
alter table mail add foreign key (mailing_id) references mailing;

-- What has begun to go out stays as it was sent; what was taken back before is a draft again.
create function mailing_moves() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (
    ('draft', 'checked'), ('checked', 'draft'), ('checked', 'planned'), ('planned', 'draft'), ('planned', 'sending'),
    ('sending', 'stopped'), ('sending', 'sent')
  ) then
    raise exception 'a mailing does not go from % to %', old.state, new.state;
  end if;
  if old.state not in ('draft', 'checked') and new.state <> 'draft' and current_setting('erasing.mailings', true) is distinct from 'yes'
    and (old.subject, old.body, old.audience, old.kind, old.authors_only) is distinct from (new.subject, new.body, new.audience, new.kind, new.authors_only) then
    raise exception 'what is planned or was sent keeps its words';
  end if;
  return new;
end $$;
create trigger mailing_moves before update on mailing for each row execute function mailing_moves();
create trigger note_change after insert or update or delete on mailing for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- One row for each person: the key is what keeps a second letter away, whatever is started again.
create table mailing_recipient (
  mailing_id int not null references mailing on delete cascade,
  account_id int not null references account,
  state recipient_state not null,
  why left_out_why,
  mail_id int unique references mail,
  primary key (mailing_id, account_id),
  check ((state = 'posted') = (mail_id is not null)),
  check ((state = 'left_out') = (why is not null))
);
create index mailing_waiting on mailing_recipient (mailing_id, account_id) where state = 'waiting';
create index mailing_recipient_of_account on mailing_recipient (account_id);
-- The same from the other side: no path of the code writes the letter a second time.
create unique index mail_once_for_each on mail (mailing_id, account_id) where mailing_id is not null;

-- Letters to begin from.
create table saved_letter (
  id int generated always as identity primary key,
  event_id int not null references event,
  name text not null check (name <> '' and char_length(name) <= 100),
  kind mailing_kind not null,
  subject text not null check (char_length(subject) <= 200 and subject !~ '[\r\n]'),
  body text not null check (char_length(body) <= 20000),
  version int not null default 1,
  saved_by int not null references account,
  saved_at timestamptz not null,
  unique (event_id, name)
);
create trigger note_change after insert or update or delete on saved_letter for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');

-- Announcements ------------------------------------------------------------------------------------------------------------------------

-- Who wants none. Without a row they are sent.
create table announcement_refusal (
  account_id int primary key references account,
  refused_at timestamptz not null,
  -- By the link of a letter, or on the profile.
  way text not null check (way in ('letter', 'profile'))
);

-- Whoever is erased ---------------------------------------------------------------------------------------------------------------------

create function erased_get_no_letters() returns trigger language plpgsql as $$
declare
  -- Written to them alone: its words may be about them.
  theirs int[] := array(
    select mailing_id from mailing_recipient
    where mailing_id in (select mailing_id from mailing_recipient where account_id = old.id)
    group by mailing_id having bool_and(account_id = old.id));
begin
  update mailing_recipient set state = 'left_out', why = 'erased' where account_id = old.id and state in ('waiting', 'stopped');
  delete from announcement_refusal where account_id = old.id;
  -- Also what went to an address that they had before.
  update mail set recipient = '', subject = 'Erased', body_text = '', body_html = '', last_error = '',
    given_up_at = case when sent_at is null then coalesce(given_up_at, new.erased_at) end,
    cause = case when sent_at is null then coalesce(cause, 'erased') else cause end
    where account_id = old.id and not is_last;
  perform set_config('erasing.mailings', 'yes', true);
  update mailing set subject = 'Erased', body = '' where id = any (theirs);
  perform set_config('erasing.mailings', '', true);
  perform set_config('erasing.person', old.id::text, true);
  update act_change set before = blanked(before), after = blanked(after), salt = null, blanked_at = new.erased_at
    where blanked_at is null and table_name = 'mailing' and row_key = any (theirs::text[]);
  perform set_config('erasing.person', '', true);
  return null;
end $$;
create trigger erased_get_no_letters after update of erased_at on account
  for each row when (old.erased_at is null and new.erased_at is not null) execute function erased_get_no_letters();
