import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { serve } from '#server/kernel/serve.ts'
import { usualCallPace } from '#server/platform/http/call-pace.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { ask, listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { anOperation } from '#server/testing/operations.ts'
import { oddRequests } from '#server/testing/wire.ts'

const Echo = anOperation({
  name: 'Echo',
  method: 'POST',
  path: '/api/Echo',
  token: 'none',
  kind: 'change',
  input: z.object({ word: z.string(), Password: z.string().optional() }),
  secrets: ['Password'],
  reply: z.object({ Table: z.array(z.object({ word: z.string() })) }),
})

const lines: string[] = []
const world = worldWithoutDatabase(makeLog('debug', { write: (line) => lines.push(line) }))

const appWithEcho = (env = {}) =>
  makeTestApp(world, { env, add: (app) => serve(app, Echo, ({ input }) => ({ Table: [{ word: input.word }] })) })

const post = (payload: unknown, headers: Record<string, string> = {}, url = '/api/Echo') => ({
  method: 'POST' as const,
  url,
  headers: { host: 'localhost', ...headers },
  payload: payload as string,
})

test('parameters come from the query string, a form or JSON', async () => {
  const app = await appWithEcho()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  const replies = [
    await app.inject(post('', {}, '/api/Echo?word=hello')),
    await app.inject(post('word=hello', form)),
    await app.inject(post({ word: 'hello' })),
    await app.inject(post('', { 'content-type': 'application/json' }, '/api/Echo?word=hello')),
  ]

  expect(replies.map((reply) => reply.json())).toEqual(Array(4).fill({ Table: [{ word: 'hello' }] }))
})

test.each([
  ['a field in the query string and in the body', post({ word: 'a' }, {}, '/api/Echo?word=b'), 400],
  ['a field twice in the query string', post('', {}, '/api/Echo?word=a&word=b'), 400],
  ['a field twice in a form', post('word=a&word=b', { 'content-type': 'application/x-www-form-urlencoded' }), 400],
  ['a list where a word is meant', post({ word: ['a'] }), 400],
  ['NUL', post({ word: 'a\0b' }), 400],
  ['NUL in the query string', post('', {}, '/api/Echo?word=a%00b'), 400],
  ['half a character', post('{"word":"\\ud800"}', { 'content-type': 'application/json' }), 400],
  ['null as body', post('null', { 'content-type': 'application/json' }, '/api/Echo?word=a'), 400],
  ['a number as body', post('7', { 'content-type': 'application/json' }, '/api/Echo?word=a'), 400],
  ['a list as body', post('["a"]', { 'content-type': 'application/json' }), 400],
  ['broken JSON', post('{"word":', { 'content-type': 'application/json' }), 400],
  ['a prototype in JSON', post('{"word":"a","__proto__":{"x":1}}', { 'content-type': 'application/json' }), 400],
  ['nesting without end', post(`${'['.repeat(10_000)}`, { 'content-type': 'application/json' }), 400],
  ['plain text', post('word=a', { 'content-type': 'text/plain' }), 415],
  ['no content type', post('word=a', { 'content-type': '' }), 415],
  ['a body of 300 kB', post({ word: 'a'.repeat(300_000) }), 413],
  ['a password in the address', post({ word: 'a' }, {}, '/api/Echo?Password=canary-in-address'), 400],
  ['a page of another site', post({ word: 'a' }, { 'sec-fetch-site': 'cross-site' }), 403],
  ['a page of another site in an older browser', post({ word: 'a' }, { origin: 'https://evil.example' }), 403],
  ['a page without a site', post({ word: 'a' }, { origin: 'null' }), 403],
  ['a page of our name on another port', post({ word: 'a' }, { origin: 'http://localhost:81' }), 403],
  ['a Host that is not ours', post({ word: 'a' }, { host: 'evil.example' }), 421],
  ['a method that is not served', { ...post({ word: 'a' }), method: 'DELETE' as const }, 404],
  ['an address that is not served', post({ word: 'a' }, {}, '/api/Nothing<script>'), 404],
])('SEC-071, SEC-073, SEC-074, SEC-080: %s is refused', async (_, request, status) => {
  const app = await appWithEcho()

  const reply = await app.inject(request)

  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toEqual({
    Table: [{ Status: expect.any(String) as string }],
    RequestID: expect.any(String) as string,
  })
  expect(reply.body).not.toMatch(/script|canary|SyntaxError|Unexpected/)
})

