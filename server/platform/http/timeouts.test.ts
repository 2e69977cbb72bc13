/** Who is waited for, and for how long: on real connections. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { fileBytes, pieceBytes } from '#contract/abstracts/rules.ts'
import { serve } from '#server/kernel/serve.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { anOperation, Keep } from '#server/testing/operations.ts'
import { aFolder, until } from '#server/testing/process.ts'
import { refuse } from './refuse.ts'
import { longestUpload, timeToSend } from './timeouts.ts'

const { upload: _, ...plain } = Keep
const Members = anOperation({ ...Keep, name: 'Members', path: '/api/Members', token: 'session' })
const Plain = anOperation({ ...plain, name: 'Plain', path: '/api/Plain' })
const Busy = anOperation({ ...Keep, name: 'Busy', path: '/api/Busy' })

async function house(): Promise<{ app: FastifyInstance; words: string[] }> {
  const words: string[] = []
  const world = { ...worldWithoutDatabase(makeLog('silent')), files: filesIn(aFolder()) }
  const app = await makeTestApp(world, {
    add: (app) => {
      const answer = { Table: [{ Status: 'heard' }] }
      serve(app, Keep, ({ input }) => {
        words.push(input.word ?? '')
        return answer
      })
      serve(app, Members, () => answer)
      serve(app, Plain, () => answer)
      serve(app, Busy, () => answer)
      // As when the house is full: refused before anything of the body is read.
      app.addHook('preParsing', async ({ url, method }) => {
        if (url.startsWith('/api/Busy') && method === 'POST') refuse('unavailable', { retryAfter: 3 })
      })
    },
  })
  return { app, words }
}

const part = (head: string, content: string) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const form = (content: string) =>
  `${part('name="Document"; filename="a"', content)}${part('name="word"', 'late words')}--B--\r\n`
const json = 'Content-Type: application/json\r\n'
const multipart = 'Content-Type: multipart/form-data; boundary=B\r\n'

/** Somebody who hears us out and does not mind that we have hung up. */
async function dial(app: FastifyInstance, first: string) {
  const { port } = await listen(app)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let heard = ''
  let isOver = false
  let hasFailed = false
  socket.on('data', (piece: Buffer) => (heard += piece.toString()))
  socket.on('error', () => (hasFailed = true))
  socket.once('close', () => (isOver = true))
  socket.write(first)
  const keepSending = (piece: string) => {
    const sending = setInterval(() => socket.writable && socket.write(piece), 50)
    onTestFinished(() => clearInterval(sending))
  }
  return {
    socket,
    keepSending,
    heard: () => heard,
    isOver: () => isOver,
    hasFailed: () => hasFailed,
    status: () => /^HTTP\/1\.1 (\d+)/.exec(heard)?.[1],
  }
}

const refusedEarly: [why: string, path: string, headers: string, status: string][] = [
  ['401, no token', '/api/Members', `Host: localhost\r\n${multipart}`, '401'],
  ['403, a page of another site', '/api/Keep', `Host: localhost\r\n${multipart}Sec-Fetch-Site: cross-site\r\n`, '403'],
  ['404, a call that there is not', '/api/Nothing', `Host: localhost\r\n${json}`, '404'],
  ['413, more than we take', '/api/Plain', `Host: localhost\r\n${json}`, '413'],
  ['415, a kind that we do not take', '/api/Plain', 'Host: localhost\r\nContent-Type: text/plain\r\n', '415'],
  ['421, another host', '/api/Keep', `Host: evil.example\r\n${multipart}`, '421'],
  ['429, a fourth file at once', '/api/Keep', `Host: localhost\r\n${multipart}`, '429'],
  ['503, a full house', '/api/Busy', `Host: localhost\r\n${multipart}`, '503'],
]

test.each(refusedEarly)('refused with %s, whoever goes on sending hears it and is not held', async (...told) => {
  const [, path, headers, status] = told
  const { app } = await house()
  app.uploads.goodbye = 300
  if (status === '429') app.uploads.running.set('127.0.0.1', 3)
  const line = await dial(app, `POST ${path} HTTP/1.1\r\n${headers}Content-Length: 1000000\r\n\r\n`)
  // Quick enough that nobody could call it a drip.
  line.keepSending('x'.repeat(150))
  await until(() => line.isOver())

  expect([line.status(), line.heard().match(/HTTP\/1\.1/g)?.length]).toEqual([status, 1])
  expect(line.socket.bytesWritten).toBeLessThan(1_000_000)
})

test('whoever is refused early and has soon sent everything has heard why', async () => {
  const { app } = await house()
  const body = form('x'.repeat(90_000))
  const head = `POST /api/Members HTTP/1.1\r\nHost: localhost\r\n${multipart}Content-Length: ${body.length}\r\n\r\n`
  const line = await dial(app, head)
  await until(() => line.status() === '401')
  line.socket.end(body)
  await until(() => line.isOver())

  expect(line.hasFailed()).toBe(false)
})

test.each([
  ['that says its size', true],
  ['that does not say its size', false],
])('a form %s and takes longer than its size allows brings no words', async (_, isAnnounced) => {
  const { app, words } = await house()
  app.uploads.timeout = 200
  const body = form('x'.repeat(24_000))
  const length = isAnnounced ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked'
  const line = await dial(app, `POST /api/Keep HTTP/1.1\r\nHost: localhost\r\n${multipart}${length}\r\n\r\n`)
  // Three times what may come at the slowest moment, and a third of what must come on the whole.
  for (let at = 0; at < body.length && line.status() === undefined; at += 150) {
    const piece = body.slice(at, at + 150)
    line.socket.write(isAnnounced ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`)
    await pause(50)
  }
  if (!isAnnounced) line.socket.write('0\r\n\r\n')
  await until(() => line.status() !== undefined)

  expect([line.status(), words]).toEqual(['408', []])
})

test('the same form, sent in time, is heard', async () => {
  const { app, words } = await house()
  const body = form('x'.repeat(24_000))
  const line = await dial(
    app,
    `POST /api/Keep HTTP/1.1\r\nHost: localhost\r\n${multipart}Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  await until(() => line.status() !== undefined)

  expect([line.status(), words]).toEqual(['200', ['late words']])
})

test('a cheap phone has eleven minutes for a piece, and nobody has three hours for anything', () => {
  const minutes = (bytes: number) => Math.floor(timeToSend(bytes, { timeout: 30_000 }) / 60_000)
  expect([minutes(pieceBytes), minutes(fileBytes)]).toEqual([11, 109])
  expect(longestUpload({ timeout: 30_000 })).toBeLessThan(3 * 3_600_000)
})

test('a call cannot take files that are larger than the server waits for', async () => {
  const Endless = anOperation({ ...Keep, upload: { ...Keep.upload, limit: 200_000_000 } })
  const world = worldWithoutDatabase(makeLog('silent'))
  await expect(makeTestApp(world, { add: (app) => serve(app, Endless, () => ({ Table: [] })) })).rejects.toThrow(
    'takes larger files than the server waits for',
  )
})
