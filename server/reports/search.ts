/** Somebody phones or stands at the desk: people by any word, orders and receipts by number or person, workshops and abstracts by title, reviewers and the team by name. */
import type { FastifyInstance } from 'fastify'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { mostFound } from '#contract/people/people-words.ts'
import { ConsoleSearch } from '#contract/people/person-console.ts'
import { teamFound } from '#server/accounts/staff/team.ts'
import { ordersFound } from '#server/booking/order-list.ts'
import { workshopsFound } from '#server/events/workshop-search.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { noteSearch } from '#server/kernel/noted-searches.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { peopleWhere, type Sight, sightOf } from '#server/people/people-list.ts'
import { abstractsFound } from '#server/selection/abstracts/abstract-list.ts'
import { reviewersFound } from '#server/selection/reviewers/reviewer-search.ts'

export function searchRoutes(app: FastifyInstance, world: World): void {
  serve(app, ConsoleSearch, ({ input, caller, request }) =>
    consoleSearch(world, caller, { ...input, requestId: request.id }),
  )
}

type Asked = ParsedInputOf<typeof ConsoleSearch> & { requestId: string }
type Found = ReplyOf<typeof ConsoleSearch>

/** Each group only for whoever may read its list. */
export async function consoleSearch(world: World, staff: Staff, { eventId, search, requestId }: Asked): Promise<Found> {
  await noteSearch(world, staff, { operation: 'ConsoleSearch', eventId, requestId })
  const sight = await sightOf(world, staff, eventId)
  const asked = { eventId, search, limit: mostOfKind }
  return {
    people: await peopleFound(world, { eventId, search }, sight),
    orders: sight.orders ? await ordersFound(world, asked) : [],
    workshops: mayAnywhere(staff, 'event.read', eventId) ? await workshopsFound(world, asked) : [],
    abstracts: mayAnywhere(staff, 'review.read', eventId) ? await abstractsFound(world, staff, asked) : [],
    reviewers: mayAnywhere(staff, 'review.read', eventId) ? await reviewersFound(world, asked) : [],
    team: mayAnywhere(staff, 'team.read', eventId) ? await teamFound(world, staff, asked) : [],
  }
}

/** Of what stands beside people, so many: who looks for more has the list. */
const mostOfKind = 8

async function peopleFound(
  world: World,
  filter: { eventId: number; search: string },
  sight: Sight,
): Promise<Found['people']> {
  const found = await peopleWhere(world, filter, sight)
    .select(['fullName as name', 'account.email', 'institution'])
    .orderBy('nameKey')
    .orderBy('personSearch.applicantId')
    .limit(mostFound)
    .execute()
  return found.map(({ accountId, name, email, institution }) => ({
    accountId,
    name,
    email,
    institution: institution ?? '',
  }))
}
