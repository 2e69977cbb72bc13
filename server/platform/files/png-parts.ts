/** PNG, chunk by chunk. Of the thirty kinds of chunks the decoder gets those that make the picture: it would unpack the others too, however large. */
import { crc32, inflateSync } from 'node:zlib'
import { noteOf, orientationIn, type PictureHead } from './picture-head.ts'

type Chunk = { name: string; at: number; end: number; content: Buffer }

const firstChunk = 8
/** Length, name and checksum. */
const round = 12
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const mostOfColours = { packed: 512 * 1024, unpacked: 2 * 1024 * 1024 }
/** By colour type: how many channels, and how many bits each may have. */
const colourTypes: Record<number, { channels: number; bits: number[] }> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 3, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
}

/** Undefined for what is no PNG, or has nothing but a beginning. */
export function headOfPng(bytes: Buffer): PictureHead | undefined {
  const names = new Set<string>()
  let head: PictureHead | undefined
  for (const { name, content } of chunksOf(bytes)) {
    head ??= name === 'IHDR' ? readHead(content) : undefined
    if (!head) return undefined
    if (name === 'IDAT') return { ...head, channels: head.channels + (names.has('tRNS') ? 1 : 0) }
    names.add(name)
  }
  return undefined
}

function readHead(content: Buffer): PictureHead | undefined {
  if (content.length !== 13) return undefined
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [bits = 0, colours = -1, packing, filter, interlace = 2] = content.subarray(8)
  const type = colourTypes[colours]
  const isSound = width > 0 && height > 0 && type?.bits.includes(bits) && packing === 0 && filter === 0 && interlace < 2
  if (!isSound || !type) return undefined
  return { width, height, channels: type.channels, isFine: bits === 16, isHeldWhole: interlace === 1 }
}

/** The same picture without anything that is not needed to draw it. */
export function barePng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, firstChunk)]
  let isBeforePixels = true
  for (const { name, at, end, content } of chunksOf(bytes)) {
    if (name === 'IDAT') isBeforePixels = false
    const way = name === 'eXIf' && isBeforePixels ? orientationIn(content) : undefined
    if (way !== undefined) kept.push(chunkOf('eXIf', noteOf(way)))
    if (needed.has(name) || (name === 'iCCP' && isSmall(content))) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') break
  }
  return Buffer.concat(kept)
}

/** What colours mean: a name, a zero, the way of packing, and the packed table. */
function isSmall(content: Buffer): boolean {
  const packed = content.subarray(content.indexOf(0) + 2)
  if (packed.length > mostOfColours.packed) return false
  try {
    return inflateSync(packed, { maxOutputLength: mostOfColours.unpacked }).length > 0
  } catch {
    return false
  }
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = firstChunk; at + 8 <= bytes.length;) {
    const end = at + round + bytes.readUInt32BE(at)
    const content = bytes.subarray(at + 8, Math.max(at + 8, Math.min(end - 4, bytes.length)))
    yield { name: bytes.toString('latin1', at + 4, at + 8), at, end, content }
    at = end
  }
}

function chunkOf(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
