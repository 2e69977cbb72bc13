/** JPEG 2000, box by box. Only what draws the picture is kept. */

const notes = new Set(['xml ', 'uuid', 'uinf', 'url '])
const mostBoxes = 10_000
const [start, remark, tile] = [0xff4f, 0xff64, 0xff90]

/** The same picture without notes; one that is no list of boxes is the bare picture itself. */
export function bareJpeg2000(bytes: Buffer): Buffer {
  if (bytes.length > 2 && bytes.readUInt16BE(0) === start) return withoutRemarks(bytes)
  const kept: Buffer[] = []
  let boxes = 0
  for (let at = 0; at + 8 <= bytes.length && boxes < mostBoxes; boxes += 1) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    const long = bytes.readUInt32BE(at) === 1 && at + 16 <= bytes.length
    const length = long ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at)
    const head = long ? 16 : 8
    const end = length < head ? bytes.length : Math.min(at + length, bytes.length)
    if (name === 'jp2c') kept.push(boxOf(name, withoutRemarks(bytes.subarray(at + head, end))))
    else if (!notes.has(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

function boxOf(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** They stand between the marks before the first tile. */
function withoutRemarks(code: Buffer): Buffer {
  const kept = [code.subarray(0, 2)]
  let at = 2
  while (at + 4 <= code.length && code.readUInt16BE(at) !== tile) {
    const end = Math.min(at + 2 + Math.max(2, code.readUInt16BE(at + 2)), code.length)
    if (code.readUInt16BE(at) !== remark) kept.push(code.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, code.subarray(at)])
}
