/** Answers that are kept as the bytes that are sent, in every encoding a browser may ask for. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'
export type Bytes = { type: string; etag: string } & Record<Encoding, Buffer>

export function compress(identity: Buffer, type: string, quality: number): Bytes {
  const br = brotliCompressSync(identity, brotli(identity, quality))
  return { type, etag: etagOf(identity), identity, br, gzip: gzipSync(identity) }
}

export const jsonBytes = (value: unknown): Bytes =>
  compress(Buffer.from(JSON.stringify(value)), 'application/json; charset=utf-8', 5)

/** Makes what is sent as small as it can be, on another thread; until then it is sent as it was. For what is kept long and sent often. */
export async function squeeze(bytes: Bytes): Promise<void> {
  const { BROTLI_MAX_QUALITY } = constants
  bytes.br = await promisify(brotliCompress)(bytes.identity, brotli(bytes.identity, BROTLI_MAX_QUALITY))
}

const brotli = ({ length }: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
})

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** Answers with kept bytes and whatever `headers` the route has for them, at once: Fastify has nothing to make of them. */
export function sendBytes(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { bytes, headers }: { bytes: Bytes; headers?: Record<string, string> },
): void {
  const { type, etag } = bytes
  const encoding = bytes.br === bytes.identity ? 'identity' : encodingFor(asked['accept-encoding'])
  const body = bytes[encoding]
  const all: Record<string, string | number> = { ...headers, 'content-type': type, 'content-length': body.length }
  if (encoding !== 'identity') all['content-encoding'] = encoding
  // Nobody keeps the answer to a POST.
  if (method !== 'POST') {
    all.etag = etag
    all.vary = 'accept-encoding'
    if (asked['if-none-match'] === etag)
      return void reply
        .hijack()
        .raw.writeHead(304, { ...headers, etag, vary: all.vary })
        .end()
  }
  reply.hijack().raw.writeHead(200, all).end(body)
}

/** Browsers send one of a few lists, again and again. */
let lastAccepted: { list: string | undefined; encoding: Encoding } = { list: undefined, encoding: 'identity' }

function encodingFor(list: string | undefined): Encoding {
  if (list !== lastAccepted.list) lastAccepted = { list, encoding: bestOf(list ?? '') }
  return lastAccepted.encoding
}

function bestOf(list: string): Encoding {
  if (/\bbr\b(?!;q=0(?![.1-9]))/.test(list)) return 'br'
  return /\bgzip\b(?!;q=0(?![.1-9]))/.test(list) ? 'gzip' : 'identity'
}
