/** Pictures for tests: good ones, and every kind of bad one that we could think of. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { stuffedPictures } from './stuffed-pictures.ts'

type Size = { width: number; height: number; channels?: 3 | 4 }
export type Colour = { r: number; g: number; b: number; alpha?: number }

export const red = { r: 200, g: 30, b: 30 }
export const blue = { r: 30, g: 30, b: 200 }

export function plain({ width, height, channels = 3 }: Size, background: Colour = red): Sharp {
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false })
}

/** A good one, and small. */
export function photo(colour: Colour = red, size: Size = { width: 300, height: 400 }): Promise<Buffer> {
  return plain(size, colour).jpeg().toBuffer()
}

/** A large one of nearly one colour, which takes a while to work on. */
export async function noisy(colour: Colour): Promise<Buffer> {
  const grain = await noise(1400).resize(2800, 2800).toColourspace('b-w').png().toBuffer()
  const faint = plain({ width: 2800, height: 2800 }, colour)
  return faint
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 70 })
    .toBuffer()
}

/** The same picture with something behind its end, so that it has exactly so many bytes. */
export function padded(picture: Buffer, bytes: number): Buffer {
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
}

/** Whether it is a picture of one colour, from the first row to the last. */
export async function colourOf(png: Buffer): Promise<Colour> {
  const { channels } = await sharp(png, { failOn: 'truncated' }).stats()
  const [r, g, b] = channels.map(({ mean }) => Math.round(mean / 10) * 10)
  return { r: r ?? -1, g: g ?? -1, b: b ?? -1 }
}

export type Trial = { name: string; bytes: Buffer; answer: string }

const accepted = 'Success'
const wrongKind = 'Please choose a JPEG, PNG or GIF picture.'
const unreadable = 'This picture cannot be read. Please choose another one.'
const tooManyPixels = 'This picture has too many pixels. Please choose a smaller one.'

let hostile: Promise<Trial[]> | undefined
let odd: Promise<Trial[]> | undefined

/** What is sent under the name of a picture and must be refused, each with the words for its sender. */
export function hostilePictures(): Promise<Trial[]> {
  return (hostile ??= (async () => [
    ...(await made(await disguises(), wrongKind)),
    ...(await made([['WebP', plain({ width: 50, height: 50 }).webp().toBuffer()]], 'WebP format is not supported.')),
    ...(await made(await broken(), unreadable)),
    ...(await made(bombs(), tooManyPixels)),
  ])())
}

/** What looks dangerous, or is as much work as we take; what comes out of it is harmless. */
export function oddPictures(): Promise<Trial[]> {
  return (odd ??= made([...oddButGood(), ...stuffedPictures()], accepted))
}

export async function oddPicture(name: string): Promise<Buffer> {
  const found = (await oddPictures()).find((trial) => trial.name === name)
  if (!found) throw new Error(`there is no picture called ${name}`)
  return found.bytes
}

function made(named: Named[], answer: string): Promise<Trial[]> {
  return Promise.all(named.map(async ([name, bytes]) => ({ name, bytes: await bytes, answer })))
}

type Named = [name: string, bytes: Buffer | Promise<Buffer>]

