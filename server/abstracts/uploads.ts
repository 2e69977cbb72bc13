import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { UploadBegin } from '#contract/abstracts/abstracts.ts'
import { abstractTexts, extensionOf, fileBytes, roomTexts } from '#contract/abstracts/rules.ts'
/** Files that come in pieces: each is safe when it is answered for, so that a lost connection costs one piece at most. */
import { day } from '#contract/durations.ts'
import type { StatusOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { newKey } from '#server/platform/files/files.ts'
import { type Upload, writeDown } from '#server/platform/http/uploads.ts'
import { count } from '#server/platform/security/rate-limits.ts'

export type UploadAnswer = { status: StatusOf<typeof UploadBegin>; uploadId?: string; received?: number }
/** A file whose pieces have all arrived, put together; it is gone at the end of the block that asked for it. */
export type JoinedFile = Upload & AsyncDisposable

/** Enough for a person with two tabs; more would only fill the disk. */
const openAtOnce = 3

export async function beginUpload(
  world: World,
  caller: Participant,
  file: { name: string; size: number; key: string },
): Promise<UploadAnswer> {
  const { applicantId } = caller
  if (!extensionOf(file.name)) return { status: abstractTexts.fileWrongType }
  if (file.size > fileBytes) return { status: abstractTexts.fileTooLarge }
  const id = idOf(applicantId, file)
  await dropOldest(world, { applicantId, id })
  const now = world.now()
  const upload = await inTransaction(world, async (world) => {
    await lockApplicant(world, caller)
    // Counted whole from the beginning: its pieces need not be counted one by one.
    if (file.size > (await roomOf(world, { applicantId, uploadId: id }))) return undefined
    return world.db
      .insertInto('upload')
      .values({
        id,
        applicantId,
        clientKey: file.key,
        fileName: file.name,
        size: file.size,
        createdAt: now,
        touchedAt: now,
      })
      .onConflict((same) => same.column('id').doUpdateSet({ touchedAt: now }))
      .returning(['id', 'received'])
      .executeTakeFirstOrThrow()
  })
  if (!upload) return { status: roomTexts.noRoom }
  return { status: 'Success', uploadId: upload.id, received: upload.received }
}

/** A version without a word or a file still costs its rows. */
const leastOfAVersion = 4096

/**
 * How many bytes are left of what may lie here for a person: each file once, the texts of every version, also of what was removed and is
 * not swept yet, and uploads as long as they will be, but for the one that is asked about. Right only while the applicant is locked.
 */
export async function roomOf(
  world: World,
  { applicantId, uploadId }: { applicantId: number; uploadId: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(bytes), 0) as taken from (
      select max(file_size) as bytes from abstract_version where applicant_id = ${applicantId} group by file_key
      union all
      select ${leastOfAVersion}::int + octet_length(background) + octet_length(material) + octet_length(results)
        + octet_length(discussion) from abstract_version where applicant_id = ${applicantId}
      union all
      select size from upload where applicant_id = ${applicantId} and id <> ${uploadId ?? ''}) as kept`.execute(
    world.db,
  )
  return world.bytesPerPerson - Number(rows[0]?.taken)
}

/** The same file of the same person has the same id each time it is begun: a save that is repeated with it is the same save. */
function idOf(applicantId: number, { key, size }: { key: string; size: number }): string {
  return createHash('sha256')
    .update(JSON.stringify([applicantId, key, size]))
    .digest('hex')
    .slice(0, 32)
}

/** One more piece, exactly where the last one ended; otherwise nothing is taken, and the right place is told. */
export async function takePiece(
  world: World,
  caller: Participant,
  { uploadId, offset, piece }: { uploadId: string; offset: number; piece: Upload | undefined },
): Promise<UploadAnswer> {
  const upload = await uploadOf(world, caller, uploadId)
  if (!upload) return { status: abstractTexts.uploadGone }
  const told = { status: 'Success', uploadId, received: upload.received } as const
  if (!piece || piece.size === 0 || offset !== upload.received) return told
  if (offset + piece.size > upload.size) return { ...told, status: abstractTexts.fileTooLarge }
  await count(world, limits.pieceOfAccount, String(caller.accountId))
  const fileKey = newKey('pieces')
  await world.files.adopt(fileKey, piece)
  const received = await addPiece(world, upload, { position: offset, size: piece.size, fileKey })
  if (received !== undefined) return { ...told, received }
  await world.files.remove(fileKey)
  // The same piece came twice at once; the other one counts.
  const now = await uploadOf(world, caller, uploadId)
  return now ? { ...told, received: now.received } : { status: abstractTexts.uploadGone }
}

type Piece = Pick<Row<'uploadPiece'>, 'position' | 'size' | 'fileKey'>

async function addPiece(world: World, { id }: { id: string }, piece: Piece): Promise<number | undefined> {
  const { rows } = await sql<{ received: number }>`
    with grown as (
      update upload set received = received + ${piece.size}, touched_at = ${world.now()}
      where id = ${id} and received = ${piece.position} and received + ${piece.size} <= size returning id, received)
    insert into upload_piece (upload_id, position, size, file_key)
    select id, ${piece.position}, ${piece.size}, ${piece.fileKey} from grown
    returning (select received from grown)`.execute(world.db)
  return rows[0]?.received
}

/** The caller's own upload. */
export async function uploadOf(
  world: World,
  { applicantId }: Participant,
  uploadId: string,
): Promise<Row<'upload'> | undefined> {
  return world.db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', uploadId)
    .where('applicantId', '=', applicantId)
    .executeTakeFirst()
}

/** Puts the pieces together. Undefined when one is missing. */
export async function joinUpload(world: World, upload: Row<'upload'>): Promise<JoinedFile | undefined> {
  if (upload.received < upload.size) return undefined
  const pieces = await piecesOf(world, upload.id)
  const path = join(world.files.incoming, randomBytes(16).toString('hex'))
  const remove = () => rm(path, { force: true })
  try {
    await mkdir(world.files.incoming, { recursive: true, mode: 0o700 })
    const arrived = await writeDown(Readable.from(bytesOf(world, pieces)), path)
    return { ...arrived, name: upload.fileName, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    if (error instanceof MissingPiece) return undefined
    throw error
  }
}

/** Another tab may have saved with the same upload, which is gone then. */
class MissingPiece extends Error {}

async function* bytesOf(world: World, pieces: readonly Piece[]): AsyncIterable<Buffer> {
  for (const { fileKey } of pieces) {
    const file = await world.files.get(fileKey)
    if (!file) throw new MissingPiece('a piece of an upload is missing')
    yield* file.bytes as AsyncIterable<Buffer>
  }
}

async function piecesOf(world: World, uploadId: string): Promise<Piece[]> {
  return world.db
    .selectFrom('uploadPiece')
    .select(['position', 'size', 'fileKey'])
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .execute()
}

/** It was used, or is of no use: its pieces go. Killed half way, the sweep takes the rest. */
export async function dropUpload(world: World, uploadId: string): Promise<void> {
  const pieces = await inTransaction(world, async (world) => {
    await world.db.selectFrom('upload').select('id').where('id', '=', uploadId).forUpdate().execute()
    const found = await piecesOf(world, uploadId)
    await world.db.deleteFrom('upload').where('id', '=', uploadId).execute()
    return found
  })
  for (const { fileKey } of pieces) await world.files.remove(fileKey)
}

/** Makes room for one more. */
async function dropOldest(world: World, { applicantId, id }: { applicantId: number; id: string }): Promise<void> {
  const tooMany = await world.db
    .selectFrom('upload')
    .select('id')
    .where('applicantId', '=', applicantId)
    .where('id', '<>', id)
    .orderBy('touchedAt', 'desc')
    .offset(openAtOnce - 1)
    .execute()
  for (const each of tooMany) await dropUpload(world, each.id)
}

/** After a restore: no backup has their pieces. Whoever was sending a file begins again. */
export async function forgetUploads({ db }: Pick<World, 'db'>): Promise<void> {
  await db.deleteFrom('upload').execute()
}

/** Removes uploads that nobody went on with for a day, and pieces whose upload was killed before it could count them. */
export async function sweepUploads(world: World): Promise<void> {
  const now = world.now().getTime()
  const old = await world.db
    .selectFrom('upload')
    .select('id')
    .where('touchedAt', '<', new Date(now - day))
    .execute()
  for (const { id } of old) await dropUpload(world, id)
}
