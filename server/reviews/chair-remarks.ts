/** A chair takes part in a discussion. */
import type { ParsedInputOf } from '#contract/operation.ts'
import type { RemarkByChair } from '#contract/selection/review-work.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import type { Acting } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockSeenAbstract } from '#server/selection/lock-seen.ts'
import { refuseNames } from '#server/selection/redaction/named-in.ts'

/** To reviewers it opens the discussion. What somebody is in conflict with they do not discuss. */
export async function remarkByChair(
  world: Acting,
  staff: Staff,
  { eventId, abstractId, text, audience }: ParsedInputOf<typeof RemarkByChair>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  const { state } = await lockSeenAbstract(world, staff, { eventId, abstractId })
  if (audience === 'reviewers' && state !== 'under_review')
    refuse('conflict', { sentence: 'This abstract is not under review.' })
  if (audience === 'reviewers') await refuseNames(world, { eventId, abstractId, path: 'text', text })
  await world.db
    .insertInto('remark')
    .values({ abstractId, by: staff.accountId, text, audience, at: world.now() })
    .execute()
}
