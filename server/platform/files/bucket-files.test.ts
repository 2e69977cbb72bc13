import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepUploads } from '#server/abstracts/uploads.ts'
/** Over the real protocol: the store checks every signature. */
import { sweepFiles } from '#server/backup/sweep-files.ts'
import { readConfig } from '#server/kernel/settings.ts'
import { aPdf, download, inPieces, list, portalWithAuthors, saved, send } from '#server/testing/abstracts.ts'
import { aBucket } from '#server/testing/s3.ts'
import { marked } from '#server/testing/world.ts'
import { filesInBucket } from './bucket-files.ts'
import { type Files, newKey } from './files.ts'
import { openFiles } from './open-files.ts'

async function read(files: Files, key: string): Promise<string | undefined> {
  const file = await files.get(key)
  return file && `${file.size} bytes: ${Buffer.concat(await file.bytes.toArray()).toString()}`
}

async function keysIn(files: Files, kind: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list(kind)) keys.push(key)
  return keys.toSorted()
}

test('what was put into a bucket is there, is listed, and is gone when it is removed', async () => {
  const files = filesInBucket(await aBucket())
  const keys = Array.from({ length: 3 }, () => newKey('photos')).toSorted()
  expect(await files.get(newKey('photos'))).toBeUndefined()

  for (const key of keys) await files.put(key, Buffer.from(`picture ${key}`))
  expect(await read(files, keys[0] as string)).toBe(`${8 + (keys[0] as string).length} bytes: picture ${keys[0]}`)
  expect(await keysIn(files, 'photos')).toEqual(keys)
  expect(await keysIn(files, 'abstracts')).toEqual([])
  await files.remove(keys[0] as string)
  await files.remove(keys[0] as string)
  expect(await keysIn(files, 'photos')).toEqual(keys.slice(1))
  await expect(files.get('../photos/secret')).rejects.toThrow('not the key of a file')
})

test('a file that arrived is taken over as a stream, and is gone from this machine', async () => {
  const files = filesInBucket(await aBucket())
  const path = join(files.incoming, 'arrived')
  const bytes = Buffer.alloc(6_000_000, 'abc')
  writeFileSync(path, bytes)
  const key = newKey('abstracts')

  await files.adopt(key, { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() })

  expect((await read(files, key))?.length).toBe('6000000 bytes: '.length + bytes.length)
  expect(existsSync(path)).toBe(false)
})

test('a wrong password, and a store that is away, are told as what they are', async () => {
  const bucket = await aBucket()
  const key = newKey('photos')

  await expect(filesInBucket({ ...bucket, secretAccessKey: 'guess' }).put(key, Buffer.from('x'))).rejects.toThrow(
    'the file store answered PUT with 403',
  )
  await expect(filesInBucket({ ...bucket, endpoint: 'http://127.0.0.1:9' }).get(key)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'fetch failed' },
  })
})

test('the settings choose folder or bucket', async () => {
  const { endpoint, url } = await aBucket()
  const env = { FILES_URL: url, S3_ENDPOINT: endpoint, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' }
  const files = openFiles(readConfig(env))
  const key = newKey('photos')

  await files.put(key, Buffer.from('x'))
  expect(await keysIn(files, 'photos')).toEqual([key])
})

test('abstracts, whole or in pieces, are kept in a bucket, and nothing is left over on the way', async () => {
  const bucket = await aBucket()
  const files = filesInBucket(bucket)
  const { world, app, ayesha } = await portalWithAuthors({ files })
  const pk = await saved(app, { token: ayesha.token, file: { bytes: aPdf('whole'), name: 'a.pdf' } })
  expect((await download(app, ayesha.token, pk)).rawPayload.equals(aPdf('whole'))).toBe(true)

  const bytes = Buffer.concat([aPdf(), Buffer.alloc(5000, 'x')])
  const UploadID = await inPieces(app, ayesha.token, { bytes, name: 'b.pdf', piece: 2000 })
  expect(await keysIn(files, 'pieces')).toHaveLength(3)
  const words = { pk: String(pk), UploadID }
  expect((await send(app, { token: ayesha.token, words, file: null })).row).toMatchObject({ Status: 'Success' })
  expect((await download(app, ayesha.token, pk)).rawPayload.equals(bytes)).toBe(true)
  expect(await list(app, ayesha.token)).toHaveLength(1)

  const later = { ...(await marked(world)), now: () => new Date(Date.now() + 48 * 3_600_000) }
  await world.files.put(newKey('abstracts'), Buffer.from('of a save that was killed'))
  await sweepUploads(later)
  await sweepFiles(later)
  expect([await keysIn(files, 'pieces'), (await keysIn(files, 'abstracts')).length]).toEqual([[], 2])
  expect(readdirSync(files.incoming)).toEqual([])
})
