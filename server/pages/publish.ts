/** A draft becomes what visitors read: now, or by itself at the beginning of a day. Of two who publish it, one wins. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import type { Row } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Seen } from './drafts.ts'
import { problemsOf } from './rules.ts'
import { mustPublish, type PageState, refuseConflict, showPage, timeZoneOf, type Which } from './versions.ts'

/** `when`: now, a day such as 2027-03-01, or unplanned. */
export type Publishing = Seen & { when: string }

export const publishJob = 'publish-pages'

export async function publishPage(world: Acting, caller: Staff, wish: Publishing): Promise<PageState> {
  await mustPublish(world, caller, wish)
  const { draft, published } = await lockVersions(world, wish)
  if (!draft || draft.version !== wish.version) return refuseConflict(world, caller, wish)
  if (wish.when === 'unplanned') {
    await plan(world, draft, null)
    return showPage(world, caller, wish)
  }
  const fields = problemsOf(wish.page, draft.body)
  if (fields.length > 0) refuse('invalid', { fields })
  if (wish.when === 'now') await putOut(world, { draft, published }, caller.accountId)
  else await plan(world, draft, await beginningOf(world, wish))
  return showPage(world, caller, wish)
}

/** Drafts whose day has come. Each for itself: one that fails keeps no other from its readers. */
export async function publishDue(world: World): Promise<void> {
  const due = await world.db
    .selectFrom('pageVersion')
    .select(['id', 'page', 'eventId'])
    .where('publishAt', '<=', world.now())
    .orderBy('publishAt')
    .execute()
  for (const { id, page, eventId } of due) {
    const act = {
      actor: { kind: 'schedule', name: publishJob },
      operation: publishJob,
      about: { kind: 'page_version', id },
      ...(eventId !== null && { eventId }),
    } as const
    await inAct(world, act, async (world) => {
      const which = { page: page as Which['page'], eventId: eventId ?? undefined }
      const { draft, published } = await lockVersions(world, which)
      // Taken off the plan, or published by another server, since we looked.
      if (draft?.id !== id || !draft.publishAt || draft.publishAt > world.now()) return
      await putOut(world, { draft, published }, null)
    })
  }
}

type Version = Locked<Row<'pageVersion'>>
type Both = { draft: Version | undefined; published: Version | undefined }

/** Whoever comes second waits here, and then sees what the first one left. */
async function lockVersions(world: Transaction, { page, eventId }: Which): Promise<Both> {
  const rows = await world.db
    .selectFrom('pageVersion')
    .selectAll()
    .where('page', '=', page)
    .where(sql`coalesce(event_id, 0)`, '=', eventId ?? 0)
    .where('state', 'in', ['draft', 'published'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = (state: Row<'pageVersion'>['state']) => {
    const row = rows.find((each) => each.state === state)
    return row && asLocked(row)
  }
  return { draft: found('draft'), published: found('published') }
}

async function putOut(
  world: World,
  { draft, published }: { draft: Version; published: Version | undefined },
  publishedBy: number | null,
): Promise<void> {
  const at = world.now()
  if (published)
    await world.db
      .updateTable('pageVersion')
      .set({ state: 'replaced', replacedAt: at })
      .where('id', '=', published.id)
      .execute()
  await world.db
    .updateTable('pageVersion')
    .set({ state: 'published', publishedAt: at, publishedBy, publishAt: null })
    .where('id', '=', draft.id)
    .execute()
}

async function plan(world: World, { id, version }: Version, publishAt: Date | null): Promise<void> {
  await world.db
    .updateTable('pageVersion')
    .set({ publishAt, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Midnight where the page is read. */
async function beginningOf(world: World, { when, eventId }: Publishing): Promise<Date> {
  const timeZone = await timeZoneOf(world, eventId ?? null)
  if (when <= dayIn(timeZone, world.now()))
    refuse('invalid', { fields: [{ path: 'when', message: 'Please choose a day after today, or publish now.' }] })
  const { rows } = await sql<{ at: Date }>`select ${when}::timestamp at time zone ${timeZone} as at`.execute(world.db)
  return (rows[0] as { at: Date }).at
}
