/** A PDF written anew from what draws its pages, and from nothing else: what is not on the list of keys stays behind, whatever it is called. */
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStreamWriter,
} from '@cantoo/pdf-lib'
import type { Cannot } from './clean-copy.ts'
import { pdfPartsInto } from './clean-pdf-parts.ts'

export type CleanPdf = {
  bytes: Uint8Array
  /** What stands in it beside the text of its pages: names of fonts and colours, words for screen readers. */
  words: string[]
}

/** No abstract has more; a book is no attachment. */
const mostPages = 300
/** Folders of pages in folders of pages. */
const deepest = 40
/** Said once for many pages, in the folder above them. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const
const ofPage = [...inherited, 'Contents', 'Group', 'UserUnit'] as const

type Page = Map<string, PDFObject>

export async function cleanPdf(bytes: Uint8Array): Promise<CleanPdf | Cannot> {
  const from = await contextOf(bytes)
  if (typeof from === 'string') return from
  const pages = pagesOf(from)
  if (typeof pages === 'string') return pages
  const into = PDFContext.create()
  const parts = pdfPartsInto(into, from)
  const folder = into.nextRef()
  const kids = pages.map((page) => {
    const made = into.obj({ Type: 'Page', Parent: folder, MediaBox: [0, 0, 612, 792] })
    for (const [key, value] of page) {
      const copied = parts.copy(value, key)
      if (copied) made.set(PDFName.of(key), copied)
    }
    return into.register(made)
  })
  into.assign(folder, into.obj({ Type: 'Pages', Count: kids.length, Kids: kids }))
  into.trailerInfo.Root = into.register(into.obj({ Type: 'Catalog', Pages: folder }))
  const written = await PDFStreamWriter.forContext(into, Number.POSITIVE_INFINITY).serializeToBuffer()
  return { bytes: written, words: parts.words() }
}

async function contextOf(bytes: Uint8Array): Promise<PDFContext | Cannot> {
  try {
    const document = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false })
    return document.context
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'encrypted' : 'broken'
  }
}

/** In order, each with what its folders say for it. */
function pagesOf(context: PDFContext): Page[] | Cannot {
  const root = context.lookup(context.trailerInfo.Root)
  const top = root instanceof PDFDict ? context.lookup(root.get(PDFName.of('Pages'))) : undefined
  const found: Page[] = []
  const seen = new Set<PDFDict>()
  const enter = (node: PDFObject | undefined, above: Page, depth: number): void => {
    // One that lies in itself, or in two folders, is entered once.
    if (!(node instanceof PDFDict) || seen.has(node) || depth > deepest || found.length > mostPages) return
    seen.add(node)
    const here = new Map([...above, ...said(node, inherited)])
    const kids = context.lookup(node.get(PDFName.of('Kids')))
    if (!kids || !('asArray' in kids)) found.push(new Map([...here, ...said(node, ofPage)]))
    else
      for (const kid of (kids as { asArray: () => PDFObject[] }).asArray()) enter(context.lookup(kid), here, depth + 1)
  }
  enter(top, new Map(), 0)
  if (found.length > mostPages) return 'too many pages'
  return found.length === 0 ? 'broken' : found
}

function said(node: PDFDict, keys: readonly string[]): [string, PDFObject][] {
  return keys.flatMap((key) => {
    const value = node.get(PDFName.of(key))
    return value && (key !== 'Rotate' || value instanceof PDFNumber) ? [[key, value] as [string, PDFObject]] : []
  })
}
