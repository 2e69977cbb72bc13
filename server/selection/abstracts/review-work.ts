/** A chair sends a review back. */
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import type { ReviewSendBack } from '#contract/selection/review-work.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Acting } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockPair } from '#server/selection/conflicts/conflicts.ts'
import { sentBackLetter } from '#server/selection/mail.ts'
import { refuseNames } from '#server/selection/redaction/named-in.ts'

/** The reviewer reads why on the page; the letter says only that there is something. */
export async function sendBack(
  world: Acting,
  staff: Staff,
  { eventId, assignmentId, reason }: ParsedInputOf<typeof ReviewSendBack>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  const found = await world.db
    .selectFrom('assignment')
    .select(['abstractId', 'reviewerId'])
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  if (!found) return refuse('not_found')
  await lockPair(world, staff, { eventId, ...found })
  const { rows } = await sql<{ state: string; abstractState: string }>`
    select assignment.state, abstract.state as abstract_state from assignment join abstract on abstract.id = abstract_id
    where assignment.id = ${assignmentId} for no key update of assignment`.execute(world.db)
  if (rows[0]?.abstractState !== 'under_review') refuse('conflict', { sentence: 'A decision has been made.' })
  if (rows[0].state !== 'submitted') refuse('conflict', { sentence: 'It is not submitted.' })
  await refuseNames(world, { eventId, abstractId: found.abstractId, path: 'reason', text: reason })
  await world.db
    .updateTable('assignment')
    .set({ state: 'sent_back', reason: 'sent back', note: reason, changedAt: world.now() })
    .where('id', '=', assignmentId)
    .execute()
  const { email, ...words } = await world.db
    .selectFrom('reviewer')
    .innerJoin('account', 'account.id', 'accountId')
    .innerJoin('event', 'event.id', 'eventId')
    .select(['account.email', 'fullName', 'event.name as eventName'])
    .where('reviewer.id', '=', found.reviewerId)
    .executeTakeFirstOrThrow()
  const letter = sentBackLetter({ ...words, publicUrl: world.publicUrl })
  await post(world, {
    kind: 'review_sent_back',
    reviewerId: found.reviewerId,
    assignmentId,
    number: world.act ?? null,
    to: email,
    eventId,
    ...letter,
  })
}
