/** Places of a PDF that belong to the drawing of a page, and that no page shows. */
import { deflateSync } from 'node:zlib'
import { line, type PdfObjects, streamOf } from './pdf.ts'

type WordAt = (place: string) => string

/** As an embedded font of TrueType has it: a directory with one table, `name`, whose records say who made it. */
function fontWithNames(wordAt: WordAt): Buffer {
  const words = Array.from({ length: 21 }, (_, id) => Buffer.from(wordAt(`name ${id} of an embedded font`)))
  const records = words.map((word, id) => {
    const record = Buffer.alloc(12)
    const before = words.slice(0, id).reduce((sum, { length }) => sum + length, 0)
    for (const [at, value] of [1, 0, 0, id, word.length, before].entries()) record.writeUInt16BE(value, at * 2)
    return record
  })
  const head = Buffer.alloc(6)
  head.writeUInt16BE(words.length, 2)
  head.writeUInt16BE(6 + 12 * words.length, 4)
  const table = Buffer.concat([head, ...records, ...words])
  const directory = Buffer.alloc(28)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(1, 4)
  directory.write('name', 12, 'latin1')
  directory.writeUInt32BE(28, 20)
  directory.writeUInt32BE(table.length, 24)
  return Buffer.concat([directory, table])
}

/** Text that is there and cannot be seen, operators that no program knows, and names that the page gives to parts of itself. */
export function unseenContent(wordAt: WordAt): string {
  const put = (place: string, x: number, y: number) => `BT /F1 12 Tf ${x} ${y} Td (${wordAt(place)}) Tj ET`
  return [
    `% ${wordAt('remark in the content')}`,
    `/${wordAt('tag')} BMC EMC`,
    ...['Lang', 'Alt', 'E', 'ActualText', 'Title'].map(
      (key) => `/Span << /${key} (${wordAt(`marked content: ${key}`)}) >> BDC EMC`,
    ),
    `/${wordAt('tag with properties')} << /MCID 0 >> BDC EMC`,
    `/${wordAt('marked point')} MP /P << /Who (${wordAt('marked point with properties')}) >> DP`,
    `(${wordAt('operand of an unknown operator')}) Zz /${wordAt('name before an unknown operator')} Zy`,
    `BX [(${wordAt('operand between BX and EX')})] Zx EX`,
    `q BI /W 1 /H 1 /BPC 8 /CS /G /Who (${wordAt('key of an inline picture')}) ID x EI Q`,
    `BT /F1 12 Tf 3 Tr 50 650 Td (${wordAt('invisible text')}) Tj 0 Tr ET`,
    `1 g ${put('white text', 50, 630)} 0 g`,
    put('text beside the page', 5000, 600),
    `q 0 0 1 1 re W n ${put('text behind a clip', 50, 580)} Q`,
    `${put('text under a bar', 50, 560)} 40 550 300 30 re f`,
    `/OC /Off BDC ${put('text of a layer that is off', 50, 540)} EMC`,
    `0.001 0 0 0.001 0 0 cm ${put('text too small to see', 50, 5200)}`,
  ].join('\n')
}

