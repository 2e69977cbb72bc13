/** Pictures in the browser: opened, turned, cropped to a square and saved as PNG, without leaving the machine. */

/** `x` and `y` move the picture from -1 to 1, as far as there is picture; `turns` are quarters, clockwise. */
export type Crop = { zoom: number; x: number; y: number; turns: number }

export const wholePicture: Crop = { zoom: 1, x: 0, y: 0, turns: 0 }
export const mostZoom = 3

/** Enough to crop from; what a camera gives is ten times as many pixels as a badge shows. */
const workingSide = 1600
/** So many pixels fit under two megabytes as PNG, whatever they show. */
const squareSide = 720

/** The picture, upright and at a size to work with; nothing if the browser cannot read it. */
export async function openPicture(file: Blob): Promise<HTMLCanvasElement | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, workingSide / Math.max(bitmap.width, bitmap.height))
    const canvas = blank(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
    pen(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas
  } catch {
    // Not a picture, or one that this browser does not know.
    return undefined
  }
}

export function drawSquare(square: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const side = square.width
  const { scale, room } = fit(picture, crop, side)
  const brush = pen(square)
  brush.resetTransform()
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, side, side)
  brush.translate(side / 2 + (crop.x * room.x) / 2, side / 2 + (crop.y * room.y) / 2)
  brush.rotate((crop.turns * Math.PI) / 2)
  brush.scale(scale, scale)
  brush.drawImage(picture, -picture.width / 2, -picture.height / 2)
}

/** How much of the picture lies outside a square of this side, across and down. */
export const roomIn = (picture: HTMLCanvasElement, crop: Crop, side: number) => fit(picture, crop, side).room

function fit({ width, height }: HTMLCanvasElement, { zoom, turns }: Crop, side: number) {
  const scale = (side / Math.min(width, height)) * zoom
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width]
  return { scale, room: { x: across * scale - side, y: down * scale - side } }
}

/** Never larger than the picture itself: more pixels would show no more. */
export async function squareFile(picture: HTMLCanvasElement, crop: Crop, name: string): Promise<File> {
  const ownSide = Math.ceil(Math.min(picture.width, picture.height) / crop.zoom)
  const side = Math.min(squareSide, Math.max(64, ownSide))
  const square = blank(side, side)
  drawSquare(square, picture, crop)
  return new File([await saved(square, 'image/png')], name, { type: 'image/png' })
}

/** The same picture with fewer pixels. */
export async function smallerFile(picture: HTMLCanvasElement, name: string): Promise<File> {
  return new File([await saved(picture, 'image/jpeg')], name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
}

function blank(width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const brush = pen(canvas)
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, width, height)
  return canvas
}

function pen(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const brush = canvas.getContext('2d', { alpha: false })
  if (!brush) throw new Error('This browser cannot draw.')
  return brush
}

const saved = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be saved.'))), type, 0.85),
  )
