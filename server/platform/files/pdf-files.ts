/** PDF: known by how it begins, and by names that make a reader's program do something. They can be hidden, so that this is not a virus scanner. */
import { constants, inflateRawSync } from 'node:zlib'
import type { Effort } from '#server/platform/costly-work/effort.ts'
import { type Judgement, type OpenedFile, readWhole } from './opened-file.ts'

const first = '%PDF-'
/** Scripts, programs, files inside the file, and forms that are sent somewhere. */
const harmful = ['/JavaScript', '/Launch', '/EmbeddedFile', '/SubmitForm']
const words = harmful.map((word) => Buffer.from(word, 'latin1'))
/** A file inside the file may lack its name. */
const attachment = /\/EF\s{0,20}<<\s{0,20}\/(?:F|UF|DOS|Mac|Unix)\b/
const longestName = 200
const longestAbout = 64 * 1024
/** Objects are packed together by the hundred; more than this no good file has in them. */
const most = { packed: 32 * 1024 * 1024, total: 128 * 1024 * 1024 }

export async function judgePdf(opened: OpenedFile): Promise<Judgement> {
  const bytes = await readWhole(opened)
  if (bytes.toString('latin1', 0, first.length) !== first) return 'wrong kind'
  return hasHarm(bytes) || hidesHarm(bytes, opened.effort) ? 'unsafe' : 'good'
}

function hasHarm(bytes: Buffer): boolean {
  return words.some((word) => bytes.includes(word)) || hasAttachment(bytes) || hasDisguise(bytes)
}

function hasAttachment(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('/EF'); at >= 0; at = bytes.indexOf('/EF', at + 1))
    if (attachment.test(bytes.toString('latin1', at, at + 64))) return true
  return false
}

/** Any letter of a name may be written as its number: /Java#53cript. */
function hasDisguise(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('#'); at >= 0; at = bytes.indexOf('#', at + 1)) {
    if (!isHex(bytes[at + 1]) || !isHex(bytes[at + 2])) continue
    let begins = at
    while (begins > at - longestName && isOfName(bytes[begins - 1])) begins -= 1
    let ends = at
    while (ends < at + longestName && isOfName(bytes[ends])) ends += 1
    const name = `/${decoded(bytes.toString('latin1', begins, ends))}`
    if (bytes[begins - 1] === slash && harmful.some((word) => name.startsWith(word))) return true
    at = ends
  }
  return false
}

const slash = 0x2f
const notOfNames = new Set(Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1'))
const isOfName = (byte: number | undefined) => byte !== undefined && !notOfNames.has(byte)
const isHex = (byte: number | undefined) => byte !== undefined && /[0-9a-f]/i.test(String.fromCharCode(byte))

function decoded(name: string): string {
  return name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Objects that are packed together (ObjStm) are unpacked and looked at too. What is encrypted stays unknown. */
function hidesHarm(bytes: Buffer, effort: Effort): boolean {
  let left = most.total
  for (const { about, packed } of streamsOf(bytes)) {
    if (!about.includes('/ObjStm') || !about.includes('/Filter')) continue
    // No program packs objects otherwise than this, and what cannot be unpacked cannot be looked at.
    if (/\/(?:ASCII|LZW|RunLength|A85|AHx|RL\b)|\/Predictor\s+[2-9]|\/Predictor\s+1\d/.test(about)) return true
    const objects = unpacked(packed, Math.min(left, most.packed))
    if (objects === 'too much') return true
    if (!objects) continue
    left -= objects.length
    effort.spend(objects.length)
    if (hasHarm(objects)) return true
  }
  return false
}

/** What is said of each stream before it begins, and everything from its first byte on. */
function* streamsOf(bytes: Buffer): Generator<{ about: string; packed: Buffer }> {
  let behind = 0
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const before = bytes.subarray(Math.max(behind, at - longestAbout), at)
    behind = at
    const lineEnds = bytes[at + 6] === 0x0d ? (bytes[at + 7] === 0x0a ? 2 : 1) : 1
    const about = decoded(before.toString('latin1', Math.max(0, before.lastIndexOf('obj'))))
    yield { about, packed: bytes.subarray(at + 6 + lineEnds) }
  }
}

/** Without its two first bytes, and with no look at its checksum or at whether it ends: readers do without them too. */
function unpacked(packed: Buffer, mostBytes: number): Buffer | 'too much' | undefined {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH
    return inflateRawSync(packed.subarray(2), { finishFlush, maxOutputLength: Math.max(1, mostBytes) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : undefined
  }
}
