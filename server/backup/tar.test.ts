import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTar } from './tar.ts'

test('a file that an ended archive does not take any more does not stay open', async () => {
  const tar = openTar(new Date('2026-11-01'))
  const file = Readable.from([Buffer.from('a picture')])
  await tar.add('first', Buffer.from('before'))
  // As on a full disk: whoever writes the archive gives it up.
  await tar.stream.take(1).toArray()

  await expect(tar.addStream('second', 9, file)).rejects.toThrow('already finalized or destroyed')
  expect(file.destroyed).toBe(true)
})
