import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PersonTimeline, TimelineLine } from '#contract/people/person-console.ts'
/** Everything that happened to somebody at an event, newest first. Each domain tells its own lines, and each only to whoever may hear them. */
import { abstractLines } from '#server/abstracts/timeline.ts'
import { accountLines, signInLines } from '#server/accounts/timeline.ts'
import { staffLines } from '#server/audit/timeline.ts'
import { orderLines } from '#server/booking/timeline.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { extensionLines } from '#server/kernel/events/person-extensions.ts'
import { letterLines } from '#server/kernel/outbox/timeline.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import { unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { moneyLines } from '#server/payments/timeline.ts'
import { whoIs } from './person.ts'

export async function timelineOf(
  world: World,
  staff: Staff,
  { kind, ...asked }: ParsedInputOf<typeof PersonTimeline>,
): Promise<ReplyOf<typeof PersonTimeline>> {
  const whose = {
    ...(await whoIs(world, asked)),
    unseen: await unseenBy(world, staff),
    namesAbstracts: mayAnywhere(staff, 'review.read', asked.eventId),
  }
  const open = [accountLines, profileLines, abstractLines]
  const money = mayAnywhere(staff, 'orders.read', asked.eventId) ? [orderLines, moneyLines] : []
  const office = mayAnywhere(staff, 'people.edit', asked.eventId)
    ? [signInLines, letterLines, extensionLines, staffLines]
    : []
  const told = await Promise.all([...open, ...money, ...office].map((lines) => lines(world, whose)))
  const wanted = told.flat().filter((each) => kind === undefined || each.kind === kind)
  const lines = wanted.toSorted((a, b) => b.at.localeCompare(a.at))
  return { lines: lines.slice(0, mostLines), isWhole: lines.length <= mostLines }
}

async function profileLines({ db }: Pick<World, 'db'>, { applicantId }: Whose): Promise<TimelineLine[]> {
  const profile = await db
    .selectFrom('profile')
    .select(['createdAt', 'updatedAt'])
    .where('applicantId', '=', applicantId)
    .executeTakeFirst()
  if (!profile) return []
  const isChanged = profile.updatedAt > profile.createdAt
  return [
    ...line(profile.createdAt, 'account', ['Filled in the profile', {}]),
    ...line(isChanged ? profile.updatedAt : null, 'account', ['Changed the profile', {}]),
  ]
}
