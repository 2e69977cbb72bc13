/** What the first bytes of a picture say of it, read by ourselves: no decoder sees a file before its size is known. */

export type PictureKind = 'jpeg' | 'png' | 'gif'

export type PictureHead = {
  width: number
  height: number
  channels: number
  /** Sixteen bits for each colour instead of eight. */
  isFine: boolean
  /** No row can be read before the whole picture is in memory. */
  isHeldWhole: boolean
}

/** By what the file begins with; its name and what the sender calls it say nothing. */
export function kindOf(bytes: Buffer): PictureKind | 'webp' | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  if (begins('\xff\xd8\xff')) return 'jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('GIF87a') || begins('GIF89a')) return 'gif'
  return begins('RIFF') && begins('WEBP', 8) ? 'webp' : undefined
}

const orientationTag = 0x0112
const entryBytes = 12

/** Which way is up, 1 to 8, of all that a camera wrote into its note (TIFF). */
export function orientationIn(note: Buffer): number | undefined {
  const order = note.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined
  const isLittle = order.startsWith('I')
  const two = (at: number) => (at + 2 > note.length ? 0 : isLittle ? note.readUInt16LE(at) : note.readUInt16BE(at))
  const list = note.length < 8 ? 0 : isLittle ? note.readUInt32LE(4) : note.readUInt32BE(4)
  for (let entry = 0; entry < two(list); entry += 1) {
    const at = list + 2 + entry * entryBytes
    if (at + entryBytes > note.length) return undefined
    if (two(at) !== orientationTag) continue
    const value = two(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** A note of our own that says nothing but which way is up. */
export function noteOf(orientation: number): Buffer {
  const note = Buffer.from('4d4d002a0000000800010112000300000001000000000000000000', 'hex').subarray(0, 26)
  note.writeUInt16BE(orientation, 18)
  return note
}
