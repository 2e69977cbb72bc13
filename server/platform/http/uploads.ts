/** Files that come with a call: streamed to a temporary file, which is gone when the call is answered. */
import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { type ArrivedFile, freeBytes } from '#server/platform/files/files.ts'
import { countArrived } from '#server/platform/process/engine.ts'
import { Refusal, refuse } from './refuse.ts'

/** A file that has arrived whole. It is there until the call is answered, unless the store takes it over. */
export type Upload = ArrivedFile & {
  /** What the sender calls it: to be read, never to be used as a path. */
  name: string
}

export type Uploads = {
  folder: string
  /** How many files each caller is sending right now. */
  running: Map<string, number>
  /** While less is free, no file is taken: the database needs room to go on. */
  leastFree: number
  /** Milliseconds after which an upload must have kept up the slowest rate. */
  timeout: number
  /** Milliseconds for which whoever was refused early may still send in vain. */
  goodbye: number
}

type Rule = NonNullable<Operation['upload']>
export type Arrived = AsyncDisposable & {
  fields: Record<string, unknown>
  file: Upload | undefined
  isTooLarge: boolean
}

const atOnce = 3
/** What arrives is gathered to this many bytes before it is written: many small writes cost half the speed. */
const writeAtOnce = 256 * 1024
const mostWaiting = 1024 * 1024
const limits = { fields: 40, parts: 41, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 20, files: 2 }

export function openUploads(folder: string, leastFree: number): Uploads {
  return { folder, leastFree, running: new Map(), timeout: 30_000, goodbye: 5000 }
}

const diskIsFull = { sentence: 'There is no room for files at the moment. Please try again later.', retryAfter: 600 }

/** Only the calls inside `within` take files; to all others this kind of content stays foreign. */
export function acceptUploads(app: FastifyInstance, within: (app: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false, fileHwm: writeAtOnce })
    within(scope)
  })
}

/** Reads the whole body, even one that will be refused: a sender that is cut off never learns why. */
export async function receive(
  uploads: Uploads,
  request: FastifyRequest,
  { rule, sender }: { rule: Rule; sender: string },
): Promise<Arrived> {
  if ((await freeBytes(uploads.folder)) < uploads.leastFree) refuse('unavailable', diskIsFull)
  const leave = enter(uploads, sender)
  const path = join(uploads.folder, randomBytes(16).toString('hex'))
  const remove = async () => {
    leave()
    await rm(path, { force: true })
  }
  try {
    await mkdir(uploads.folder, { recursive: true, mode: 0o700 })
    return { ...(await readParts(request, rule, path)), [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw isOfTheDisk(error) || error instanceof Refusal ? error : new Refusal('bad_input')
  }
}

/** One account must not fill every socket and the disk. */
function enter({ running }: Uploads, sender: string): () => void {
  const now = running.get(sender) ?? 0
  if (now >= atOnce) refuse('too_many', { retryAfter: 5 })
  running.set(sender, now + 1)
  return () => {
    const left = (running.get(sender) ?? 1) - 1
    if (left > 0) running.set(sender, left)
    else running.delete(sender)
  }
}

async function readParts(
  request: FastifyRequest,
  rule: Rule,
  path: string,
): Promise<Omit<Arrived, keyof AsyncDisposable>> {
  const fields = Object.create(null) as Record<string, unknown>
  let wrong: string | undefined
  let files = 0
  let file: (Upload & { isTooLarge: boolean }) | undefined
  // With a limit of its own the parser would cut the file off in silence; we count what arrives and throw away the rest.
  for await (const part of request.parts({ limits: { ...limits, fileSize: Number.POSITIVE_INFINITY } })) {
    if (part.type === 'field') {
      wrong ??= wrongField(part, fields)
      fields[part.fieldname] = part.value
    } else if (part.fieldname !== rule.field || (files += 1) > 1) {
      wrong ??= files > 1 ? 'More than one file was sent.' : `The file is expected as ${rule.field}.`
      await throwAway(part)
    } else {
      const arrived = await save(part, path, rule.limit)
      // A form sends an empty file without a name when none was chosen.
      if (part.filename || arrived.size > 0) file = arrived
    }
  }
  if (wrong) refuse('bad_input', { sentence: wrong })
  return { fields, file: file?.isTooLarge ? undefined : file, isTooLarge: file?.isTooLarge ?? false }
}

function wrongField(part: MultipartValue, fields: Record<string, unknown>): string | undefined {
  if (part.fieldname in fields) return 'The same field was sent twice.'
  if (part.valueTruncated || part.fieldnameTruncated) return 'One of the fields is too long.'
  return undefined
}

async function save(part: MultipartFile, path: string, limit: number): Promise<Upload & { isTooLarge: boolean }> {
  const arrived = await writeDown(part.file, path, limit)
  return { ...arrived, name: part.filename, isTooLarge: arrived.size > limit }
}

/** Writes what comes to a new file, counts it and hashes it. What is beyond the limit is counted only. */
export async function writeDown(from: Readable, path: string, limit = Number.POSITIVE_INFINITY): Promise<ArrivedFile> {
  const hash = createHash('sha256')
  let size = 0
  let gathered: Buffer[] = []
  await using file = await open(path, 'wx', 0o600)
  const writing = { last: Promise.resolve(), isBusy: false }
  const write = async () => {
    await writing.last
    writing.isBusy = true
    writing.last = writeAll(file, gathered).finally(() => (writing.isBusy = false))
    writing.last.catch(() => undefined)
    gathered = []
  }
  await pipeline(from, async (chunks: AsyncIterable<Buffer>) => {
    let waiting = 0
    for await (const chunk of chunks) {
      size += chunk.length
      countArrived(chunk.length)
      if (size > limit) continue
      hash.update(chunk)
      gathered.push(chunk)
      waiting += chunk.length
      // The next chunks arrive and are hashed while the last ones are written, as long as there is room for them.
      if (waiting < (writing.isBusy ? mostWaiting : writeAtOnce)) continue
      waiting = 0
      await write()
    }
    await write()
    await writing.last
  })
  return { path, size, sha256: hash.digest() }
}

async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length === 0) return
  const { bytesWritten } = await file.writev(chunks)
  // The rest did not fit on the disk.
  if (bytesWritten < length) throw Object.assign(new Error('a file was written in part'), { code: 'ENOSPC' })
}

async function throwAway(part: MultipartFile): Promise<void> {
  for await (const _ of part.file);
}

/** A full disk is our trouble; anything else that goes wrong while reading is in what was sent. */
function isOfTheDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return /^E[A-Z]+$/.test(code) && !/^E(CONN|PIPE)/.test(code)
}
