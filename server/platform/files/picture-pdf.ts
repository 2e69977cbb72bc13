/** A PDF of pictures, with their words behind them: they can be searched, copied and read aloud, and nothing else is in the file. */
import {
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFStreamWriter,
  PDFString,
} from '@cantoo/pdf-lib'
import type { DrawnPage, SetWords } from './pdf-pages.ts'

/** Each letter of the font that is never drawn is so wide, in thousandths of its size. */
const letterWidth = 500
const jpegQuality = 85
const pictureName = 'P'

export type PicturePdf = { add: (page: DrawnPage) => Promise<void>; written: () => Promise<Uint8Array> }

export function picturePdf(): PicturePdf {
  const into = PDFContext.create()
  const folder = into.nextRef()
  const font = fontOf(into)
  const kids: PDFRef[] = []
  return {
    add: async (page) => {
      kids.push(await pageOf(into, page, { folder, font }))
    },
    written: async () => {
      into.assign(folder, into.obj({ Type: 'Pages', Count: kids.length, Kids: kids }))
      into.trailerInfo.Root = into.register(into.obj({ Type: 'Catalog', Pages: folder }))
      return PDFStreamWriter.forContext(into, Number.POSITIVE_INFINITY).serializeToBuffer()
    },
  }
}

async function pageOf(
  into: PDFContext,
  { width, height, canvas, setWords }: DrawnPage,
  { folder, font }: { folder: PDFRef; font: PDFRef },
): Promise<PDFRef> {
  const pixels = await canvas.encode('jpeg', jpegQuality)
  const image = into.register(
    PDFRawStream.of(
      into.obj({
        Type: 'XObject',
        Subtype: 'Image',
        Width: canvas.width,
        Height: canvas.height,
        ColorSpace: 'DeviceRGB',
        BitsPerComponent: 8,
        Filter: 'DCTDecode',
        Length: pixels.length,
      }),
      pixels,
    ),
  )
  const drawing = `BT 3 Tr ${setWords.map(wordsBehind).join('')}ET q ${numbers(width, 0, 0, height, 0, 0)} cm /${pictureName} Do Q`
  return into.register(
    into.obj({
      Type: 'Page',
      Parent: folder,
      MediaBox: [0, 0, width, height],
      Resources: { XObject: { [pictureName]: image }, Font: { F: font } },
      Contents: into.register(into.flateStream(drawing)),
    }),
  )
}

/** Of a PDF that was written here; `page` counts from 1. */
export async function pictureOfPage(bytes: Uint8Array, page: number): Promise<Uint8Array | undefined> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const resources = document.getPages()[page - 1]?.node.Resources()
  // One from before copies were drawn has no such pictures.
  const picture = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict)?.lookup(PDFName.of(pictureName))
  return picture instanceof PDFRawStream ? picture.contents : undefined
}

const numbers = (...all: number[]): string => all.map((each) => String(Number(each.toFixed(4)))).join(' ')

function wordsBehind({ text, matrix, width, height }: SetWords): string {
  const size = Math.max(1, height)
  const natural = (text.length * letterWidth * size) / 1000
  const stretched = Math.max(1, (100 * width) / natural)
  const codes = Buffer.from(text, 'utf16le').swap16().toString('hex')
  return `/F ${numbers(size)} Tf ${numbers(stretched)} Tz ${numbers(...matrix)} Tm <${codes}> Tj `
}

/** One code for each unit of UTF-16, whatever the language; there are no glyphs to embed. */
function fontOf(into: PDFContext): PDFRef {
  const ranges = Array.from({ length: 256 }, (_, high) => {
    const first = high.toString(16).padStart(2, '0')
    return `<${first}00> <${first}ff> <${first}00>`
  })
  const blocks = [0, 100, 200].map((from) => {
    const lines = ranges.slice(from, from + 100)
    return `${lines.length} beginbfrange\n${lines.join('\n')}\nendbfrange\n`
  })
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('')}endcmap end end`
  const descriptor = into.register(
    into.obj({
      Type: 'FontDescriptor',
      FontName: 'Words',
      Flags: 4,
      FontBBox: [0, -200, letterWidth, 800],
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    }),
  )
  const letters = into.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: 'Words',
    FontDescriptor: descriptor,
    DW: letterWidth,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
  })
  return into.register(
    into.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'Words',
      Encoding: 'Identity-H',
      DescendantFonts: [into.register(letters)],
      ToUnicode: into.register(into.flateStream(map)),
    }),
  )
}
