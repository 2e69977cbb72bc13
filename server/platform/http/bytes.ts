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

/** Answers with kept bytes and whatever `headers` the route has for them. */
export function sendBytes(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { bytes, headers = {} }: { bytes: Bytes; headers?: Record<string, string> },
): FastifyReply {
  const { type, etag } = bytes
  reply.headers(headers)
  // Nobody keeps the answer to a POST.
  if (method !== 'POST') {
    reply.headers({ etag, vary: 'accept-encoding' })
    if (asked['if-none-match'] === etag) return reply.code(304).send()
  }
  const encoding = bytes.br === bytes.identity ? 'identity' : encodingFor(asked['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes[encoding])
}

function encodingFor(list = ''): Encoding {
  if (/\bbr\b(?!;q=0(?![.1-9]))/.test(list)) return 'br'
  return /\bgzip\b(?!;q=0(?![.1-9]))/.test(list) ? 'gzip' : 'identity'
}
