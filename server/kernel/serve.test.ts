import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nothing, type Operation } from '#contract/operation.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { anOperation } from '#server/testing/operations.ts'
import { serve } from './serve.ts'

const lines: string[] = []
const world = worldWithoutDatabase(makeLog('debug', { write: (line) => lines.push(line) }))
const somebody = { accountId: 1, email: 'a@example.org', sessionId: 1, at: { applicantId: 1, eventId: 1 } }

const open = {
  token: 'none',
  kind: 'read',
  input: nothing,
  reply: z.object({ Table: z.array(z.object({ topic: z.string() })) }),
} as const
const List = anOperation({ ...open, name: 'List', method: 'POST', path: '/api/List', shared: true })
const Towns = anOperation({ ...open, name: 'Towns', method: 'GET', path: '/geo/Towns', cached: 60 })

async function appWith(add: (app: FastifyInstance) => void) {
  const app = await makeTestApp(world, {
    add: (app) => {
      app.identify.session = async () => somebody
      app.identify.at = async () => somebody
      add(app)
    },
  })
  const ask = ({ method, path }: Operation, headers: Record<string, string> = {}) =>
    app.inject({ method, url: path, headers: { host: 'localhost', ...headers } })
  return { app, ask }
}
const signedIn = { authorization: `Bearer ${'t'.repeat(43)}` }
const br = { 'accept-encoding': 'br' }

test('strangers share the bytes of a reply, which are made once; whoever is signed in has a reply of their own', async () => {
  let checked = 0
  const reply = List.reply.refine(() => (checked += 1))
  const forAll = { Table: [{ topic: 'Echo in Shock' }] }
  const { ask } = await appWith((app) =>
    serve(app, { ...List, reply }, ({ caller }) => (caller ? { Table: [{ topic: caller.email }] } : forAll)),
  )

  const strangers = await Promise.all(Array.from({ length: 5 }, () => ask(List)))
  expect(strangers.map((each) => each.json())).toEqual(Array(5).fill(forAll))
  expect(checked).toBe(1)
  expect((await ask(List, br)).headers['content-encoding']).toBe('br')
  const own = await ask(List, { ...signedIn, ...br })
  expect([own.json(), own.headers['content-encoding']]).toEqual([{ Table: [{ topic: 'a@example.org' }] }, undefined])
})

test('a new reply is sent as it is, not as the bytes of the one before', async () => {
  let asked = 0
  const { ask } = await appWith((app) => serve(app, List, () => ({ Table: [{ topic: String((asked += 1)) }] })))

  expect([(await ask(List)).json(), (await ask(List)).json()]).toEqual([
    { Table: [{ topic: '1' }] },
    { Table: [{ topic: '2' }] },
  ])
})

test('what everybody may keep says for how long, and does not depend on who asks', async () => {
  const { ask } = await appWith((app) =>
    serve(app, Towns, ({ caller }) => ({ Table: [{ topic: caller ? 'personal' : 'open' }] })),
  )

  for (const headers of [{}, signedIn]) {
    const reply = await ask(Towns, headers)
    expect(reply.json()).toEqual({ Table: [{ topic: 'open' }] })
    expect(reply.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=1800')
  }
})

test('what is not for everybody cannot be kept by everybody', async () => {
  await expect(
    appWith((app) => serve(app, { ...Towns, token: 'session' }, () => ({ Table: [{ topic: 'mine' }] }))),
  ).rejects.toThrow('Towns is not for everybody: nobody may keep it')
})

test.each([
  [
    'a field that the contract does not name',
    { Table: [{ topic: 'a', price: 7 }] },
    'which its contract does not name',
  ],
  ['a field that is something else', { Table: [{ topic: 7 }] }, 'expected string'],
])('kept bytes pass the contract as well: %s is noticed', async (_, wrong, told) => {
  for (const op of [List, Towns] as const) {
    lines.length = 0
    const { ask } = await appWith((app) => serve<Operation>(app, op, () => wrong))

    expect((await ask(op)).statusCode).toBe(500)
    expect(lines.join('')).toContain(told)
  }
})

test('in production, too, kept bytes have no field that the contract does not name', async () => {
  const forAll = { Table: [{ topic: 'Echo in Shock', personId: 7 }] }
  const { app, ask } = await appWith((app) => {
    serve(app, List, () => forAll)
    serve(app, Towns, () => forAll)
  })
  app.strictReplies = false

  for (const op of [List, Towns]) expect((await ask(op)).json()).toEqual({ Table: [{ topic: 'Echo in Shock' }] })
})
