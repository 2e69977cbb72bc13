/** PDFs written by hand, object by object. */
import { deflateSync } from 'node:zlib'

/** From 1 on; an empty one is left out. */
export type PdfObjects = Record<number, string | Buffer>

type Revision = { trailer?: string; before?: Buffer }
const begin: Buffer = Buffer.from('%PDF-1.7\n')

/** As a file; `before` is an older revision, which the new one only adds to. */
export function pdfOf(objects: PdfObjects, { trailer = '/Root 1 0 R', before = begin }: Revision = {}): Buffer {
  const parts: Buffer[] = [before]
  let at = before.length
  const places: [number, number][] = []
  for (const [number, body] of Object.entries(objects)) {
    const object = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ])
    places.push([Number(number), at])
    parts.push(object)
    at += object.length
  }
  const lines = places.map(([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`)
  const size = (places.at(-1)?.[0] ?? 0) + 1
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

export function streamOf(about: string, content: string | Buffer, isPacked = true): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const packed = isPacked ? deflateSync(bytes) : bytes
  const head = `<< ${about} ${isPacked ? '/Filter /FlateDecode' : ''} /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream')])
}

export const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
export const line = (words: string) => `BT /F1 12 Tf 50 700 Td (${words}) Tj ET`

/** One page that says so much. */
export function aPage(words: string, more: { page?: string; catalog?: string; objects?: PdfObjects } = {}): PdfObjects {
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${more.page ?? ''} >>`,
    4: streamOf('', line(words)),
    5: font,
    ...more.objects,
  }
}
