-- additive
-- A blind copy of a PDF is a PDF of pictures, and staff see its pages before they release it.
alter table redaction
  -- How many pages of the copy can be drawn. 0: none, as of a Word file.
  add column file_pages int not null default 0 check (file_pages >= 0);

-- Copies that an earlier version made kept words that no page shows: they are made again. What was released stays released unless something new
-- is found; until its copy is made, nobody reads the abstract.
update redaction set was_ready = was_ready or state = 'ready', state = 'preparing', claimed_at = null
  where file = 'copy' and file_type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document');
