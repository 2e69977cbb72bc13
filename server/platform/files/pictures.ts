/** Turns what somebody calls a picture into one of our own making, at a cost that no sender can choose. Done by the process for costly work. */
import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { Effort } from '#server/platform/costly-work/effort.ts'
import { firstOfGif } from './gif-parts.ts'
import { bareJpeg, headOfJpeg, scansOf } from './jpeg-parts.ts'
import { kindOf, type PictureHead, type PictureKind } from './picture-head.ts'
import { openPictureLibrary } from './picture-library.ts'
import { barePng, headOfPng } from './png-parts.ts'

export type WrongPicture = 'webp' | 'wrong kind' | 'unreadable' | 'too many pixels'

const side = 1024
/** For a page: wide enough for a large screen. */
const pageSide = 1600
const mostPixels = 40_000_000
/** As it comes out of the decoder: forty million pixels of three colours, or fewer of finer ones. */
const mostBytes = 120_000_000
/** Twice the memory, and more than twice the work. */
const sixteenBitCosts = 3
/** Where the whole picture must be held in memory before the first row can be read: 25 million pixels of three colours, twice as many bytes in a JPEG. */
const mostBytesAtOnce = 75_000_000
/** A progressive JPEG is gone over once for each of its scans, and a scan can be a few bytes long. Programs write ten or twelve. */
const mostPixelsOfAllScans = 320_000_000

/** The picture as PNG, upright, at most 1024 pixels wide and high, without anything that the camera wrote beside the pixels. */
export async function portraitOf(path: string, effort: Effort): Promise<Buffer | WrongPicture> {
  return pictureFrom(path, effort, (bytes) => draw(bytes, side, (drawn) => drawn.png({ compressionLevel: 6 })))
}

/** For a page of the site: at most 1600 pixels wide and high; PNG where something shines through, or else JPEG. */
export async function pictureOf(path: string, effort: Effort): Promise<Buffer | WrongPicture> {
  return pictureFrom(path, effort, async (bytes) => {
    const png = await draw(bytes, pageSide, (drawn) => drawn.png({ compressionLevel: 9 }))
    if (typeof png === 'string') return png
    const { isOpaque } = await (await openPictureLibrary())(png).stats()
    return isOpaque ? draw(png, pageSide, (drawn) => drawn.jpeg({ quality: 84, progressive: true })) : png
  })
}

/** For somebody who looks at it on a screen: PNG, at most 1600 pixels wide and high. */
export async function screenPicture(bytes: Buffer): Promise<Buffer | WrongPicture> {
  const known = knownKindOf(bytes)
  if (typeof known === 'string') return known
  return draw(bare(bytes, known.kind), pageSide, (drawn) => drawn.png({ compressionLevel: 6 }))
}

/** The same picture in its own size and kind, upright, without anything beside its pixels. Of one that moves, the first. */
export async function pictureAnew(bytes: Buffer): Promise<Buffer | WrongPicture> {
  const known = knownKindOf(bytes)
  if (typeof known === 'string') return known
  return draw(bare(bytes, known.kind), undefined, (drawn) => {
    if (known.kind === 'jpeg') return drawn.jpeg({ quality: 92 })
    return known.kind === 'png' ? drawn.png({ compressionLevel: 6 }) : drawn.gif()
  })
}

/** Of a picture that we drew. */
export function sizeOfOwn(bytes: Buffer): { kind: 'png' | 'jpeg'; width: number; height: number } {
  const kind = kindOf(bytes)
  const head = kind === 'png' ? headOfPng(bytes) : kind === 'jpeg' ? headOfJpeg(bytes) : undefined
  if (!head || (kind !== 'png' && kind !== 'jpeg')) throw new Error('a picture of our own cannot be read')
  return { kind, width: head.width, height: head.height }
}

type Drawing = (bytes: Buffer) => Promise<Buffer | WrongPicture>

async function pictureFrom(path: string, effort: Effort, drawing: Drawing): Promise<Buffer | WrongPicture> {
  const bytes = await readFile(path)
  effort.spend(bytes.length)
  const known = knownKindOf(bytes)
  if (typeof known === 'string') return known
  effort.takeTime()
  return drawing(bare(bytes, known.kind))
}

/** Of a picture that may be drawn. */
function knownKindOf(bytes: Buffer): { kind: PictureKind } | WrongPicture {
  const kind = kindOf(bytes)
  if (kind === undefined) return 'wrong kind'
  if (kind === 'webp') return 'webp'
  const head = headOf(bytes, kind)
  if (!head) return 'unreadable'
  return isTooMuch(head, kind === 'jpeg' ? scansOf(bytes) : 1) ? 'too many pixels' : { kind }
}

function headOf(bytes: Buffer, kind: PictureKind): PictureHead | undefined {
  if (kind === 'gif') return firstOfGif(bytes)?.head
  return kind === 'png' ? headOfPng(bytes) : headOfJpeg(bytes)
}

function bare(bytes: Buffer, kind: PictureKind): Buffer {
  if (kind === 'gif') return firstOfGif(bytes)?.bare ?? bytes
  return kind === 'png' ? barePng(bytes) : bareJpeg(bytes)
}

function isTooMuch({ width, height, channels, isFine, isHeldWhole }: PictureHead, scans: number): boolean {
  const pixels = width * height
  const bytes = pixels * channels * (isFine ? sixteenBitCosts : 1)
  const most = isHeldWhole ? mostBytesAtOnce : mostBytes
  return pixels > mostPixels || bytes > most || pixels * scans > mostPixelsOfAllScans
}

/** At most `side` pixels wide and high, or as large as it is. */
async function draw(
  bytes: Buffer,
  side: number | undefined,
  as: (drawn: Sharp) => Sharp,
): Promise<Buffer | WrongPicture> {
  const sharp = await openPictureLibrary()
  try {
    const upright = sharp(bytes, {
      failOn: 'truncated',
      limitInputPixels: mostPixels,
      limitInputChannels: 5,
      sequentialRead: true,
    })
      .autoOrient()
      .toColourspace('srgb')
    const sized = side ? upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }) : upright
    return await as(sized).toBuffer()
  } catch (error) {
    // The library has no codes, only words.
    return /pixel limit/.test((error as Error).message) ? 'too many pixels' : 'unreadable'
  }
}