test('our own page may call in a browser of any age, and so may a program', async () => {
  const app = await appWithEcho({ PUBLIC_URL: 'https://cpd.example.edu' })
  const from = (headers: Record<string, string>) => app.inject(post({ word: 'a' }, headers))
  const host = 'cpd.example.edu'

  const replies = [
    await from({ host, origin: 'https://cpd.example.edu' }),
    await from({ host, origin: 'https://cpd.example.edu', 'sec-fetch-site': 'same-origin' }),
    await from({ host: 'localhost:3000', origin: 'http://localhost:3000' }),
    await from({ host }),
    await from({ host, origin: 'http://cpd.example.edu' }),
    await from({ host, origin: 'https://other.example.edu' }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 403, 403])
})

test('an error says nothing but its request id, and the log has the rest', async () => {
  const app = await makeTestApp(world, {
    add: (app) =>
      serve(app, Echo, () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
      }),
  })
  lines.length = 0

  const reply = await ask(app, post({ word: 'a', Password: 'canary-secret' }))

  expect(reply.statusCode).toBe(500)
  expect(JSON.parse(reply.body)).toEqual({
    Table: [{ Status: 'An error occurred. Please try again later.' }],
    RequestID: reply.headers['x-request-id'],
  })
  expect(lines.join('')).toContain('10.0.0.7')
  expect(lines.join('')).toContain(String(reply.headers['x-request-id']))
  expect(lines.join('')).not.toContain('canary')
})

test('an answer with a field that the contract does not name is noticed', async () => {
  const app = await makeTestApp(world, {
    add: (app) => serve(app, Echo, ({ input }) => ({ Table: [{ word: input.word, personId: 7 }] })),
  })

  expect((await app.inject(post({ word: 'a' }))).statusCode).toBe(500)
  expect(lines.join('')).toContain('Echo answers with \\"personId\\", which its contract does not name')
})

test('in production the field is left out', async () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cpd.example.edu',
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail',
  }
  const app = await makeTestApp(world, {
    env,
    add: (app) => serve(app, Echo, ({ input }) => ({ Table: [{ word: input.word, personId: 7 }] })),
  })

  const reply = await ask(app, post({ word: 'a' }, { host: 'cpd.example.edu' }))

  expect(JSON.parse(reply.body)).toEqual({ Table: [{ word: 'a' }] })
  expect(reply.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})

test('a route that does not say who may call it cannot be added', async () => {
  await expect(makeTestApp(world, { add: (app) => app.get('/api/Open', () => 'open') })).rejects.toThrow(
    'GET /api/Open does not declare who may call it',
  )
})

test.each(['body', 'response'])('a route that brings a schema of its own for its %s cannot be added', async (part) => {
  const schema = part === 'body' ? { body: { type: 'object' } } : { response: { 200: { type: 'object' } } }
  const route = { method: 'POST', url: '/api/Own', schema, config: { token: 'none' }, handler: () => ({}) } as const
  await expect(makeTestApp(world, { add: (app) => app.route(route) })).rejects.toThrow('belongs in the contract')
})

test.each(oddRequests)('SEC-069, SEC-070: %s on the wire is answered once', async (_, bytes, status) => {
  const { port } = await listen(await appWithEcho())
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.write(bytes)
  await vi.waitUntil(() => answer !== '', 60_000)
  // Enough for a second answer, if there is one.
  await pause(150)
  socket.destroy()

  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
})