/** Begins at object 40; the page names them by `drawingResources`. */
export function unseenObjects(wordAt: WordAt): PdfObjects {
  const profile = Buffer.alloc(160)
  profile.write('acsp', 36, 'latin1')
  const description = Buffer.from(`desc${wordAt('description of a profile')} cprt${wordAt('copyright of a profile')}`)
  const behind = Buffer.concat([deflateSync(Buffer.from('q Q')), Buffer.from(wordAt('behind a packed stream'))])
  return {
    40: streamOf(
      `/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /${wordAt('font of a form that is not drawn')} 5 0 R >> >>`,
      line(wordAt('form that is not drawn')),
    ),
    41: `<< /Type /Font /Subtype /TrueType /BaseFont /${wordAt('font')} /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 42 0 R /ToUnicode 44 0 R
      /Encoding << /Type /Encoding /Differences [66 /${wordAt('letter of a font')}] >> >>`,
    42: `<< /Type /FontDescriptor /FontName /${wordAt('font name')} /FontFamily (${wordAt('font family')}) /Flags 32 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9
      /CharSet (/${wordAt('list of letters')}) /FontFile2 43 0 R >>`,
    43: streamOf('/Length1 999', fontWithNames(wordAt)),
    44: streamOf(
      `/CMapName /${wordAt('name of a map of letters')}`,
      `% ${wordAt('remark in a map of letters')}\nbegincmap /Who (${wordAt('key in a map of letters')}) def 1 begincodespacerange <00> <ff> endcodespacerange endcmap`,
    ),
    45: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1] /Name /${wordAt('name of a drawn font')}
      /Encoding << /Differences [65 /a 66 /${wordAt('drawn letter')}] >> /CharProcs << /a 46 0 R /${wordAt('drawing of a letter')} 46 0 R >> /Resources << >> >>`,
    46: streamOf('', `1 0 d0 % ${wordAt('remark in a drawn letter')}\n`),
    47: streamOf(
      '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]',
      `{ % ${wordAt('remark in a function')}\n dup dup }`,
    ),
    48: streamOf('/N 3 /Alternate /DeviceRGB', Buffer.concat([profile, description])),
    49: Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode /Length ${behind.length} >>\nstream\n`,
      ),
      behind,
      Buffer.from('\nendstream'),
    ]),
    50: `<< /Type /OCG /Name (${wordAt('layer that is off')}) >>`,
    51: `<< /Type /Font /Subtype /Type0 /BaseFont /${wordAt('font of many letters')} /Encoding /Identity-H /DescendantFonts [52 0 R] >>`,
    52: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${wordAt('part of a font of many letters')} /CIDSystemInfo << /Registry (${wordAt('registry')}) /Ordering (${wordAt('ordering')}) /Supplement 0 >> >>`,
    53: streamOf(
      `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>`,
      `% ${wordAt('remark in a pattern')}\n`,
    ),
    54: `<< /Type /ExtGState /CA 1 /Who (${wordAt('key of a state')}) >>`,
    55: remarksOf(wordAt),
  }
}

/** What a page calls its parts, and inks by name. */
export function drawingResources(wordAt: WordAt): string {
  const named = (kind: string, place: string, value: string) => `/${kind} << /${wordAt(place)} ${value} >>`
  return `/Font << /F1 5 0 R /F2 41 0 R /F3 45 0 R /F4 51 0 R /${wordAt('name of a font here')} 5 0 R >>
    /XObject << /Im 22 0 R /Fm 24 0 R /Fu 49 0 R /${wordAt('name of a form here')} 40 0 R >>
    /ColorSpace << /Cs1 [/ICCBased 48 0 R] /Cs2 [/Separation /${wordAt('ink')} /DeviceRGB 47 0 R] /Cs3 [/DeviceN [/${wordAt('one ink of many')}] /DeviceRGB 47 0 R << /Colorants << /${wordAt('ink by its name')} 47 0 R >> >>] /${wordAt('name of a colour here')} /DeviceRGB >>
    ${named('Pattern', 'name of a pattern here', '53 0 R')} ${named('ExtGState', 'name of a state here', '54 0 R')} ${named('Shading', 'name of a shading here', '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 1] /Function 47 0 R >>')}
    /ProcSet [/PDF /${wordAt('set of procedures')}] /Properties << /Off 50 0 R /MC0 << /Title (${wordAt('properties')}) >> /${wordAt('name of properties here')} << >> >> /${wordAt('kind of resources')} << >>`
}

/** Beside the page, each with what programs write into it. */
function remarksOf(wordAt: WordAt): string {
  const kinds = ['FreeText', 'Stamp', 'Link', 'FileAttachment', 'Popup', 'Highlight', 'Ink', 'Sound', 'Redact']
  const keys = ['T', 'Contents', 'Subj', 'NM', 'RC']
  const all = kinds.map((kind) => {
    const said = keys.map((key) => `/${key} (${wordAt(`${kind}: ${key}`)})`)
    return `<< /Type /Annot /Subtype /${kind} /Rect [0 0 0 0] /F 2 ${said.join(' ')} >>`
  })
  return `[${all.join('\n')}]`
}
