/** Whether the fonts of a PDF say which letters they draw: where they do not, what PDF.js takes for the words is a guess. */
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, ParseSpeeds } from '@cantoo/pdf-lib'

/** Of a letter, by the lists that every program has. `g12` and `cid34` are names that a program made up. */
const knownGlyph = /^(?:[A-Za-z]|[A-Z]{0,2}[a-z]{2,}|uni(?:[0-9A-F]{4})+|u[0-9A-F]{4,6}|\.notdef)$/
const embedded = ['FontFile', 'FontFile2', 'FontFile3']

/** False also where nothing can be told. */
export async function fontsTellLetters(bytes: Uint8Array): Promise<boolean> {
  try {
    const { context } = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false })
    const seen = new Set<PDFObject>()
    const enter = (value: PDFObject | undefined): boolean => {
      if (value === undefined || seen.has(value)) return true
      seen.add(value)
      if (value instanceof PDFArray) return value.asArray().every(enter)
      const dict = value instanceof PDFDict ? value : 'dict' in value ? (value.dict as PDFDict) : undefined
      return dict === undefined || (tellsLetters(dict) && dict.values().every(enter))
    }
    return context.enumerateIndirectObjects().every(([, object]) => enter(object))
  } catch {
    return false
  }
}

const named = (dict: PDFDict, key: string): PDFObject | undefined => dict.lookup(PDFName.of(key))

function tellsLetters(font: PDFDict): boolean {
  const subtype = named(font, 'Subtype')
  if (named(font, 'Type') !== PDFName.of('Font') || !(subtype instanceof PDFName)) return true
  const kind = subtype.decodeText()
  // Its letters are drawings.
  if (kind === 'Type3') return false
  if (kind.startsWith('CIDFont') || named(font, 'ToUnicode')) return true
  if (kind === 'Type0') return false
  const encoding = named(font, 'Encoding')
  if (encoding instanceof PDFName) return true
  if (encoding instanceof PDFDict) return hasKnownGlyphs(encoding)
  const descriptor = named(font, 'FontDescriptor')
  return !(descriptor instanceof PDFDict && embedded.some((key) => named(descriptor, key)))
}

function hasKnownGlyphs(encoding: PDFDict): boolean {
  const differences = named(encoding, 'Differences')
  if (!(differences instanceof PDFArray)) return true
  return differences.asArray().every((each) => !(each instanceof PDFName) || knownGlyph.test(each.decodeText()))
}
