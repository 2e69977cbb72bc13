import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#server/testing/process.ts'
import { filesIn, newKey, sweepIncoming } from './files.ts'
import { openFiles } from './open-files.ts'

async function read(files: ReturnType<typeof filesIn>, key: string): Promise<string | undefined> {
  const file = await files.get(key)
  return file && `${file.size} bytes: ${Buffer.concat(await file.bytes.toArray()).toString()}`
}

test('what was put is there, for the server alone to read, until it is removed', async () => {
  const folder = aFolder()
  const files = filesIn(folder)
  const key = newKey('photos')
  expect(await files.get(key)).toBeUndefined()

  await files.put(key, Buffer.from('picture'))

  expect(await read(files, key)).toBe('7 bytes: picture')
  expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'photos')).mode & 0o777).toBe(0o700)
  expect(readdirSync(files.incoming)).toEqual([])
  await files.remove(key)
  await files.remove(key)
  expect(await files.get(key)).toBeUndefined()
})

test('a file that is removed while somebody reads it is read to its end', async () => {
  const files = filesIn(aFolder())
  const key = newKey('photos')
  await files.put(key, Buffer.alloc(300_000, 'x'))
  const open = await files.get(key)

  await files.remove(key)

  expect(Buffer.concat((await open?.bytes.toArray()) ?? []).length).toBe(300_000)
})

test.each(['../../etc/passwd', 'photos/ab/../../../secret', 'photos/AB/x', '/etc/passwd', 'photos/ab/\0', ''])(
  '%j is no key, and becomes no path',
  async (key) => {
    const files = filesIn(aFolder())
    await expect(files.get(key)).rejects.toThrow('this is not the key of a file')
    await expect(files.put(key, Buffer.of())).rejects.toThrow('this is not the key of a file')
  },
)

test('keys cannot be guessed and spread over folders', () => {
  const keys = Array.from({ length: 1000 }, () => newKey('photos'))
  expect(new Set(keys).size).toBe(1000)
  expect(new Set(keys.map((key) => key.slice(0, 9))).size).toBeGreaterThan(200)
  for (const key of keys) expect(key).toMatch(/^photos\/[0-9a-f]{2}\/[0-9a-f]{30}$/)
})

test('everything of one kind is listed, and nothing else', async () => {
  const files = filesIn(aFolder())
  const keys = [newKey('photos'), newKey('photos')]
  for (const key of [...keys, newKey('abstracts')]) await files.put(key, Buffer.of(1))

  const listed: string[] = []
  for await (const { key } of files.list('photos')) listed.push(key)
  expect(listed.toSorted()).toEqual(keys.toSorted())
  for await (const { key } of files.list('nothing')) expect(key).toBe('never')
})

test('what never finished arriving is removed when it has not grown for an hour', async () => {
  const files = filesIn(aFolder())
  mkdirSync(files.incoming)
  for (const name of ['old', 'young']) writeFileSync(join(files.incoming, name), 'half a file')
  const now = new Date()
  const before = new Date(now.getTime() - 3_600_000)
  utimesSync(join(files.incoming, 'old'), now, new Date(before.getTime() - 1000))

  await sweepIncoming(files, before)

  expect(readdirSync(files.incoming)).toEqual(['young'])
})

test('files are kept in the folder of the settings, or beside the data', () => {
  expect(openFiles({ S3_REGION: '', DATA_DIR: '/srv/data' }).incoming).toBe('/srv/data/files/incoming')
  expect(openFiles({ S3_REGION: '', FILES_URL: '/mnt/uploads', DATA_DIR: '/srv/data' }).incoming).toBe(
    '/mnt/uploads/incoming',
  )
})
