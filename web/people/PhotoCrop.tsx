import { useEffect, useId, useRef, type PointerEvent } from 'react'
import { type Crop, drawSquare, mostZoom, roomIn } from './square.ts'
import styles from './PhotoField.module.css'

type PhotoCropProps = { picture: HTMLCanvasElement; crop: Crop; onCrop: (crop: Crop) => void }

const side = 416
const within = (value: number): number => Math.max(-1, Math.min(1, value))

/** Dragged with a finger or a mouse. */
export function PhotoCrop({ picture, crop, onCrop }: PhotoCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const room = roomIn(picture, crop, side)

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop)
  }, [picture, crop])

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const { currentTarget: square, pointerId, movementX, movementY } = event
    if (!square.hasPointerCapture(pointerId)) return
    const pixels = side / square.clientWidth
    const moved = (by: number, space: number) => (space > 1 ? (2 * by * pixels) / space : 0)
    onCrop({
      ...crop,
      x: within(crop.x + moved(movementX, room.x)),
      y: within(crop.y + moved(movementY, room.y)),
    })
  }

  return (
    <div className="photo-crop">
      <canvas
        className={`${styles.square} ${styles.held}`}
        ref={canvas}
        width={side}
        height={side}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
        role="img"
        aria-label="Your photo, cropped to the circle"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
    </div>
  )
}

/** What dragging does, for a keyboard; and turning. */
export function CropSliders({ picture, crop, onCrop }: PhotoCropProps) {
  const room = roomIn(picture, crop, side)
  return (
    <div className="stack gap-s">
      <Slider label="Zoom" min={1} max={mostZoom} value={crop.zoom} onChange={(zoom) => onCrop({ ...crop, zoom })} />
      <Slider label="Left or right" disabled={room.x < 1} value={crop.x} onChange={(x) => onCrop({ ...crop, x })} />
      <Slider label="Up or down" disabled={room.y < 1} value={crop.y} onChange={(y) => onCrop({ ...crop, y })} />
    </div>
  )
}

type SliderProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  disabled?: boolean
}

function Slider({ label, min = -1, max = 1, onChange, ...input }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label className="small" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.05}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        {...input}
      />
    </div>
  )
}
