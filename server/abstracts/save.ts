/** Saving an abstract: words and file become one more version, whole or not at all. Nothing is overwritten. */
import { sql } from 'kysely'
import type { AbstractRow, AbstractSave } from '#contract/abstracts/abstracts.ts'
import { abstractTexts, type FileExtension, roomTexts } from '#contract/abstracts/rules.ts'
import type { StatusOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { newKey, syncFile } from '#server/platform/files/files.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { isTooLate } from './last-date.ts'
import { abstractOf, isInField } from './list.ts'
import { cleanText, type RichText, visible } from './rich-text.ts'
import {
  digestOf,
  fileNameOf,
  type Form,
  isType,
  kindOf,
  laterDay,
  type Missing,
  missingFrom,
  whyNotSaved,
  wordsOf,
} from './rules.ts'
import { dropUpload, joinUpload, roomOf, uploadOf } from './uploads.ts'

export type Save = {
  /** Undefined for a new one. */
  abstractId: number | undefined
  startedAt: Date
  form: Form
  /** The same save sent twice carries the same key. */
  saveKey: string | undefined
  /** The version that the person began from; without it the save wins over whatever is there. */
  version: number | undefined
  file: Upload | undefined
  /** Of a file that came in pieces before. */
  uploadId: string | undefined
}

type Status = StatusOf<typeof AbstractSave>
export type Saved = { status: Status; abstractId?: number; version?: number; isLate?: boolean; stored?: AbstractRow }
type Owner = Pick<Participant, 'applicantId' | 'accountId' | 'eventId'>
type NewVersion = Omit<Row<'abstractVersion'>, 'abstractId' | 'number' | 'isAside' | 'savedAt'>
type Words = Omit<NewVersion, 'saveKey' | 'saveDigest' | `file${string}`>
type Kept = Pick<NewVersion, 'fileKey' | 'fileName' | 'fileSize' | 'fileSha256' | 'fileScan'>

export async function saveAbstract(world: World, caller: Participant, save: Save): Promise<Saved> {
  const { applicantId, accountId, eventId } = caller
  await count(world, limits.saveOfAccount, String(accountId))
  const owner = { applicantId, accountId, eventId }
  const saveDigest = digestOf(save.form, save.uploadId ?? save.file?.sha256.toString('hex') ?? '')
  const before = await savedBefore(world, owner, { saveKey: save.saveKey, saveDigest })
  if (before?.isSame) return before.answer
  const upload = save.uploadId === undefined ? undefined : await uploadOf(world, caller, save.uploadId)
  if (save.uploadId !== undefined && !upload) return { status: abstractTexts.uploadGone }
  const name = upload?.fileName ?? save.file?.name
  if (name === undefined) return { status: abstractTexts.fileMissing }
  const extension = kindOf(name)
  if (!extension) return { status: abstractTexts.fileWrongType }
  const words = await readWords(world, caller, save)
  if (typeof words === 'string') return { status: words }

  await using joined = upload && (await joinUpload(world, upload))
  const file = upload ? joined : save.file
  if (!file) return { status: abstractTexts.uploadGone }
  // The disk is slow: it begins while the file is looked at.
  const [fileScan] = await Promise.all([look(world, caller, { path: file.path, extension }), syncFile(file.path)])
  if (fileScan !== 'clean' && fileScan !== 'none' && fileScan !== 'failed') {
    // It would be refused the next time too.
    if (upload) await dropUpload(world, upload.id)
    return { status: fileScan }
  }
  const { isNew, ...kept } = await store(world, file, { ...save, ...owner })
  const fileName = fileNameOf(visible(name), extension)
  const version = { ...words, ...kept, fileName, fileScan, saveDigest, saveKey: save.saveKey ?? null }
  const saved = await write(world, owner, { save, version, newBytes: isNew ? kept.fileSize : 0 })
  // What counts now refers to another file, if any; should the write have failed, a commit whose answer was lost may refer to this one.
  if (!saved.isNew && isNew) await world.files.remove(kept.fileKey)
  if (saved.isNew && upload) await dropUpload(world, upload.id)
  if (saved.answer.status !== abstractTexts.conflict) return saved.answer
  const stored = await abstractOf(world, caller, save.abstractId ?? 0)
  return stored ? { ...saved.answer, stored } : { status: abstractTexts.gone }
}

type Key = { saveKey: string | null | undefined; saveDigest: Buffer }

/** The save that came under this key before, if any: the same one again, or another. */
async function savedBefore(world: World, { applicantId }: Owner, { saveKey, saveDigest }: Key) {
  if (!saveKey) return undefined
  const found = await world.db
    .selectFrom('abstractVersion')
    .select(['abstractId', 'number', 'isLate', 'isAside', 'saveDigest'])
    .where('applicantId', '=', applicantId)
    .where('saveKey', '=', saveKey)
    .executeTakeFirst()
  return found && { abstractId: found.abstractId, isSame: found.saveDigest.equals(saveDigest), answer: answerOf(found) }
}

type Written = Pick<Row<'abstractVersion'>, 'abstractId' | 'number' | 'isLate' | 'isAside'>

function answerOf({ abstractId, number, isLate, isAside }: Written): Saved {
  const status = isAside ? abstractTexts.closed : 'Success'
  return { status, abstractId, version: number, ...(isLate && { isLate }) }
}

/** Everything but the file, cleaned; or the first thing that is missing. */
async function readWords(world: World, owner: Owner & { email: string }, save: Save): Promise<Words | Missing> {
  const { applicantId, eventId } = owner
  const { form, startedAt } = save
  const call = await world.db
    .selectFrom('event')
    .leftJoin('speciality', (on) =>
      on.onRef('speciality.eventId', '=', 'event.id').on('speciality.description', '=', form.speciality),
    )
    .leftJoin('subSpeciality as sub', (on) =>
      on.onRef('sub.specialityId', '=', 'speciality.id').on('sub.description', '=', form.subSpeciality),
    )
    .select([
      'abstractsCloseOn',
      'timeZone',
      'eventState',
      'speciality.id as specialityId',
      'sub.id as subSpecialityId',
    ])
    .select((row) =>
      row.or([row('speciality.retiredAt', 'is not', null), row('sub.retiredAt', 'is not', null)]).as('retired'),
    )
    .where('event.id', '=', eventId)
    .executeTakeFirstOrThrow()
  const abstractsCloseOn = laterDay(call.abstractsCloseOn, await revisedUntil(world, owner, save))
  const title = cleanText(form.title, 'one line')
  const isOffered = !call.retired || (await isInField(world, { ...owner, ...save }, call.subSpecialityId))
  const missing = missingFrom(form, title.plain, isOffered ? call : { specialityId: null, subSpecialityId: null })
  const { subSpecialityId } = call
  if (missing || subSpecialityId === null || !isType(form.type)) return missing ?? abstractTexts.subSpecialityMissing
  const { BackGround, Material, Results, Discussion } = form.sections
  const [background, material, results, discussion] = [BackGround, Material, Results, Discussion].map((text) =>
    cleanText(text),
  ) as [RichText, RichText, RichText, RichText]
  return {
    applicantId,
    abstractType: form.type,
    subSpecialityId,
    title: title.html,
    titlePlain: title.plain,
    background: background.html,
    backgroundPlain: background.plain,
    material: material.html,
    materialPlain: material.plain,
    results: results.html,
    resultsPlain: results.plain,
    discussion: discussion.html,
    discussionPlain: discussion.plain,
    words: wordsOf([background.plain, material.plain, results.plain, discussion.plain]),
    isLate: await isTooLate(world, { ...call, ...owner, abstractsCloseOn }, startedAt),
    startedAt,
  }
}

/** The day of a revision that was asked for. */
async function revisedUntil({ db }: World, { applicantId }: Owner, { abstractId }: Save): Promise<string | null> {
  if (abstractId === undefined) return null
  const asked = await db
    .selectFrom('abstract')
    .select('reviseUntil')
    .where('id', '=', abstractId)
    .where('applicantId', '=', applicantId)
    .executeTakeFirst()
  return asked?.reviseUntil ?? null
}

type Named = { path: string; extension: FileExtension }
type Wrong = typeof abstractTexts.fileWrongType | typeof abstractTexts.fileUnsafe

/** What the scanner says of a file that is what it claims to be. A scanner that is away stops nobody on the last evening; it is written down. */
async function look(world: World, { accountId }: Participant, file: Named): Promise<Kept['fileScan'] | Wrong> {
  const judged = await world.costlyWork.ask(accountId, 'judgeFile', file)
  if (judged === 'wrong kind') return abstractTexts.fileWrongType
  const scan = judged === 'good' ? ((await world.scanner?.(file.path)) ?? 'none') : 'infected'
  if (scan === 'failed') world.log.warn('the virus scanner did not answer: a file was taken without it')
  return scan === 'infected' ? abstractTexts.fileUnsafe : scan
}

/** A form is sent with its file every time: the same bytes for the same abstract are kept once. */
async function store(world: World, { path, size, sha256 }: Upload, { applicantId, abstractId }: Save & Owner) {
  const same = await world.db
    .selectFrom('abstractVersion')
    .select('fileKey')
    .where('applicantId', '=', applicantId)
    .where('abstractId', '=', abstractId ?? 0)
    .where('fileSha256', '=', sha256)
    .executeTakeFirst()
  if (same) return { fileKey: same.fileKey, fileSize: size, fileSha256: sha256, isNew: false }
  const fileKey = newKey('abstracts')
  await world.files.adopt(fileKey, { path, size, sha256 })
  return { fileKey, fileSize: size, fileSha256: sha256, isNew: true }
}

type NewSave = {
  save: Save
  version: NewVersion
  /** Of its file, unless it is kept already. */
  newBytes: number
}

/** One transaction: the abstract counts one more version, and the version is there. */
async function write(
  world: World,
  owner: Owner,
  { save, version, newBytes }: NewSave,
): Promise<{ isNew: boolean; answer: Saved }> {
  return inTransaction(world, async (world) => {
    await lockApplicant(world, owner)
    const before = await savedBefore(world, owner, version)
    if (before?.isSame) return { isNew: false, answer: before.answer }
    const { applicantId } = owner
    // What was counted before the lock would let thirty saves at once through.
    if (newBytes > (await roomOf(world, { applicantId, uploadId: save.uploadId })))
      return { isNew: false, answer: { status: roomTexts.noRoom } }
    // Another text under the key of an earlier save goes on with what that one made: there is still one abstract.
    const abstractId = save.abstractId ?? before?.abstractId
    const begun =
      abstractId === undefined
        ? await begin(world, owner)
        : await grow(world, owner, { ...save, abstractId, isLate: version.isLate })
    if (typeof begun === 'string')
      return { isNew: false, answer: { status: { ...abstractTexts, ...roomTexts }[begun] } }
    const row = { ...version, ...begun, saveKey: before ? null : version.saveKey, savedAt: world.now() }
    await world.db.insertInto('abstractVersion').values(row).execute()
    return { isNew: true, answer: answerOf(row) }
  })
}

type VersionKey = Pick<Written, 'abstractId' | 'number' | 'isAside'>

async function begin(world: World, { applicantId, eventId }: Owner): Promise<VersionKey | 'tooMany'> {
  const { has } = await world.db
    .selectFrom('abstract')
    .select((of) => of.fn.countAll<number>().as('has'))
    .where('applicantId', '=', applicantId)
    .where('removedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(has) >= world.abstractsPerPerson) return 'tooMany'
  const { id } = await world.db
    .insertInto('abstract')
    .values({ applicantId, eventId, createdAt: world.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { abstractId: id, number: 1, isAside: false }
}

type Growth = { abstractId: number; version: number | undefined; isLate: boolean }

/** Owner, event, state and version stand in the statement that writes: whatever changed since it was read, the rules hold. */
async function grow(world: World, { applicantId, eventId }: Owner, { abstractId, version, isLate }: Growth) {
  const { rows } = await sql<{ versions: number; currentVersion: number }>`
    update abstract set versions = versions + 1,
      current_version = case when ${isLate} and status <> '' then current_version else versions + 1 end
    where id = ${abstractId} and applicant_id = ${applicantId} and event_id = ${eventId}
      and level = 0 and status in ('', 'Pending') and removed_at is null and withdrawn_at is null
      and current_version = coalesce(${version ?? null}, current_version)
    returning versions, current_version`.execute(world.db)
  const grown = rows[0]
  if (grown) return { abstractId, number: grown.versions, isAside: grown.currentVersion !== grown.versions }
  const found = await world.db
    .selectFrom('abstract')
    .select(['status', 'level', 'removedAt', 'withdrawnAt'])
    .where('id', '=', abstractId)
    .where('applicantId', '=', applicantId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return whyNotSaved(found)
}
