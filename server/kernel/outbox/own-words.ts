import type { World } from '#server/kernel/world.ts'
/** The office's own text takes the place of the default when an email is posted: that of its event, else that of the college. */
import type { Written } from '#server/platform/mail/letter.ts'
import { type Wording, withWords, type Words } from './worded.ts'

export async function ownText(
  { db }: Pick<World, 'db'>,
  { kind, eventId }: { kind: string; eventId?: number | undefined },
): Promise<Words | undefined> {
  return db
    .selectFrom('letterText')
    .select(['subject', 'body'])
    .where('kind', '=', kind)
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? null)]))
    .orderBy('eventId', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

type Letter = Written & { wording: Wording; eventId?: number | undefined }

export async function inOwnWords(world: Pick<World, 'db'>, letter: Letter): Promise<Written> {
  const { wording, eventId, ...words } = letter
  const own = await ownText(world, { kind: wording.kind, eventId })
  return own ? withWords(own, wording) : words
}

/** Which texts of their own are sent for these kinds now: another list after a change of one. */
export async function versionsOfTexts(
  { db }: Pick<World, 'db'>,
  { kinds, eventId }: { kinds: readonly string[]; eventId: number },
) {
  return db
    .selectFrom('letterText')
    .select(['id', 'version'])
    .where('kind', 'in', kinds)
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId)]))
    .orderBy('id')
    .execute()
}
