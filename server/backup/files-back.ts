/** Puts the files of a backup back where files are kept. One that is there already stays; what was added goes again when the restore fails. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Files, isKey } from '#server/platform/files/files.ts'
import type { Part } from './format.ts'
import type { ReadPart } from './read.ts'
import { BackupRefused } from './refused.ts'

export type FilesBack = { put: (part: ReadPart) => Promise<void>; takeBack: () => Promise<void>; count: () => number }

export function filesBack(files: Files, parts: readonly Part[]): FilesBack {
  const sums = new Map(parts.map(({ name, sha256 }) => [name, sha256]))
  const added: string[] = []
  let count = 0
  return {
    async put(part) {
      const key = part.name.slice('files/'.length)
      if (!isKey(key)) throw new BackupRefused(`${part.name} is not the name of a file.`)
      count += 1
      const there = await files.get(key)
      if (!there) {
        added.push(key)
        return arrive(files, key, part)
      }
      if ((await sumOf(there.bytes)) !== sums.get(part.name))
        throw new BackupRefused(`Where files are kept there is another file ${key}: move it away, and restore again.`)
    },
    async takeBack() {
      for (const key of added) await files.remove(key)
    },
    count: () => count,
  }
}

async function arrive(files: Files, key: string, { size, bytes }: ReadPart): Promise<void> {
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
    await files.adopt(key, { path, size, sha256: hash.digest() })
  } finally {
    await rm(path, { force: true })
  }
}

async function sumOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
