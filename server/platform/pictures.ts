/** Turns what somebody calls a picture into one of our own making, at a cost that no sender can choose. */
import { readFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { openPictureLibrary } from './picture-library.ts'
import { refuse } from './refuse.ts'

export type WrongPicture = 'webp' | 'wrong kind' | 'unreadable' | 'too many pixels'

const side = 1024
const mostPixels = 40_000_000
/** As it comes out of the decoder: forty million pixels of three colours, or fewer of finer ones. */
const mostBytes = 120_000_000
/** Twice the memory, and more than twice the work. */
const sixteenBitCosts = 3
/** Where the whole picture must be held in memory before the first row can be read. */
const mostBytesAtOnce = 48_000_000
/** A progressive JPEG is gone over once for each of its scans, and a scan can be a few bytes long. */
const mostPixelsOfAllScans = 160_000_000
/** By the clock on the wall, thirty times what the worst picture that is let in takes: who runs into it met a busy machine. */
const patienceInSeconds = 30

/** One at a time: pictures that come together must not take every thread and all memory from everybody else. */
let last: Promise<unknown> = Promise.resolve()

/** The picture as PNG, upright, at most 1024 pixels wide and high, without anything that the camera wrote beside the pixels. */
export function portraitOf(path: string): Promise<Buffer | WrongPicture> {
  const mine = last.then(() => convert(path))
  last = mine.catch(() => undefined)
  return mine
}

async function convert(path: string): Promise<Buffer | WrongPicture> {
  const bytes = await readFile(path)
  const kind = kindOf(bytes)
  if (kind === undefined) return 'wrong kind'
  if (kind === 'webp') return 'webp'
  const sharp = await openPictureLibrary()
  try {
    const picture = sharp(bytes, {
      failOn: 'truncated',
      limitInputPixels: mostPixels,
      limitInputChannels: 5,
      sequentialRead: true,
    })
    const metadata = await picture.metadata()
    if (metadata.format !== kind) return 'unreadable'
    if (isTooMuch(metadata, kind === 'jpeg' ? scansOf(bytes) : 1)) return 'too many pixels'
    return await picture
      .timeout({ seconds: patienceInSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .toBuffer()
  } catch (error) {
    // The library has no codes, only words.
    const { message } = error as Error
    // The same picture may pass in a quieter minute, and its owner must not be told that it is broken.
    if (/timeout/.test(message)) refuse('unavailable', { retryAfter: 5 })
    return /pixel limit/.test(message) ? 'too many pixels' : 'unreadable'
  }
}

/** By what the file begins with; its name and what the sender calls it say nothing. */
function kindOf(bytes: Buffer): 'jpeg' | 'png' | 'gif' | 'webp' | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  if (begins('\xff\xd8\xff')) return 'jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('GIF87a') || begins('GIF89a')) return 'gif'
  return begins('RIFF') && begins('WEBP', 8) ? 'webp' : undefined
}

function isTooMuch({ width, height, channels, depth, isProgressive, format }: Metadata, scans: number): boolean {
  const pixels = width * height
  const bytes = pixels * channels * (depth === 'ushort' ? sixteenBitCosts : 1)
  const isHeldWhole = isProgressive || format === 'gif'
  return bytes > (isHeldWhole ? mostBytesAtOnce : mostBytes) || pixels * scans > mostPixelsOfAllScans
}

/** How many times a decoder goes over the picture. What lies inside other segments (a thumbnail) does not count. */
function scansOf(jpeg: Buffer): number {
  let scans = 0
  for (let at = 2; at >= 0 && at + 4 <= jpeg.length;) {
    at = jpeg.indexOf(0xff, at)
    const marker = at < 0 ? 0xd9 : (jpeg[at + 1] ?? 0xd9)
    if (marker === 0xd9) break
    // Stuffed bytes, fill bytes and restart marks stand inside a scan and have no length.
    const standsAlone = marker === 0 || marker === 0xff || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xda) scans += 1
    at += standsAlone ? (marker === 0xff ? 1 : 2) : 2 + (at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 0)
  }
  return scans
}
