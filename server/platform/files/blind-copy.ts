/** A copy of a file that says nothing of who made it: no properties, comments, changes, attachments or places. Done by the process for costly work. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Effort } from '#server/platform/costly-work/effort.ts'
import type { Cannot, Made } from './clean-copy.ts'
import { type FileExtension, fileTypes } from './file-kinds.ts'

/** `into` is written only where the result is a copy. */
export type ToCopy = { path: string; extension: FileExtension; into: string }

/**
 * `text` is all words in the copy, to be searched for names. Where it is not `isRead`, the copy may show a name that no search finds, and somebody
 * has to look. `pages`: how many can be drawn, 0 where none. `none`: of this kind no copy is made. `cannot`: of this one.
 */
export type BlindCopy =
  | { result: 'copy'; size: number; type: string; text: string; isRead: boolean; pages: number }
  | { result: 'none' | 'cannot'; why: string }

/** More words than this nobody searches: a hundred full pages. */
const mostText = 300_000
/** No abstract has more; a book is no attachment. */
const mostPages = 100

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
  const { bytes, text, isRead, pages } = made
  if (text.length > mostText) return { result: 'cannot', why: sentences['too large'] }
  await writeFile(into, bytes, { flag: 'wx', mode: 0o600 })
  return { result: 'copy', size: bytes.length, type: fileTypes[extension], text, isRead, pages }
}

/** Whatever a library stumbles over in what strangers made, the file is what is broken. */
async function tryToMake(maker: (bytes: Buffer) => Promise<Made | Cannot>, bytes: Buffer): Promise<Made | Cannot> {
  try {
    return await maker(bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken'
  }
}

/**
 * Its pages as pictures. Whatever a PDF keeps beside its pages, and whatever a page keeps beside what is drawn, has no place in them; and
 * reviewers see what staff saw who released it, whatever program they read it with.
 */
async function copyOfPdf(bytes: Buffer): Promise<Made | Cannot> {
  const [{ openPdf }, { drawPage }, { picturePdf }, { fontsTellLetters }] = await Promise.all([
    import('./pdf-library.ts'),
    import('./pdf-pages.ts'),
    import('./picture-pdf.ts'),
    import('./pdf-fonts.ts'),
  ])
  const opened = await openPdf(bytes)
  if (typeof opened === 'string') return opened
  try {
    const pages = opened.document.numPages
    if (pages > mostPages) return 'too many pages'
    const copy = picturePdf()
    const texts: string[] = []
    let isRead = await fontsTellLetters(bytes)
    for (let at = 1; at <= pages; at += 1) {
      const page = await drawPage(opened, at)
      await copy.add(page)
      texts.push(page.text)
      isRead &&= page.isOnlyWords && page.text.trim() !== ''
    }
    return { bytes: await copy.written(), text: texts.join('\n'), isRead, pages }
  } finally {
    await opened.document.loadingTask.destroy()
  }
}

async function copyOfPicture(bytes: Buffer): Promise<Made | Cannot> {
  const { pictureAnew } = await import('./pictures.ts')
  const drawn = await pictureAnew(bytes)
  if (typeof drawn === 'string') return drawn === 'too many pixels' ? 'too large' : 'broken'
  return { bytes: drawn, text: '', isRead: false, pages: 1 }
}

/** In UTF-8, whatever it was written in, as it is served. */
async function copyOfText(bytes: Buffer): Promise<Made> {
  const text = decoded(bytes)
  return { bytes: Buffer.from(text), text, isRead: true, pages: 0 }
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
