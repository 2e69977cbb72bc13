-- additive
-- When the request of a save began. A file that takes long to send must not make the submit that follows it late.
-- Null in rows of a version that did not write it: there `saved_at` is all that is known.
alter table abstract_version add column started_at timestamptz;