test('a caller who hangs up in the middle is not told of as a database that is away', async () => {
  lines.length = 0
  const app = await appWithEcho()
  let isCut = false
  app.server.prependListener('request', (request) => request.on('error', () => (isCut = true)))
  const { port } = await listen(app)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/Echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
  )
  await once(app.server, 'request')
  socket.destroy()
  await vi.waitUntil(() => isCut, 60_000)
  await pause(50)

  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
})

test('whoever asks too often hears so a moment later: a program that asks again at once is slowed down', async () => {
  const Sorry = anOperation({ ...Echo, name: 'Sorry', path: '/api/Sorry' })
  const app = await makeTestApp(world, {
    pace: usualCallPace,
    add: (app) => serve(app, Sorry, ({ input }) => refuse(input.word === 'often' ? 'too_many' : 'not_allowed')),
  })
  const heardWithin = async (word: string, milliseconds: number) => {
    const heard: number[] = []
    for (const until = performance.now() + milliseconds; performance.now() < until;)
      heard.push((await app.inject(post({ word }, {}, '/api/Sorry'))).statusCode)
    return heard
  }

  const often = await heardWithin('often', 1200)
  expect(often).toEqual(Array(often.length).fill(429))
  expect(often.length).toBeLessThanOrEqual(3)
  expect((await heardWithin('once', 1200)).length).toBeGreaterThan(10)
})

test('SEC-072: the address of a caller is never their own claim', async () => {
  lines.length = 0
  const app = await appWithEcho()
  await ask(app, post({ word: 'a' }, { 'x-forwarded-for': '6.6.6.6' }))
  const behindProxy = await appWithEcho({ TRUSTED_PROXIES: '127.0.0.1' })
  await ask(behindProxy, post({ word: 'a' }, { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' }))

  expect(lines.map((line) => (JSON.parse(line) as { ip: string }).ip)).toEqual(['127.0.0.1', '7.7.7.7'])
})

test('figures are for the operator: somebody at the machine itself, or whoever holds the token', async () => {
  const app = await appWithEcho({ METRICS_TOKEN: 'a-long-enough-token', PUBLIC_URL: 'https://cpd.example.edu' })
  const figures = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers }, remoteAddress })).statusCode
  const token = { authorization: 'Bearer a-long-enough-token' }

  expect((await app.inject({ url: '/metrics', headers: { host: '[::1]:3000' } })).body).toContain('http_requests_total')
  expect([await figures({ host: '127.0.0.1:3000' }), await figures({ host: 'LOCALHOST' }, '::1')]).toEqual([200, 200])
  expect([await figures({}, '6.6.6.6'), await figures(token, '6.6.6.6')]).toEqual([404, 200])
  expect([
    await figures({ authorization: 'Bearer a-long-enough-tokem' }, '6.6.6.6'),
    await figures({ authorization: 'B' }, '6.6.6.6'),
  ]).toEqual([404, 404])
  expect(await figures({ host: 'cpd.example.edu', ...token })).toBe(200)
})

test('behind a proxy only the token opens the figures, whatever name a visitor asks for', async () => {
  const env = {
    TRUSTED_PROXIES: 'loopback',
    METRICS_TOKEN: 'a-long-enough-token',
    PUBLIC_URL: 'https://cpd.example.edu',
  }
  const app = await appWithEcho(env)
  const figures = async (headers: object) =>
    (await app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })).statusCode

  expect(await figures({})).toBe(404)
  expect(await figures({ authorization: 'Bearer a-long-enough-token' })).toBe(200)
})

test.each([
  { host: 'cpd.example.edu' },
  { 'x-forwarded-for': '6.6.6.6' },
  { 'x-real-ip': '6.6.6.6' },
  { forwarded: 'for=6.6.6.6' },
  { via: '1.1 proxy' },
  { 'x-forwarded-host': 'cpd.example.edu' },
])('whoever comes through a proxy of this machine is not the operator: %j', async (headers) => {
  const app = await appWithEcho({ PUBLIC_URL: 'https://cpd.example.edu' })
  const reply = await app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })
  expect(reply.statusCode).toBe(404)
})
