/** Whether a word is left anywhere in a file: looked for by none of the tools that write our copies, in what is packed too. */
import { buffer } from 'node:stream/consumers'
import { constants, inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

const mostUnpacked = 64 * 1024 * 1024

/** The words that are still in it, in any of the ways in which programs write words. */
export async function stillIn(file: Buffer, words: readonly string[]): Promise<string[]> {
  const parts = await unpacked(file)
  return words.filter((word) => parts.some((part) => spellings(word).some((spelling) => part.includes(spelling))))
}

/** The file, what its streams and entries unpack to, and what those unpack to. */
async function unpacked(file: Buffer, depth = 0): Promise<Buffer[]> {
  const inside = isZip(file) ? await entriesOf(file) : [...streamsOf(file), ...piecesOf(file)]
  const deeper = depth < 3 ? await Promise.all(inside.map((each) => unpacked(each, depth + 1))) : []
  // Letters of names and texts may be written as numbers, and strings with strokes before their signs.
  return [file, withoutDisguise(file), ...inside, ...deeper.flat()]
}

const isZip = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

function spellings(word: string): Buffer[] {
  const wide = Buffer.from(word, 'utf16le')
  const big = Buffer.from(wide).swap16()
  const hex = [Buffer.from(word), big].flatMap((bytes) => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()])
  return [Buffer.from(word), Buffer.from(word, 'latin1'), wide, big, ...hex.map((text) => Buffer.from(text))]
}

function withoutDisguise(bytes: Buffer): Buffer {
  const text = bytes.length < mostUnpacked ? bytes.toString('latin1') : ''
  return Buffer.from(
    text
      .replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    'latin1',
  )
}

/** Whatever follows the word `stream` in a PDF, where it can be unpacked. */
function* streamsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const begins = bytes[at + 6] === 0x0d ? at + 8 : at + 7
    const inflated = inflate(bytes.subarray(begins + 2))
    if (inflated) yield inflated
  }
}

/** Texts of a PNG may be packed too. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (const name of ['zTXt', 'iTXt', 'iCCP'])
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 4)) {
      const packed = bytes.indexOf(Buffer.from([0x78]), at)
      const inflated = packed < 0 ? undefined : inflate(bytes.subarray(packed + 2))
      if (inflated) yield inflated
    }
}

function inflate(bytes: Buffer): Buffer | undefined {
  try {
    const unpacked = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostUnpacked })
    return unpacked.length > 0 ? unpacked : undefined
  } catch {
    return undefined
  }
}

async function entriesOf(zip: Buffer): Promise<Buffer[]> {
  const opened = await fromBufferPromise(zip)
  const entries: Buffer[] = []
  for await (const entry of opened.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    entries.push(await buffer(await opened.openReadStreamPromise(entry)))
  }
  return entries
}
