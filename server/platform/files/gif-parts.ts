/** GIF, block by block: the decoder gets the first picture, and none of the thousands that may follow it. */
import type { PictureHead } from './picture-head.ts'

type FirstPicture = { head: PictureHead; bare: Buffer }

const [extension, image, end] = [0x21, 0x2c, 0x3b]
const graphicControl = 0xf9
const afterScreen = 13

/** Undefined for what is no GIF, or has no picture in it. */
export function firstOfGif(bytes: Buffer): FirstPicture | undefined {
  if (bytes.length < afterScreen) return undefined
  const screen = bytes.subarray(0, afterScreen + tableBytes(bytes[10] as number))
  let control = Buffer.alloc(0)
  for (let at = screen.length; at + 10 < bytes.length;) {
    const isExtension = bytes[at] === extension
    if (!isExtension && bytes[at] !== image) return undefined
    if (!isExtension) {
      const table = tableBytes(bytes[at + 9] as number)
      const picture = bytes.subarray(at, behindBlocks(bytes, at + 11 + table))
      return { head: headOf(bytes, at), bare: Buffer.concat([screen, control, picture, Buffer.from([end])]) }
    }
    const next = behindBlocks(bytes, at + 2)
    if (bytes[at + 1] === graphicControl) control = Buffer.from(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

/** A picture may be larger than the screen that it claims to be drawn on. */
function headOf(bytes: Buffer, at: number): PictureHead {
  const two = (from: number) => bytes.readUInt16LE(from)
  const width = Math.max(two(6), two(at + 1) + two(at + 5))
  const height = Math.max(two(8), two(at + 3) + two(at + 7))
  return { width, height, channels: 4, isFine: false, isHeldWhole: true }
}

/** Of the table of colours that such flags announce. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Blocks have one byte for their length, and the last one has none. */
function behindBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number)
  return Math.min(at + 1, bytes.length)
}
