/** Files in a bucket of any S3-compatible store. */
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { Refusal, refuse } from '#server/platform/http/refuse.ts'
import { withoutLastSlashes } from '#server/platform/process/config.ts'
import { type Files, isKey, type ListedFile, markName } from './files.ts'

export type Bucket = {
  /** s3://bucket/prefix */
  url: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** A folder of this machine for what is still arriving. */
  incoming: string
}

type Ask = { method: 'GET' | 'PUT' | 'DELETE'; body?: Blob | Uint8Array<ArrayBuffer>; sha256?: string }
const timeout = 120_000

export function filesInBucket(bucket: Bucket): Files {
  const { hostname, pathname } = new URL(bucket.url)
  const base = `${bucket.endpoint}/${hostname}`
  const prefix = withoutLastSlashes(pathname).replace(/^\/+/, '')
  const nameOf = (key: string) => {
    if (!isKey(key)) throw new Error('this is not the key of a file')
    return prefix ? `${prefix}/${key}` : key
  }
  const ask = asker(bucket)
  const markUrl = `${base}/${prefix ? `${prefix}/` : ''}${markName}`
  return {
    incoming: bucket.incoming,
    async put(key, bytes) {
      await ask(`${base}/${nameOf(key)}`, { method: 'PUT', body: new Uint8Array(bytes) })
    },
    async adopt(key, { path, sha256 }) {
      // Read from the disk while it is sent; the store compares what arrived with the hash.
      const body = await openAsBlob(path)
      await ask(`${base}/${nameOf(key)}`, { method: 'PUT', body, sha256: sha256.toString('hex') })
      await rm(path, { force: true })
    },
    async get(key) {
      const reply = await ask(`${base}/${nameOf(key)}`, { method: 'GET' })
      if (reply.status === 404 || !reply.body) return undefined
      const size = Number(reply.headers.get('content-length'))
      return { size, bytes: Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]) }
    },
    async remove(key) {
      await ask(`${base}/${nameOf(key)}`, { method: 'DELETE' })
    },
    list: (kind) =>
      listBucket(
        ask,
        base,
        [prefix, kind]
          .filter(Boolean)
          .map((part) => `${part}/`)
          .join(''),
      ),
    mark: {
      read: async () => {
        const reply = await ask(markUrl, { method: 'GET' })
        const text = await reply.text()
        return reply.status === 404 ? undefined : text
      },
      write: async (text) => void (await ask(markUrl, { method: 'PUT', body: new Uint8Array(Buffer.from(text)) })),
    },
  }
}

type Asker = (url: string, ask: Ask) => Promise<Response>

function asker({ accessKeyId, secretAccessKey, region }: Bucket): Asker {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  return async (url, { method, body, sha256 = 'UNSIGNED-PAYLOAD' }) => {
    const signed = await client.sign(url, { method, headers: { 'x-amz-content-sha256': sha256 } })
    const { headers } = signed
    const sending = { method, headers, signal: AbortSignal.timeout(timeout), ...(body && { body }) }
    const reply = await fetch(url, sending).catch((cause: unknown) => {
      // Nobody is there, or somebody who took the question and says nothing.
      throw Object.assign(new Refusal('unavailable', { retryAfter: 5 }), { cause })
    })
    if (reply.ok || reply.status === 404) return reply
    await reply.body?.cancel()
    // It is busy or away; anything else is a setting that cannot work.
    if (reply.status >= 500 || reply.status === 429) refuse('unavailable', { retryAfter: 5 })
    throw new Error(`the file store answered ${method} with ${reply.status}`)
  }
}

async function* listBucket(ask: Asker, base: string, prefix: string): AsyncIterable<ListedFile> {
  let next: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) })
    const reply = await ask(`${base}?${query.toString()}`, { method: 'GET' })
    if (reply.status === 404) throw new Error('there is no such bucket')
    const page = await reply.text()
    for (const entry of page.split('<Contents>').slice(1)) {
      // Ours begin with their kind; what stands before it is the prefix.
      const key = partOf(entry, 'Key')?.split('/').slice(-3).join('/') ?? ''
      if (!isKey(key)) continue
      yield { key, size: Number(partOf(entry, 'Size')), changedAt: new Date(partOf(entry, 'LastModified') ?? 0) }
    }
    next = partOf(page, 'NextContinuationToken')
  } while (next)
}

function partOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
