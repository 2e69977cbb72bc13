/** Where the pages of an event are: the current one has the plain addresses, every other those under its name. */
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'

/** What the addresses in a letter about an event begin with. */
export function addressOf(
  { publicUrl }: Pick<World, 'publicUrl'>,
  event: Pick<Row<'event'>, 'slug' | 'isCurrent'>,
): string {
  return event.isCurrent ? publicUrl : `${publicUrl}/e/${event.slug}`
}

/** The event under this name, unless it is a draft: of that nobody but staff hears anything. */
export async function eventAt({ db }: Pick<World, 'db'>, slug: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('event')
    .select('id')
    .where('slug', '=', slug)
    .where('eventState', '<>', 'draft')
    .executeTakeFirst()
}
