/** The job that writes an export. It looks up before it goes on whether it was stopped, and whether whoever asked may still read it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { grantsOf } from '#server/accounts/staff/grants.ts'
import type { Row } from '#server/database/tables.ts'
import { noteAct } from '#server/kernel/acts.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { newKey } from '#server/platform/files/files.ts'
import { type Cell, type SheetFormat, writeSheet } from '#server/platform/files/sheets.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { covers, listNamed, scopeFor } from './lists.ts'

export const writeJob = 'write-export'

/** Half of the hands that a server has for jobs: letters go on. */
const mostAtOnce = 2
let underWay = 0
const offeredFor = 3_600_000
const againAfter = 2000

type ExportFile = Row<'exportFile'>
type Filter = { eventId?: number | undefined }

/** May run twice after a crash: only one takes it. */
export async function writeExport(world: World, exportId: number): Promise<void> {
  if (underWay >= mostAtOnce) return waitForTurn(world, exportId)
  underWay += 1
  try {
    const taken = await world.db
      .updateTable('exportFile')
      .set({ state: 'running', seenAt: world.now() })
      .where('id', '=', exportId)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst()
    if (taken) await write(world, taken)
  } finally {
    underWay -= 1
  }
}

async function waitForTurn(world: World, exportId: number): Promise<void> {
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('exportFile')
    .set({ seenAt: now })
    .where('id', '=', exportId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await enqueue(world.db, writeJob, { payload: { exportId }, at: new Date(now.getTime() + againAfter) })
}

/** It was stopped, or whoever asked may no longer read what it is about. */
class Stopped extends Error {}

async function write(world: World, taken: ExportFile): Promise<void> {
  try {
    const arrived = await writeFrom(world, taken)
    const key = newKey('exports')
    await world.files.adopt(key, arrived)
    if (!(await offer(world, taken, { fileKey: key, size: arrived.size }))) await world.files.remove(key)
  } catch (error) {
    const isStopped = error instanceof Stopped
    if (!isStopped) world.log.error({ err: error, exportId: taken.id }, 'an export failed')
    await world.db
      .updateTable('exportFile')
      .set({ state: isStopped ? 'stopped' : 'failed' })
      .where('id', '=', taken.id)
      .where('state', '=', 'running')
      .execute()
  }
}

/**
 * All of it from one transaction that only reads: what others change meanwhile is in the file wholly or not at all. How far it is, and
 * whether it may go on, is told and asked outside of it, where what is new is seen.
 */
async function writeFrom(world: World, taken: ExportFile) {
  const { list, format } = taken
  const scope = taken.scope as Scope
  const source = listNamed(list)
  const read = source.filter.parse(taken.filter)
  const filter = read as never
  return world.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const atOnce = { ...world, db }
      const timeZone = await timeZoneOf(atOnce, scope, read)
      await mayGoOn(world, taken, { rowsInAll: await source.total(atOnce, scope, filter) })
      const path = join(world.files.incoming, randomBytes(16).toString('hex'))
      const watched = watch(world, taken, source.rows(atOnce, scope, filter))
      const sheet = { name: source.fileName, timeZone, columns: source.columns(timeZone, filter), rows: watched }
      return writeSheet(path, format as SheetFormat, sheet)
    })
}

/** Asked after so many rows: whoever presses Stop waits no longer than for these, and asking takes no noticeable part of the time. */
const askedEvery = 2000

async function* watch(world: World, taken: ExportFile, rows: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  let rowsWritten = 0
  let told = 0
  for await (const some of rows) {
    rowsWritten += some.length
    if (rowsWritten - told >= askedEvery) {
      await mayGoOn(world, taken, { rowsWritten })
      told = rowsWritten
    }
    yield some
  }
  await mayGoOn(world, taken, { rowsWritten })
}

type Progress = { rowsWritten: number } | { rowsInAll: number }

async function mayGoOn(world: World, { id, accountId, list, scope }: ExportFile, progress: Progress): Promise<void> {
  const { numUpdatedRows } = await world.db
    .updateTable('exportFile')
    .set({ ...progress, seenAt: world.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  const now = scopeFor(list, { grants: await grantsOf(world, accountId) })
  if (numUpdatedRows === 0n || !covers(now, scope as Scope)) throw new Stopped()
}

/** Whether somebody still waits for it. What they read is in the trail from here on, and stays there when the file is gone. */
async function offer(
  world: World,
  { id, accountId, list, filter }: ExportFile,
  file: { fileKey: string; size: number },
): Promise<boolean> {
  const expiresAt = new Date(world.now().getTime() + offeredFor)
  return inTransaction(world, async (world) => {
    const ready = await world.db
      .updateTable('exportFile')
      .set({ ...file, state: 'ready', expiresAt })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('rowsWritten')
      .executeTakeFirst()
    if (!ready) return false
    const { eventId } = listNamed(list).filter.parse(filter)
    const act = {
      actor: { kind: 'staff', accountId } as const,
      operation: writeJob,
      about: { kind: 'export_file', id },
      reason: `${list}, ${ready.rowsWritten} rows`,
      ...(eventId !== undefined && { eventId }),
    }
    await noteAct(world, act, { outcome: 'read' })
    return true
  })
}

/** The zone of the event, or of all of them when they agree. */
async function timeZoneOf({ db }: Pick<World, 'db'>, scope: Scope, { eventId }: Filter): Promise<string> {
  const zones = await db
    .selectFrom('event')
    .select('timeZone')
    .distinct()
    .$if(scope !== 'college', (query) => query.where('id', 'in', scope as number[]))
    .$if(eventId !== undefined, (query) => query.where('id', '=', eventId as number))
    .execute()
  return zones.length === 1 && zones[0] ? zones[0].timeZone : 'UTC'
}
