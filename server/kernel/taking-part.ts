/** Which applicants of an event take part in it. Accepting an invitation to review signs somebody in, and makes an applicant of a person who never registered. */
import { type RawBuilder, sql } from 'kysely'

/** Not for a reviewer without a profile, an order or an abstract of the event. Asks nothing of the row but its number, so that the planner hashes the few reviewers once. */
export const takesPart = (applicantId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`${applicantId} not in (
  select invited.id from reviewer join applicant as invited
    on invited.account_id = reviewer.account_id and invited.event_id = reviewer.event_id
  where not exists (select from profile where profile.applicant_id = invited.id)
    and not exists (select from orders where orders.applicant_id = invited.id)
    and not exists (select from abstract where abstract.applicant_id = invited.id and removed_at is null and withdrawn_at is null))`
