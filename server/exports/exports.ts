import { sql } from 'kysely'
/** Exports: requested, written by a job, downloaded by the requester, and deleted after an hour. */
import { minute } from '#contract/durations.ts'
import type { ExportBegin, ExportDownload, ExportState } from '#contract/exports.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { lockGrantsOf } from '#server/accounts/staff/grants.ts'
import { stepUpRefusal } from '#server/accounts/staff/staff-acts.ts'
import type { Row } from '#server/database/tables.ts'
import { noteAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { sheetTypes } from '#server/platform/files/sheets.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { covers, listNamed, readFilter, scopeFor, scopeOrRefuse } from './lists.ts'
import { writeJob } from './write.ts'

type Wish = ParsedInputOf<typeof ExportBegin>
type ExportFile = Row<'exportFile'>

/** A job gives a sign after every few hundred rows: after this its server was killed. */
const silentFor = 2 * minute
/** Two are written at a time: the others wait. */
const waitsFor = 15 * minute
const kept = 60 * minute

/** Of two that one person begins at once, the second is refused. */
export async function beginExport(
  world: Acting,
  staff: Staff,
  { list, filter, format, expected }: Wish,
): Promise<number> {
  const read = readFilter(list, filter)
  // With the roles that they have behind the lock: one that is revoked meanwhile finds this export and ends it.
  const asker = { ...staff, grants: await lockGrantsOf(world, staff.accountId) }
  const scope = scopeOrRefuse(list, asker, read)
  const { stepUpAbove, stored, total } = listNamed(list)
  const kept = stored?.(asker, filter, read.eventId) ?? filter
  const asksAgain = !staff.steppedUp
  if (asksAgain || expected !== undefined) {
    const rows = await total(world, scope, readFilter(list, kept) as never)
    if (expected !== undefined && rows !== expected) refuse('count_changed')
    if (asksAgain && rows > stepUpAbove) refuse(stepUpRefusal(world, staff))
  }
  await count(world, limits.exportsOfStaff, String(staff.accountId))
  await giveUpSilent(world, staff.accountId)
  const now = world.now()
  const { rows } = await sql<{ id: number }>`
    insert into export_file (account_id, list, filter, scope, format, asked_at, seen_at)
    values (${staff.accountId}, ${list}, ${JSON.stringify(kept)}, ${JSON.stringify(scope)}, ${format}, ${now}, ${now})
    on conflict (account_id) where state in ('waiting', 'running') do nothing returning id`.execute(world.db)
  const [begun] = rows
  if (!begun)
    return refuse('too_many', {
      sentence: 'Another export of yours is being written. Wait for it, or stop it.',
      retryAfter: 10,
    })
  await enqueue(world.db, writeJob, { payload: { exportId: begun.id } })
  return begun.id
}

/** What is typed freely: somebody's name, or an address. */
const typed = ['search', 'aboutId']

/** For the trail: what was asked for, and of which event. That something was searched for is in it, and not what. */
export function wordsOf({ list, filter, format }: Wish): { reason: string; eventId: number | undefined } {
  const words = Object.entries(filter).map(([name, value]) => (typed.includes(name) ? name : `${name} ${value}`))
  return { reason: [`${list} as ${format}`, ...words].join(', '), eventId: readFilter(list, filter).eventId }
}

export async function exportState(world: World, staff: Staff, exportId: number): Promise<ReplyOf<typeof ExportState>> {
  const { state, rowsWritten, rowsInAll } = await ownExport(world, staff, exportId)
  return { state, rows: rowsWritten, of: rowsInAll }
}

/** Its job notices before it writes the next rows. What is ready stays. */
export async function stopExport(world: Acting, staff: Staff, exportId: number): Promise<void> {
  await ownExport(world, staff, exportId)
  await world.db
    .updateTable('exportFile')
    .set({ state: 'stopped' })
    .where('id', '=', exportId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

export async function downloadExport(
  world: World,
  staff: Staff,
  { exportId, requestId }: { exportId: number; requestId: string },
): Promise<ReplyOf<typeof ExportDownload>> {
  const { list, format, fileKey, size, scope, expiresAt, askedAt } = await ownExport(world, staff, exportId)
  const gone = 'This file is gone. Please export it again.'
  // What they might read when it was written may not be what they may read now.
  if (!covers(scopeFor(list, staff), scope as ReturnType<typeof scopeFor>)) return refuse('not_allowed')
  if (!fileKey || size === null || !expiresAt || expiresAt <= world.now())
    return refuse('not_found', { sentence: gone })
  await count(world, limits.downloadsOfStaff, String(staff.accountId))
  const act = {
    actor: { kind: 'staff', accountId: staff.accountId, requestId } as const,
    operation: 'ExportDownload',
    about: { kind: 'export_file', id: exportId },
    reason: list,
  }
  await noteAct(world, act, { outcome: 'read' })
  const file = await world.files.get(fileKey)
  if (!file) return refuse('not_found', { sentence: gone })
  const kind = format as keyof typeof sheetTypes
  const name = `${listNamed(list).fileName}-${askedAt.toISOString().slice(0, 10)}.${format}`
  return { type: sheetTypes[kind], name, size, inline: false, bytes: file.bytes }
}

/** Somebody else's is as if it did not exist. */
async function ownExport({ db }: World, { accountId }: Staff, exportId: number): Promise<ExportFile> {
  const found = await db
    .selectFrom('exportFile')
    .selectAll()
    .where('id', '=', exportId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return found ?? refuse('not_found')
}

/** A server that was killed leaves a job that nobody goes on with: whoever waits for it may begin another. */
async function giveUpSilent(world: World, accountId?: number): Promise<void> {
  const before = (time: number) => new Date(world.now().getTime() - time)
  await world.db
    .updateTable('exportFile')
    .set({ state: 'failed' })
    .where((row) =>
      row.or([
        row('state', '=', 'running').and('seenAt', '<', before(silentFor)),
        row('state', '=', 'waiting').and('seenAt', '<', before(waitsFor)),
      ]),
    )
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId as number))
    .execute()
}

/** After a restore: no backup has their files. */
export async function forgetExports({ db }: Pick<World, 'db'>): Promise<void> {
  await db.deleteFrom('exportFile').execute()
}

/** Files are gone an hour after they were ready, and so are those whose server was killed before it could offer them. */
export async function sweepExports(world: World): Promise<void> {
  await giveUpSilent(world)
  const now = world.now()
  const anHourAgo = new Date(now.getTime() - kept)
  const over = await world.db
    .selectFrom('exportFile')
    .select(['id', 'fileKey'])
    .where((row) =>
      row.or([row('expiresAt', '<=', now), row('state', 'in', ['stopped', 'failed']).and('askedAt', '<=', anHourAgo)]),
    )
    .execute()
  for (const { id, fileKey } of over) {
    // The file first: a row without its file is swept again, a file without its row is only found by looking at all of them.
    if (fileKey) await world.files.remove(fileKey)
    await world.db.deleteFrom('exportFile').where('id', '=', id).execute()
  }
}