async function disguises(): Promise<Named[]> {
  const text = (words: string) => Buffer.from(words, 'latin1')
  return [
    ['nothing at all', Buffer.alloc(0)],
    ['a web page', text('<!doctype html><script>alert(1)</script>')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a Windows program', text(`MZ\x90\0${'\0'.repeat(200)}PE\0\0`)],
    ['a zip', text(`PK\x03\x04${'\0'.repeat(100)}`)],
    ['a PDF', text('%PDF-1.7\n1 0 obj << /OpenAction << /JS (app.alert(1)) >> >> endobj')],
    ['PostScript', text('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file')],
    ['HEIC of a telephone', text(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(200)}`)],
    ['TIFF', plain({ width: 20, height: 20 }).tiff().toBuffer()],
    ['AVIF', plain({ width: 20, height: 20 }).avif().toBuffer()],
  ]
}

async function broken(): Promise<Named[]> {
  const jpeg = await plain({ width: 900, height: 900 }).jpeg().toBuffer()
  const png = await noise(400).png().toBuffer()
  const damaged = Buffer.from(png)
  damaged.fill(0x55, 5000, 6000)
  return [
    ['a JPEG cut in the middle', jpeg.subarray(0, jpeg.length / 2)],
    ['a PNG cut in the middle', png.subarray(0, png.length / 2)],
    ['a PNG with damage', damaged],
    ['a PNG that is only a beginning', png.subarray(0, 8)],
    ['a JPEG that is only a beginning', jpeg.subarray(0, 3)],
    ['a JPEG that is gone over thirty times', manyScans(20)],
    ['a page behind the first letters of a GIF', Buffer.from('GIF89a=1;/*<script>alert(1)</script>*/')],
    [
      'a PNG that claims a size and has no pixels',
      Buffer.concat([pngHead({ width: 500, height: 500 }), pngPiece('IEND', Buffer.alloc(0))]),
    ],
  ]
}

function bombs(): Named[] {
  const noPixels = [pngHead({ width: 65_535, height: 65_535 }), pngPiece('IDAT', deflateSync('x'))]
  return [
    ['a bomb of 16000 by 16000', blackPng({ width: 16_000, height: 16_000 })],
    ['a PNG that claims four milliard pixels', Buffer.concat(noPixels)],
    ['39 million pixels of 16 bits', blackPng({ width: 6300, height: 6300, isFine: true })],
    ['39 million pixels, interlaced', blackPng({ width: 6300, height: 6300, isInterlaced: true })],
    [
      'a progressive JPEG of 39 million pixels',
      plain({ width: 6300, height: 6300 }).jpeg({ progressive: true }).toBuffer(),
    ],
    ['a JPEG of two thousand scans', manyScans(2000)],
  ]
}

function oddButGood(): Named[] {
  const gps = { IFD0: { Artist: 'canary-artist' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 51/1 0/1' } }
  return [
    ['39 million pixels', blackPng({ width: 6300, height: 6300 })],
    ['10 million pixels of 16 bits', blackPng({ width: 3160, height: 3160, isFine: true })],
    ['the largest interlaced of 16 bits', blackPng({ width: 2490, height: 2500, isFine: true, isInterlaced: true })],
    ['the largest interlaced', blackPng({ width: 4990, height: 5000, isInterlaced: true })],
    [
      'the largest progressive JPEG',
      plain({ width: 4990, height: 5000 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['the largest GIF', plain({ width: 4300, height: 4300, channels: 4 }).gif().toBuffer()],
    ['CMYK', cmyk(5400)],
    ['APNG', animated()],
    ['a GIF that is also a script', gifWithScript()],
    ['a photo that tells where it was taken', plain({ width: 300, height: 200 }).withExif(gps).jpeg().toBuffer()],
    ['a photo on its side', plain({ width: 300, height: 200 }).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['a photo with colours of its own', plain({ width: 300, height: 200 }).withIccProfile('p3').jpeg().toBuffer()],
    ['one pixel', plain({ width: 1, height: 1 }).png().toBuffer()],
    ['noise', noise(700).png().toBuffer()],
  ]
}

function noise(side: number): Sharp {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

/** Its colours are changed while it is small, which takes a tenth of the time. */
async function cmyk(side: number): Promise<Buffer> {
  const small = await plain({ width: 54, height: 54 }).toColourspace('cmyk').jpeg().toBuffer()
  const large = sharp(small).pipelineColourspace('cmyk').resize(side, side, { kernel: 'nearest' })
  return large.toColourspace('cmyk').jpeg().toBuffer()
}

/** The last scan of a small progressive JPEG, over and over. */
async function manyScans(times: number): Promise<Buffer> {
  const jpeg = await plain({ width: 3000, height: 3000 }).jpeg({ progressive: true }).toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(last, jpeg.length - 2)
  const copies = Math.min(times, Math.floor((2_000_000 - jpeg.length) / scan.length))
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(copies).fill(scan), jpeg.subarray(-2)])
}

async function animated(): Promise<Buffer> {
  const png = await plain({ width: 60, height: 60 }).png().toBuffer()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(1000, 0)
  // Behind the signature (8) and the head (25).
  return Buffer.concat([png.subarray(0, 33), pngPiece('acTL', control), png.subarray(33)])
}

async function gifWithScript(): Promise<Buffer> {
  return Buffer.concat([
    await plain({ width: 40, height: 40 }).gif().toBuffer(),
    Buffer.from('*/=1;alert("canary-script")//'),
  ])
}

type Png = { width: number; height: number; isFine?: boolean; isInterlaced?: boolean }

/** 8 bits and three colours, or 16 bits, three colours and transparency. */
function pngHead({ width, height, isFine, isInterlaced }: Png): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([isFine ? 16 : 8, isFine ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngPiece('IHDR', head)])
}

/** Nothing but zeros, a thousand times smaller than its pixels, and made in no time: a compressed megabyte is repeated. */
function blackPng(png: Png): Buffer {
  const rowBytes = (width: number) => (width === 0 ? 0 : 1 + width * (png.isFine ? 8 : 3))
  const passes = png.isInterlaced ? adam7(png) : [png]
  const size = passes.reduce((sum, { width, height }) => sum + height * rowBytes(width), 0)
  const megabyte = 1_048_576
  const zeros = (bytes: number) =>
    deflateRawSync(Buffer.alloc(bytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const whole = Math.floor(size / megabyte)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((((size % 65_521) << 16) + 1) >>> 0)
  const stream = [Buffer.from([0x78, 0xda]), ...Array<Buffer>(whole).fill(zeros(megabyte)), zeros(size % megabyte)]
  const last = deflateRawSync(Buffer.alloc(0))
  const pixels = pngPiece('IDAT', Buffer.concat([...stream, last, checksum]))
  return Buffer.concat([pngHead(png), pixels, pngPiece('IEND', Buffer.alloc(0))])
}

/** The sizes of the seven passes of an interlaced PNG. */
function adam7({ width, height }: Png): Png[] {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ]
  return passes.map(([x = 0, y = 0, stepX = 1, stepY = 1]) => ({
    width: Math.ceil((width - x) / stepX),
    height: Math.ceil((height - y) / stepY),
  }))
}

function pngPiece(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(content.length)
  ends[1].writeUInt32BE(crc(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
