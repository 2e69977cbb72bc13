import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abstractFile } from '#web/abstracts/pieces.ts'
import { setAuthData } from '#web/accounts/slice.ts'
import { restored } from '#web/platform/visit.ts'
import { makeStore } from '#web/store.ts'
import { fileKey, sendInPieces } from './pieces.ts'

const megabyte = 1024 * 1024

/** A server that takes pieces, and a network that loses what it is told to lose. */
function aServer({ lost = [] as number[], forgets = 0 } = {}) {
  const sent: number[] = []
  let received = 0
  let tries = 0
  vi.stubGlobal('fetch', async () =>
    Response.json({ Table: [{ Status: 'Success', UploadID: 'u1', Received: received }] }),
  )
  class Request extends EventTarget {
    upload = { onprogress: (_event: object) => {} }
    onprogress = () => {}
    onloadend = () => {}
    status = 0
    responseText = ''
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null
    abort() {
      this.onloadend()
    }
    send(form: FormData) {
      const offset = Number(form.get('Offset'))
      const piece = form.get('Piece') as File
      sent.push(offset / megabyte)
      tries += 1
      if (tries === forgets) {
        received = 0
        return this.answer({ Status: 'The file did not arrive whole. Please attach it again.' })
      }
      if (offset === received) received += piece.size
      if (lost.includes(tries)) return queueMicrotask(() => this.onloadend())
      this.answer({ Status: 'Success', UploadID: 'u1', Received: received })
    }
    answer(row: object) {
      this.status = 200
      this.responseText = JSON.stringify({ Table: [row] })
      queueMicrotask(() => this.onloadend())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

function parcel(size: number) {
  const waits: boolean[] = []
  const watch = {
    signal: new AbortController().signal,
    onProgress: vi.fn<(bytes: number) => void>(),
    onWaiting: (is: boolean) => void waits.push(is),
  }
  return { file: new File([new Uint8Array(size)], 'lung.pdf', { lastModified: 7 }), to: abstractFile({}), watch, waits }
}

function someoneSignedIn() {
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 't1', deviceId: 'd1' }))
  return store
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a file goes in pieces of five megabytes, and says how far it is', async () => {
  const sent = aServer()
  const one = parcel(12 * megabyte)
  expect(await sendInPieces(someoneSignedIn(), one)).toEqual({ UploadID: 'u1' })
  expect(sent).toEqual([0, 5, 10])
  expect(one.watch.onProgress).toHaveBeenLastCalledWith(12 * megabyte)
})

test('a lost answer is asked about again, and what arrived is not sent twice', async () => {
  const sent = aServer({ lost: [2] })
  const one = parcel(12 * megabyte)
  expect(await sendInPieces(someoneSignedIn(), one)).toEqual({ UploadID: 'u1' })
  expect(sent).toEqual([0, 5, 10])
  expect(one.waits).toEqual([true, false])
})

test('a server that forgot the file is begun with anew', async () => {
  const sent = aServer({ forgets: 2 })
  expect(await sendInPieces(someoneSignedIn(), parcel(12 * megabyte))).toEqual({ UploadID: 'u1' })
  expect(sent).toEqual([0, 5, 0, 5, 10])
})

test('whoever cancels sends no more', async () => {
  const sent = aServer()
  const one = parcel(12 * megabyte)
  const stop = new AbortController()
  one.watch.signal = stop.signal
  one.watch.onProgress.mockImplementation((bytes) => bytes > 0 && stop.abort())
  expect(await sendInPieces(someoneSignedIn(), one)).toMatchObject({ failure: { kind: 'failed' } })
  expect(sent).toEqual([0])
})

test('another file of the same name has another key, and the key is short', () => {
  const key = (name: string, size: number, lastModified = 1) => fileKey({ name, size, lastModified } as File)
  expect(key('a.pdf', 1)).toBe(key('a.pdf', 1))
  expect(new Set([key('a.pdf', 1), key('b.pdf', 1), key('a.pdf', 2), key('a.pdf', 1, 2)]).size).toBe(4)
  expect(key('x'.repeat(300), 52_428_800, 1_800_000_000_000).length).toBeLessThan(64)
})
