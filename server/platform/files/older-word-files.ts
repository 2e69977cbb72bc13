/** The older Word file (doc): a disk in a file, with sectors, tables of sectors and a folder of streams. Any number in it may lie. */
import { type Judgement, type OpenedFile, readAt, readThrough } from './opened-file.ts'

const streamFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const lastSector = 0xfffffffa
const entryBytes = 128
const mostFolderSectors = 5000
/** Macros, and a file of any kind that opens with a click. */
const harmful = new Set(['_VBA_PROJECT', 'VBA', '\x01OLE10NATIVE'])

/** A chain that comes back to where it was; no program writes one. */
class Circle extends Error {}

/** The streams of the file by name: one of them must be the text, and none a macro. */
export async function judgeDoc(opened: OpenedFile): Promise<Judgement> {
  const header = await readAt(opened.file, 0, 512)
  if (header.length < 512 || !header.subarray(0, 8).equals(streamFile)) return 'wrong kind'
  try {
    const names = await streamNames(opened, header)
    if (!names.has('WORDDOCUMENT')) return 'wrong kind'
    return !names.isDisjointFrom(harmful) || (await fetchesByItself(opened)) ? 'unsafe' : 'good'
  } catch (error) {
    if (error instanceof Circle) return 'wrong kind'
    throw error
  }
}

/** In capitals: to Word, names that differ in nothing else are the same. */
async function streamNames(opened: OpenedFile, header: Buffer): Promise<Set<string>> {
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return new Set()
  const size = 1 << shift
  const sector = (number: number) => {
    opened.effort.spend(size)
    return readAt(opened.file, (number + 1) * size, size)
  }
  const tables = await tableSectors(opened, header, { size, sector })
  const names = new Set<string>()
  const seen = new Set<number>()
  for (let at = header.readUInt32LE(48); at < lastSector && seen.size < mostFolderSectors;) {
    meet(seen, at)
    for (const name of namesIn(await sector(at))) names.add(name.toUpperCase())
    const table = tables[Math.floor(at / (size / 4))]
    const next = table === undefined ? undefined : await sector(table)
    const offset = (at % (size / 4)) * 4
    at = next && next.length >= offset + 4 ? next.readUInt32LE(offset) : lastSector
  }
  return names
}

type Sectors = { size: number; sector: (number: number) => Promise<Buffer> }

/** Where the table of sectors is kept: the first 109 parts stand in the header, the rest in a chain. No more than a file of this size has. */
async function tableSectors({ size: fileSize }: OpenedFile, header: Buffer, { size, sector }: Sectors) {
  const most = Math.ceil(fileSize / size / (size / 4))
  const tables: number[] = []
  const take = (bytes: Buffer, from: number, to: number) => {
    for (let at = from; at + 4 <= to && at + 4 <= bytes.length && tables.length < most; at += 4)
      tables.push(bytes.readUInt32LE(at))
  }
  take(header, 76, 512)
  const seen = new Set<number>()
  for (let next = header.readUInt32LE(68); next < lastSector && tables.length < most;) {
    meet(seen, next)
    const bytes = await sector(next)
    if (bytes.length < size) break
    take(bytes, 0, size - 4)
    next = bytes.readUInt32LE(size - 4)
  }
  return tables
}

function meet(seen: Set<number>, sector: number): void {
  if (seen.has(sector)) throw new Circle(`sector ${sector} follows itself`)
  seen.add(sector)
}

function namesIn(sector: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
    const length = sector.readUInt16LE(at + 64)
    if (length >= 2 && length <= 64) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}

const fieldBegins = 0x13
const mayStandBetween = new Set([0, 0x20, 0x22])
const again = 64

/** A field (DDE) that starts another program; the text is kept in one byte for each character, or in two. */
async function fetchesByItself(opened: OpenedFile): Promise<boolean> {
  const words = [Buffer.from('DDE'), Buffer.from('DDE', 'utf16le')]
  for await (const bytes of readThrough(opened, again)) if (words.some((word) => hasField(bytes, word))) return true
  return false
}

function hasField(bytes: Buffer, word: Buffer): boolean {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    let before = at - 1
    while (before > at - again && mayStandBetween.has(bytes[before] as number)) before -= 1
    if (bytes[before] === fieldBegins) return true
  }
  return false
}
