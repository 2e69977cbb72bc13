import { currentEvent, eventWith } from '#server/kernel/events/current.ts'
import { refuse } from '#server/platform/http/refuse.ts'
/** Who somebody is at an event. A session belongs to a person; the applicant is found for the event that a call is about. */
import type { AtEvent, Person } from './callers.ts'
import type { SentIds } from './serve.ts'
import type { Transaction, World } from './world.ts'

/** Two clicks of one person take turns: the second finds what the first did. */
export async function lockApplicant(
  world: Transaction,
  { applicantId, accountId }: Pick<AtEvent, 'applicantId'> & Pick<Person, 'accountId'>,
) {
  const found = await world.db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['event.id as eventId', 'event.name as eventName', 'event.abstractsCloseOn', 'event.timeZone'])
    .select(['account.email', 'account.emailKey', 'account.fullName', 'eventState', 'slug', 'isCurrent'])
    .where('applicant.id', '=', applicantId)
    .where('applicant.accountId', '=', accountId)
    .forNoKeyUpdate('applicant')
    .executeTakeFirst()
  // Their account became part of another while they were asking: what they did now would be nobody's.
  return found ?? refuse('sign_in_first')
}

/** The applicant that somebody is at an event already. */
export async function knownAt(
  { db }: Pick<World, 'db'>,
  accountId: number,
  eventId: number,
): Promise<number | undefined> {
  const known = await db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return known?.id
}

/** The applicant that somebody is at an event, made when they first come. Two calls may come at once: the second finds the applicant of the first. */
export async function applicantAt(
  world: Pick<World, 'db' | 'now'>,
  accountId: number,
  eventId: number,
): Promise<number> {
  const known = await knownAt(world, accountId, eventId)
  if (known !== undefined) return known
  const { id } = await world.db
    .insertInto('applicant')
    .values({ accountId, eventId, createdAt: world.now() })
    .onConflict((same) => same.columns(['accountId', 'eventId']).doUpdateSet({ accountId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `joins`: a call that names an announced event makes whoever sends it one of its people; what is only looked at makes nobody. */
type Asking = { sent: SentIds; joins: boolean }

/** Who a person is at the event that a call names, or else at the current one. The ApplicantID that they send may be of another event of theirs. */
export async function whoAt(
  world: World,
  { accountId, at: current }: Person,
  { sent: { EventID, ApplicantID }, joins }: Asking,
): Promise<{ at: AtEvent | undefined } | 'somebody else'> {
  const isTheirs = ApplicantID === undefined || ApplicantID === current?.applicantId
  if (!isTheirs && !(await isApplicant(world, accountId, ApplicantID))) return 'somebody else'
  if (current && (EventID === undefined || EventID === current.eventId)) return { at: current }
  const event = EventID === undefined ? await currentEvent(world) : await eventWith(world, EventID)
  // The current one is for whoever comes, also when it has ended: people look for their receipts.
  const isOpen = joins && event !== undefined && (event.isCurrent || event.eventState === 'published')
  const applicantId =
    event && (isOpen ? await applicantAt(world, accountId, event.id) : await knownAt(world, accountId, event.id))
  if (event && applicantId !== undefined)
    return { at: { applicantId, eventId: event.id, ...(event.eventState === 'archived' && { isArchived: true }) } }
  return EventID === undefined || (event?.isCurrent && !joins) ? { at: undefined } : 'somebody else'
}

async function isApplicant({ db }: World, accountId: number, applicantId: number): Promise<boolean> {
  const found = await db
    .selectFrom('applicant')
    .select('id')
    .where('id', '=', applicantId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return found !== undefined
}
