/** JPEG, segment by segment. What cameras and programs write beside the picture does not reach the decoder. */
import { noteOf, orientationIn, type PictureHead } from './picture-head.ts'

/** From its mark to where the next one begins. */
type Segment = { marker: number; at: number; end: number }

const [start, end, scan] = [0xd8, 0xd9, 0xda]
const sequential = [0xc0, 0xc1, 0xc9]
const progressive = [0xc2, 0xca]
/** Frames of other kinds; among their numbers stand three that are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
const mostOfColours = 2 * 1024 * 1024

/** Undefined for what is no JPEG, or none that we know how to read. */
export function headOfJpeg(bytes: Buffer): PictureHead | undefined {
  let head: PictureHead | undefined
  for (const segment of segmentsOf(bytes)) {
    if (segment.marker === scan) return head
    if (!isFrame(segment.marker)) continue
    // A second frame would be another picture of another size.
    if (head) return undefined
    head = readFrame(bytes, segment)
    if (!head) return undefined
  }
  return undefined
}

function readFrame(bytes: Buffer, { marker, at, end: until }: Segment): PictureHead | undefined {
  if (until - at < 10 || ![...sequential, ...progressive].includes(marker)) return undefined
  const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
  const [bits, channels] = [bytes.readUInt8(at + 4), bytes.readUInt8(at + 9)]
  if (bits !== 8 || width === 0 || height === 0 || channels < 1 || channels > 4) return undefined
  return { width, height, channels, isFine: false, isHeldWhole: progressive.includes(marker) }
}

/** How many times a decoder goes over the picture. What lies inside other segments (a thumbnail) does not count. */
export function scansOf(bytes: Buffer): number {
  let scans = 0
  for (const { marker } of segmentsOf(bytes)) if (marker === scan) scans += 1
  return scans
}

/** The same picture without notes, but for which way is up and what its colours mean. */
export function bareJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [Buffer.from([0xff, start])]
  let colours = 0
  let way: number | undefined
  for (const { marker, at, end: until } of segmentsOf(bytes)) {
    const begins = (text: string) => bytes.toString('latin1', at + 4, at + 4 + text.length) === text
    if (marker === 0xe1 && begins('Exif\0\0') && way === undefined) {
      way = orientationIn(bytes.subarray(at + 10, until))
      if (way !== undefined) kept.push(ourNote(way))
    }
    const isOfColours = marker === 0xe2 && begins('ICC_PROFILE\0') && (colours += until - at) <= mostOfColours
    const isOfFormat = (marker === 0xe0 && begins('JFIF\0')) || (marker === 0xee && begins('Adobe'))
    if (!isNote(marker) || isOfColours || isOfFormat) kept.push(bytes.subarray(at, until))
    if (marker === end) break
  }
  return Buffer.concat(kept)
}

function ourNote(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), noteOf(orientation)])
  const mark = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([mark, content])
}

/** Without the first mark. What stands between segments belongs to none; the pixels belong to the scan before them. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let at = nextMark(bytes, 2)
  while (at < bytes.length) {
    const marker = bytes[at + 1] as number
    if (marker === end) return yield { marker, at, end: at + 2 }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    if (length < 2) return
    const behind = Math.min(at + 2 + length, bytes.length)
    const next = nextMark(bytes, behind)
    yield { marker, at, end: marker === scan ? next : behind }
    at = next
  }
}

/** Stuffed bytes, fill bytes and restart marks stand inside a scan and have no length. */
function nextMark(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length;) {
    const marker = bytes[at + 1] as number
    const standsAlone = marker <= 1 || marker === 0xff || (marker >= 0xd0 && marker <= start)
    if (!standsAlone) return at
    at = bytes.indexOf(0xff, at + (marker === 0xff ? 1 : 2))
  }
  return bytes.length
}
