/** Files that show the name of their author where no search for words finds it. */
import sharp from 'sharp'
import { aZip, type ZipEntry } from './documents.ts'
import { aPage, line, pdfOf, streamOf } from './pdf.ts'

type Kind = 'pdf' | 'docx' | 'jpg'

const name = 'Zubaida Qureshi'
const study = 'A study of sepsis'

/** Of a page of paper. */
const photo = () => sharp({ create: { width: 300, height: 40, channels: 3, background: 'white' } })

function pdfWithPicture(content: string): Buffer {
  const picture = streamOf(
    '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    Buffer.from('0123456789abcdef'),
  )
  const page = '/Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R >> >>'
  return pdfOf(aPage('', { page, objects: { 4: streamOf('', content), 6: picture } }))
}

function pdfWithFont(font: string, more: Record<number, string | Buffer> = {}): Buffer {
  const page = '/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >>'
  const content = `${line(study)}\nBT /F2 12 Tf 50 650 Td (AB) Tj ET`
  return pdfOf(aPage('', { page, objects: { 4: streamOf('', content), 6: font, ...more } }))
}

/** A `Z` and what could be the letters behind it. */
const curves = '50 600 m 80 600 l 50 570 l 80 570 l S 90 600 m 90 570 110 570 110 600 c S 0 0 30 30 re f'

const office = 'http://schemas.openxmlformats.org'
const space = (prefix: string, end: string) => `xmlns:${prefix}="${office}/${end}"`
const spaces = [
  space('w', 'wordprocessingml/2006/main'),
  space('r', 'officeDocument/2006/relationships'),
  space('a', 'drawingml/2006/main'),
  space('wp', 'drawingml/2006/wordprocessingDrawing'),
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ')
const words = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** A Word file of one line, with this behind it, and with these parts. */
export function aWordFile(more: string, parts: { numbering?: string; picture?: Buffer } = {}): Buffer {
  const part = (path: string, xml: string): ZipEntry => ({ name: path, bytes: Buffer.from(xml) })
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const list = (all: string) => `<Relationships xmlns="${office}/package/2006/relationships">${all}</Relationships>`
  const type = (path: string, kind: string) => `<Override PartName="${path}" ContentType="${words}.${kind}+xml"/>`
  return aZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>${type('/word/document.xml', 'document.main')}${type('/word/numbering.xml', 'numbering')}</Types>`,
    ),
    part('_rels/.rels', list(relation('rId1', 'officeDocument', 'word/document.xml'))),
    part(
      'word/document.xml',
      `<w:document ${spaces}><w:body><w:p><w:r><w:t>${study}</w:t></w:r></w:p>${more}</w:body></w:document>`,
    ),
    part(
      'word/_rels/document.xml.rels',
      list(`${relation('rId1', 'numbering', 'numbering.xml')}${relation('rId2', 'image', 'media/a.png')}`),
    ),
    part('word/numbering.xml', `<w:numbering ${spaces}>${parts.numbering ?? ''}</w:numbering>`),
    ...(parts.picture ? [{ name: 'word/media/a.png', bytes: parts.picture }] : []),
  ])
}

const listOf = (text: string) =>
  `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>`
const drawing = (inner: string) => `<w:p><w:r><w:drawing><wp:inline>${inner}</wp:inline></w:drawing></w:r></w:p>`

/** Twelve, each as authors make them without thinking of it. */
export const specialFiles: [what: string, kind: Kind, make: () => Promise<Buffer> | Buffer][] = [
  ['a PDF with a picture beside text', 'pdf', () => pdfWithPicture(`${line(study)} q 300 0 0 40 50 600 cm /Im Do Q`)],
  [
    'a scan with words that a program read behind it',
    'pdf',
    () => pdfWithPicture(`BT 3 Tr /F1 12 Tf 50 700 Td (${study}) Tj ET q 612 0 0 792 0 0 cm /Im Do Q`),
  ],
  ['a scan that no program has read', 'pdf', () => pdfWithPicture('q 612 0 0 792 0 0 cm /Im Do Q')],
  [
    'a PDF with a picture inside its drawing',
    'pdf',
    () =>
      pdfOf(
        aPage('', {
          objects: { 4: streamOf('', `${line(study)} q 300 0 0 40 50 600 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q`) },
        }),
      ),
  ],
  [
    'a PDF with a font that does not tell its letters',
    'pdf',
    () =>
      pdfWithFont(
        '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Font /Encoding /Identity-H /DescendantFonts [7 0 R] >>',
        {
          7: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Font /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
        },
      ),
  ],
  [
    'a PDF with a font whose letters are drawings',
    'pdf',
    () =>
      pdfWithFont(
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 65 /LastChar 66 /Widths [9 9] /Encoding << /Differences [65 /a /b] >> /CharProcs << /a 7 0 R /b 7 0 R >> /Resources << >> >>',
        { 7: streamOf('', '9 0 d0 0 0 m 3 9 6 9 9 0 c S') },
      ),
  ],
  [
    'a PDF with a name drawn as curves',
    'pdf',
    () => pdfOf(aPage('', { objects: { 4: streamOf('', `${line(study)} ${curves}`) } })),
  ],
  [
    'a Word file with a picture beside text',
    'docx',
    async () =>
      aWordFile(drawing('<a:graphic><a:graphicData><a:blip r:embed="rId2"/></a:graphicData></a:graphic>'), {
        picture: await photo().png().toBuffer(),
      }),
  ],
  [
    'a Word file with a name in the numbers of a list',
    'docx',
    () => aWordFile('', { numbering: listOf(`${name} %1.`) }),
  ],
  [
    'a Word file with a name in the words for a picture',
    'docx',
    () => aWordFile(drawing(`<wp:docPr id="1" name="" descr="Photo of ${name}"/>`)),
  ],
  [
    'a Word file with a name drawn as curves',
    'docx',
    () => aWordFile(drawing('<wps:wsp><wps:spPr><a:custGeom><a:pathLst/></a:custGeom></wps:spPr></wps:wsp>')),
  ],
  ['a photo of a page', 'jpg', () => photo().jpeg().toBuffer()],
]
