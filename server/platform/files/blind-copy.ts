/** A copy of a file that says nothing of who made it: no properties, comments, changes, attachments or places. Done by the process for costly work. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Effort } from '#server/platform/costly-work/effort.ts'
import type { Cannot, Made } from './clean-copy.ts'
import { type FileExtension, fileTypes } from './file-kinds.ts'

/** `into` is written only where the result is a copy. */
export type ToCopy = { path: string; extension: FileExtension; into: string }

/**
 * `text` is what can be read in the copy, for whoever looks for names; where it is not `isRead`, a page or all of it is a picture, and somebody has
 * to look. `none`: of this kind no copy is made. `cannot`: of this one.
 */
export type BlindCopy =
  | { result: 'copy'; size: number; type: string; text: string; isRead: boolean }
  | { result: 'none' | 'cannot'; why: string }

/** More words than this nobody searches: a hundred full pages. */
const mostText = 300_000

const sentences: Record<Cannot, string> = {
  encrypted: 'The file is protected with a password.',
  broken: 'The file cannot be read.',
  'too many pages': 'The file has more pages than can be prepared.',
  'too large': 'The file asks for more than a good one does.',
  'odd pictures': 'The file has pictures of a kind that cannot be cleaned.',
}

const makers: Record<FileExtension, ((bytes: Buffer) => Promise<Made | Cannot>) | undefined> = {
  pdf: copyOfPdf,
  jpg: copyOfPicture,
  jpeg: copyOfPicture,
  png: copyOfPicture,
  txt: copyOfText,
  docx: async (bytes) => (await import('./clean-docx.ts')).cleanDocx(bytes),
  doc: undefined,
  rtf: undefined,
}

export async function blindCopy({ path, extension, into }: ToCopy, effort: Effort): Promise<BlindCopy> {
  const maker = makers[extension]
  if (!maker) return { result: 'none', why: `No copy is made of ${extension}.` }
  effort.takeTime()
  const made = await tryToMake(maker, await readFile(path))
  if (typeof made === 'string') return { result: 'cannot', why: sentences[made] }
  const { bytes, text, isRead } = made
  if (text.length > mostText) return { result: 'cannot', why: sentences['too large'] }
  await writeFile(into, bytes, { flag: 'wx', mode: 0o600 })
  return { result: 'copy', size: bytes.length, type: fileTypes[extension], text, isRead }
}

/** Whatever a library stumbles over in what strangers made, the file is what is broken. */
async function tryToMake(maker: (bytes: Buffer) => Promise<Made | Cannot>, bytes: Buffer): Promise<Made | Cannot> {
  try {
    return await maker(bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken'
  }
}

async function copyOfPdf(bytes: Buffer): Promise<Made | Cannot> {
  const { cleanPdf } = await import('./clean-pdf.ts')
  const clean = await cleanPdf(bytes)
  if (typeof clean === 'string') return clean
  // The words of the copy itself: what is not in it needs no search, and what is in it is searched.
  const pages = await textOfPdf(clean.bytes)
  const isRead = pages.every((page) => page.trim() !== '')
  return { bytes: clean.bytes, isRead, text: [...pages, ...clean.words].join('\n') }
}

async function textOfPdf(bytes: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  // It keeps what it is given.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 })
  try {
    return (await extractText(document, { mergePages: false })).text
  } finally {
    await document.loadingTask.destroy()
  }
}

async function copyOfPicture(bytes: Buffer): Promise<Made | Cannot> {
  const { pictureAnew } = await import('./pictures.ts')
  const drawn = await pictureAnew(bytes)
  if (typeof drawn === 'string') return drawn === 'too many pixels' ? 'too large' : 'broken'
  return { bytes: drawn, text: '', isRead: false }
}

/** In UTF-8, whatever it was written in, as it is served. */
async function copyOfText(bytes: Buffer): Promise<Made> {
  const text = decoded(bytes)
  return { bytes: Buffer.from(text), text, isRead: true }
}

function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
