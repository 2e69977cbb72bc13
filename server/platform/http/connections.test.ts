/** How many connections may be open, and who is let go: on real connections. */
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { until } from '#server/testing/process.ts'
import type { ConnectionRules } from './connections.ts'

const config = { token: 'none' as const }
const rules = { most: 100, mostOfAddress: 100, readWithin: 60_000 }
const large = Buffer.alloc(30_000_000, 'x')

async function house(change: Partial<ConnectionRules>, env = {}) {
  const lines: string[] = []
  const world = worldWithoutDatabase(makeLog('debug', { write: (line) => lines.push(line) }))
  const gate = Promise.withResolvers<void>()
  const app = await makeTestApp(world, {
    env,
    connections: { ...rules, ...change },
    add: (app) => {
      app.get('/test/large', { config }, () => large)
      app.get('/test/slow', { config }, async () => {
        await gate.promise
        return 'ready'
      })
    },
  })
  const { port } = await listen(app)
  const warnings = () => lines.filter((line) => line.includes('connections were refused'))
  return { app, port, gate, warnings }
}

type Line = { socket: Socket; heard: () => string; isOver: () => boolean }

function dial(port: number): Line {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let heard = ''
  let isOver = false
  socket.on('data', (piece: Buffer) => (heard += piece.toString('latin1')))
  socket.on('error', () => {})
  socket.on('end', () => (isOver = true))
  socket.once('close', () => (isOver = true))
  return { socket, heard: () => heard, isOver: () => isOver }
}

const open = (app: FastifyInstance) =>
  new Promise<number>((done) => app.server.getConnections((_, count) => done(count)))
const question = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('whoever asks for much and never reads is let go', async () => {
  const { app, port } = await house({ readWithin: 300 })
  const deaf = [1, 2, 3].map(() => dial(port))
  for (const { socket } of deaf) socket.pause().write(question('/test/large').repeat(5))
  await until(async () => (await open(app)) === 3)

  await until(async () => (await open(app)) === 0)
  expect(deaf.map(({ heard }) => heard())).toEqual(['', '', ''])
})

test('a byte every now and then does not keep an answer that nobody reads', async () => {
  const { app, port } = await house({ readWithin: 600 })
  const deaf = ['/test/large', '/test/large'].map((path) => {
    const { socket } = dial(port)
    socket.pause().write(question(path))
    return socket
  })
  await until(async () => (await open(app)) === 2)
  // Empty lines before a request, and a request that never ends.
  const drips = ['\r\n', 'GET /'.padEnd(400, 'x')].map((words, which) => {
    let sent = 0
    return setInterval(() => deaf[which]?.write(words[sent++ % words.length] ?? ''), 100)
  })
  onTestFinished(() => drips.forEach(clearInterval))

  await until(async () => (await open(app)) === 0)
  expect(deaf.map(({ bytesRead }) => bytesRead < large.length)).toEqual([true, true])
})

test('a connection that was slow to take its answer is read again afterwards', async () => {
  const { port } = await house({ readWithin: 300 })
  const line = dial(port)
  line.socket.pause().write(question('/test/large'))
  await new Promise((done) => setTimeout(done, 250))
  line.socket.resume()
  await until(() => line.heard().length > large.length)
  line.socket.write(question('/healthz'))
  const answers = () => line.heard().match(/HTTP\/1\.1 200 /g) ?? []
  await until(() => answers().length === 2)
  expect(line.isOver()).toBe(false)
})

test('whoever reads slowly, and whoever waits for a slow answer, is not', async () => {
  const { port, gate } = await house({ readWithin: 300 })
  const [reader, waiting] = [dial(port), dial(port)]
  waiting.socket.write(question('/test/slow'))
  reader.socket.write(question('/test/large'))
  // A breath between two looks, each shorter than anybody's timeout.
  const breathing = setInterval(() => {
    reader.socket.pause()
    setTimeout(() => reader.socket.resume(), 20)
  }, 40)
  onTestFinished(() => clearInterval(breathing))
  await until(() => reader.heard().length > large.length)
  gate.resolve()
  await until(() => waiting.heard().includes('ready'))

  expect(waiting.heard()).toMatch(/^HTTP\/1\.1 200 /)
})

test('one address has so many connections and no more, until one of them is closed', async () => {
  const { app, port, warnings } = await house({ mostOfAddress: 3 })
  const first = [1, 2, 3].map(() => dial(port))
  await until(async () => (await open(app)) === 3)
  const more = [1, 2, 3].map(() => dial(port))
  await until(() => more.every((line) => line.isOver()))
  first[0]?.socket.write(question('/healthz'))
  await until(() => first[0]?.heard().includes('alive') ?? false)

  first[1]?.socket.destroy()
  await until(async () => (await open(app)) === 2)
  const next = dial(port)
  next.socket.write(question('/healthz'))
  await until(() => next.heard().includes('alive'))
  expect(warnings().map((line) => (JSON.parse(line) as { ip: string }).ip)).toEqual(['127.0.0.1'])
})

test('behind a proxy that is trusted, people are not counted as one', async () => {
  const { port, warnings } = await house({ mostOfAddress: 3 }, { TRUSTED_PROXIES: '127.0.0.0/8' })
  const lines = Array.from({ length: 10 }, () => dial(port))
  for (const { socket } of lines) socket.write(question('/healthz'))
  await until(() => lines.every((line) => line.heard().includes('alive')))

  expect(warnings()).toEqual([])
})

test('all callers together have so many, which is told once a minute and not for each', async () => {
  const { app, port, warnings } = await house({ most: 3 }, { TRUSTED_PROXIES: '127.0.0.1' })
  const first = [1, 2, 3].map(() => dial(port))
  await until(async () => (await open(app)) === 3)
  const more = Array.from({ length: 20 }, () => dial(port))
  await until(() => more.every((line) => line.isOver()))

  first[0]?.socket.write(question('/healthz'))
  await until(() => first[0]?.heard().includes('alive') ?? false)
  expect(warnings().length).toBe(1)
})
