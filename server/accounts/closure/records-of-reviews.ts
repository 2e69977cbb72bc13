/** Of a person who reviews or is named as an author: what they offered, and what they wrote. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'

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
  return {
    namedAsAuthor,
    reviewing,
    fieldsOffered: await fieldsOf({ db }, accountId),
    wishes: await wishesOf({ db }, accountId),
    reviews,
    remarks,
  }
}

type Reading = Pick<World, 'db'>

async function fieldsOf({ db }: Reading, accountId: number) {
  return db
    .selectFrom('reviewerField')
    .innerJoin('reviewer', 'reviewer.id', 'reviewerId')
    .innerJoin('event', 'event.id', 'reviewer.eventId')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .select(['event.name as event', 'speciality.description as field', 'strength'])
    .where('accountId', '=', accountId)
    .orderBy('reviewer.id')
    .orderBy('strength')
    .orderBy('specialityId')
    .execute()
}

/**
 * By the title that reviewers are shown, and by nothing else of the abstract: what is withheld, or no longer under review, is a wish without
 * one. Not in the order of abstracts, which would tell what was submitted first.
 */
async function wishesOf({ db }: Reading, accountId: number) {
  const { rows } = await sql<{ event: string; title: string; wish: string }>`
    select event.name as event, coalesce(case when made.state = 'ready' and abstract.state = 'under_review' then coalesce(made.title, written.title) end, '') as title,
      case bid when 1 then 'would like to read it' else 'would rather not read it' end as wish
    from bid join reviewer on reviewer.id = reviewer_id join event on event.id = reviewer.event_id join abstract on abstract.id = abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    left join redaction made on made.abstract_id = abstract.id and made.version = current_version
    where reviewer.account_id = ${accountId} and bid <> 0 order by reviewer.id, title, wish`.execute(db)
  return rows
}
