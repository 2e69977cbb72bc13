import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '#server/kernel/serve.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { anOperation, Keep } from '#server/testing/operations.ts'
import { aFolder, until } from '#server/testing/process.ts'
import { formOf } from '#server/testing/profiles.ts'

const { limit } = Keep.upload
const { upload: _, ...withoutFile } = Keep
const Plain = anOperation({ ...withoutFile, name: 'Plain', path: '/api/Plain' })

type Held = { app: FastifyInstance; folder: string; seen: { path: string; size: number; text: string }[] }

async function house(answering: () => Promise<void> = async () => {}): Promise<Held> {
  const files = filesIn(aFolder())
  const seen: Held['seen'] = []
  const app = await makeTestApp(
    { ...worldWithoutDatabase(makeLog('silent')), files },
    {
      add: (app) => {
        serve(app, Keep, async ({ file, input }) => {
          if (file) seen.push({ ...file, text: (await readFile(file.path)).toString('latin1') })
          await answering()
          return { Table: [{ Status: `${input.word ?? 'no word'}, ${file ? file.size : 'no file'}` }] }
        })
        serve(app, Plain, () => ({ Table: [{ Status: 'never' }] }))
      },
    },
  )
  return { app, folder: files.incoming, seen }
}

async function send(app: FastifyInstance, { type, body }: { type: string; body: Buffer }, url = '/api/Keep') {
  const headers = { host: 'localhost', 'content-type': type }
  const reply = await app.inject({ method: 'POST', url, headers, payload: body })
  return [reply.statusCode, reply.json<{ Table: { Status: string }[] }>().Table[0]?.Status]
}

const document = (bytes: number) => ({ bytes: Buffer.alloc(bytes, 'x'), name: 'a.txt', field: 'Document' })

/** A form as it looks on the wire, from pieces of [header words, content]. */
function rawForm(...parts: [words: string, content: string][]): { type: string; body: Buffer } {
  const text = parts.map(([words, content]) => `--B\r\nContent-Disposition: form-data; ${words}\r\n\r\n${content}\r\n`)
  return { type: 'multipart/form-data; boundary=B', body: Buffer.from(`${text.join('')}--B--\r\n`) }
}

const file = 'name="Document"; filename="a"'

