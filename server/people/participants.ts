/** Who somebody is at an event. A session belongs to a person; the applicant is found for the event that a call is about. */
import type { AtEvent, Person } from '#server/callers.ts'
import type { SentIds } from '#server/serve.ts'
import type { Transaction, World } from '#server/world.ts'

/** Two clicks of one person take turns: the second finds what the first did. */
export async function lockApplicant(world: Transaction, applicantId: number) {
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

/** Who a person is at the event that a call names, or else at the current one. The ids that they send may be of an earlier event of theirs. */
export async function whoAt(
  world: World,
  { accountId, at: current }: Person,
  { EventID = current?.eventId, ApplicantID = current?.applicantId }: SentIds,
): Promise<{ at: AtEvent | undefined } | 'somebody else'> {
  if (EventID === current?.eventId && ApplicantID === current?.applicantId) return { at: current }
  const theirs = await world.db
    .selectFrom('applicant')
    .select(['id as applicantId', 'eventId'])
    .where('accountId', '=', accountId)
    .execute()
  const isTheirs = ApplicantID === undefined || theirs.some(({ applicantId }) => applicantId === ApplicantID)
  if (!isTheirs) return 'somebody else'
  if (EventID === current?.eventId) return { at: current }
  const at = theirs.find(({ eventId }) => eventId === EventID)
  return at ? { at } : 'somebody else'
}
