/** What is published on the pages of the site. */
import type { Bodies } from '#contract/pages/bodies.ts'
import { type PageOfSite, pageNames } from '#contract/pages/page-names.ts'
import type { World } from '#server/kernel/world.ts'

type Reading = Pick<World, 'db'>

/** What an email shows around its own words. Only these two pages are read: it is asked once for each email. */
export async function letterheadWords(world: Reading): Promise<Partial<Pick<Bodies, 'college' | 'contact'>>> {
  return publishedBodies(world, null, ['college', 'contact'])
}

/** What is published of each page: of the college, and in its place what the event has of its own. */
export async function publishedBodies(
  world: Reading,
  eventId: number | null,
  pages: readonly PageOfSite[] = pageNames,
): Promise<Bodies> {
  const rows = await world.db
    .selectFrom('pageVersion')
    .select(['page', 'body'])
    .where('state', '=', 'published')
    .where('page', 'in', pages)
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? 0)]))
    // The event's own comes last, and counts.
    .orderBy('eventId', (order) => order.asc().nullsFirst())
    .execute()
  return Object.fromEntries(rows.map(({ page, body }) => [page, body])) as Bodies
}
