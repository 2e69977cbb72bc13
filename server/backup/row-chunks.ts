/** Cuts the text of a table where its rows say so: a row that is added or changed moves no cut but those beside it, and all other chunks stay the same. */
import { crc32 } from 'node:zlib'

const [least, usual, most] = [256 * 1024, 1024 * 1024, 4 * 1024 * 1024]

/** At least one, also of an empty text. Each ends with a whole row. */
export async function* inRowChunks(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, size]: [Buffer[], number] = [[], 0]
  let [crc, rowSize, chunks] = [0, 0, 0]
  for await (const block of text) {
    let [from, at] = [0, 0]
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, at)) {
      rowSize += end + 1 - at
      size += end + 1 - at
      crc = crc32(block.subarray(at, end), crc)
      at = end + 1
      // By the length of the row, so that tables of short and of long rows are cut equally often.
      const isCut = size >= most || (size >= least && crc / 2 ** 32 < rowSize / usual)
      ;[crc, rowSize] = [0, 0]
      if (!isCut) continue
      yield Buffer.concat([...held, block.subarray(from, at)])
      ;[held, size, from] = [[], 0, at]
      chunks += 1
    }
    crc = crc32(block.subarray(at), crc)
    rowSize += block.length - at
    size += block.length - at
    held.push(block.subarray(from))
  }
  if (size > 0 || chunks === 0) yield Buffer.concat(held)
}
