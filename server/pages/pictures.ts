/** Pictures for the pages: drawn anew from what was sent, described in words, and kept under an address of their own. */
import { createHash } from 'node:crypto'
import type { ReplyOf } from '#contract/operation.ts'
import { pictureTexts } from '#contract/pages/page-names.ts'
import type { AssetsList, AssetUpload } from '#contract/pages/versions.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { type Acting, inTransaction, type Steps, type World } from '#server/kernel/world.ts'
import type { NamedFile } from '#server/platform/files/check.ts'
import { newKey, type StoredFile } from '#server/platform/files/files.ts'
import { sizeOfOwn, type WrongPicture } from '#server/platform/files/pictures.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'

type Asset = ReplyOf<typeof AssetUpload>
type Sent = { path: string | undefined; alt: string }

const folder = 'pictures'
const mostListed = 500
const endings = { png: 'png', jpeg: 'jpg' } as const

const wrongPictures = {
  webp: pictureTexts.wrongKind,
  'wrong kind': pictureTexts.wrongKind,
  unreadable: pictureTexts.unreadable,
  'too many pixels': pictureTexts.tooManyPixels,
  'too costly': pictureTexts.unreadable,
} as const satisfies Record<WrongPicture | 'too costly', string>

export async function listAssets(world: World): Promise<ReplyOf<typeof AssetsList>> {
  const rows = await assets(world).orderBy('asset.id', 'desc').limit(mostListed).execute()
  return { rows: rows.map(told) }
}

/** To be called outside a transaction: the drawing may have to wait its turn. */
export async function uploadAsset(world: Steps, caller: Staff, { path, alt }: Sent): Promise<Asset> {
  if (!path) return refuseField(pictureTexts.missing)
  await count(world, limits.pictureOfAccount, String(caller.accountId))
  const drawn = await world.costlyWork.ask(caller.accountId, 'picture', path)
  if (typeof drawn === 'string') return refuseField(wrongPictures[drawn])
  const bytes = Buffer.from(drawn)
  const sha256 = createHash('sha256').update(bytes).digest()
  const fileKey = newKey(folder)
  await world.files.put(fileKey, bytes)
  const kept = await inTransaction(world, async (world) => {
    await world.db
      .insertInto('asset')
      .values({
        ...sizeOfOwn(bytes),
        sha256,
        bytes: bytes.length,
        alt,
        fileKey,
        addedBy: caller.accountId,
        addedAt: world.now(),
      })
      .onConflict((same) => same.column('sha256').doNothing())
      .execute()
    return assets(world).where('sha256', '=', sha256).executeTakeFirstOrThrow()
  })
  // The same picture was here before; this copy of it belongs to nobody.
  if (kept.fileKey !== fileKey) await world.files.remove(fileKey)
  return told(kept)
}

export async function describeAsset(
  world: Acting,
  { id, version, alt }: { id: number; version: number; alt: string },
): Promise<Asset> {
  const { numUpdatedRows } = await world.db
    .updateTable('asset')
    .set({ alt, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  const stored = await assets(world).where('asset.id', '=', id).executeTakeFirst()
  if (!stored) return refuse('not_found')
  return numUpdatedRows === 1n ? told(stored) : refuse('conflict', { stored: told(stored) })
}

/** By the last part of its address; anything that is not exactly ours is nothing. */
export async function pictureNamed(world: World, name: string): Promise<StoredFile & { type: string }> {
  const id = Number(/^(\d{1,9})-/.exec(name)?.[1] ?? 0)
  const row = await world.db.selectFrom('asset').selectAll().where('id', '=', id).executeTakeFirst()
  const file = row && nameOf(row) === name && (await world.files.get(row.fileKey))
  return file ? { ...file, type: `image/${row.kind}` } : refuse('not_found')
}

export async function pictureFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  return db.selectFrom('asset').select(['fileKey as key', 'sha256']).execute()
}

function assets(world: Pick<World, 'db'>) {
  return world.db
    .selectFrom('asset')
    .leftJoin('account', 'account.id', 'asset.addedBy')
    .selectAll('asset')
    .select('account.fullName as adder')
}

/** Part of its sum is in its address, so that browsers may keep it for ever. */
const nameOf = ({ id, sha256, kind }: Pick<Row<'asset'>, 'id' | 'sha256' | 'kind'>): string =>
  `${id}-${sha256.toString('hex').slice(0, 12)}.${endings[kind as keyof typeof endings]}`

function told(row: Row<'asset'> & { adder: string | null }): Asset {
  const { id, version, width, height, bytes, alt, adder, addedAt } = row
  const address = `/${folder}/${nameOf(row)}`
  return { id, version, address, width, height, bytes, alt, addedBy: adder, addedAt: addedAt.toISOString() }
}

const refuseField = (message: string): never => refuse('invalid', { fields: [{ path: 'picture', message }] })
