/** Room for a restore: looked at before it begins, and named when it ran out on the way. A full disk ends the database, which then only says that the connection is lost. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnavailable } from '#server/platform/database/database.ts'
import { freeBytes } from '#server/platform/files/files.ts'
import { filesOf, type Manifest } from './format.ts'
import { sizeText } from './plan.ts'
import { BackupRefused } from './refused.ts'

/** Where a restore writes. */
export type Rooms = {
  dataDir: string
  /** Not in a bucket. */
  filesFolder?: string | undefined
  /** The database lies in `dataDir`. */
  isEmbedded: boolean
}

/** Rows as text become rows with their indexes, and what the database has written of them to its log is there for a while. Rather too little: nobody may be kept from a restore that would fit. */
const databaseFor = (textBytes: number): number => textBytes * 2 + 100_000_000

export async function refuseLackOfRoom(manifest: Manifest, rooms: Rooms): Promise<void> {
  const text = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const files = [...filesOf(manifest).values()].reduce((sum, { size }) => sum + size, 0)
  const { dataDir, filesFolder, isEmbedded } = rooms
  const isTogether = filesFolder?.startsWith(dataDir) ?? false
  const wanted = (isEmbedded ? databaseFor(text) : 0) + (isTogether ? files : 0)
  if (wanted > 0) await refuseUnless(wanted, { folder: dataDir, setting: 'DATA_DIR' })
  if (filesFolder && !isTogether && files > 0) await refuseUnless(files, { folder: filesFolder, setting: 'FILES_URL' })
}

async function refuseUnless(wanted: number, { folder, setting }: { folder: string; setting: string }): Promise<void> {
  const free = await freeBytes(folder)
  if (free < wanted)
    throw new BackupRefused(
      `There is not enough room on the disk of ${setting} (${folder}): ${sizeText(free)} are free, and the restore needs about ${sizeText(wanted)}. Nothing was restored. Make room, or add --anyway to try all the same.`,
    )
}

const nothingLeft = 32_000_000
const noRoom = /No space left on device|Disk quota exceeded/

/** The sentence, when what went wrong is that a disk is full. */
export async function lackOfRoom(error: unknown, { dataDir, filesFolder, isEmbedded }: Rooms) {
  const { code, message, path = '' } = error as NodeJS.ErrnoException
  const sentence = (disk: string) =>
    `There was no room left on ${disk}. Make room, and restore again: nothing was restored.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return sentence(
      filesFolder && path.startsWith(filesFolder)
        ? `the disk of the files (${filesFolder})`
        : `the disk of DATA_DIR (${dataDir})`,
    )
  if (code === '53100' || noRoom.test(message))
    return sentence(isEmbedded ? `the disk of DATA_DIR (${dataDir})` : 'the disk of the database (DATABASE_URL)')
  if (!isEmbedded || !isUnavailable(error)) return undefined
  const isFull = (await freeBytes(dataDir)) < nothingLeft || noRoom.test(await endOfLog(dataDir))
  return isFull ? sentence(`the disk of DATA_DIR (${dataDir})`) : undefined
}

/** What the embedded database said last. */
async function endOfLog(dataDir: string): Promise<string> {
  for (const folder of ['postgres/elsewhere', 'postgres']) {
    try {
      await using file = await open(join(dataDir, folder, 'database.log'))
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4000), 0, 4000, Math.max(0, size - 4000))
      return buffer.subarray(0, bytesRead).toString()
    } catch {
      // There, or in the other folder.
    }
  }
  return ''
}
