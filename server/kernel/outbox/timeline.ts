/** Which letters somebody was sent, for their page. Their words are not told: they may have held a PIN. */
import { sql } from 'kysely'
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import { tellsOf } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { isCancelled, wasCancelled } from './outcome.ts'

type Reading = Pick<World, 'db'>
type OfWhom = Pick<Whose, 'email' | 'eventId' | 'unseen'>

/** SQL: of this event, and what is about the account alone; never what another event wrote to them. */
const areTheirs = ({ email, eventId, unseen }: OfWhom) => sql<boolean>`recipient = ${email}
  and (event_id is null or event_id = ${eventId}) and not ${tellsOf(unseen)}`

export async function letterLines({ db }: Reading, whose: OfWhom): Promise<TimelineLine[]> {
  const letters = await db
    .selectFrom('mail')
    .select(['subject', 'createdAt', 'sentAt', 'givenUpAt', 'cause'])
    .where(areTheirs(whose))
    .orderBy('id', 'desc')
    .limit(mostLines)
    .execute()
  return letters.flatMap(({ subject, createdAt, sentAt, givenUpAt, cause }) => {
    if (givenUpAt && isCancelled(cause)) return line(givenUpAt, 'letter', [`Email cancelled: ${subject}`, {}])
    if (givenUpAt)
      return line(givenUpAt, 'letter', ['A letter could not be delivered', { detail: subject, tone: 'bad' }])
    if (sentAt) return line(sentAt, 'letter', [`Letter sent: ${subject}`, {}])
    return line(createdAt, 'letter', [`Letter waiting: ${subject}`, { tone: 'wait' }])
  })
}

export async function lettersOf({ db }: Reading, whose: OfWhom): Promise<{ all: number; failed: number }> {
  const { rows } = await sql<{ all: number; failed: number }>`
    select count(*)::int as all, count(*) filter (where given_up_at is not null and not ${wasCancelled})::int as failed from mail
    where ${areTheirs(whose)}`.execute(db)
  return rows[0] ?? { all: 0, failed: 0 }
}
