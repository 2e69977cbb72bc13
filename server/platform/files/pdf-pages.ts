/** A page of a PDF drawn as a picture, with the words that can be seen on it. Done by the process for costly work. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { OpenedPdf, PDFPageProxy } from './pdf-library.ts'
import { type Box, type Matrix, picturesOn, type Sight, times } from './pdf-sight.ts'

/** Letters of 6 points can be read, on paper too. */
const dotsOfAnInch = 200
/** A poster is drawn coarser: its letters are larger. */
const mostPixels = 12_000_000
/** Between the lightest and the darkest point of a word, of 255: less than this no eye sees. */
const leastContrast = 12

/** In points, from the lower left corner: how the words lie, and how wide they are. */
export type SetWords = { text: string; matrix: readonly number[]; width: number; height: number }
export type DrawnPage = {
  width: number
  height: number
  canvas: Canvas
  /** Words that are drawn and that no picture covers. */
  setWords: SetWords[]
  /** These, and the words under pictures: a scan may bring along what was read in it. Words that are not drawn are left out. */
  text: string
  /** Whether nothing but words and straight lines is drawn. */
  isOnlyWords: boolean
}

type TextItem = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean }

export async function drawPage({ document, operators }: OpenedPdf, at: number): Promise<DrawnPage> {
  const page = await document.getPage(at)
  try {
    const { canvas, context, scale, width, height } = await canvasOf(page, document)
    const sight = picturesOn(await page.getOperatorList({ annotationMode: 0 }), operators)
    const { items } = await page.getTextContent({ disableNormalization: true })
    const seen = (items as Partial<TextItem>[]).filter((item): item is TextItem => typeof item.str === 'string')
    return { width, height, canvas, ...wordsOf(seen, { page, sight, hasInk: inkOf(context, canvas, scale) }) }
  } finally {
    page.cleanup()
  }
}

async function canvasOf(page: PDFPageProxy, document: OpenedPdf['document']) {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(dotsOfAnInch / 72, Math.sqrt(mostPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const { canvas, context } = (document.canvasFactory as CanvasFactory).create(
    Math.max(1, Math.ceil(viewport.width)),
    Math.max(1, Math.ceil(viewport.height)),
  )
  await page.render({
    canvas: canvas as never,
    canvasContext: context as never,
    viewport,
    background: 'white',
    annotationMode: 0,
  }).promise
  return { canvas, context, scale, width, height }
}

type CanvasFactory = { create: (width: number, height: number) => { canvas: Canvas; context: SKRSContext2D } }
type HasInk = (box: Box) => boolean
type Page = { page: PDFPageProxy; sight: Sight; hasInk: HasInk }

function wordsOf(items: readonly TextItem[], { page, sight, hasInk }: Page) {
  const { transform: toPage, height: pageHeight } = page.getViewport({ scale: 1 })
  const setWords: SetWords[] = []
  const text: string[] = []
  for (const item of items) {
    const { str, transform, width, height, hasEOL } = item
    const matrix = times(toPage as Matrix, uprightOf(transform))
    const isBlank = str.trim() === ''
    const isDrawn = !isBlank && isSeen(item, matrix, hasInk)
    if (isDrawn && !sight.covers(centreOf(transform, width, height)))
      setWords.push({ text: str, matrix: upwards(matrix, pageHeight), width, height })
    text.push(`${isBlank || isDrawn ? str : ''}${hasEOL ? '\n' : ''}`)
  }
  return { setWords, text: text.join(''), isOnlyWords: sight.isOnlyWords }
}

/** Of length one along the line, and across it. */
function uprightOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): number[] {
  const along = Math.hypot(a, b) || 1
  const up = Math.hypot(c, d) || 1
  return [a / along, b / along, c / up, d / up, e, f]
}

/** Whether most letters stand out in the band where small ones are: a line under or over the words, or their neighbours, do not reach it. */
function isSeen({ str, width, height }: TextItem, matrix: Matrix, hasInk: HasInk): boolean {
  const letters = Array.from(str)
  const step = width / letters.length
  const wanted = letters.flatMap((letter, at) => (letter.trim() === '' ? [] : [at]))
  const inked = wanted.filter((at) => {
    const corners = [at * step, (at + 1) * step].flatMap((x) => [height * 0.1, height * 0.5].map((y) => [x, y]))
    return hasInk(boxOf(corners.map(([x = 0, y = 0]) => times(matrix, [1, 0, 0, 1, x, y]).slice(4))))
  })
  return inked.length * 2 >= wanted.length
}

function boxOf(points: readonly number[][]): Box {
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

function centreOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], width: number, height: number) {
  const along = Math.hypot(a, b) || 1
  const up = Math.hypot(c, d) || 1
  return {
    x: e + (a / along) * (width / 2) + (c / up) * (height / 3),
    y: f + (b / along) * (width / 2) + (d / up) * (height / 3),
  }
}

function upwards([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, pageHeight: number): number[] {
  return [a, -b, c, -d, e, pageHeight - f]
}

/** Whether anything stands out in a box: white letters on white, and letters under a black bar, do not. */
function inkOf(context: SKRSContext2D, { width, height }: Canvas, scale: number): HasInk {
  const { data } = context.getImageData(0, 0, width, height)
  return ({ left, right, top, bottom }) => {
    const [x0, x1] = [Math.max(0, Math.floor(left * scale)), Math.min(width, Math.ceil(right * scale))]
    const [y0, y1] = [Math.max(0, Math.floor(top * scale)), Math.min(height, Math.ceil(bottom * scale))]
    let [darkest, lightest] = [255, 0]
    for (let y = y0; y < y1; y += 1)
      for (let x = x0; x < x1; x += 1) {
        const at = (y * width + x) * 4
        const light = ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
        if (light < darkest) darkest = light
        if (light > lightest) lightest = light
      }
    return lightest - darkest >= leastContrast
  }
}
