/** Pages as staff see them: what is published, what is being written, and what there was before. */
import { homeTimeZone } from '#contract/days.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { type PageOfSite, pageNames, sitePage } from '#contract/pages/page-names.ts'
import type { PageHistory, PageShow, PagesList, PageVersion } from '#contract/pages/versions.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { mayAnywhere, mayForCollege } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { problemsOf } from './rules.ts'

/** A page of the college, or of one event. */
export type Which = { page: PageOfSite; eventId?: number | undefined }
export type PageState = ReplyOf<typeof PageShow>
type Told = ReplyOf<typeof PageHistory>['versions'][number]

const historyMost = 200

export async function listPages(
  world: World,
  caller: Staff,
  eventId: number | undefined,
): Promise<ReplyOf<typeof PagesList>> {
  const rows = await versions(world)
    .where('state', 'in', ['draft', 'published'])
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? 0)]))
    .execute()
  const line = (page: PageOfSite, eventId: number | null) => {
    const found = (state: Told['state']) =>
      rows.find((row) => row.page === page && row.eventId === eventId && row.state === state)
    const [published, draft] = [found('published'), found('draft')]
    return {
      page,
      eventId,
      published: published ? told(published) : null,
      draft: draft ? told(draft) : null,
      mayEdit: mayEdit(caller, page),
    }
  }
  const ofEvent = pageNames.filter((page) => eventId !== undefined && sitePage(page).ofEvents)
  return {
    rows: [...ofEvent.map((page) => line(page, eventId ?? null)), ...pageNames.map((page) => line(page, null))],
  }
}

export async function showPage(world: World, caller: Staff, which: Which): Promise<PageState> {
  await mustExist(world, which)
  const { page, eventId = null } = which
  const rows = await versions(world)
    .select('body')
    .where('page', '=', page)
    .where('state', 'in', ['draft', 'published'])
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? 0)]))
    .orderBy('eventId', (order) => order.desc().nullsLast())
    .execute()
  const published = rows.find(({ state }) => state === 'published')
  const draft = rows.find((row) => row.state === 'draft' && row.eventId === eventId)
  return {
    page,
    eventId,
    published: published
      ? { ...told(published), body: asBody(published.body), isOfCollege: published.eventId !== eventId }
      : null,
    draft: draft ? { ...told(draft), version: draft.version, body: asBody(draft.body) } : null,
    mayEdit: mayEdit(caller, page),
    mayPublish: mayPublish(caller, which),
    timeZone: await timeZoneOf(world, eventId),
    problems: draft ? problemsOf(page, draft.body) : [],
  }
}

export async function historyOf(world: World, which: Which): Promise<ReplyOf<typeof PageHistory>> {
  await mustExist(world, which)
  const rows = await ofPage(world, which).orderBy('number', 'desc').limit(historyMost).execute()
  return { versions: rows.map(told) }
}

export async function versionOf(world: World, which: Which & { number: number }): Promise<ReplyOf<typeof PageVersion>> {
  const row = await ofPage(world, which).select('body').where('number', '=', which.number).executeTakeFirst()
  return row ? { ...told(row), body: asBody(row.body) } : refuseNumber()
}

/** One version; without a number, the draft or else what visitors see. */
export async function showPageBody(world: World, which: Which, number?: number): Promise<unknown> {
  await mustExist(world, which)
  if (number !== undefined) return (await versionOf(world, { ...which, number })).body
  const rows = await world.db
    .selectFrom('pageVersion')
    .select('body')
    .where('page', '=', which.page)
    .where('state', 'in', ['draft', 'published'])
    .where((row) =>
      row.or([
        row('eventId', '=', which.eventId ?? 0),
        // The draft of the college is none of an event's.
        ...(which.eventId === undefined
          ? [row('eventId', 'is', null)]
          : [row.and([row('eventId', 'is', null), row('state', '=', 'published')])]),
      ]),
    )
    .orderBy('eventId', (order) => order.desc().nullsLast())
    .orderBy('state')
    .execute()
  return rows[0]?.body
}

/** What the college answers for is changed by owners alone. */
export function mayEdit({ grants }: Staff, page: PageOfSite): boolean {
  return !sitePage(page).ownersOnly || grants.some(({ role }) => role === 'owner')
}

