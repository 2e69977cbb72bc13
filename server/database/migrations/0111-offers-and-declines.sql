-- additive
-- What a reviewer offers is what they said last, not what a declined abstract made of it: the visible number would tell that they declined something.
-- Declines since then count for the next proposal only.
alter table reviewer add column offered_at timestamptz;

-- Proposed, applied or changed by a person from whom an abstract is hidden, because nobody else of the team could: the audit log has it as a change.
alter table assignment_run add column in_conflict_at timestamptz;
alter table reviewer add column in_conflict_at timestamptz;
