/** Puts the files of a backup back where files are kept. One that is there already stays; what was added goes again when the restore fails. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Files, isKey } from '#server/platform/files/files.ts'
import { filesOf, type Manifest } from './format.ts'
import type { ReadPart } from './read.ts'
import { BackupRefused, damaged } from './refused.ts'

export type FilesBack = { put: (part: ReadPart) => Promise<void>; takeBack: () => Promise<void>; count: () => number }

export function filesBack(files: Files, manifest: Manifest): FilesBack {
  const wanted = filesOf(manifest)
  const added: string[] = []
  let count = 0
  return {
    async put(part) {
      const key = part.name.slice('files/'.length)
      if (!isKey(key)) throw new BackupRefused(`${part.name} is not the name of a file.`)
      count += 1
      const sum = wanted.get(key)?.sha256
      const there = await files.get(key)
      if (!there) {
        added.push(key)
        return arrive(files, { ...part, key, sum })
      }
      if ((await sumOf(there.bytes)) !== sum)
        throw new BackupRefused(`Where files are kept there is another file ${key}: move it away, and restore again.`)
    },
    async takeBack() {
      for (const key of added) await files.remove(key)
    },
    count: () => count,
  }
}

type Arriving = ReadPart & { key: string; sum: string | undefined }

async function arrive(files: Files, { key, sum, size, bytes }: Arriving): Promise<void> {
  await mkdir(files.incoming, { recursive: true, mode: 0o700 })
  const path = join(files.incoming, randomBytes(16).toString('hex'))
  const hash = createHash('sha256')
  try {
    await pipeline(
      bytes,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    const sha256 = hash.digest()
    if (sha256.toString('hex') !== sum) throw new BackupRefused(damaged)
    await files.adopt(key, { path, size, sha256 })
  } finally {
    await rm(path, { force: true })
  }
}

async function sumOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
