/** PDFs that no program writes, or none should. */
import { deflateSync } from 'node:zlib'
import type { HostileFile } from './hostile-files.ts'
import { aPage, font, line, type PdfObjects, pdfOf, streamOf } from './pdf.ts'

/** The word that none of the copies may have. */
export const hiddenWord = 'ZubaidaHostile'

export const onePage = (more: Parameters<typeof aPage>[1]) => pdfOf(aPage('words', more))
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 })
export const xmp = streamOf('/Type /Metadata /Subtype /XML', `<dc:creator>${hiddenWord}</dc:creator>`, false)

export const oddPdfs: HostileFile[] = [
  [
    'a PDF whose arrays lie in each other',
    'pdf',
    () => onePage({ page: `/CropBox ${'['.repeat(20_000)}${']'.repeat(20_000)}` }),
  ],
  [
    'a PDF whose states lie in each other',
    'pdf',
    () => onePage({ page: `/Group ${'<< /CS '.repeat(3000)} 1 ${'>>'.repeat(3000)}` }),
  ],
  [
    'a PDF that lies about lengths',
    'pdf',
    () =>
      Buffer.from(
        pdfOf(aPage('words'))
          .toString('latin1')
          .replace(/\/Length \d+/, '/Length 99999999'),
        'latin1',
      ),
  ],
  [
    'a PDF whose length is told by itself',
    'pdf',
    () => onePage({ objects: { 4: '<< /Length 4 0 R >>\nstream\nBT ET\nendstream' } }),
  ],
  [
    'a PDF with no list of its objects',
    'pdf',
    () =>
      Buffer.from(
        pdfOf(aPage('words'))
          .toString('latin1')
          .replace(/xref[^]*/, ''),
        'latin1',
      ),
  ],
  ['a PDF whose page unpacks to 400 MB', 'pdf', () => packedPage(zeros(400), '/FlateDecode')],
  ['a PDF whose page unpacks twice', 'pdf', () => packedPage(deflateSync(zeros(400)), '[/FlateDecode /FlateDecode]')],
  ['a PDF packed in a way that nobody knows', 'pdf', () => packedPage(Buffer.from('x'), '/NoSuchDecode')],
  [
    'a PDF packed as letters',
    'pdf',
    () => packedPage(Buffer.from(`${Buffer.from(line('words')).toString('hex')}>`), '/ASCIIHexDecode'),
  ],
  ['a PDF with a secret filter', 'pdf', () => packedPage(Buffer.from('x'), '/Crypt')],
  [
    'a PDF whose objects unpack to 100 MB',
    'pdf',
    () =>
      onePage({
        objects: {
          6: Buffer.concat([
            Buffer.from('<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
            zeros(100),
            Buffer.from('\nendstream'),
          ]),
        },
      }),
  ],
  [
    'a PDF with a broken photo',
    'pdf',
    () => withImage('/DCTDecode', Buffer.from(`\xff\xd8\xff\xe1\xff\xff${hiddenWord}`, 'latin1')),
  ],
  ['a PDF with a photo of nothing', 'pdf', () => withImage('/DCTDecode', Buffer.alloc(0))],
  ['a PDF with XMP in a newer photo', 'pdf', () => withImage('/JPXDecode', newerPhoto())],
  [
    'a PDF with a photo in letters',
    'pdf',
    () =>
      withImage(
        '[/ASCIIHexDecode /DCTDecode]',
        Buffer.from(`${Buffer.from(`\xff\xd8\xff\xfe\0\x10${hiddenWord}`, 'latin1').toString('hex')}>`),
      ),
  ],
  [
    'a PDF with an author among inks',
    'pdf',
    () =>
      onePage({
        page: '/Resources << /ColorSpace << /C [/Separation /Red /DeviceRGB << /FunctionType 2 /N 1 /Author (ZubaidaHostile) >>] >> >>',
      }),
  ],
  [
    'a PDF with XMP in a pattern, a shading, a state and a function',
    'pdf',
    () =>
      onePage({
        page: '/Resources << /Pattern << /P << /PatternType 2 /Metadata 6 0 R /Shading << /ShadingType 2 /Metadata 6 0 R /Function << /FunctionType 2 /N 1 /Metadata 6 0 R >> >> >> >> /ExtGState << /G << /LW 1 /Metadata 6 0 R >> >> >>',
        objects: { 6: xmp },
      }),
  ],
  [
    'a PDF with a text where a number belongs',
    'pdf',
    () => onePage({ page: `/CropBox [(${hiddenWord}) 0 9 9] /Rotate (${hiddenWord})` }),
  ],
  [
    'a PDF with a form of today and of old',
    'pdf',
    () =>
      onePage({
        catalog: `/AcroForm << /XFA (${hiddenWord}) /Fields [] >> /Perms << /DocMDP << /Name (${hiddenWord}) >> >>`,
      }),
  ],
  [
    'a PDF with an author in a disguise',
    'pdf',
    () => onePage({ page: '/#41uthor (ZubaidaHostile) /PieceInf#6f << /A (ZubaidaHostile) >>' }),
  ],
  [
    'a PDF with 200,000 objects',
    'pdf',
    () => onePage({ objects: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [at + 10, `(${at})`])) }),
  ],
  [
    'a PDF that calls 400 pages one',
    'pdf',
    () => Buffer.from(manyPages(400).toString('latin1').replace('/Count 400', '/Count 1'), 'latin1'),
  ],
  ['a PDF with a negative page', 'pdf', () => onePage({ page: '/MediaBox [99 99 -99 -99] /Rotate 45 /UserUnit -1' })],
  ['a PDF without a root', 'pdf', () => pdfOf(aPage('words'), { trailer: '/Root 99 0 R' })],
  ['a PDF whose root is a number', 'pdf', () => pdfOf({ 1: '42' })],
  [
    'a PDF between megabytes of nothing',
    'pdf',
    () =>
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        Buffer.alloc(3_000_000, 0x20),
        pdfOf(aPage('words')),
        Buffer.alloc(3_000_000),
      ]),
  ],
  ['a PDF of letters that end nowhere', 'pdf', () => onePage({ objects: { 6: `(${'('.repeat(100_000)}` } })],
]

function packedPage(content: Buffer, filter: string): Buffer {
  const head = `<< /Filter ${filter} /Length ${content.length} >>\nstream\n`
  return onePage({ objects: { 4: Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]) } })
}

function withImage(filter: string, content: Buffer): Buffer {
  const head = `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter ${filter} /Length ${content.length} >>\nstream\n`
  const image = Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')])
  return onePage({ page: '/Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R >> >>', objects: { 6: image } })
}

/** A list of boxes: what it is, a note, and the picture with a remark in it. */
function newerPhoto(): Buffer {
  const box = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length + 8)
    return Buffer.concat([length, Buffer.from(name, 'latin1'), content])
  }
  const remark = Buffer.from(`\xff\x4f\xff\x64\0\x12\0\x01${hiddenWord}\xff\x90\0\0`, 'latin1')
  return Buffer.concat([
    box('jP  ', Buffer.from('\r\n\x87\n', 'latin1')),
    box('xml ', Buffer.from(hiddenWord)),
    box('uuid', Buffer.from(hiddenWord)),
    box('jp2c', remark),
  ])
}

export function manyPages(count: number): Buffer {
  const pages: PdfObjects = { 1: '<< /Type /Catalog /Pages 2 0 R >>', 4: streamOf('', line('words')), 5: font }
  const kids = Array.from({ length: count }, (_, at) => at + 10)
  for (const kid of kids)
    pages[kid] =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>'
  return pdfOf({
    ...pages,
    2: `<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  })
}
