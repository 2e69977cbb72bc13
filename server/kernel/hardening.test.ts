/** What must hold for every call and every route, whatever is sent. The numbers are those of the security cases that the project was given. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import type { Route } from '#server/platform/http/http.ts'
import { ask, makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, tokens } from '#server/testing/people.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'
import { limits } from './limits.ts'
import type { World } from './world.ts'

type House = { world: World; app: FastifyInstance; calls: (Route & { operation: Operation })[] }

async function house(): Promise<House> {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  return {
    world,
    app,
    calls: app.routes.filter((route): route is House['calls'][number] => route.operation !== undefined),
  }
}

/** As JSON text: some of them cannot be made from a value. */
const oddValues = {
  'a list': '[1]',
  'an object': '{"a":1}',
  'a number without end': '1e400',
  'a number that is not exact': '9007199254740993',
  'a number below zero': '-1',
  'part of a number': '0.5',
  'a number in other digits': '"0x10"',
  truth: 'true',
  nothing: 'null',
  'no letters': '""',
  'ten thousand lists': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  NUL: '"a\\u0000b"',
  'half a character': '"\\ud800"',
  'what is no character': '"\\ufffe"',
  'a character of four bytes': '"🩺"',
  'a change of direction': '"\\u202e\\u2066name"',
  'the name of the prototype': '"__proto__"',
}

const odds = Object.entries(oddValues)

test('SEC-073, SEC-079, SEC-082: no odd value breaks a call', async () => {
  const { world, app, calls } = await house()
  expect(calls.length).toBeGreaterThan(30)

  const broken: string[] = []
  const reader = await tokens(world)
  let from = 0
  for (const [at, { method, url, token: kind, operation }] of calls.entries()) {
    const fields = Object.keys(operation.input.shape)
    // In the usual run each call meets one of the values.
    const met = odds.filter((_, n) => process.env.TEST_LONG ?? n === at % odds.length)
    const bodies = met.flatMap(([, odd]) => [
      fields.map((name) => [name, odd]),
      fields.map((name) => [name, fitting(operation, name, odd)]),
    ])
    for (const body of [...bodies, [['__proto__', '{"polluted":true}']]]) {
      // Whoever changes something may have signed out, or gone, by the next call.
      const isSpent = operation.kind === 'change' && (kind === 'session' || kind === 'reset')
      const token = isSpent ? await tokens(world) : reader
      const bearer = kind === 'reset' ? token.resetter : token.applicant
      const reply = await app.inject({
        method,
        url,
        // Nobody is stopped for having asked too often.
        remoteAddress: `10.0.${(from += 1) >> 8}.${from & 255}`,
        headers: { host: 'localhost', authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { payload: `{${body.map(([name, value]) => `"${name}":${value}`).join(',')}}` }),
        ...(method === 'GET' && { query: Object.fromEntries(body.map(([name, value]) => [name, String(value)])) }),
      })
      if (reply.statusCode >= 500) broken.push(`${reply.statusCode} ${operation.name} ${reply.body}`)
    }
  }

  expect(broken).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

/** The odd value where the call takes it, and otherwise something that it takes: so that it gets past the route. */
function fitting({ input }: Operation, name: string, odd: string): string | undefined {
  const others = ['"1"', '"someone@example.org"', '"2026-12-01"', '"Yes"', 'true']
  return [odd, ...others].find((text) => text.length < 1000 && input.shape[name]?.safeParse(JSON.parse(text)).success)
}

test('NUL or half a character in an address is at no address', async () => {
  const { app } = await house()
  const routes = app.routes.filter(({ url }) => url.includes(':'))
  expect(routes.length).toBeGreaterThan(3)

  for (const { method, url } of routes)
    for (const part of ['%00', 'a%00b', '12345678901%00']) {
      const reply = await app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/, part),
        headers: { host: 'localhost' },
      })
      expect([url, reply.statusCode]).toEqual([url, 404])
    }
})

test.each(['null', 'true', '[]', '[1]', '"0x1"', '"1e0"', '" "', '0.5', '{}'])(
  '%s is not taken for the number of anything',
  (odd) => {
    const numbers = operations.flatMap((operation) =>
      Object.entries(operation.input.shape).flatMap(([name, field]) =>
        // Where a one is taken as a number, in JSON and as a digit.
        // Money may have its paisa.
        !name.endsWith('InRupees') && [1, '1'].every((one) => field.safeParse(one).data === 1)
          ? [{ name: `${operation.name} ${name}`, field }]
          : [],
      ),
    )
    expect(numbers.length).toBeGreaterThan(15)

    expect(numbers.filter(({ field }) => field.safeParse(JSON.parse(odd)).success).map(({ name }) => name)).toEqual([])
  },
)

test.each(['null', '[]', '7', '"text"'])('a call whose whole body is %s is refused', async (body) => {
  const { world, app, calls } = await house()
  const posts = calls.filter(({ method }) => method === 'POST')
  const wrong: string[] = []
  const cookie = `${app.staffCookie}=${await staffToken(world, await aStaffPerson(world, 'owner'))}`
  // Nothing is done: one person may ask for all of it.
  const token = await tokens(world)
  for (const { url, token: kind } of posts) {
    const bearer = kind === 'reset' ? token.resetter : token.applicant
    const headers = {
      host: 'localhost',
      ...(kind === 'staff' ? { cookie } : { authorization: `Bearer ${bearer}` }),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: body })
    if (statusCode !== 400) wrong.push(`${statusCode} ${url}`)
  }
  expect(wrong).toEqual([])
})

