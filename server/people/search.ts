/** Somebody phones or stands at the desk: people by any word, and orders by their code. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { mostFound } from '#contract/people/people-words.ts'
import type { ConsoleSearch } from '#contract/people/person-console.ts'
import { noteAct } from '#server/audit/acts.ts'
import { ordersByCode } from '#server/booking/timeline.ts'
import type { Staff } from '#server/callers.ts'
import { limits } from '#server/limits.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import type { World } from '#server/world.ts'
import { peopleWhere, sightOf } from './people-list.ts'

type Asked = ParsedInputOf<typeof ConsoleSearch> & { requestId: string }

/** That somebody searched is in the trail; what they typed is not: it is somebody's name. */
export async function consoleSearch(
  world: World,
  staff: Staff,
  { eventId, search, requestId }: Asked,
): Promise<ReplyOf<typeof ConsoleSearch>> {
  await count(world, limits.searchesOfStaff, String(staff.accountId))
  const sight = sightOf(staff, eventId)
  const actor = { kind: 'staff', accountId: staff.accountId, requestId } as const
  await noteAct(world, { actor, operation: 'ConsoleSearch', eventId }, { outcome: 'read' })
  const found = await peopleWhere(world, { eventId, search }, sight)
    .select(['fullName as name', 'account.email', 'institution'])
    .orderBy('nameKey')
    .orderBy('personSearch.applicantId')
    .limit(mostFound)
    .execute()
  const people = found.map(({ accountId, name, email, institution }) => ({
    accountId,
    name,
    email,
    institution: institution ?? '',
  }))
  return { people, orders: sight.orders ? await ordersByCode(world, eventId, search) : [] }
}
