-- additive
-- The office's own text of an email, for one event or for the college. Without a row the text of the code is sent.
create table letter_text (
  id int generated always as identity primary key,
  -- Of the college where there is none. An event that nobody needed is deleted with its texts.
  event_id int references event on delete cascade,
  -- One of server/kernel/outbox/worded.ts. A kind that the code no longer has keeps its row: it may come back with the version before.
  kind text not null check (kind ~ '^[a-z][a-z_]*$'),
  subject text not null check (btrim(subject) <> '' and char_length(subject) <= 200 and subject !~ '[\r\n]'),
  body text not null check (btrim(body) <> '' and char_length(body) <= 20000),
  version int not null default 1 check (version > 0),
  saved_by int not null references account,
  saved_at timestamptz not null,
  unique nulls not distinct (kind, event_id)
);
create index letter_text_of_event on letter_text (event_id);
create trigger note_change after insert or update or delete on letter_text for each row
  when (current_setting('colloquium.act', true) <> '') execute function note_change('id');
