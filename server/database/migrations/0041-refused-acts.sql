-- additive
-- What was refused, failed or has no known end is a small part of a long trail: counted from here alone, and read backwards a page at a time.
-- With whose it is and of which event: PostgreSQL reads what a join asks for, also of one that it leaves out.
create index act_not_done on act (id, outcome) include (account_id, event_id) where outcome in ('refused', 'failed', 'begun');
