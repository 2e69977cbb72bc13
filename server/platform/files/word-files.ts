/** The Word file of today (docx), a zip of XML. Macros, bombs and what fetches or starts something are found without opening it as Word would. */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Effort, TooLong } from '#server/platform/costly-work/effort.ts'
import type { Judgement, OpenedFile } from './opened-file.ts'
import { Harm, type Part, readPart } from './word-parts.ts'

const megabyte = 1024 * 1024
const most = { entries: 2000, entry: 100 * megabyte, total: 200 * megabyte, ratio: 200, ratioFrom: 10 * megabyte }
const typesName = '[Content_Types].xml'
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macros = /vbaProject|vbaData|macrosheet|activeX/i

type Zip = { zip: ZipFile; entries: Entry[]; effort: Effort }

export async function judgeDocx({ path, effort }: OpenedFile): Promise<Judgement> {
  // It also refuses names that lead out of the folder.
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(() => undefined)
  if (!zip) return 'wrong kind'
  try {
    return await judgeZip(zip, effort)
  } catch (error) {
    if (error instanceof TooLong) throw error
    return error instanceof Harm ? 'unsafe' : 'wrong kind'
  } finally {
    zip.close()
  }
}

async function judgeZip(zip: ZipFile, effort: Effort): Promise<Judgement> {
  if (zip.entryCount > most.entries) return 'unsafe'
  const entries: Entry[] = []
  // The directory says what the whole comes to: a bomb is refused before any of it is unpacked.
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const names = entries.map(({ fileName }) => fileName)
  if (!names.includes(typesName) || !names.includes('word/document.xml')) return 'wrong kind'
  if (isBomb(entries) || names.some((name) => macros.test(name)) || entries.some(isStrange)) return 'unsafe'
  const types = await lookInside({ zip, entries, effort })
  if (types.some((type) => /macroEnabled/i.test(type))) return 'unsafe'
  return types.includes(documentType) ? 'good' : 'wrong kind'
}

function isBomb(entries: readonly Entry[]): boolean {
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isLarge = unpacked > most.total || entries.some(({ uncompressedSize }) => uncompressedSize > most.entry)
  return isLarge || (unpacked > most.ratioFrom && unpacked > packed * most.ratio)
}

/** A link to another file, or something that only its maker can read. */
function isStrange(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000 || entry.isEncrypted()
}

/** Unpacks everything into nothing: a directory that lies about sizes is found out here. Gives the types that the file names. */
async function lookInside({ zip, entries, effort }: Zip): Promise<string[]> {
  const names = entries.map(({ fileName }) => fileName)
  const types: string[] = []
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const part = readPart(entry.fileName, names)
    await unpack({ zip, entry, effort }, part)
    // What is said in XML is read in order, which takes longer: only where something is said.
    if (part.wantsReading()) await unpack({ zip, entry, effort }, part.reader)
    types.push(...part.types())
  }
  return types
}

async function unpack(
  { zip, entry, effort }: Omit<Zip, 'entries'> & { entry: Entry },
  { take }: Pick<Part, 'take'>,
): Promise<void> {
  const into = new Writable({
    write(bytes: Buffer, _encoding, done) {
      try {
        effort.spend(bytes.length)
        take(bytes)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), into).catch((error: Error) => {
    throw /^(too many|not enough) bytes/.test(error.message) ? new Harm('it lies about its sizes') : error
  })
}
