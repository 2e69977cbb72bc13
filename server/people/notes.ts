/** What staff of an event write down about somebody, for each other. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PersonNote, PersonShow } from '#contract/people/person-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Notes = NonNullable<ReplyOf<typeof PersonShow>['person']['notes']>
type Wish = ParsedInputOf<typeof PersonNote>
type At = { eventId: number; accountId: number }

export async function notesOf({ db }: Pick<World, 'db'>, { eventId, accountId }: At): Promise<Notes> {
  const rows = await db
    .selectFrom('personNote')
    .innerJoin('account', 'account.id', 'personNote.changedBy')
    .select(['personNote.id', 'personNote.version', 'words', 'fullName as by', 'changedAt'])
    .where('personNote.accountId', '=', accountId)
    .where('eventId', '=', eventId)
    .where('removedAt', 'is', null)
    .orderBy('changedAt', 'desc')
    .orderBy('personNote.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ changedAt, ...note }) => ({ ...note, at: changedAt.toISOString() }))
}

/** What was written about an account that becomes part of another is read there. Gives which, for the way back. */
export async function moveNotes(
  { db }: Acting<Pick<World, 'db'>>,
  { kept, gone }: { kept: number; gone: number },
): Promise<number[]> {
  const moved = await db
    .updateTable('personNote')
    .set({ accountId: kept })
    .where('accountId', '=', gone)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

export async function moveNotesBack(
  { db }: Pick<World, 'db'>,
  ids: readonly number[],
  accountId: number,
): Promise<void> {
  if (ids.length > 0) await db.updateTable('personNote').set({ accountId }).where('id', 'in', ids).execute()
}

/** Of two who change the same note, the second is told. */
export async function writeNote(world: Acting, { accountId: by }: Staff, wish: Wish): Promise<void> {
  const { eventId, accountId, noteId, version = 0, words } = wish
  const now = world.now()
  const changed = { changedBy: by, changedAt: now }
  if (noteId === undefined) {
    if (!words) refuse('invalid', { fields: [{ path: 'words', message: 'Please write something.' }] })
    const made = { eventId, accountId, words, writtenBy: by, writtenAt: now, ...changed }
    await world.db.insertInto('personNote').values(made).execute()
    return
  }
  const before = (await notesOf(world, { eventId, accountId })).find(({ id }) => id === noteId)
  if (!before) refuse('not_found')
  const change = words ? { words } : { removedAt: now }
  if (!(await changeRow(world, 'personNote', { id: noteId, version, ...change, ...changed })))
    refuse('conflict', { stored: before })
}
