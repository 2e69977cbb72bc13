import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { firstVersions } from '#server/pages/words.ts'
import { builtSite } from '#server/portal.ts'
import { ask, makeTestApp } from '#server/testing/app.ts'
import { anEvent } from '#server/testing/people.ts'
import { makeWorld as anEmptyWorld } from '#server/testing/world.ts'
import { readConfig } from './settings.ts'

const env = { NODE_ENV: 'test', PUBLIC_URL: 'https://cpd.example.edu' }
const page = { host: 'cpd.example.edu', accept: 'text/html,*/*' }

/** With the words of the college in it. */
async function makeWorld() {
  const world = await anEmptyWorld()
  await firstVersions(world, 'content')
  return world
}

async function wholeServer(): Promise<FastifyInstance> {
  const world = await makeWorld()
  await anEvent(world)
  const broken = () => {
    throw new Error('select * from account failed at /srv/app.ts')
  }
  return makeTestApp(world, {
    env,
    site: await builtSite(readConfig(env))(world),
    add: (app) => app.get('/test/broken', { config: { token: 'none' } }, broken),
  })
}

/** What every answer carries, whatever it is. */
function expectHardened(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/) as string,
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()') as string,
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'cache-control': expect.any(String) as string,
    'x-request-id': expect.any(String) as string,
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy.replace('frame-src https://www.openstreetmap.org', '')).not.toMatch(/script-src[^;]*unsafe|https?:/)
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['server']))
  expect(Object.keys(headers).filter((name) => /^(x-powered-by|access-control-)/.test(name))).toEqual([])
}

test('every route answers with every header of protection', async () => {
  const app = await wholeServer()
  expect(app.routes.length).toBeGreaterThan(50)

  for (const { method, url } of app.routes) {
    const reply = await ask(app, { method, url, headers: page })
    expectHardened(reply.headers)
  }
})

test.each([
  ['a page that does not exist', { url: '/nope', headers: page }, 404, /text\/html/],
  ['a call that does not exist', { url: '/api/nope', headers: page }, 404, /application\/json/],
  ['a file that does not exist', { url: '/assets/nope.js', headers: page }, 404, /application\/json/],
  ['a page that breaks', { url: '/test/broken', headers: page }, 500, /text\/html/],
  ['a call that breaks', { url: '/test/broken', headers: { host: page.host } }, 500, /application\/json/],
  ['a folder that climbs out', { url: '/art/..%2f..%2fpackage.json', headers: page }, 404, /./],
  ['the repository', { url: '/.git/config', headers: page }, 404, /./],
  ['a style sheet below a private page', { url: '/profile/x.css', headers: page }, 404, /./],
])('SEC-078, SEC-085: %s is hardened too, and says nothing of what is inside', async (_, request, status, type) => {
  const app = await wholeServer()

  const reply = await ask(app, request)

  expect(reply.statusCode).toBe(status)
  expect(reply.headers['content-type']).toMatch(type)
  expectHardened(reply.headers)
  expect(reply.body).not.toMatch(/select \*|app\.ts|node_modules|package\.json|Error:/)
})

test.each(['/console', '/console/signin', '/console/finance/exceptions/17', '/console/nowhere?search=Komal'])(
  'the console answers at %s with its shell, which no search engine may keep and no script of others can use',
  async (url) => {
    const app = await wholeServer()

    const { statusCode, headers, body } = await ask(app, { url, headers: page })

    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^ ]+'; style-src 'self' 'sha256-[^ ]+';/,
    )
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(body).toContain('<meta name="robots" content="noindex,nofollow">')
    expect(body).not.toContain('style=')
  },
)

test('no page of participants names a file of the console, and robots are told to stay out of it', async () => {
  const app = await wholeServer()

  for (const path of Object.keys(pages))
    expect((await ask(app, { url: path, headers: page })).body).not.toContain('/assets/console/')
  expect((await ask(app, { url: '/robots.txt', headers: page })).body).toContain('Disallow: /console\n')
})

test('whoever finds a hole is told where to report it', async () => {
  const app = await wholeServer()
  const reply = await ask(app, { url: '/.well-known/security.txt', headers: page })

  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(reply.body).toBe(
    [
      'Contact: mailto:security@indusmedical.example',
      // The clock of the tests stands at 1 November 2026.
      'Expires: 2027-04-30T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://cpd.example.edu/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('a page runs our own files and its two inline parts, and nothing else', async () => {
  const app = await wholeServer()
  for (const path of Object.keys(pages)) {
    const { headers, body } = await ask(app, { url: path, headers: page })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types ProseMirrorClipboard$/)
    expect(body).not.toMatch(/ style=| onclick=| onload=|<script(?![^>]*(src=|application\/))[^>]*>(?!\(function)/)
  }
})

test('the page with the map may show that one site in a frame, and no other page any', async () => {
  const app = await wholeServer()
  const framed = []
  for (const path of Object.keys(pages)) {
    const { headers } = await ask(app, { url: path, headers: page })
    const [, allowed] = /frame-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    if (allowed !== "'none'") framed.push([path, allowed])
  }
  expect(framed).toEqual([['/travel', 'https://www.openstreetmap.org']])
})

test('bytes are sent as the reader can take them, and not again when nothing changed', async () => {
  const app = await wholeServer()
  const faq = (headers: Record<string, string>) => ask(app, { url: '/faq', headers: { ...page, ...headers } })

  expect((await faq({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  expect((await faq({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  expect((await faq({ 'accept-encoding': 'gzip;q=0, br;q=0' })).headers['content-encoding']).toBeUndefined()
  const plain = await faq({})
  expect(plain.body).toContain('<h1')
  const again = await faq({ 'if-none-match': String(plain.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a change of the content is on the page within a second', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world, { env, site: await builtSite(readConfig(env))(world) })
  const home = async () => (await ask(app, { url: '/', headers: page })).body
  expect(await home()).not.toContain('A theme nobody had')

  await world.db.updateTable('event').set({ theme: 'A theme nobody had' }).execute()
  await new Promise((resume) => setTimeout(resume, 1001))

  expect(await home()).toContain('A theme nobody had')
})

test('a page with a cart may post a form to the bank, and to nobody else; a page of mere content may not', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const bank = { EPG_URL: 'https://bank.example', EPG_CUSTOMER: 'c', EPG_STORE: '1', EPG_TERMINAL: '1' }
  const epg = { ...env, ...bank, PAYMENT_PROVIDER: 'epg', EPG_USERNAME: 'u', EPG_PASSWORD: 'p' }
  const settings = { ...epg, EPG_PORTALS: 'https://pay.example' }
  const app = await makeTestApp(world, { env: settings, site: await builtSite(readConfig(settings))(world) })
  const formAction = async (url: string) =>
    /form-action [^;]*/.exec(String((await ask(app, { url, headers: page })).headers['content-security-policy']))?.[0]

  expect([await formAction('/events'), await formAction('/profile'), await formAction('/faq')]).toEqual([
    "form-action 'self' https://pay.example",
    "form-action 'self' https://pay.example",
    "form-action 'self'",
  ])
})

test('the style guide is not there in production', async () => {
  const world = await makeWorld()
  const production = { ...env, NODE_ENV: 'production', ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-proxy' }
  const app = await makeTestApp(world, { env: production, site: await builtSite(readConfig(production))(world) })

  expect((await ask(app, { url: '/styleguide', headers: page })).statusCode).toBe(404)
  expect((await ask(app, { url: '/_mail', headers: page })).statusCode).toBe(404)
})
