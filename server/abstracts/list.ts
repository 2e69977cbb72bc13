/** A person's abstracts as they see them. Whose they are comes from the session alone. */
import { sql } from 'kysely'
import type { AbstractRow } from '#contract/abstracts/abstracts.ts'
import { extensionOf } from '#contract/abstracts/rules.ts'
import type { Participant, Person } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import { fileTypes } from '#server/platform/files/file-kinds.ts'
import type { StoredFile } from '#server/platform/files/files.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { asTold } from './as-told.ts'
import { specifiedStatus } from './rules.ts'

export async function countRead(world: World, { accountId }: Person): Promise<void> {
  await count(world, limits.readOfAccount, String(accountId))
}

export async function abstractsOf(world: World, caller: Participant): Promise<AbstractRow[]> {
  const rows = await ownRows(world, caller).orderBy('abstract.id').execute()
  return rows.map((row) => rowOf(asTold(row, world.now())))
}

export async function abstractOf(
  world: World,
  caller: Participant,
  abstractId: number,
): Promise<AbstractRow | undefined> {
  const row = await ownRows(world, caller).where('abstract.id', '=', abstractId).executeTakeFirst()
  return row && rowOf(asTold(row, world.now()))
}

/** Of a row of abstract: it was submitted and not taken back, whatever review made of it. Somebody who removes a submitted one withdraws it. */
export const isSubmitted = sql<boolean>`state not in ('draft', 'withdrawn')`

/** Whoever has begun and not submitted, with how many. */
export async function peopleWithDrafts(
  { db }: Pick<World, 'db'>,
  eventId: number,
): Promise<{ email: string; fullName: string; drafts: number }[]> {
  return db
    .selectFrom('abstract')
    .innerJoin('applicant', 'applicant.id', 'abstract.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['email', 'fullName', (row) => row.fn.countAll<number>().as('drafts')])
    .where('abstract.eventId', '=', eventId)
    .where('state', '=', 'draft')
    .where('removedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .groupBy('account.id')
    .orderBy('account.id')
    .execute()
}

/** What is no longer offered is still good for an abstract that is in it. */
export async function isInField(
  world: World,
  { applicantId, abstractId = 0 }: { applicantId: number; abstractId: number | undefined },
  subSpecialityId: number | null,
): Promise<boolean> {
  const found = await world.db
    .selectFrom('abstractVersion')
    .select('number')
    .where('abstractId', '=', abstractId)
    .where('applicantId', '=', applicantId)
    .where('subSpecialityId', '=', subSpecialityId ?? 0)
    .executeTakeFirst()
  return Boolean(found)
}

/** Abstracts, each with the version that counts. */
export function withVersion(world: World) {
  return world.db
    .selectFrom('abstract')
    .innerJoin('abstractVersion as version', (on) =>
      on.onRef('version.abstractId', '=', 'abstract.id').onRef('version.number', '=', 'abstract.currentVersion'),
    )
}

/** What the caller has. */
export function ownRows(world: World, { applicantId, eventId }: Participant) {
  return withVersion(world)
    .innerJoin('subSpeciality', 'subSpeciality.id', 'version.subSpecialityId')
    .innerJoin('speciality', 'speciality.id', 'subSpeciality.specialityId')
    .select(['abstract.id', 'state', 'status', 'level', 'abstract.number', 'currentVersion', 'submittedAt'])
    .select(['speciality.description as speciality', 'subSpeciality.description as subSpeciality', 'abstractType'])
    .select(['title', 'titlePlain', 'background', 'material', 'results', 'discussion', 'words'])
    .select([
      'fileName',
      'fileSize',
      'savedAt',
      'reviseUntil',
      'acceptedAs',
      'answerUntil',
      'toldAt',
      'tellsAt',
      'toldBefore',
    ])
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
    ...specifiedStatus(own),
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
    ...(own.reviseUntil && { ReviseUntil: own.reviseUntil }),
    ...(own.acceptedAs && { AcceptedAs: own.acceptedAs }),
    ...(own.toldAt && { HasDecision: true }),
    ...(own.answerUntil && own.state === 'accepted' && { AnswerUntil: own.answerUntil }),
  }
}

/** The file of the version that counts, for its owner. */
export async function fileOf(
  world: World,
  caller: Participant,
  abstractId: number,
): Promise<StoredFile & { name: string; type: string }> {
  const row = await ownRows(world, caller).select('fileKey').where('abstract.id', '=', abstractId).executeTakeFirst()
  if (!row) return refuse('not_found')
  const file = await world.files.get(row.fileKey)
  if (!file) throw new Error('the file of an abstract is missing')
  const extension = extensionOf(row.fileName)
  return { ...file, name: row.fileName, type: extension ? fileTypes[extension] : 'application/octet-stream' }
}
