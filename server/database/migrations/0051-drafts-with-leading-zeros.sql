-- additive
-- One paper pays once: 004812 and 4812 are the same number of the same bank.
create unique index offline_draft_pays_once on offline_payment (lower(bank), ltrim(upper(number), '0'))
  where way = 'draft' and state in ('recorded', 'confirmed');
drop index offline_draft_once;
