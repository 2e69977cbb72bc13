/** Authors whom nobody could mistake, and a file of each that says who made it wherever files say that. */
import { often } from './counts.ts'
import { aZip } from './documents.ts'
import { aPage, pdfOf, streamOf } from './pdf.ts'
import { planted as pictures } from './planted-pictures.ts'

export type Planted = { name: string; email: string; phone: string; pmdc: string; institution: string }

/** Names that nobody else in a test has: in Urdu, with marks, and of two words. */
const kinds = [
  { name: 'روبینہ شیخانی', mailbox: 'rubina', house: 'shaikhani', institution: 'Zarghun Teaching Hospital Quetta' },
  { name: 'Zoë Brâncuși', mailbox: 'zoe', house: 'brancusi', institution: 'Institut Kantakouzène Focșani' },
  {
    name: 'Xiomara de la Quintanilla',
    mailbox: 'xq',
    house: 'quintanilla',
    institution: 'Sanatorio Vallehermoso',
  },
] as const

/** The three, and sixty of their kind under `npm run test:long`: each has a last name of its own. */
export const planted: readonly Planted[] = Array.from({ length: often(3, 60) }, (_, at) => {
  const { name, mailbox, house, institution } = kinds[at % kinds.length] as (typeof kinds)[number]
  const own =
    at < kinds.length
      ? ''
      : ` Vexley${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}ova`
  return {
    name: `${name}${own}`,
    email: `${mailbox}.planted${at}@${house}.example`,
    phone: `0300${1_112_233 + at * 1111}`,
    pmdc: `${71_001 + at * 7}-S`,
    institution: `${institution}${own && ` of${own}`}`,
  }
})

/** What must be found nowhere: each by itself tells. */
export const needles: readonly string[] = planted.flatMap(({ name, email, phone, pmdc, institution }) => [
  name,
  name.split(' ').at(-1) ?? '',
  email,
  phone,
  pmdc,
  institution,
])

export type AuthorsFile = { bytes: Buffer; name: string }

/** A PDF, a Word file or a photograph: what stands in it names nobody, all that stands beside it does. */
export async function fileOf(author: Planted, at: number): Promise<AuthorsFile> {
  if (at % 3 === 0) return { bytes: pdfBy(author), name: `${author.name}.pdf` }
  if (at % 3 === 1) return { bytes: wordBy(author), name: `${author.name}.docx` }
  // Notes beside pixels are written in Latin letters.
  return { bytes: await pictures.jpeg(() => author.email), name: `${author.name}.jpg` }
}

const wide = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

function pdfBy({ name, email, institution }: Planted): Buffer {
  const xmp = Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>${name}</dc:creator></x:xmpmeta>`)
  const page = aPage('A study of sepsis', {
    catalog: '/Metadata 10 0 R',
    page: '/Annots [11 0 R]',
    objects: {
      6: `<< /Author ${wide(name)} /Company ${wide(institution)} /Subject (${email}) >>`,
      10: streamOf('/Type /Metadata /Subtype /XML', xmp, false),
      11: `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T ${wide(name)} /Contents ${wide(institution)} >>`,
    },
  })
  return pdfOf(page, { trailer: '/Root 1 0 R /Info 6 0 R' })
}

function wordBy({ name, email, institution }: Planted): Buffer {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const part = (path: string, xml: string) => ({ name: path, bytes: Buffer.from(`<?xml version="1.0"?>${xml}`) })
  const who = `w:id="1" w:author="${name}" w:date="2026-11-01T09:00:00Z"`
  return aZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    part(
      'word/document.xml',
      `<w:document ${w}><w:body><w:p><w:r><w:t>A study </w:t></w:r><w:ins ${who}><w:r><w:t>of sepsis</w:t></w:r></w:ins><w:del ${who}><w:r><w:delText>by ${name}</w:delText></w:r></w:del></w:p></w:body></w:document>`,
    ),
    part(
      'word/comments.xml',
      `<w:comments ${w}><w:comment w:author="${name}"><w:p><w:r><w:t>Ask ${email}</w:t></w:r></w:p></w:comment></w:comments>`,
    ),
    part('docProps/core.xml', `<cp:coreProperties><dc:creator>${name}</dc:creator></cp:coreProperties>`),
    part('docProps/app.xml', `<Properties><Company>${institution}</Company></Properties>`),
  ])
}
