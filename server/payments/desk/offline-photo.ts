/** The photo of a draft: drawn anew from what was sent, seen by whoever may confirm it. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReplyOf } from '#contract/operation.ts'
import { photoTexts } from '#contract/payments/finance-words.ts'
import type { OfflinePhoto, OfflinePhotoAdd } from '#contract/payments/offline.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { inTransaction, type Steps, type World } from '#server/kernel/world.ts'
import type { NamedFile } from '#server/platform/files/check.ts'
import { newKey } from '#server/platform/files/files.ts'
import { sizeOfOwn, type WrongPicture } from '#server/platform/files/pictures.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { eventOfOffline, offlineFor } from './offline-list.ts'

type Which = { eventId: number; id: number }

const folder = 'drafts'

const wrongPhotos = {
  webp: photoTexts.wrongKind,
  'wrong kind': photoTexts.wrongKind,
  unreadable: photoTexts.unreadable,
  'too many pixels': photoTexts.tooManyPixels,
  'too costly': photoTexts.unreadable,
} as const satisfies Record<WrongPicture | 'too costly', string>

/** To be called outside a transaction: the drawing may have to wait its turn. What was decided keeps the photo it has. */
export async function addPhoto(
  world: Steps,
  staff: Staff,
  { path, ...which }: Which & { path: string | undefined },
): Promise<ReplyOf<typeof OfflinePhotoAdd>> {
  const { state, way } = await offlineFor(world, staff, which)
  if (state !== 'recorded' || way !== 'draft') refuse('conflict', { stored: await offlineFor(world, staff, which) })
  if (!path) return refusePhoto(photoTexts.missing)
  await count(world, limits.pictureOfAccount, String(staff.accountId))
  const drawn = await world.costlyWork.ask(staff.accountId, 'picture', path)
  if (typeof drawn === 'string') return refusePhoto(wrongPhotos[drawn])
  const bytes = Buffer.from(drawn)
  const photoKey = newKey(folder)
  await world.files.put(photoKey, bytes)
  const photoSha256 = createHash('sha256').update(bytes).digest()
  const { numUpdatedRows } = await inTransaction(world, ({ db }) =>
    db
      .updateTable('offlinePayment')
      .set((row) => ({ photoKey, photoSha256, version: row('version', '+', 1) }))
      .where('id', '=', which.id)
      .where('state', '=', 'recorded')
      .executeTakeFirstOrThrow(),
  )
  if (numUpdatedRows === 0n) await world.files.remove(photoKey)
  return { offline: await offlineFor(world, staff, which) }
}

export async function photoOf(world: World, staff: Staff, id: number): Promise<ReplyOf<typeof OfflinePhoto>> {
  await eventOfOffline(world, staff, id)
  const row = await world.db
    .selectFrom('offlinePayment')
    .select(['photoKey', 'voucher'])
    .where('id', '=', id)
    .executeTakeFirst()
  const file = row?.photoKey ? await world.files.get(row.photoKey) : undefined
  if (!row || !file) return refuse('not_found')
  const chunks: Uint8Array[] = []
  for await (const chunk of file.bytes) chunks.push(chunk as Uint8Array)
  const bytes = Buffer.concat(chunks)
  const { kind } = sizeOfOwn(bytes)
  const name = `draft-${row.voucher}.${kind}`
  return { type: `image/${kind}`, name, size: bytes.length, inline: true, bytes: Readable.from([bytes]) }
}

export async function draftPhotoFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  const rows = await db
    .selectFrom('offlinePayment')
    .select(['photoKey', 'photoSha256'])
    .where('photoKey', 'is not', null)
    .execute()
  return rows.map(({ photoKey, photoSha256 }) => ({ key: photoKey as string, sha256: photoSha256 }))
}

const refusePhoto = (message: string): never => refuse('invalid', { fields: [{ path: 'photo', message }] })