test('SEC-083: no pattern of a call takes long over a long text', () => {
  const length = often(200_000, 1_000_000)
  const long = (piece: string, end = '') => piece.repeat(length / piece.length) + end
  const texts = [
    long('a'),
    long(' ', 'x'),
    long('a@'),
    long('a.', '@'),
    long('1', '-'),
    long('<', '>'),
    long('0 ', 'x'),
  ]

  // A pattern that looks at each pair of letters would take minutes, and over a megabyte hours.
  for (const { input } of operations)
    for (const field of Object.values(input.shape))
      for (const text of texts) expect([true, false]).toContain(field.safeParse(text).success)
})

test('SEC-075: nothing changes by GET, and no call obeys a page of another site', async () => {
  const { app, calls } = await house()
  const changes = calls.filter(({ operation }) => operation.kind === 'change')
  expect(changes.filter(({ method }) => method === 'GET')).toEqual([])

  const posts = calls.filter(({ method }) => method === 'POST')
  const signs = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]
  const statuses = new Set<number>()
  for (const { url } of posts)
    for (const sign of signs)
      statuses.add((await app.inject({ method: 'POST', url, headers: { host: 'localhost', ...sign } })).statusCode)
  expect(statuses).toEqual(new Set([403]))
})

test('SEC-076: no other site may read an answer', async () => {
  const { app } = await house()
  const origins = ['https://evil.example', 'null', 'http://localhost.evil.example']
  for (const [at, { method, url }] of app.routes.entries())
    // In the usual run each route meets one of them.
    for (const origin of origins.filter((_, n) => process.env.TEST_LONG ?? n === at % origins.length)) {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const replies = [await ask(app, { method, url, headers }), await ask(app, { method: 'OPTIONS', url, headers })]
      expect(
        replies.flatMap((reply) => Object.keys(reply.headers)).filter((name) => name.startsWith('access-')),
      ).toEqual([])
    }
})

test('SEC-078: what is for one person is kept by nobody on the way', async () => {
  const { world, app, calls } = await house()
  // Such as the lists of places, which are the same for all.
  const personal = calls.filter(({ token, operation: { cached } }) => token !== 'operator' && cached === undefined)
  expect(personal.length).toBeGreaterThan(30)
  const reader = await tokens(world)
  for (const { method, url, operation } of personal) {
    // Whoever changes something may have signed out, or gone, by the next call.
    const { applicant } = operation.kind === 'change' ? await tokens(world) : reader
    const reply = await ask(app, { method, url, headers: { authorization: `Bearer ${applicant}` } })
    const { 'cache-control': keeping, vary } = reply.headers
    expect([url, keeping, vary]).toEqual([url, expect.stringMatching(/no-store/), 'authorization, cookie'])
  }
})

test('SEC-072: a thousand made-up addresses are one caller', async () => {
  const { app } = await house()
  const { hits } = limits.callsOfAddress
  const statuses = new Map<number, number>()
  const call = async (at: number) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/EventEmailVerify',
      headers: {
        host: 'localhost',
        'x-forwarded-for': `203.0.113.${at & 255}`,
        forwarded: `for=198.51.100.${at & 255}`,
      },
      payload: { DeviceID: `d${at}`, UserID: `nobody${at}@example.org`, OTP: '123456' },
    })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  for (let at = 0; at < 1000; at += 1) await call(at)

  expect(Object.fromEntries(statuses)).toEqual({ 200: hits, 429: 1000 - hits })
})

test('SEC-084: what is costly to ask for has a queue: the exports of staff, letters to many, and the assignment', async () => {
  const { app, calls } = await house()
  const costly = /export|pdf|csv|xls|zip|print|report|mailing|blast|bulk|assign/i
  const choice = /^(locale|lang|language|format|accept)$/i
  // Their queues are jobs, and that they are met: write.test.ts of exports, mailings.test.ts of mail, assignments.test.ts of selection.
  const queued = [
    'AssignByHand',
    'AssignmentPropose',
    'ExportBegin',
    'ExportDownload',
    'ExportState',
    'ExportStop',
    'MailingCheck',
    'MailingDelete',
    'MailingPreview',
    'MailingSave',
    'MailingSend',
    'MailingShow',
    'MailingStop',
    'MailingTest',
    'MailingsList',
    'Unassign',
  ]

  const asked = app.routes.flatMap(({ url, operation }) => (costly.test(url) ? [operation?.name ?? url] : []))
  expect([...new Set(asked)].toSorted()).toEqual(queued)
  expect(
    calls.flatMap(({ operation: { name, input } }) =>
      Object.keys(input.shape)
        .filter((field) => choice.test(field))
        .map((field) => `${name}.${field}`),
    ),
  ).toEqual(['ExportBegin.format'])
})
