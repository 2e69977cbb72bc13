/** A draft of a page: saved as somebody types, thrown away, or begun from an earlier version. */
import { sql } from 'kysely'
import type { ReplyOf } from '#contract/operation.ts'
import { draftBodies } from '#contract/pages/bodies.ts'
import { linesOf, mostLinesOfPage } from '#contract/pages/compare.ts'
import type { PageDraftSave } from '#contract/pages/versions.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { problemsOf } from './rules.ts'
import { mustEdit, type PageState, refuseConflict, refuseNumber, showPage, versionOf, type Which } from './versions.ts'

/** The version of the draft as the writer last saw it; 0 while they saw none. */
export type Seen = Which & { version: number }

export const plannedSentence = 'This draft is published by itself on its day. Take it off the plan to change it.'

const tooLong = `A page can have at most ${mostLinesOfPage} lines. Shorten it, or move a part to another page.`

export async function saveDraft(
  world: Acting,
  caller: Staff,
  { body, ...seen }: Seen & { body: unknown },
): Promise<ReplyOf<typeof PageDraftSave>> {
  await mustEdit(world, caller, seen)
  const read = draftBodies[seen.page].safeParse(body)
  if (!read.success) {
    const fields = read.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
    return refuse('invalid', { fields })
  }
  if (linesOf(read.data).length > mostLinesOfPage)
    return refuse('invalid', { fields: [{ path: 'body', message: tooLong }], sentence: tooLong })
  const saved = await writeDraft(world, caller, { ...seen, body: read.data })
  return { ...saved, problems: problemsOf(seen.page, read.data) }
}

export async function discardDraft(world: Acting, caller: Staff, seen: Seen): Promise<PageState> {
  await mustEdit(world, caller, seen)
  const { numDeletedRows } = await world.db
    .deleteFrom('pageVersion')
    .where('page', '=', seen.page)
    .where(sql`coalesce(event_id, 0)`, '=', seen.eventId ?? 0)
    .where('state', '=', 'draft')
    .where('version', '=', seen.version)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) await refuseConflict(world, caller, seen)
  return showPage(world, caller, seen)
}

/** It takes the place of the draft that the caller saw. */
export async function bringBack(
  world: Acting,
  caller: Staff,
  { number, ...seen }: Seen & { number: number },
): Promise<PageState> {
  await mustEdit(world, caller, seen)
  const { state, body } = await versionOf(world, { ...seen, number })
  if (state === 'draft') refuseNumber()
  await writeDraft(world, caller, { ...seen, body, basedOn: number })
  return showPage(world, caller, seen)
}

type Writing = Seen & { body: unknown; basedOn?: number }

/** One statement names what was seen; when it changes nothing, somebody else was there first. */
async function writeDraft(world: World, caller: Staff, writing: Writing): Promise<{ number: number; version: number }> {
  const { page, eventId = null, version, body, basedOn = null } = writing
  const words = JSON.stringify(body)
  const { rows } =
    version === 0
      ? await sql<{ number: number; version: number }>`
          insert into page_version (page, event_id, number, body, based_on, written_by, written_at)
          select ${page}, ${eventId}, coalesce(max(number), 0) + 1, ${words}::jsonb,
            coalesce(${basedOn}, max(number) filter (where state = 'published')), ${caller.accountId}, ${world.now()}
          from page_version where page = ${page} and coalesce(event_id, 0) = ${eventId ?? 0}
          on conflict do nothing returning number, version`.execute(world.db)
      : await sql<{ number: number; version: number }>`
          update page_version set body = ${words}::jsonb, version = version + 1, written_by = ${caller.accountId},
            written_at = ${world.now()}, based_on = coalesce(${basedOn}, based_on)
          where page = ${page} and coalesce(event_id, 0) = ${eventId ?? 0} and state = 'draft' and version = ${version}
            and publish_at is null returning number, version`.execute(world.db)
  const [saved] = rows
  if (saved) return saved
  const { draft } = await showPage(world, caller, writing)
  const isPlanned = draft?.version === version && draft.publishAt !== null
  return refuseConflict(world, caller, { ...writing, ...(isPlanned && { sentence: plannedSentence }) })
}
