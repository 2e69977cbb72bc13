/** Pictures with a name in every note that cameras and programs write beside the pixels. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type WordAt = (place: string) => string

/** Twice as wide as high, and lying on its side as a camera writes it. */
const plain = () => sharp({ create: { width: 60, height: 30, channels: 3, background: { r: 200, g: 30, b: 30 } } })

function segment(marker: number, content: string): Buffer {
  const bytes = Buffer.from(content, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

async function jpeg(wordAt: WordAt): Promise<Buffer> {
  const exif = { IFD0: { Artist: wordAt('exif artist'), Copyright: wordAt('exif copyright') } }
  const drawn = await plain().withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
  const notes = [
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<dc:creator>${wordAt('jpeg xmp')}</dc:creator>`),
    segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\x20\x1c\x02\x50\0\x10${wordAt('iptc byline')}`),
    segment(0xfe, wordAt('jpeg remark')),
    segment(0xe5, wordAt('note of a camera')),
    ...[0xe3, 0xe4, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec].map((marker) =>
      segment(marker, wordAt(`segment ${marker}`)),
    ),
  ]
  return Buffer.concat([drawn.subarray(0, 2), ...notes, drawn.subarray(2), Buffer.from(wordAt('behind the jpeg'))])
}

function piece(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(content.length)
  ends[1].writeUInt32BE(crc32(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

async function png(wordAt: WordAt): Promise<Buffer> {
  const drawn = await plain().png().toBuffer()
  const text = (words: string) => Buffer.from(words, 'latin1')
  const notes = [
    piece('tEXt', text(`Author\0${wordAt('png text')}`)),
    piece('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(wordAt('packed png text'))])),
    piece('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0<dc:creator>${wordAt('png xmp')}</dc:creator>`)),
    piece('eXIf', text(`MM\0*\0\0\0\x08\0\0${wordAt('png exif')}`)),
    piece('prVt', text(wordAt('private piece'))),
    ...[
      'Title',
      'Description',
      'Copyright',
      'Software',
      'Source',
      'Creation Time',
      'Disclaimer',
      'Comment',
      'Warning',
    ].map((key) => piece('tEXt', text(`${key}\0${wordAt(`png text: ${key}`)}`))),
  ]
  return Buffer.concat([drawn.subarray(0, 33), ...notes, drawn.subarray(33), text(wordAt('behind the png'))])
}

export const planted = { jpeg, png }
