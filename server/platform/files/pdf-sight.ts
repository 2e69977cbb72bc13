/** What a page of a PDF draws beside words: pictures and curves may show a name that no search can read. */
export type Box = { left: number; right: number; top: number; bottom: number }
export type Sight = {
  /** Whether nothing but words and straight lines along the page is drawn. */
  isOnlyWords: boolean
  /** Whether a picture lies there, in points of the page. */
  covers: (point: { x: number; y: number }) => boolean
}

type Operators = Readonly<Record<string, number>>
type OperatorList = { fnArray: readonly number[]; argsArray: readonly unknown[] }
/** As PDF writes it: six numbers. */
export type Matrix = readonly number[]

const everywhere: Box = {
  left: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
}
/** Drawn into the unit square. */
const squarePictures = ['paintImageXObject', 'paintInlineImageXObject', 'paintImageMaskXObject'] as const
/** Where these lie is not followed: they count as lying everywhere. */
const otherPictures = [
  'paintImageMaskXObjectGroup',
  'paintInlineImageXObjectGroup',
  'paintImageXObjectRepeat',
  'paintImageMaskXObjectRepeat',
  'paintSolidColorImageMask',
  'shadingFill',
  'setFillColorN',
  'setStrokeColorN',
] as const

export function picturesOn({ fnArray, argsArray }: OperatorList, ops: Operators): Sight {
  const boxes: Box[] = []
  const stack: Matrix[] = []
  let here: Matrix = [1, 0, 0, 1, 0, 0]
  let isOnlyWords = true
  const squares = new Set(squarePictures.map((name) => ops[name]))
  const others = new Set(otherPictures.map((name) => ops[name]))
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[]
    if (operator === ops.save) stack.push(here)
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) here = stack.pop() ?? here
    else if (operator === ops.transform) here = times(here, args as number[])
    else if (operator === ops.paintFormXObjectBegin) {
      stack.push(here)
      if (args[0]) here = times(here, args[0] as number[])
    } else if (squares.has(operator)) boxes.push(squareUnder(here))
    else if (others.has(operator)) boxes.push(everywhere)
    else if (operator === ops.constructPath) isOnlyWords &&= isStraight(args[1])
  }
  return {
    isOnlyWords: isOnlyWords && boxes.length === 0,
    covers: ({ x, y }) =>
      boxes.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= bottom && y <= top),
  }
}

/** First b, then a. */
export function times(a: Matrix, b: Matrix): number[] {
  const [a0 = 1, a1 = 0, a2 = 0, a3 = 1, a4 = 0, a5 = 0] = a
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b
  return [
    a0 * b0 + a2 * b1,
    a1 * b0 + a3 * b1,
    a0 * b2 + a2 * b3,
    a1 * b2 + a3 * b3,
    a0 * b4 + a2 * b5 + a4,
    a1 * b4 + a3 * b5 + a5,
  ]
}

function squareUnder([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Box {
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}

/** How PDF.js writes paths: a number for the step, then its coordinates. */
const steps = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 }

/** Frames, rules of tables and bars are; a letter drawn as a path is not. */
function isStraight(paths: unknown): boolean {
  const [path] = paths as [ArrayLike<number> | null]
  let [x, y] = [0, 0]
  for (let at = 0; path && at < path.length;) {
    const step = path[at]
    if (step === steps.closePath) at += 1
    else if (step === steps.moveTo || step === steps.lineTo) {
      const [nextX, nextY] = [path[at + 1] ?? 0, path[at + 2] ?? 0]
      if (step === steps.lineTo && nextX !== x && nextY !== y) return false
      ;[x, y] = [nextX, nextY]
      at += 3
    } else return false
  }
  return true
}
