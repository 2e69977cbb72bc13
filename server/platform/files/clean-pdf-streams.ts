/** What lies packed in the streams of a PDF: notes inside pictures go, and words that a page does not show are told. */
import { constants, inflateRawSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { bareJpeg } from './jpeg-parts.ts'
import { bareJpeg2000 } from './jpeg2000-parts.ts'

const most = 200 * 1024 * 1024
const filterKey = PDFName.of('Filter')
const parmsKey = PDFName.of('DecodeParms')
/** Pictures with a format of their own, in which cameras and programs write notes. */
const pictures: Record<string, (bytes: Buffer) => Buffer> = {
  DCTDecode: bareJpeg,
  JPXDecode: bareJpeg2000,
}

/** The same stream without what is written beside the pixels of a picture. */
export function bareStream(stream: PDFRawStream): { dict: PDFDict; contents: Uint8Array } {
  const { dict, contents } = stream
  const filters = filtersOf(dict)
  const last = filters.at(-1)?.decodeText() ?? ''
  const bare = pictures[last]
  if (!bare) return stream
  const packed = filters.length === 1 ? contents : unpacked(stream, filters.slice(0, -1))
  const single = dict.clone()
  single.set(filterKey, PDFName.of(last))
  const parms = dict.lookup(parmsKey)
  if (parms instanceof PDFArray) single.set(parmsKey, parms.lookup(filters.length - 1) ?? PDFNull)
  return { dict: single, contents: bare(Buffer.from(packed)) }
}

/**
 * Remarks, and what is said to screen readers: `/Span << /ActualText (...) >> BDC`. It stays, as it is part of the drawing; so it is told, to be
 * searched as the text is.
 */
export function wordsOfContent(stream: PDFRawStream): string[] {
  const text = Buffer.from(unpacked(stream, filtersOf(stream.dict))).toString('latin1')
  const found: string[] = []
  for (const [, said = ''] of text.matchAll(/<<([^]{0,2000}?)>>\s{0,8}(?:BDC|DP)/g)) {
    for (const [, plain = ''] of said.matchAll(/\(((?:[^\\()]|\\[^]){0,1000})\)/g))
      found.push(PDFString.of(plain).decodeText())
    for (const [, hex = ''] of said.matchAll(/<([0-9A-Fa-f\s]{2,4000})>/g))
      found.push(PDFHexString.of(hex.replaceAll(/\s/g, '')).decodeText())
  }
  for (const [remark] of text.matchAll(/%[^\r\n]{4,500}/g)) found.push(remark)
  return found
}

function filtersOf(dict: PDFDict): PDFName[] {
  const filter = dict.lookup(filterKey)
  const all = filter instanceof PDFArray ? filter.asArray().map((each) => dict.context.lookup(each)) : [filter]
  return all.filter((each) => each instanceof PDFName)
}

function unpacked({ dict, contents }: PDFRawStream, filters: PDFName[]): Uint8Array {
  if (filters.length === 0) return contents
  if (filters.length === 1 && filters[0] === PDFName.of('FlateDecode')) return inflated(contents)
  const these = PDFDict.withContext(dict.context)
  these.set(filterKey, dict.context.obj(filters))
  return decodePDFRawStream(PDFRawStream.of(these, contents)).decode()
}

/** Without its two first bytes, and with no look at its checksum or at whether it ends: readers do without them too. */
function inflated(contents: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(contents.subarray(2), { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error
    return new Uint8Array()
  }
}
