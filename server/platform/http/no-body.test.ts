/** Calls that announce no body: Node makes no stream for them, and nobody may wait for one. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '#server/kernel/serve.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { Keep } from '#server/testing/operations.ts'

const lines: string[] = []
const world = worldWithoutDatabase(makeLog('debug', { write: (line) => lines.push(line) }))
const faults = () => lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)
const config = { token: 'none' as const }

async function house() {
  lines.length = 0
  const files: Readable[] = []
  const app = await makeTestApp(world, {
    add: (app) => {
      serve(app, Keep, ({ input }) => ({ Table: [{ Status: `heard ${input.word ?? 'nothing'}` }] }))
      app.post('/test/nothing', { config }, async () => ({ Status: 'well' }))
      app.get('/test/fault', { config }, async (_request, reply) => {
        await once(reply.raw, 'close')
        throw new Error('the disk is gone')
      })
      app.get('/test/file', { config }, (_request, reply) => {
        const file = new Readable({ read() {} })
        files.push(file)
        return reply.send(file)
      })
    },
  })
  return { app, files }
}

/** One connection, and all that has come back on it. */
async function dial(app: FastifyInstance) {
  const { port } = await listen(app)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (piece: Buffer) => (heard += piece.toString()))
  const call = (line: string, headers = '') => socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
  return { socket, call, heard: () => heard, answers: () => heard.match(/HTTP\/1\.1 \d+/g) ?? [] }
}

test.each([
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
  'nonsense',
])('a call of type %s that sends nothing is answered, and so is the next one on its connection', async (type) => {
  const { app } = await house()
  const { call, answers } = await dial(app)

  for (const path of ['/test/nothing', '/api/Keep', '/api/NotServed']) call(`POST ${path}`, `Content-Type: ${type}\r\n`)

  await vi.waitUntil(() => answers().length === 3, 60_000)
  expect(answers()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404'])
})

test('nobody waits for a file that was not announced', async () => {
  const { app } = await house()
  const { call, answers } = await dial(app)
  const clock = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => clock.mockRestore())

  call('POST /api/Keep', 'Content-Type: multipart/form-data; boundary=b\r\n')

  await vi.waitUntil(() => answers().length === 1, 60_000)
  expect(clock).not.toHaveBeenCalled()
})

test('a method that must have a type is refused without one, and is no fault of ours', async () => {
  const { app } = await house()
  const { call, answers } = await dial(app)

  call('QUERY /test/nothing', 'Content-Type: application/json\r\n')

  await vi.waitUntil(() => answers().length === 1, 60_000)
  expect(answers()).toEqual(['HTTP/1.1 400'])
  expect(faults()).toEqual([])
})

test.each([
  { headers: 1990, status: 200, says: 'heard hello' },
  { headers: 2010, status: 413, says: 'This is larger than we can take.' },
])('SEC-080: a body behind $headers other headers is seen; more than two thousand are refused', async (each) => {
  const { app } = await house()
  const { socket, call, heard, answers } = await dial(app)
  const body = '{"word":"hello"}'

  const announced = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  call('POST /api/Keep', `${'a:\r\n'.repeat(each.headers)}${announced}`)
  socket.write(body)

  await vi.waitUntil(() => heard().includes('}'), 60_000)
  expect(answers()).toEqual([`HTTP/1.1 ${each.status}`])
  expect(heard()).toContain(each.says)
})

test('an address that cannot be read is answered, and what comes after it is not waited for', async () => {
  const { app } = await house()
  const { socket, call, answers } = await dial(app)
  const ended = once(socket, 'close')

  call('POST /%', 'Content-Type: application/json\r\nContent-Length: 1000\r\n')

  await ended
  expect(answers()).toEqual(['HTTP/1.1 400'])
})

test('whoever hangs up before the first byte of a file is no fault of ours, and the file is let go', async () => {
  const { app, files } = await house()
  const { socket, call } = await dial(app)
  call('GET /test/file')
  await vi.waitUntil(() => files.length === 1, 60_000)
  socket.destroy()

  await vi.waitUntil(() => files[0]?.destroyed, 60_000)
  await pause(50)
  expect(faults()).toEqual([])
})

test('a fault of ours is told of, even when the caller has left meanwhile', async () => {
  const { app } = await house()
  const { socket, call } = await dial(app)
  call('GET /test/fault')
  await once(app.server, 'request')

  socket.destroy()

  await vi.waitUntil(() => faults().length === 1, 60_000)
  expect(faults()[0]).toContain('the disk is gone')
})
