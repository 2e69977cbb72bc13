/** The parts that draw a page of a PDF, copied into another one: by a written list of keys, so that what a program adds next year stays behind too. */
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { bareStream, wordsOfContent } from './clean-pdf-streams.ts'

const words = (text: string) => new Set(text.split(/\s+/))

/** Of streams, forms, pictures, states, patterns, shadings, functions, fonts and colours. None of them says who made it. */
const drawing = words(
  `Length Filter DecodeParms Predictor Colors Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 ColorTransform JBIG2Globals
  Type Subtype FormType BBox Matrix Resources Group S CS I Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Matte
  LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2 TR TR2 FL SM SA BM CA ca AIS TK G BC
  PatternType PaintType TilingType XStep YStep Shading ExtGState ShadingType Background AntiAlias Function Domain Extend Coords VerticesPerRow BitsPerCoordinate BitsPerFlag
  FunctionType Range Size BitsPerSample Order Encode C0 C1 N Functions Bounds WhitePoint BlackPoint Gamma Alternate
  BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode DescendantFonts CIDSystemInfo DW W DW2 W2 CIDToGIDMap FontBBox FontMatrix CharProcs BaseEncoding Differences
  CMapName WMode UseCMap Registry Ordering Supplement FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH
  AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet CIDSet Style Panose Length1 Length2 Length3`,
)
/** What a page calls the things it draws with: below these every key is a name that the page chose. */
const ofResources = words('ExtGState ColorSpace Pattern Shading XObject Font')
/** Where a text is needed to draw; elsewhere none is. */
const textKeys = words('Registry Ordering FontFamily CharSet Panose')
const fontNames = words('BaseFont FontName FontFamily')
/** Forms in forms in forms; a file that goes deeper is made to harm. */
const deepest = 250

/** `chosen`: the keys are names of the page's own. */
type Context = 'drawing' | 'resources' | 'chosen'

export type PdfParts = {
  /** Undefined where nothing of it may be taken along. */
  copy: (value: PDFObject, key: string) => PDFObject | undefined
  /** Beside the text of the pages. */
  words: () => string[]
}

export function pdfPartsInto(into: PDFContext, from: PDFContext): PdfParts {
  const copied = new Map<string, PDFRef>()
  const found = new Set<string>()
  let depth = 0

  const copy = (value: PDFObject | undefined, key: string, context: Context): PDFObject | undefined => {
    if (depth > deepest) throw new Error('deeper than anything that is drawn')
    depth += 1
    try {
      if (value instanceof PDFRef) return copyOnce(value, key, context)
      if (value instanceof PDFRawStream) return into.register(copyStream(value, key))
      if (value instanceof PDFDict) return copyDict(value, context)
      if (value instanceof PDFArray) return copyArray(value, key)
      if (value instanceof PDFName) return copyName(value, key)
      const isText = value instanceof PDFString || value instanceof PDFHexString
      if (isText) return textKeys.has(key) ? value.clone() : undefined
      return value instanceof PDFNumber || value instanceof PDFBool || value === PDFNull ? value : undefined
    } finally {
      depth -= 1
    }
  }

  /** What two pages draw with is copied for both; a form may draw with itself, in vain. */
  const copyOnce = (ref: PDFRef, key: string, context: Context): PDFObject | undefined => {
    const value = from.lookup(ref)
    if (value === undefined) return undefined
    const name = `${ref.tag} ${context} ${textKeys.has(key) ? key : ''}`
    const known = copied.get(name)
    if (known) return known
    const made = into.nextRef()
    copied.set(name, made)
    const content = value instanceof PDFRawStream ? copyStream(value, key) : copy(value, key, context)
    into.assign(made, content ?? PDFNull)
    return made
  }

  const copyDict = (dict: PDFDict, context: Context): PDFDict => {
    const made = into.obj({})
    for (const [name, value] of dict.entries()) {
      const key = name.decodeText()
      if (context === 'drawing' ? !drawing.has(key) : context === 'resources' && !ofResources.has(key)) continue
      if (context === 'chosen') found.add(key)
      const content = copy(value, context === 'chosen' ? '' : key, contextOf(key, context))
      if (content) made.set(name, content)
    }
    return made
  }

  const copyArray = (array: PDFArray, key: string): PDFArray => {
    const made = into.obj([])
    const all = array.asArray()
    const isPalette = all[0] === PDFName.of('Indexed')
    for (const value of all) {
      const isTable = isPalette && (value instanceof PDFString || value instanceof PDFHexString)
      // A place that is left empty would move the ones behind it.
      made.push(isTable ? value.clone() : (copy(value, key, 'drawing') ?? PDFNull))
    }
    return made
  }

  const copyName = (name: PDFName, key: string): PDFName => {
    // The names of inks stand in arrays under no key of their own.
    if (fontNames.has(key) || key === '' || key === 'ColorSpace') found.add(name.decodeText())
    return name
  }

  const copyStream = (stream: PDFRawStream, key: string): PDFRawStream => {
    const { dict, contents } = bareStream(stream)
    const made = PDFRawStream.of(copyDict(dict, 'drawing'), contents)
    const isContent = key === 'Contents' || dict.has(PDFName.of('BBox'))
    if (isContent) for (const text of wordsOfContent(made)) found.add(text)
    return made
  }

  return { copy: (value, key) => copy(value, key, contextOf(key, 'drawing')), words: () => [...found] }
}

function contextOf(key: string, within: Context): Context {
  if (within === 'resources') return 'chosen'
  if (within === 'chosen') return 'drawing'
  return key === 'Resources' ? 'resources' : key === 'CharProcs' ? 'chosen' : 'drawing'
}