test('a file of exactly the limit is taken, one byte more is not, and neither stays', async () => {
  const { app, folder, seen } = await house()

  expect(await send(app, await formOf({ word: 'hello' }, document(limit)))).toEqual([200, `hello, ${limit}`])
  expect(await send(app, await formOf({ word: 'hello' }, document(limit + 1)))).toEqual([200, 'That is too much.'])
  expect(await send(app, await formOf({ word: 'hello' }, document(20_000_000)))).toEqual([200, 'That is too much.'])
  expect(seen.map(({ size, text }) => [size, text.length])).toEqual([[limit, limit]])
  expect(existsSync(seen[0]?.path ?? '')).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('while it is worked on, the file is readable by nobody else', async () => {
  let mode = 0
  const held = await house(
    async () => void (mode = statSync(join(held.folder, readdirSync(held.folder)[0] ?? '')).mode),
  )
  await send(held.app, await formOf({}, document(10)))

  expect([mode & 0o777, statSync(held.folder).mode & 0o777]).toEqual([0o600, 0o700])
})

test('the file may be left out, in every way a browser does', async () => {
  const { app } = await house()
  const json = { method: 'POST' as const, url: '/api/Keep', headers: { host: 'localhost' }, payload: { word: 'hi' } }

  expect(await send(app, await formOf({ word: 'hi' }))).toEqual([200, 'hi, no file'])
  expect(await send(app, rawForm(['name="word"', 'hi'], ['name="Document"; filename=""', '']))).toEqual([
    200,
    'hi, no file',
  ])
  expect((await app.inject(json)).json()).toEqual({ Table: [{ Status: 'hi, no file' }] })
})

test.each([
  ['a field twice', rawForm(['name="word"', 'a'], ['name="word"', 'b']), 400],
  ['a file twice', rawForm([file, 'a'], [file, 'b']), 400],
  ['no file and then one', rawForm(['name="Document"; filename=""', ''], [file, 'b']), 400],
  ['a file under another name', rawForm(['name="Other"; filename="a"', 'a']), 400],
  ['NUL in a field', rawForm(['name="word"', 'a\0b']), 400],
  ['SEC-080: a field of more than 64 kB', rawForm(['name="word"', 'a'.repeat(65_537)]), 400],
  ['41 fields', rawForm(...Array.from({ length: 41 }, (_, at): [string, string] => [`name="f${at}"`, 'x'])), 400],
  ['a prototype', rawForm(['name="__proto__"', 'x']), 400],
  [
    'a form without an end',
    { type: 'multipart/form-data; boundary=B', body: rawForm([file, 'abc']).body.subarray(0, -10) },
    400,
  ],
  ['a form without a boundary', { type: 'multipart/form-data', body: Buffer.from('x') }, 400],
  ['another boundary', { type: 'multipart/form-data; boundary=C', body: rawForm([file, 'abc']).body }, 400],
  ['plain text', { type: 'text/plain', body: Buffer.from('x') }, 415],
])('%s is refused, and nothing stays of it', async (_, form, status) => {
  const { app, folder, seen } = await house()

  expect((await send(app, form))[0]).toBe(status)
  expect(seen).toEqual([])
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('40 fields and a file are taken', async () => {
  const { app } = await house()
  const fields = Array.from({ length: 40 }, (_, at): [string, string] => [`name="f${at}"`, 'x'])
  expect(await send(app, rawForm(...fields, [file, 'abc']))).toEqual([200, 'no word, 3'])
})

test('a field in the address and in the form is refused', async () => {
  const { app } = await house()
  expect(await send(app, await formOf({ word: 'a' }), '/api/Keep?word=b')).toEqual([
    400,
    'The same field was sent twice.',
  ])
})

test('a call that takes no file takes no form of that kind either', async () => {
  const { app } = await house()
  expect((await send(app, await formOf({ word: 'a' }), '/api/Plain'))[0]).toBe(415)
})

test.each([
  '../../etc/passwd',
  '..\\..\\win.ini',
  'a\0.png',
  'x'.repeat(300),
  '\u202egnp.exe',
  'con',
  'اردو.png',
  '%2e%2e%2f',
])('a file called %j is kept under a name of our own', async (name) => {
  const { app, folder, seen } = await house()
  await send(app, rawForm([`name="Document"; filename="${name}"`, 'abc']))
  expect(seen.length).toBe(1)
  expect(seen[0]?.path).toMatch(new RegExp(`^${folder}/[0-9a-f]{32}$`))
})

test('one sender has three uploads at once, a fourth is told to wait, and then there is room again', async () => {
  const gate = Promise.withResolvers<void>()
  const { app } = await house(() => gate.promise)
  const form = await formOf({}, document(1000))
  const first = [1, 2, 3].map(() => send(app, form))
  await until(() => app.uploads.running.get('127.0.0.1') === 3)

  expect((await send(app, form))[0]).toBe(429)
  gate.resolve()
  expect((await Promise.all(first)).map(([status]) => status)).toEqual([200, 200, 200])
  expect((await send(app, form))[0]).toBe(200)
  expect(app.uploads.running.size).toBe(0)
})

/** A disk of 4 MB. */
function smallDisk(): string {
  const folder = aFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

const canMount = process.platform === 'linux' && hasProgram('unshare', '--mount', 'true')

test.runIf(canMount)(
  'a full disk is no fault of the file, and keeps nothing of it (needs root, to mount a small disk)',
  async () => {
    const Large = anOperation({ ...Keep, upload: { ...Keep.upload, limit: 10_000_000 } })
    const files = filesIn(smallDisk())
    const world = { ...worldWithoutDatabase(makeLog('silent')), files }
    const app = await makeTestApp(world, {
      // No room is kept: the disk may be filled to the last byte.
      env: { FREE_DISK_MB: '0' },
      add: (app) => serve(app, Large, ({ file }) => ({ Table: [{ Status: `${file?.size}` }] })),
    })
    const { address } = await listen(app)
    const send = async (bytes: number) => {
      const body = new FormData()
      body.append('Document', new File([new Uint8Array(bytes)], 'a.txt'))
      const reply = await fetch(`${address}/api/Keep`, { method: 'POST', body })
      const { Table } = (await reply.json()) as { Table: { Status: string }[] }
      return [reply.status, reply.headers.get('retry-after'), Table[0]?.Status]
    }

    expect(await send(8_000_000)).toEqual([503, '60', 'The service is busy for a moment. Please try again shortly.'])
    expect(readdirSync(files.incoming)).toEqual([])
    expect(app.uploads.running.size).toBe(0)
    expect(await send(1_000_000)).toEqual([200, null, '1000000'])
  },
)

type Line = { socket: Socket; answer: () => string; ended: Promise<unknown> }

/** Somebody who sends a form by hand, as slowly as they like. */
async function dial(app: FastifyInstance, length: number): Promise<Line> {
  const { port } = await listen(app)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  socket.on('error', () => {})
  const ended = new Promise((done) => socket.once('close', done))
  const { type } = rawForm()
  socket.write(
    `POST /api/Keep HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return { socket, answer: () => text, ended }
}

test('whoever hangs up in the middle leaves nothing behind', async () => {
  const { app, folder, seen } = await house()
  const { body } = rawForm([file, 'x'.repeat(90_000)])
  const { socket } = await dial(app, body.length)
  socket.write(body.subarray(0, 50_000))
  await until(() => existsSync(folder) && readdirSync(folder).length === 1)

  socket.destroy()

  await until(() => readdirSync(folder).length === 0 && app.uploads.running.size === 0)
  expect(seen).toEqual([])
})

test('a slow telephone is waited for, longer than for anything else', async () => {
  const { app, seen } = await house()
  const { body } = rawForm([file, 'x'.repeat(40_000)])
  const { socket, answer } = await dial(app, body.length)
  for (let sent = 0; sent < body.length; sent += 900) {
    socket.write(body.subarray(sent, sent + 900))
    await pause(500)
  }

  await until(() => answer().includes('no word, 40000'))
  expect(seen.length).toBe(1)
})

test('whoever only drips is sent away, and leaves nothing behind', async () => {
  const { app, folder } = await house()
  app.uploads.timeout = 600
  const { body } = rawForm([file, 'x'.repeat(90_000)])
  const { socket, answer, ended } = await dial(app, body.length)
  socket.write(body.subarray(0, 5000))
  const drip = setInterval(() => socket.write('x'), 100)
  await ended
  clearInterval(drip)

  expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
  await until(() => readdirSync(folder).length === 0 && app.uploads.running.size === 0)
})

test('whoever sends without end after being told is cut off', async () => {
  const { app, folder } = await house()
  app.uploads.timeout = 200
  const { socket, ended } = await dial(app, 1e12)
  socket.write(rawForm([file, '']).body.subarray(0, 60))
  const piece = Buffer.alloc(1_000_000, 'x')
  const flood = setInterval(() => socket.writable && socket.writableLength < 5e6 && socket.write(piece), 1)
  await ended
  clearInterval(flood)

  expect(socket.bytesWritten).toBeLessThan(500_000_000)
  await until(() => readdirSync(folder).length === 0)
})
