/** Of a person who reviews or is named as an author: what they offered, and what they wrote. */
import type { World } from '#server/world.ts'

/** Their own words are theirs to take along; whose work it was, and what others said of it, is not. */
export async function reviewingOf({ db }: World, accountId: number) {
  const namedAsAuthor = await db
    .selectFrom('abstractAuthor')
    .innerJoin('abstract', 'abstract.id', 'abstractId')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['event.name as event', 'abstract.number', 'abstractAuthor.name', 'email', 'institution', 'department'])
    .where('accountId', '=', accountId)
    .orderBy('abstractId')
    .execute()
  const reviewing = await db
    .selectFrom('reviewer')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['event.name as event', 'state', 'email', 'quota', 'institution', 'department', 'invitedAt', 'answeredAt'])
    .where('accountId', '=', accountId)
    .orderBy('reviewer.id')
    .execute()
  const reviews = await db
    .selectFrom('review')
    .innerJoin('assignment', 'assignment.id', 'assignmentId')
    .innerJoin('reviewer', 'reviewer.id', 'reviewerId')
    .innerJoin('event', 'event.id', 'reviewer.eventId')
    .select(['event.name as event', 'assignmentId as review', 'recommendation', 'sure', 'toAuthor', 'toChairs'])
    .select(['total', 'savedAt', 'submittedAt'])
    .where('accountId', '=', accountId)
    .orderBy('assignmentId')
    .execute()
  const remarks = await db
    .selectFrom('remark')
    .select(['text', 'at'])
    .where('by', '=', accountId)
    .orderBy('id')
    .execute()
  return { namedAsAuthor, reviewing, reviews, remarks }
}
