/** Whoever has something to review is reminded: by the clock, and by a chair. One letter each, with counts and no titles. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ReviewRemind } from '#contract/selection/review-work.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { hiddenFrom, mayCountReviewers } from '#server/kernel/visibility/seen-by.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { reminderLetter } from '#server/selection/mail.ts'
import { reminderOn } from './reminder-rules.ts'

/** Asked every quarter of an hour: it is nine at another moment in each zone, and some of them are half an hour off. Harmless to repeat. */
export async function remindByClock(world: World): Promise<void> {
  const now = world.now()
  const events = await world.db
    .selectFrom('reviewCall')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['event.id', 'timeZone', 'dueOn', 'graceMinutes'])
    .where('eventState', '=', 'published')
    .where('beganAt', 'is not', null)
    .where('dueOn', 'is not', null)
    .execute()
  for (const { id: eventId, timeZone, dueOn, graceMinutes } of events) {
    const which = reminderOn({ dueOn: dueOn as string, timeZone, graceMinutes, now })
    if (which === undefined) continue
    await inTransaction(world, async (world) => {
      // Two servers at once: the second finds what the first wrote.
      await sql`select pg_advisory_xact_lock(hashtextextended('reminders', ${eventId}))`.execute(world.db)
      await remind(world, { eventId, dueOn, day: dueOn as string, number: which })
    })
  }
}

/** At most one a day; an abstract that is hidden from the person who asks is left out. */
export async function remindByChair(
  world: Acting,
  staff: Staff,
  { eventId, reviewerIds }: ParsedInputOf<typeof ReviewRemind>,
): Promise<ReplyOf<typeof ReviewRemind>> {
  const { timeZone } = await lockOpenEvent(world, eventId)
  const { dueOn } = await callOf(world, eventId)
  const hidden = await hiddenFrom(world, staff, eventId)
  const day = dayIn(timeZone, world.now())
  const reminded = await remind(world, { eventId, dueOn, day, hidden, reviewerIds })
  return { reminded: (await mayCountReviewers(world, staff, eventId)) ? reminded : null }
}

type Whom = {
  eventId: number
  dueOn: string | null
  /** The deadline and how many days are left to it; or today, by hand. */
  day: string
  number?: number
  hidden?: number[]
  reviewerIds?: number[] | undefined
}
type Reminded = {
  reviewerId: number
  accountId: number
  email: string
  eventName: string
  many: number
}

async function remind(
  world: Transaction,
  { eventId, dueOn, hidden = [0], reviewerIds, ...which }: Whom,
): Promise<number> {
  const { day, number = null } = which
  const { rows } = await sql<Reminded>`
    select reviewer.id as reviewer_id, account.id as account_id, account.email, event.name as event_name, count(*)::int as many
    from reviewer join account on account.id = account_id join event on event.id = reviewer.event_id
    join assignment on assignment.reviewer_id = reviewer.id and assignment.state in ('assigned', 'begun', 'sent_back')
    where reviewer.event_id = ${eventId} and reviewer.state = 'active' and erased_at is null
    and (${reviewerIds ?? null}::int[] is null or reviewer.id = any (${reviewerIds ?? null}::int[]))
    and not exists (select from mail where mail.reviewer_id = reviewer.id and mail.kind = 'review_reminder' and mail.day = ${day}::date
      and mail.number is not distinct from ${number}::bigint)
    group by reviewer.id, account.id, event.id
    having bool_or(assignment.abstract_id <> all (${hidden}::int[]))
    order by reviewer.id`.execute(world.db)
  for (const { reviewerId, accountId, email, ...words } of rows) {
    const about = { kind: 'review_reminder', reviewerId, day, number } as const
    const letter = reminderLetter({ ...words, dueOn, publicUrl: world.publicUrl })
    await post(world, { ...about, to: email, accountId, eventId, ...letter })
  }
  return rows.length
}
