/** Pictures that are good, and carry beside their pixels what was made to keep a decoder busy. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Named = [name: string, bytes: Buffer | Promise<Buffer>]

/** With a megabyte and more of it: the largest that may be sent as a portrait has two. */
export function stuffedPictures(): Named[] {
  return [
    ['a PNG with twenty texts that unpack to 40 MB each', stuffedPng(20, (at) => ['zTXt', `k${at}\0\0`, zeros(40)])],
    ['a PNG with twenty long texts in any language', stuffedPng(20, (at) => ['iTXt', `k${at}\0\x01\0\0\0`, zeros(40)])],
    ['a PNG whose colours unpack to 800 MB', stuffedPng(1, () => ['iCCP', 'colours\0\0', zeros(800)])],
    ['a PNG of a hundred thousand empty notes', stuffedPng(100_000, () => ['tEXt', 'k\0', ''])],
    ['a PNG on its side', stuffedPng(1, () => ['eXIf', '', onItsSide])],
    ['a PNG with more pixels than it has room for', pngOfZeros(8, 600)],
    ['a JPEG with a megabyte and a half of notes', stuffedJpeg()],
    ['a GIF of fifty thousand pictures', manyPictures(50_000)],
    ['a progressive JPEG of 20 million pixels', progressive(5472, 3648)],
  ]
}

/** As a camera writes that it was held upright. */
const onItsSide = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')

const kept = new Map<number, Buffer>()

/** So many megabytes of nothing, packed. */
function zeros(megabytes: number): Buffer {
  const packed = kept.get(megabytes) ?? deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 })
  kept.set(megabytes, packed)
  return packed
}

function red(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
}

type Stuffing = (at: number) => [name: string, begins: string, content: Buffer | string]

/** Behind the signature (8) and the head (25). */
async function stuffedPng(pieces: number, stuffing: Stuffing): Promise<Buffer> {
  const png = await red(60, 30).png().toBuffer()
  const more = Array.from({ length: pieces }, (_, at) => {
    const [name, begins, content] = stuffing(at)
    return piece(name, Buffer.concat([Buffer.from(begins, 'latin1'), Buffer.from(content)]))
  })
  return Buffer.concat([png.subarray(0, 33), ...more, png.subarray(33)])
}

function piece(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(content.length)
  ends[1].writeUInt32BE(crc32(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

function pngOfZeros(side: number, megabytes: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pieces = [piece('IHDR', head), piece('IDAT', zeros(megabytes)), piece('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...pieces])
}

/** Notes of every number, in pieces of 60 kB and of nothing. */
async function stuffedJpeg(): Promise<Buffer> {
  const jpeg = await red(300, 200).jpeg().toBuffer()
  const note = (marker: number, bytes: number) => {
    const made = Buffer.alloc(bytes + 4)
    made.set([0xff, marker])
    made.writeUInt16BE(bytes + 2, 2)
    return made
  }
  const long = Array.from({ length: 20 }, (_, at) => note(0xe1 + (at % 15), 60_000))
  const short = Array.from({ length: 70_000 }, (_, at) => note(at % 2 ? 0xfe : 0xed, 0))
  return Buffer.concat([jpeg.subarray(0, 2), ...long, ...short, jpeg.subarray(2)])
}

/** The first one again and again: behind the screen and its two colours (19) stands how it is drawn, then the picture, then one byte for the end. */
async function manyPictures(times: number): Promise<Buffer> {
  const gif = await red(4, 4).gif().toBuffer()
  const frame = gif.subarray(19, -1)
  const most = Math.floor(2_000_000 / frame.length)
  return Buffer.concat([gif.subarray(0, 19), ...Array<Buffer>(Math.min(times, most)).fill(frame), gif.subarray(-1)])
}

function progressive(width: number, height: number): Promise<Buffer> {
  return red(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
}
