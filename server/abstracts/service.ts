/** What people submit: their list, submitting, taking back. Whose it is comes from the session alone. */
import { sql } from 'kysely'
import { abstractTexts, extensionOf, maySubmit } from '#contract/abstract-rules.ts'
import type { AbstractRow, RemoveAbstract, SubmitAbstract } from '#contract/abstracts.ts'
import type { StatusOf } from '#contract/operation.ts'
import { post } from '#server/mail/service.ts'
import { fileTypes } from '#server/platform/file-kinds.ts'
import type { StoredFile } from '#server/platform/files.ts'
import type { Caller } from '#server/platform/http.ts'
import { count, limits } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Row } from '#server/tables.ts'
import { together, type World } from '#server/world.ts'
import { submittedLetter } from './mail.ts'
import { latenessOfSubmit } from './rules.ts'

export { lateness } from './rules.ts'

/** One abstract of the caller, and when the request about it began: that decides about the last date. */
export type Theirs = { abstractId: number; startedAt: Date }
type Submitted = { status: StatusOf<typeof SubmitAbstract>; number?: number; submittedAt?: Date }

const day = 86_400_000
/** How long a draft that was removed can be brought back. */
const keptFor = 30 * day

export async function countRead(world: World, { accountId }: Caller): Promise<void> {
  await count(world, limits.readOfAccount, String(accountId))
}

export async function abstractsOf(world: World, caller: Caller): Promise<AbstractRow[]> {
  return (await ownRows(world, caller).orderBy('abstract.id').execute()).map(rowOf)
}

export async function abstractOf(world: World, caller: Caller, abstractId: number): Promise<AbstractRow | undefined> {
  const row = await ownRows(world, caller).where('abstract.id', '=', abstractId).executeTakeFirst()
  return row && rowOf(row)
}

/** Abstracts, each with the version that counts. */
function withVersion(world: World) {
  return world.db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as version', (on) =>
      on.onRef('version.abstractId', '=', 'abstract.id').onRef('version.number', '=', 'abstract.currentVersion'),
    )
}

