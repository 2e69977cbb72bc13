/** A phone that loses its line three times while it sends fifty megabytes. */
import { expect, test } from 'vitest'
import { aPdf, download, portalWithAuthors, send } from '#server/testing/abstracts.ts'
import { listen } from '#server/testing/app.ts'
import { faultProxy } from '#server/testing/fault-proxy.ts'
import { call } from '#server/testing/people.ts'
import { formOf } from '#server/testing/profiles.ts'
import { sweepUploads } from './uploads.ts'

const size = 52_428_800
const pieceBytes = 5 * 1024 * 1024
const cuts = [5_200_000, 2_000_000, 1]

test('a file of 50 MB whose line is cut three times sends at most one piece again each time, and arrives whole', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const proxy = await faultProxy((await listen(app)).port)
  const bytes = Buffer.concat([aPdf(), Buffer.alloc(size, 'abcdefg')]).subarray(0, size)
  const begin = { token: ayesha.token, FileName: 'large.pdf', FileSize: size, FileKey: 'large' }
  const begun = await call(app, 'UploadBegin', begin)
  const UploadID = String(begun.UploadID)
  const waiting = [...cuts]
  let broken = 0

  for (let at = 0; at < size;) {
    // At the end of a piece, in its middle, at its first byte.
    if (waiting.length > 0 && at >= pieceBytes * 3 * (cuts.length - waiting.length + 1))
      proxy.cutAfter(waiting.shift() as number)
    const { type, body } = await formOf(
      { UploadID, Offset: String(at) },
      { bytes: bytes.subarray(at, at + pieceBytes), name: 'piece', field: 'Piece' },
    )
    const reply = await fetch(`http://127.0.0.1:${proxy.port}/api/UploadPiece`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ayesha.token}`, 'content-type': type, connection: 'close' },
      body: new Uint8Array(body),
    }).catch(() => undefined)
    if (!reply) broken += 1
    // Back on the line, it asks where to go on.
    at = reply
      ? ((await reply.json()) as { Table: [{ Received: number }] }).Table[0].Received
      : Number((await call(app, 'UploadBegin', begin)).Received)
  }

  expect(broken).toBe(cuts.length)
  const headers = 20_000
  expect(proxy.sent()).toBeLessThanOrEqual(size + cuts.length * pieceBytes + headers)
  const { row } = await send(app, { token: ayesha.token, words: { UploadID }, file: null })
  expect(row.Status).toBe('Success')
  expect((await download(app, ayesha.token, row.pk as number)).rawPayload.equals(bytes)).toBe(true)
})

test('an upload that nobody went on with is gone after a day, and a fourth one replaces the oldest', async () => {
  const clock = { time: new Date('2026-11-01T09:00:00Z') }
  const { world, app, ayesha } = await portalWithAuthors({ now: () => clock.time })
  const begin = async (name: string) => {
    clock.time = new Date(clock.time.getTime() + 60_000)
    return call(app, 'UploadBegin', { token: ayesha.token, FileName: name, FileSize: 100, FileKey: name })
  }
  const names = async () =>
    (await world.db.selectFrom('upload').select('fileName').orderBy('fileName').execute()).map(
      ({ fileName }) => fileName,
    )

  for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) expect((await begin(name)).Status).toBe('Success')
  expect(await names()).toEqual(['b.pdf', 'c.pdf', 'd.pdf'])
  expect((await begin('x.exe')).Status).toBe('Invalid file type')
  const large = { token: ayesha.token, FileName: 'l.pdf', FileSize: size + 1, FileKey: 'l' }
  expect((await call(app, 'UploadBegin', large)).Status).toBe('File size exceeds 50MB')
  clock.time = new Date(clock.time.getTime() + 23 * 3_600_000)
  await sweepUploads(world)
  expect(await names()).toEqual(['b.pdf', 'c.pdf', 'd.pdf'])
  clock.time = new Date(clock.time.getTime() + 2 * 3_600_000)
  await sweepUploads(world)
  expect(await names()).toEqual([])
})
