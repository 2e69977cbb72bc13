/** Copies of files that say nothing of who made them, kept as `blind/…` for as long as a redaction names them. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { World } from '#server/kernel/world.ts'
import type { BlindCopy } from '#server/platform/files/blind-copy.ts'
import type { NamedFile } from '#server/platform/files/check.ts'
import { type FileExtension, fileTypes } from '#server/platform/files/file-kinds.ts'
import { newKey } from '#server/platform/files/files.ts'
import { asPdf } from './as-pdf.ts'

type Original = { fileKey: string; fileName: string }
export type Copied =
  | {
      file: 'copy'
      fileKey: string
      fileSize: number
      fileType: string
      filePages: number
      text: string
      isRead: boolean
    }
  | { file: 'none' | 'cannot'; why: string }

/** One after the other: nobody waits for it, and people who save wait for the same process. */
const asking = 'prepare-blind'

/** Kept as `blind/…`; what no redaction names is swept. */
export async function copyFile(world: World, { fileKey, fileName }: Original): Promise<Copied> {
  const extension = extname(fileName).slice(1).toLowerCase()
  if (!(extension in fileTypes)) return { file: 'cannot', why: 'What kind of file it is cannot be told.' }
  const stored = await world.files.get(fileKey)
  if (!stored) return { file: 'cannot', why: 'The file is missing.' }
  await mkdir(world.files.incoming, { recursive: true, mode: 0o700 })
  const path = join(world.files.incoming, randomBytes(16).toString('hex'))
  const into = `${path}-copy`
  try {
    await pipeline(stored.bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const source = await asPdf(world, { path, extension: extension as FileExtension })
    const made = await world.costlyWork.ask(asking, 'blindCopy', { ...source, into })
    return await keep(world, into, made)
  } finally {
    await Promise.all([path, `${path}-pdf`, into].map((each) => rm(each, { force: true })))
  }
}

async function keep(world: World, into: string, made: BlindCopy | 'too costly'): Promise<Copied> {
  if (made === 'too costly') return { file: 'cannot', why: 'The file asks for more than a good one does.' }
  if (made.result !== 'copy') return { file: made.result, why: made.why }
  const { size, type, text, isRead, pages } = made
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(into)) sum.update(bytes as Buffer)
  const fileKey = newKey('blind')
  await world.files.adopt(fileKey, { path: into, size, sha256: sum.digest() })
  return { file: 'copy', fileKey, fileSize: size, fileType: type, filePages: pages, text, isRead }
}

/** Each copy that a redaction names. */
export async function blindCopyFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  const rows = await db.selectFrom('redaction').select('fileKey as key').where('fileKey', 'is not', null).execute()
  return rows.flatMap(({ key }) => (key === null ? [] : [{ key, sha256: null }]))
}