/** What the caller has. */
function ownRows(world: World, { applicantId = 0, eventId = 0 }: Caller) {
  return withVersion(world)
    .innerJoin('subSpeciality', 'subSpeciality.id', 'version.subSpecialityId')
    .innerJoin('speciality', 'speciality.id', 'subSpeciality.specialityId')
    .select(['abstract.id', 'status', 'level', 'abstract.number', 'currentVersion', 'submittedAt'])
    .select(['speciality.description as speciality', 'subSpeciality.description as subSpeciality', 'abstractType'])
    .select(['title', 'titlePlain', 'background', 'material', 'results', 'discussion', 'words'])
    .select(['fileName', 'fileSize', 'savedAt'])
    .where('abstract.applicantId', '=', applicantId)
    .where('abstract.eventId', '=', eventId)
    .where('removedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRows>['execute']>>[number]

function rowOf(own: OwnRow): AbstractRow {
  return {
    pk: own.id,
    Title: own.title,
    Speciality: own.speciality,
    SubSpeciality: own.subSpeciality,
    Status: own.status,
    AbstractLevel: own.level,
    AbstractType: own.abstractType,
    BackGround: own.background,
    Material: own.material,
    Results: own.results,
    Discussion: own.discussion,
    TitlePlain: own.titlePlain,
    Words: own.words,
    FileName: own.fileName,
    FileSize: own.fileSize,
    Version: own.currentVersion,
    SavedAt: own.savedAt.toISOString(),
    ...(own.number !== null && { Number: own.number }),
    ...(own.submittedAt && { SubmittedAt: own.submittedAt.toISOString() }),
  }
}

/** Two clicks of one person take turns: the second finds what the first did. */
export async function lockApplicant(world: World, applicantId: number) {
  return world.db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .select(['event.id as eventId', 'event.name as eventName', 'event.abstractsCloseOn', 'event.timeZone'])
    .select(['account.email', 'account.fullName'])
    .where('applicant.id', '=', applicantId)
    .forNoKeyUpdate('applicant')
    .executeTakeFirstOrThrow()
}
type Person = Awaited<ReturnType<typeof lockApplicant>>

export async function submitAbstract(
  world: World,
  { applicantId }: Caller,
  { abstractId, startedAt }: Theirs,
): Promise<Submitted> {
  if (applicantId === undefined) return { status: abstractTexts.gone }
  return together(world, async (world) => {
    const person = await lockApplicant(world, applicantId)
    const found = await theirRow(world, { abstractId, applicantId, eventId: person.eventId })
    if (!found || found.removedAt || found.withdrawnAt) return { status: abstractTexts.gone }
    const { status, level, number, submittedAt } = found
    if (status === 'Pending' && level === 0 && number !== null && submittedAt)
      return { status: 'Success', number, submittedAt }
    if (!maySubmit({ Status: status, AbstractLevel: level })) return { status: abstractTexts.locked }
    const when = latenessOfSubmit(person, { startedAt, version: found }, world.graceMinutes)
    if (when === 'too late') return { status: abstractTexts.closed }
    const given = await submit(world, { ...found, isLate: when === 'late', submittedAt: startedAt })
    await confirm(world, person, { abstractId, number: given, submittedAt: startedAt })
    return { status: 'Success', number: given, submittedAt: startedAt }
  })
}

type State = Pick<Row<'abstract'>, 'id' | 'applicantId' | 'eventId' | 'status' | 'level' | 'number' | 'submittedAt'> &
  Pick<Row<'abstract'>, 'removedAt' | 'withdrawnAt'> &
  Pick<Row<'abstractVersion'>, 'startedAt' | 'savedAt'>

/** Locked: whoever removes it at the same moment waits, and finds it submitted. */
async function theirRow(
  world: World,
  { abstractId, applicantId, eventId }: { abstractId: number; applicantId: number; eventId: number },
): Promise<State | undefined> {
  return withVersion(world)
    .select(['abstract.id', 'abstract.applicantId', 'eventId', 'status', 'level', 'abstract.number', 'submittedAt'])
    .select(['removedAt', 'withdrawnAt', 'startedAt', 'savedAt'])
    .where('abstract.id', '=', abstractId)
    .where('abstract.applicantId', '=', applicantId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate('abstract')
    .executeTakeFirst()
}

type Submission = Pick<State, 'id' | 'applicantId' | 'eventId'> & { isLate: boolean; submittedAt: Date }

/** Owner, event and state stand in the statement that writes. The number is counted up inside it: one that fails leaves no gap. */
async function submit(world: World, { id, applicantId, eventId, isLate, submittedAt }: Submission): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with draft as (
      select id, event_id from abstract where id = ${id} and applicant_id = ${applicantId} and event_id = ${eventId}
      and status = '' and level = 0 and removed_at is null for update),
    counted as (
      insert into abstract_counter (event_id, last) select event_id, 1 from draft
      on conflict (event_id) do update set last = abstract_counter.last + 1 returning last)
    update abstract set status = 'Pending', number = last, submitted_at = ${submittedAt}, is_late = ${isLate}
    from draft, counted where abstract.id = draft.id returning number`.execute(world.db)
  if (!rows[0]) throw new Error('a draft that was locked has changed')
  return rows[0].number
}

async function confirm(
  world: World,
  { email, fullName, eventName, timeZone }: Person,
  { abstractId, number, submittedAt }: { abstractId: number; number: number; submittedAt: Date },
): Promise<void> {
  const { titlePlain } = await withVersion(world)
    .select('titlePlain')
    .where('abstract.id', '=', abstractId)
    .executeTakeFirstOrThrow()
  const { publicUrl } = world
  const words = submittedLetter({ fullName, eventName, number, title: titlePlain, submittedAt, timeZone, publicUrl })
  await post(world, { to: email, about: `abstract ${abstractId} submitted`, ...words })
}

/** A draft is removed and can be brought back for a while; what was submitted is withdrawn and kept. */
export async function removeAbstract(
  world: World,
  { applicantId, eventId }: Caller,
  abstractId: number,
): Promise<StatusOf<typeof RemoveAbstract>> {
  if (applicantId === undefined || eventId === undefined) return abstractTexts.gone
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('abstract')
    .set({
      removedAt: sql`case when status = '' then coalesce(removed_at, ${now}::timestamptz) end`,
      withdrawnAt: sql`case when status <> '' then coalesce(withdrawn_at, ${now}::timestamptz) end`,
    })
    .where('id', '=', abstractId)
    .where('applicantId', '=', applicantId)
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? 'Success' : abstractTexts.gone
}

/** The file of the version that counts, for its owner. */
export async function fileOf(
  world: World,
  caller: Caller,
  abstractId: number,
): Promise<StoredFile & { name: string; type: string }> {
  const row = await ownRows(world, caller).select('fileKey').where('abstract.id', '=', abstractId).executeTakeFirst()
  if (!row) return refuse('not_found')
  const file = await world.files.get(row.fileKey)
  if (!file) throw new Error('the file of an abstract is missing')
  const extension = extensionOf(row.fileName)
  return { ...file, name: row.fileName, type: extension ? fileTypes[extension] : 'application/octet-stream' }
}

/** What was removed or withdrawn, for whoever is asked to bring it back. */
export async function takenBack(world: World) {
  return withVersion(world)
    .innerJoin('applicant', 'applicant.id', 'abstract.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['abstract.id', 'abstract.number', 'titlePlain', 'email', 'removedAt', 'withdrawnAt'])
    .where('erasedAt', 'is', null)
    .where((any) => any.or([any('removedAt', 'is not', null), any('withdrawnAt', 'is not', null)]))
    .orderBy('abstract.id')
    .execute()
}

/** Whether there was something to bring back. */
export async function restoreAbstract(world: World, abstractId: number): Promise<boolean> {
  const { numUpdatedRows } = await world.db
    .updateTable('abstract')
    .set({ removedAt: null, withdrawnAt: null })
    .where('id', '=', abstractId)
    // The words of somebody who was erased are gone.
    .where(
      'applicantId',
      'not in',
      world.db
        .selectFrom('applicant')
        .innerJoin('account', 'account.id', 'applicant.accountId')
        .select('applicant.id')
        .where('erasedAt', 'is not', null),
    )
    .where((any) => any.or([any('removedAt', 'is not', null), any('withdrawnAt', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes drafts that were removed long ago; their files are found without an owner by the sweep of files. */
export async function sweepRemoved(world: World): Promise<void> {
  await world.db
    .deleteFrom('abstract')
    .where('removedAt', '<', new Date(world.now().getTime() - keptFor))
    .execute()
}
