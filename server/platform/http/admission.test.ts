import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nothing, type Operation } from '#contract/operation.ts'
import { serve } from '#server/kernel/serve.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { anOperation } from '#server/testing/operations.ts'

const reply = z.object({ Table: z.array(z.object({ Status: z.literal('Success') })) })
const calls = {
  comingIn: { path: '/api/ComingIn', token: 'none', kind: 'change' },
  reading: { path: '/api/Reading', token: 'none', kind: 'read' },
  signedIn: { path: '/api/SignedIn', token: 'session', kind: 'read' },
  paying: { path: '/payments/paying', token: 'session', kind: 'change', priority: 'paying' },
} as const satisfies Record<string, Pick<Operation, 'path' | 'token' | 'kind' | 'priority'>>

/** Four calls that answer when they are let go. */
async function aHouse() {
  let letGo: () => void = () => {}
  const until = new Promise<void>((done) => (letGo = done))
  const add = (app: FastifyInstance) => {
    app.identify.session = async () => ({
      accountId: 1,
      email: 'a@example.org',
      sessionId: 1,
      at: { applicantId: 1, eventId: 1 },
    })
    for (const [name, call] of Object.entries(calls)) {
      const op = anOperation({ name, method: 'POST', input: nothing, reply, ...call })
      serve(app, op, async () => {
        await until
        return { Table: [{ Status: 'Success' as const }] }
      })
    }
  }
  const still = worldWithoutDatabase(makeLog('silent'))
  const clock = { ahead: 0 }
  const world = { ...still, now: () => new Date(still.now().getTime() + clock.ahead) }
  const app = await makeTestApp(world, { add })
  const ask = (kind: keyof typeof calls, times: number, turn?: string) =>
    // Async, because a request that nobody waits for is not sent.
    Array.from({ length: times }, async () =>
      app.inject({
        method: 'POST',
        url: calls[kind].path,
        headers: { host: 'localhost', authorization: `Bearer ${'t'.repeat(43)}`, ...(turn && { 'x-turn': turn }) },
        payload: {},
      }),
    )
  return { inside: world.inside, clock, ask, letGo }
}

test('a full server refuses newcomers first, then people who are signed in, and nobody who pays; each keeps a turn', async () => {
  const { inside, clock, ask, letGo } = await aHouse()
  const first = ask('comingIn', 110)
  const refused = await Promise.all(first.slice(100))
  expect(refused.map(({ statusCode, body }) => [statusCode, JSON.parse(body).Table])).toEqual(
    Array(10).fill([503, [{ Status: 'The service is busy for a moment. Please try again shortly.' }]]),
  )
  const waits = refused.map(({ headers }) => Number(headers['x-wait']))
  expect(waits.every((wait) => wait > 0)).toBe(true)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(
    waits.map((wait) => String(Math.ceil(wait / 1000))),
  )
  expect(new Set(refused.map(({ headers }) => headers['x-turn'])).size).toBe(10)

  const turn = String(refused[0]?.headers['x-turn'])
  const [tooEarly] = await Promise.all(ask('comingIn', 1, turn))
  expect([tooEarly?.statusCode, tooEarly?.headers['x-turn']]).toEqual([503, turn])
  const others = [...ask('reading', 70), ...ask('signedIn', 150), ...ask('paying', 50)]
  await vi.waitFor(() => expect(inside.calls).toBe(100 + 60 + 140 + 50), 60_000)
  await Promise.all([...others.slice(60, 70), ...others.slice(210, 220)])
  clock.ahead = 5000
  const theirs = ask('comingIn', 1, turn)
  letGo()
  const answers = (await Promise.all([...first, ...others])).map(({ statusCode }) => statusCode)
  expect(Map.groupBy(answers, (status) => status).get(503)?.length).toBe(10 + 10 + 10)
  expect((await Promise.all(theirs)).map(({ statusCode }) => statusCode)).toEqual([200])
  expect(inside.calls).toBe(0)
  expect((await Promise.all(ask('comingIn', 5))).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
})
