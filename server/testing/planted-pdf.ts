/** A PDF with a name in each place where programs write one. */
import { aPage, line, pdfOf, streamOf } from './pdf.ts'
import { drawingResources, unseenContent, unseenObjects } from './planted-pdf-drawings.ts'
import { planted as plantedIn } from './planted-pictures.ts'

const wide = (word: string) => `<FEFF${Buffer.from(word, 'utf16le').swap16().toString('hex')}>`
const xmp = (word: string) =>
  streamOf(
    '/Type /Metadata /Subtype /XML',
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>${word}</dc:creator></x:xmpmeta>`,
    false,
  )

/** Every place has a word of its own; all are in the file, and none of them is drawn. */
export async function plantedPdf(wordAt: (place: string) => string): Promise<Buffer> {
  const old = pdfOf(aPage('A study', { objects: { 6: `<< /Author (${wordAt('older revision')}) >>` } }))
  const exif = await plantedIn.jpeg(wordAt)
  const objects = aPage('A study of sepsis', {
    catalog: `/Metadata 10 0 R /Outlines 11 0 R /AcroForm << /Fields [13 0 R] >> /StructTreeRoot 14 0 R /PageLabels << /Nums [0 << /P (${wordAt('page labels')}) >>] >>
      /OCProperties << /OCGs [15 0 R 50 0 R] /D << /Name (${wordAt('layers')}) /OFF [50 0 R] >> >> /Names << /EmbeddedFiles << /Names [(a) 16 0 R] >> /JavaScript << /Names [(${wordAt('script')}) 18 0 R] >> >>
      /PieceInfo << /Word << /Private (${wordAt('piece info of the file')}) >> >> /URI << /Base (${wordAt('address')}) >> /Lang (${wordAt('language')})`,
    page: `/Annots 55 0 R /PieceInfo << /Adobe << /Private << /Who ${wide(wordAt('piece info of the page'))} >> >> >> /Metadata 20 0 R /Thumb 21 0 R /AA << /O 18 0 R >> /Private (${wordAt('unknown key')})
      /B [23 0 R] /Resources << ${drawingResources(wordAt)} >>`,
    objects: {
      4: streamOf('', `${line('A study of sepsis')}\n${unseenContent(wordAt)}`),
      ...unseenObjects(wordAt),
      6: `<< /Author (${wordAt('info')}) /Title ${wide(wordAt('title'))} /Creator (\\132ubaida) >>`,
      10: xmp(wordAt('xmp')),
      11: '<< /Type /Outlines /First 12 0 R /Last 12 0 R /Count 1 >>',
      12: `<< /Title (${wordAt('outline')}) /Parent 11 0 R /Dest [3 0 R /Fit] >>`,
      13: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (${wordAt('field')}) /Rect [0 0 9 9] >>`,
      14: `<< /Type /StructTreeRoot /K << /Type /StructElem /S /Figure /Alt (${wordAt('words for a figure')}) /P 14 0 R >> >>`,
      15: `<< /Type /OCG /Name (${wordAt('layer')}) >>`,
      16: `<< /Type /Filespec /F (${wordAt('name of a file in it')}) /EF << /F 17 0 R >> >>`,
      17: streamOf('/Type /EmbeddedFile', wordAt('file in it')),
      18: `<< /S /JavaScript /JS (${wordAt('action')}) >>`,
      19: `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T (${wordAt('who remarked')}) /Contents ${wide(wordAt('remark'))} >>`,
      20: xmp(wordAt('xmp of the page')),
      21: streamOf('/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', wordAt('thumbnail')),
      22: streamOf(
        `/Type /XObject /Subtype /Image /Width 60 /Height 30 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode /Metadata 25 0 R /Name /${wordAt('name of a picture')}`,
        exif,
        false,
      ),
      23: `<< /T << /I << /Author (${wordAt('article')}) >> >> >>`,
      24: streamOf(
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /PieceInfo << /Illustrator << /Private 26 0 R >> >> /LastModified (${wordAt('form')}) /OC 15 0 R /Resources << /Font << /F1 5 0 R >> >>`,
        '0 0 m',
      ),
      25: xmp(wordAt('xmp of a picture')),
      26: streamOf('', wordAt('private data of a form')),
      27: streamOf(`/Type /ObjStm /N 1 /First 5`, `28 0 << /Author (${wordAt('packed objects')}) >>`),
      29: `(${wordAt('loose object')})`,
    },
  })
  const id = Buffer.from(wordAt('identifier')).toString('hex')
  const trailer = `/Root 1 0 R /Info 6 0 R /ID [<${id}> <${id}>] /Prev 9`
  return Buffer.concat([pdfOf(objects, { trailer, before: old }), Buffer.from(`% ${wordAt('behind the end')}\n`)])
}
