/** Whether a file is what its name says, judged by its bytes. Nothing of it is run, and none of it is believed. */
import { open } from 'node:fs/promises'
import type { FileExtension } from '#contract/abstract-rules.ts'
import { type Judgement, type OpenedFile, readAt } from './opened-file.ts'
import { openPictureLibrary } from './picture-library.ts'
import { refuse } from './refuse.ts'
import { judgeDoc, judgeDocx } from './word-files.ts'

/** The costliest file that is let in takes a second or less of a free processor: who runs into this met a busy machine. */
const patience = 30_000
const mostPixels = 100_000_000
const oneRead = 1024 * 1024

/** How each kind is named to whoever downloads it. */
export const fileTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
} as const satisfies Record<FileExtension, string>

const judges: Record<FileExtension, (opened: OpenedFile) => Promise<Judgement>> = {
  jpg: judgePicture('jpeg', [0xff, 0xd8, 0xff]),
  jpeg: judgePicture('jpeg', [0xff, 0xd8, 0xff]),
  png: judgePicture('png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  doc: judgeDoc,
  docx: judgeDocx,
  rtf: judgeByWords('{\\rtf', ['\\objupdate', '\\objautlink', 'DDEAUTO']),
  txt: judgeText,
  pdf: judgeByWords('%PDF-', ['/JavaScript', '/Launch']),
}

export async function judgeFile(path: string, extension: FileExtension): Promise<Judgement> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) return 'wrong kind'
    const signal = AbortSignal.timeout(patience)
    return await judges[extension]({ file, path, size, signal }).catch((error: unknown) => {
      // The same file may pass in a quieter minute, and its owner must not be told that it is harmful.
      if (signal.aborted) refuse('unavailable', { retryAfter: 5 })
      throw error
    })
  } finally {
    await file.close()
  }
}

function judgePicture(format: 'jpeg' | 'png', first: readonly number[]) {
  return async ({ file, path }: OpenedFile): Promise<Judgement> => {
    const begins = await readAt(file, 0, first.length)
    if (!begins.equals(Buffer.from(first))) return 'wrong kind'
    const sharp = await openPictureLibrary()
    // Only the header is read here, whatever the picture claims to be.
    const told = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined)
    if (told?.format !== format) return 'wrong kind'
    return told.width * told.height > mostPixels ? 'unsafe' : 'good'
  }
}

/** Known by how it begins, and by words that make a reader's program do something. They can be hidden, so that this is not a virus scanner. */
function judgeByWords(first: string, harmful: readonly string[]) {
  const longest = Math.max(...harmful.map((word) => word.length))
  const wanted = harmful.map((word) => Buffer.from(word, 'latin1'))
  return async ({ file, size, signal }: OpenedFile): Promise<Judgement> => {
    if ((await readAt(file, 0, first.length)).toString('latin1') !== first) return 'wrong kind'
    for await (const bytes of readThrough({ file, size }, longest)) {
      signal.throwIfAborted()
      if (wanted.some((word) => bytes.includes(word))) return 'unsafe'
    }
    return 'good'
  }
}

/** The whole file, part by part; the next one is read while one is looked at. Each begins with the last `again` bytes of the one before. */
async function* readThrough({ file, size }: Pick<OpenedFile, 'file' | 'size'>, again = 0): AsyncGenerator<Buffer> {
  let [room, nextRoom] = [Buffer.allocUnsafe(Math.min(size, oneRead)), Buffer.allocUnsafe(Math.min(size, oneRead))]
  let next: Promise<Buffer> | undefined = readAt(file, 0, room)
  for (let at = oneRead - again; next; at += oneRead - again) {
    const bytes: Buffer = await next
    ;[room, nextRoom] = [nextRoom, room]
    next = at < size ? readAt(file, at, room) : undefined
    next?.catch(() => undefined)
    yield bytes
  }
}

/** Text in UTF-8, in UTF-16 with its mark, or in an old encoding of one byte for each character. */
async function judgeText({ file, size, signal }: OpenedFile): Promise<Judgement> {
  const start = await readAt(file, 0, 1024)
  const wide =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : undefined
  const words = new TextDecoder(wide ?? 'latin1')
    .decode(start)
    .replace(/^(\ufeff|ï»¿)/, '')
    .trimStart()
  // A page or a program that calls itself a text.
  if (/^(<(!doctype|\?xml|\?php|html|head|body|svg|script|iframe|img|xml)|%!PS|%PDF-|#!|{\\rtf|MZ)/i.test(words))
    return 'wrong kind'
  const decoder = wide && new TextDecoder(wide, { fatal: true })
  for await (const bytes of readThrough({ file, size })) {
    signal.throwIfAborted()
    if (decoder ? !decodes(decoder, bytes) : hasControls(bytes)) return 'wrong kind'
  }
  return 'good'
}

function decodes(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): boolean {
  try {
    return !decoder.decode(bytes, { stream: true }).includes('\0')
  } catch {
    return false
  }
}

/** Below the blank, a text has tabs, line ends, page breaks and nothing else. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a)
}
