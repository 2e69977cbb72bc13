/** Word documents: a zip of XML (docx), or the older file of streams (doc). Macros and bombs are found without opening them as Word would. */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Judgement, type OpenedFile, readAt } from './opened-file.ts'

const megabyte = 1024 * 1024
const most = { entries: 2000, entry: 100 * megabyte, total: 200 * megabyte, ratio: 200, ratioFrom: 10 * megabyte }
const typesName = '[Content_Types].xml'
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macros = /vbaProject|vbaData|macrosheet|activeX/i

export async function judgeDocx({ path, signal }: OpenedFile): Promise<Judgement> {
  // It also refuses names that lead out of the folder.
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(() => undefined)
  if (!zip) return 'wrong kind'
  try {
    return await judgeZip(zip, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return error instanceof Bomb ? 'unsafe' : 'wrong kind'
  } finally {
    zip.close()
  }
}

class Bomb extends Error {}

async function judgeZip(zip: ZipFile, signal: AbortSignal): Promise<Judgement> {
  if (zip.entryCount > most.entries) return 'unsafe'
  const entries: Entry[] = []
  // The directory says what the whole comes to: a bomb is refused before any of it is unpacked.
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted()
    entries.push(entry)
  }
  const names = entries.map(({ fileName }) => fileName)
  if (!names.includes(typesName) || !names.includes('word/document.xml')) return 'wrong kind'
  if (isBomb(entries) || names.some((name) => macros.test(name)) || entries.some(isStrange)) return 'unsafe'
  const types = await typesOf(zip, entries, signal)
  if (/macroEnabled/i.test(types)) return 'unsafe'
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

/** Unpacks everything into nothing: a directory that lies about sizes is found out here. Gives the list of types. */
async function typesOf(zip: ZipFile, entries: readonly Entry[], signal: AbortSignal): Promise<string> {
  let types = ''
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const isTypes = entry.fileName === typesName
    const drain = new Writable({
      write(part: Buffer, _encoding, done) {
        if (isTypes && types.length < megabyte) types += part.toString('utf8')
        done()
      },
    })
    await pipeline(await zip.openReadStreamPromise(entry), drain, { signal }).catch((error: Error) => {
      throw /^(too many|not enough) bytes/.test(error.message) ? new Bomb() : error
    })
  }
  return types
}

const streamFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const lastSector = 0xfffffffa
const entryBytes = 128
const mostFolderSectors = 5000

/** The streams of the file by name: one of them must be the text, and none a macro. */
export async function judgeDoc(opened: OpenedFile): Promise<Judgement> {
  const header = await readAt(opened.file, 0, 512)
  if (header.length < 512 || !header.subarray(0, 8).equals(streamFile)) return 'wrong kind'
  const names = await streamNames(opened, header)
  if (!names.includes('WordDocument')) return 'wrong kind'
  return names.includes('_VBA_PROJECT') || names.includes('VBA') ? 'unsafe' : 'good'
}

async function streamNames(opened: OpenedFile, header: Buffer): Promise<string[]> {
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return []
  const size = 1 << shift
  const sector = (number: number) => readAt(opened.file, (number + 1) * size, size)
  const tables = await tableSectors(opened, header, { size, sector })
  const names: string[] = []
  let at = header.readUInt32LE(48)
  for (let read = 0; at < lastSector && read < mostFolderSectors; read += 1) {
    opened.signal.throwIfAborted()
    names.push(...namesIn(await sector(at)))
    const table = tables[Math.floor(at / (size / 4))]
    const next = table === undefined ? undefined : await sector(table)
    const offset = (at % (size / 4)) * 4
    at = next && next.length >= offset + 4 ? next.readUInt32LE(offset) : lastSector
  }
  return names
}

type Sectors = { size: number; sector: (number: number) => Promise<Buffer> }

/** Where the table of sectors is kept: the first 109 parts stand in the header, the rest in a chain. */
async function tableSectors({ signal, size: fileSize }: OpenedFile, header: Buffer, { size, sector }: Sectors) {
  const tables: number[] = []
  const take = (bytes: Buffer, from: number, to: number) => {
    for (let at = from; at + 4 <= to && at + 4 <= bytes.length; at += 4) tables.push(bytes.readUInt32LE(at))
  }
  take(header, 76, 512)
  let next = header.readUInt32LE(68)
  for (let read = 0; next < lastSector && read <= fileSize / size; read += 1) {
    signal.throwIfAborted()
    const bytes = await sector(next)
    if (bytes.length < size) break
    take(bytes, 0, size - 4)
    next = bytes.readUInt32LE(size - 4)
  }
  return tables
}

function namesIn(sector: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const length = sector.readUInt16LE(at + 64)
    if (length >= 2 && length <= 64) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}
