/** Who somebody is at an event. A session belongs to a person; the applicant is found for the event that a call is about. */
import type { Caller } from '#server/platform/http/http.ts'
import type { World } from '#server/world.ts'

/** Two clicks of one person take turns: the second finds what the first did. */
export async function lockApplicant(world: World, applicantId: number) {
  return world.db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['event.id as eventId', 'event.name as eventName', 'event.abstractsCloseOn', 'event.timeZone'])
    .select(['account.email', 'account.fullName'])
    .where('applicant.id', '=', applicantId)
    .forNoKeyUpdate('applicant')
    .executeTakeFirstOrThrow()
}

/** The applicant that somebody is at an event, made when they first come. Two calls may come at once: the second finds the applicant of the first. */
export async function applicantAt(
  world: Pick<World, 'db' | 'now'>,
  accountId: number,
  eventId: number,
): Promise<number> {
  const known = await world.db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await world.db
    .insertInto('applicant')
    .values({ accountId, eventId, createdAt: world.now() })
    .onConflict((same) => same.columns(['accountId', 'eventId']).doUpdateSet({ accountId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ids that a client sends beside its token; they may be of an earlier event. */
export type SentIds = { EventID?: number | undefined; ApplicantID?: number | undefined }

/** The caller at the event that a call names, or else at the current one. Undefined when the ids are not theirs. */
export async function callerAt(world: World, caller: Caller, sent: SentIds): Promise<Caller | undefined> {
  const { EventID = caller.eventId, ApplicantID = caller.applicantId } = sent
  if (EventID === caller.eventId && ApplicantID === caller.applicantId) return caller
  const theirs = await world.db
    .selectFrom('applicant')
    .select(['id', 'eventId'])
    .where('accountId', '=', caller.accountId)
    .execute()
  const isTheirs = ApplicantID === undefined || theirs.some(({ id }) => id === ApplicantID)
  if (isTheirs && EventID === caller.eventId) return caller
  const there = theirs.find(({ eventId }) => eventId === EventID)
  return isTheirs && there ? { ...caller, applicantId: there.id, eventId: there.eventId } : undefined
}
