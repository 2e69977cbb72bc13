/** Reads a backup, first to see whether it is whole, then for what it holds. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { filePart, type Manifest, manifestName, readManifest, tablePart } from './format.ts'
import { BackupRefused, cutOff, damaged } from './refused.ts'
import { sealedBeginning, unseal } from './seal.ts'
import { openPart, plainSizeOf, stateOfPart, storeBeside } from './shared-parts.ts'

/** `identities` are the secret keys that open it; none for a plain one. */
export type Source = { path: string; identities: readonly string[] }
export type ReadPart = { name: string; size: number; bytes: AsyncIterable<Buffer> }

/** One part after another; each must be read before the next. */
export async function* partsOf(source: Source): AsyncGenerator<ReadPart> {
  const tar = extract()
  const plain = await openPlain(source)
  let failure: unknown
  const fed = pipeline(plain.stream, tar as unknown as NodeJS.WritableStream).catch((error: unknown) => {
    failure = error
  })
  // Whoever reads the bytes of a part is told the same as whoever asks for the next.
  async function* explained(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* bytes
    } catch (error) {
      throw plain.explain(failure ?? error)
    }
  }
  try {
    for await (const entry of tar)
      yield { name: entry.header.name, size: entry.header.size, bytes: explained(entry as AsyncIterable<Buffer>) }
    await fed
  } catch (error) {
    throw plain.explain(failure ?? error)
  } finally {
    plain.stream.destroy()
  }
  if (failure) throw plain.explain(failure)
}

/** Reads it to its end and compares every part with the manifest. Nothing else is touched. */
export async function checkBackup(source: Source): Promise<Manifest> {
  const found: Manifest['parts'] = []
  let manifest: Manifest | undefined
  for await (const { name, size, bytes } of partsOf(source)) {
    if (manifest) throw new BackupRefused(damaged)
    if (name === manifestName) {
      manifest = readManifest(await buffer(bytes))
      if (!manifest) throw new BackupRefused(damaged)
    } else {
      const hash = createHash('sha256')
      for await (const chunk of bytes) hash.update(chunk)
      found.push({ name, size, sha256: hash.digest('hex') })
    }
  }
  if (!manifest) throw new BackupRefused(cutOff)
  if (JSON.stringify(found) !== JSON.stringify(manifest.parts)) throw new BackupRefused(damaged)
  await checkShared(source, manifest)
  return manifest
}

async function checkShared({ path }: Source, { shared }: Manifest): Promise<void> {
  if (!shared) return
  const store = storeBeside(path, shared)
  let missing = 0
  for (const { name } of shared.parts) {
    const state = await stateOfPart(store, name)
    if (state === 'damaged') throw new BackupRefused(damaged)
    if (state === 'missing') missing += 1
  }
  if (missing > 0)
    throw new BackupRefused(
      `${missing} of the ${shared.parts.length} parts of this backup are not in the folder ${shared.folder} beside it: copy that folder too.`,
    )
}

/** The parts of the file, then those that lie beside it: tables in the order in which they can be loaded, and files. */
export async function* everyPart(source: Source, manifest: Manifest): AsyncGenerator<ReadPart> {
  yield* partsOf(source)
  const { shared } = manifest
  if (!shared) return
  const store = storeBeside(source.path, shared)
  const parts = new Map(shared.parts.map((part) => [part.sha256, part]))
  const beside = (name: string, sha256: string): ReadPart => {
    const part = parts.get(sha256)
    if (!part) throw new BackupRefused(damaged)
    return { name, size: plainSizeOf(part), bytes: openPart(store, part) }
  }
  for (const { name, chunks } of manifest.tables)
    for (const [at, sum] of chunks.entries()) yield beside(tablePart(name, at), sum)
  for (const { key, sha256 } of shared.files) yield beside(filePart(key), sha256)
}

type Plain = { stream: Readable; explain: (error: unknown) => unknown }

async function openPlain({ path, identities }: Source): Promise<Plain> {
  const { head, size } = await beginningOf(path)
  const file = createReadStream(path)
  if (!head.subarray(0, sealedBeginning.length).equals(Buffer.from(sealedBeginning)))
    return { stream: file, explain: (error) => inWords(error, /end of data/.test(String(error))) }
  if (identities.length === 0)
    throw new BackupRefused('This backup is encrypted: say --identity and the file that has its secret key.')
  const stream = await unseal(file, identities).catch((error: unknown) => {
    throw inWords(error, size < head.length && !head.includes('\n---'))
  })
  let delivered = 0
  stream.on('data', (chunk: Buffer) => (delivered += chunk.length))
  stream.pause()
  return { stream, explain: (error) => inWords(error, isLastChunk({ head, size, delivered })) }
}

/** What age could not open ends where the file ends: then its end is missing. */
function isLastChunk({ head, size, delivered }: { head: Buffer; size: number; delivered: number }): boolean {
  const [chunk, tag] = [65_536, 16]
  const payload = head.indexOf('\n', head.indexOf('\n---') + 1) + 1 + tag
  return payload + (Math.floor(delivered / chunk) + 1) * (chunk + tag) >= size
}

function inWords(error: unknown, isCut: boolean): unknown {
  if (error instanceof BackupRefused) return error
  // The disk, and not what is on it.
  if ((error as NodeJS.ErrnoException).syscall) return error
  return new BackupRefused(isCut ? cutOff : damaged, { cause: error })
}

async function beginningOf(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupRefused(`There is no file ${path}.`) : error
  })
  try {
    const { bytesRead, buffer: head } = await file.read(Buffer.alloc(20_000), 0, 20_000, 0)
    return { head: head.subarray(0, bytesRead), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}
