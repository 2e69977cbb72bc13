/** Writes the parts of a backup one after another, and remembers what each came to. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { manifestName, type Part } from './format.ts'

export type TarWriter = {
  /** What is written, for whoever carries it to the disk. */
  stream: Readable
  parts: Part[]
  add: (name: string, bytes: Uint8Array) => Promise<void>
  addStream: (name: string, size: number, bytes: Readable) => Promise<void>
  /** The manifest comes last: a file that was cut has none. */
  finish: (manifest: Uint8Array) => Promise<void>
}

export function openTar(mtime: Date): TarWriter {
  const tar = pack()
  const parts: Part[] = []
  const put = (name: string, bytes: Uint8Array) =>
    new Promise<void>((done, failed) => {
      tar.entry({ name, size: bytes.length, mtime, mode: 0o600 }, bytes, (error) => (error ? failed(error) : done()))
    })
  return {
    stream: Readable.from(tar, { objectMode: false }),
    parts,
    async add(name, bytes) {
      parts.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      await put(name, bytes)
    },
    async addStream(name, size, bytes) {
      const hash = createHash('sha256')
      const added = new Promise<void>((done, failed) => {
        const entry = tar.entry({ name, size, mtime, mode: 0o600 }, (error) => (error ? failed(error) : done()))
        const carried = pipeline(
          bytes,
          seeing((chunk) => hash.update(chunk)),
          entry as unknown as NodeJS.WritableStream,
        )
        carried.catch(failed)
      })
      // An archive that has ended, as on a full disk, takes no more parts: the file would stay open.
      await added.finally(() => bytes.destroy())
      parts.push({ name, size, sha256: hash.digest('hex') })
    },
    async finish(manifest) {
      await put(manifestName, manifest)
      tar.finalize()
    },
  }
}

/** Shows every chunk that passes to somebody. */
export function seeing(see: (chunk: Buffer) => unknown) {
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      see(chunk)
      yield chunk
    }
  }
}

/** A part is held in memory while it is written: its size must be known first. */
const chunkSize = 4 * 1024 * 1024

/** The text compressed, in chunks that are one gzip file together. */
export async function inGzipChunks(text: AsyncIterable<Buffer>, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  await pipeline(text, createGzip(), async (zipped: AsyncIterable<Buffer>) => {
    let [held, size]: [Buffer[], number] = [[], 0]
    for await (const chunk of zipped) {
      held.push(chunk)
      size += chunk.length
      if (size < chunkSize) continue
      await take(Buffer.concat(held))
      ;[held, size] = [[], 0]
    }
    await take(Buffer.concat(held))
  })
}

/** Counts the rows of a text that COPY wrote, and sums it up. A line end inside a value is written otherwise. */
export function watchText() {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  return {
    see: (chunk: Buffer) => {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
    },
    sums: () => ({ rows, bytes, sha256: hash.digest('hex') }),
  }
}
