import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import { ask, listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'

const config = { token: 'none' as const }

const appWith = (add: (app: FastifyInstance) => void) => makeTestApp(worldWithoutDatabase(makeLog('fatal')), { add })

test('what an answer says itself takes the place of what all say', async () => {
  const app = await appWith((app) =>
    app.get('/test/own', { config }, (_request, reply) =>
      reply.headers({ 'cache-control': 'public', 'set-cookie': ['a=1', 'b=2'] }).send({ Status: 'well' }),
    ),
  )
  const { port } = await listen(app)
  const { headers } = await fetch(`http://127.0.0.1:${port}/test/own`, { headers: { host: 'localhost' } })

  expect(headers.get('cache-control')).toBe('public')
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['a line of its own', 'a\r\nset-cookie: b'],
  ['a letter that is not one byte', 'ایک'],
])('a value with %s is not sent', async (_, value) => {
  const app = await appWith((app) =>
    app.get('/test/odd', { config }, (_request, reply) => reply.header('etag', value).send({ Status: 'well' })),
  )

  const { statusCode, headers } = await ask(app, { url: '/test/odd' })
  expect([statusCode, headers.etag, headers['set-cookie']]).toEqual([500, undefined, undefined])
})

test('a file that cannot be read after all is answered as an error, with the headers of one', async () => {
  const app = await appWith((app) =>
    app.get('/test/file', { config }, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public', 'content-security-policy': 'sandbox', 'content-type': 'image/png' })
        .send(
          new Readable({
            read() {
              this.destroy(new Error('the disk is gone'))
            },
          }),
        ),
    ),
  )

  const { statusCode, headers } = await ask(app, { url: '/test/file' })

  expect(statusCode).toBe(500)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.any(String) as string,
  })
})

test('even an answer that Node gives by itself has the headers of all, and its own', async () => {
  const app = await appWith(() => {})
  const { port } = await listen(app)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\n\r\n')

  const [answer] = (await once(socket, 'data')) as [Buffer]

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.toString()).toMatch(/^connection: close\r$/im)
  expect(answer.toString()).toMatch(/^content-security-policy: default-src 'none';/m)
  expect(answer.toString()).not.toMatch(/^\d: /m)
})

test('answers of every address that is listened on are counted', async () => {
  const app = await appWith(() => {})
  await app.listen({ port: 0, host: 'localhost' })
  const addresses = app.addresses() as AddressInfo[]

  for (const { address, port } of addresses)
    await fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`)

  const metrics = await (await fetch(`http://localhost:${addresses[0]?.port}/metrics`)).text()
  expect(metrics).toContain(`http_requests_total{route="/healthz",status="200"} ${addresses.length}`)
})