/** A page of the college, and what is made of it such as security.txt, is published by a role for the college alone. */
function mayPublish(caller: Staff, { page, eventId }: Which): boolean {
  return (
    mayEdit(caller, page) &&
    (eventId === undefined ? mayForCollege(caller, 'content.publish') : mayAnywhere(caller, 'content.publish', eventId))
  )
}

export async function mustPublish(world: World, caller: Staff, which: Which): Promise<void> {
  await mustEdit(world, caller, which)
  if (!mayPublish(caller, which))
    refuse('not_allowed', {
      sentence: 'This page belongs to the college. An owner, or an organiser of the college, publishes it.',
    })
}

export async function mustEdit(world: World, caller: Staff, which: Which): Promise<void> {
  if (!mayEdit(caller, which.page)) refuse('not_allowed', { sentence: 'Only owners change this page.' })
  await mustExist(world, which)
}

/** An event has its own home, guidelines and travel page, and no other. */
async function mustExist(world: World, { page, eventId }: Which): Promise<void> {
  if (eventId === undefined) return
  if (!sitePage(page).ofEvents)
    refuse('invalid', { fields: [{ path: 'eventId', message: 'This page is the same for every event.' }] })
  const event = await world.db.selectFrom('event').select('id').where('id', '=', eventId).executeTakeFirst()
  if (!event) refuse('not_found')
}

/** A page that is there and a version of it that is not: the page is no secret. */
export const refuseNumber = (): never =>
  refuse('invalid', { fields: [{ path: 'number', message: 'There is no such version.' }] })

/** Somebody else was there first: what they left goes along. */
export async function refuseConflict(
  world: World,
  caller: Staff,
  { sentence, ...which }: Which & { sentence?: string },
): Promise<never> {
  const stored = await showPage(world, caller, { page: which.page, eventId: which.eventId })
  return refuse('conflict', { stored, ...(sentence && { sentence }) })
}

/** By which clock a day begins. */
export async function timeZoneOf(world: World, eventId: number | null): Promise<string> {
  const event = await world.db
    .selectFrom('event')
    .select('timeZone')
    .where('id', '=', eventId ?? 0)
    .executeTakeFirst()
  if (event) return event.timeZone
  const college = await world.db
    .selectFrom('pageVersion')
    .select('body')
    .where('page', '=', 'college')
    .where('state', '=', 'published')
    .executeTakeFirst()
  return (college?.body as { timeZone?: string } | undefined)?.timeZone ?? homeTimeZone
}

function versions(world: World) {
  return world.db
    .selectFrom('pageVersion')
    .leftJoin('account as writer', 'writer.id', 'pageVersion.writtenBy')
    .leftJoin('account as publisher', 'publisher.id', 'pageVersion.publishedBy')
    .select(['pageVersion.id', 'page', 'eventId', 'number', 'state', 'version', 'basedOn', 'writtenAt', 'publishAt'])
    .select(['publishedAt', 'replacedAt', 'writer.fullName as writerName', 'publisher.fullName as publisherName'])
}

function ofPage(world: World, { page, eventId }: Which) {
  const one = versions(world).where('page', '=', page)
  return eventId === undefined ? one.where('eventId', 'is', null) : one.where('eventId', '=', eventId)
}

type Listed = Pick<Row<'pageVersion'>, 'number' | 'state' | 'basedOn' | 'writtenAt' | 'publishAt' | 'publishedAt'> &
  Pick<Row<'pageVersion'>, 'replacedAt'> & { writerName: string | null; publisherName: string | null }

function told({ number, state, basedOn, writerName, publisherName, ...times }: Listed): Told {
  return {
    number,
    state,
    basedOn,
    writtenBy: writerName,
    publishedBy: publisherName,
    writtenAt: times.writtenAt.toISOString(),
    publishAt: times.publishAt?.toISOString() ?? null,
    publishedAt: times.publishedAt?.toISOString() ?? null,
    replacedAt: times.replacedAt?.toISOString() ?? null,
  }
}

const asBody = (body: unknown) => body as Record<string, unknown>
