/** Portraits that are nobody's: a head and shoulders in two colours. */
import { crc32, deflateSync } from 'node:zlib'

const side = 192
const grounds = ['#1c4e80', '#7a3e65', '#2f6b4f', '#8a5a2b', '#44546a', '#6b4fa1']
const figures = ['#e8d9c5', '#c99b75', '#8d5a3b']

/** As many as there are colours to put together. */
export function portraits(): Buffer[] {
  return grounds.flatMap((ground) => figures.map((figure) => portrait(rgb(ground), rgb(figure))))
}

const rgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function portrait(ground: number[], figure: number[]): Buffer {
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_unused, x) => (isFigure(x, y) ? figure : ground)).flat()]),
  )
  return png(deflateSync(Buffer.concat(rows)))
}

function isFigure(x: number, y: number): boolean {
  const [across, head, shoulders] = [x - side / 2, y - side * 0.38, y - side * 1.02]
  return (across / 34) ** 2 + (head / 42) ** 2 < 1 || (across / 78) ** 2 + (shoulders / 66) ** 2 < 1
}

function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits of three colours.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', pixels),
    part('IEND', Buffer.alloc(0)),
  ])
}

function part(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
