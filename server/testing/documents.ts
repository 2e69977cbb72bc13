/** Documents for tests, honest and otherwise: small enough to write here, hostile enough to matter. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  bytes: Buffer
  /** What the directory says in place of the truth. */
  claimedSize?: number
  /** As Unix writes the kind of a file: a link, for example. */
  mode?: number
}

const types = (document: string, kinds: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${document}"/>${kinds}</Types>`
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** `kinds` are said of other parts, in XML. */
export function aDocx(more: ZipEntry[] = [], { type = word, body = '<w:document/>', kinds = '' } = {}): Buffer {
  return aZip([
    { name: '[Content_Types].xml', bytes: Buffer.from(types(type, kinds)) },
    { name: 'word/document.xml', bytes: Buffer.from(body) },
    ...more,
  ])
}

/** The part that says what belongs to the document: each with its kind and where it is. */
export function relations(...all: [kind: string, target: string, isInside?: boolean][]): ZipEntry {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const lines = all.map(([kind, target, isInside], at) => {
    const type = kind.includes('://') ? kind : `${office}/${kind}`
    return `<Relationship Id="rId${at}" Type="${type}" Target="${target}"${isInside ? '' : ' TargetMode="External"'}/>`
  })
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const xml = `<Relationships xmlns="${namespace}">${lines.join('')}</Relationships>`
  return { name: 'word/_rels/document.xml.rels', bytes: Buffer.from(xml) }
}

/** A text with a field in it, cut into these pieces. */
export function aField(...pieces: string[]): string {
  const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
  const instruction = pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')
  return `<w:document><w:p>${mark('begin')}${instruction}${mark('separate')}<w:r><w:t>1</w:t></w:r>${mark('end')}</w:p></w:document>`
}

/** Objects that are packed together, as most programs write them today. */
export function packedPdf(objects: string, about = '/Filter /FlateDecode'): Buffer {
  const packed = deflateSync(Buffer.from(objects, 'latin1'))
  const head = `%PDF-1.7\n7 0 obj << /Type /ObjStm /N 1 /First 4 ${about} /Length ${packed.length} >>\nstream\r\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n%%EOF\n')])
}

export function aZip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, claimedSize = bytes.length, mode = 0o100644 } of entries) {
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedSize, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((mode << 16) >>> 0) % 2 ** 32, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), common, rest, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length % 65_536, 8)
  end.writeUInt16LE(entries.length % 65_536, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

/** The older kind of Word file, with streams of these names: header, one table of sectors, one folder. */
export function aDoc(streams: string[] = ['WordDocument', '1Table']): Buffer {
  const sector = 512
  const header = Buffer.alloc(sector)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(0xfffffffe, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sector, 0xff)
  const names = ['Root Entry', ...streams]
  const folderSectors = Math.ceil((names.length * 128) / sector)
  table.writeUInt32LE(0xfffffffd, 0)
  for (let each = 1; each <= folderSectors; each += 1)
    table.writeUInt32LE(each === folderSectors ? 0xfffffffe : each + 1, each * 4)
  const folder = Buffer.alloc(folderSectors * sector)
  for (const [place, name] of names.entries()) {
    folder.write(name, place * 128, 'utf16le')
    folder.writeUInt16LE((name.length + 1) * 2, place * 128 + 64)
  }
  return Buffer.concat([header, table, folder, Buffer.alloc(sector * 4)])
}

/** One whose tables of sectors, or whose folder, follow themselves for ever. */
export function aCircularDoc(what: 'tables' | 'folder', megabytes: number): Buffer {
  const doc = aDoc()
  if (what === 'folder') doc.writeUInt32LE(1, 512 + 4)
  else {
    // The chain of tables begins, and goes on, at a sector behind everything else.
    const sector = doc.length / 512 - 1
    doc.writeUInt32LE(sector, 68)
    const rest = Buffer.alloc(megabytes * 1_048_576 - doc.length)
    rest.writeUInt32LE(sector, 508)
    return Buffer.concat([doc, rest])
  }
  return Buffer.concat([doc, Buffer.alloc(megabytes * 1_048_576 - doc.length)])
}

export const anRtf = (words = 'words') => Buffer.from(`{\\rtf1\\ansi ${words}}`)

export function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
}
