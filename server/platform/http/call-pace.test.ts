import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nothing } from '#contract/operation.ts'
import { serve } from '#server/kernel/serve.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { anOperation } from '#server/testing/operations.ts'
import { paceCalls } from './call-pace.ts'

const pace = { atOnce: 4, perSecond: 10 }
const token = (letter: string) => `Bearer ${letter.repeat(43)}`

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** How many of so many calls are let in at once, and after each tenth of a second. */
async function letIn(turn: (caller: string) => Promise<void>, calls: number, caller = 'a'): Promise<number[]> {
  let inside = 0
  let refused = 0
  for (let call = 0; call < calls; call += 1)
    void turn(caller).then(
      () => (inside += 1),
      () => (refused += 1),
    )
  const counts: number[] = []
  for (let tenth = 0; tenth < 4; tenth += 1) {
    await vi.advanceTimersByTimeAsync(tenth === 0 ? 0 : 100)
    counts.push(inside)
  }
  return [...counts, refused]
}

test('so many calls at once, then one at a time; whoever has ten of them waiting is asked to come again', async () => {
  const turn = paceCalls(pace)
  expect(await letIn(turn, 4)).toEqual([4, 4, 4, 4, 0])
  // Three tenths of a second have passed.
  expect(await letIn(turn, 20)).toEqual([3, 4, 5, 6, 7])
})

test('one who is quick keeps nobody else waiting, and is served at once after a rest', async () => {
  const turn = paceCalls(pace)
  await letIn(turn, 10)
  expect(await letIn(turn, 4, 'b')).toEqual([4, 4, 4, 4, 0])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await letIn(turn, 4)).toEqual([4, 4, 4, 4, 0])
})

test('callers who come with a new token each time are not remembered', async () => {
  const remembered = new Map<string, number>()
  const turn = paceCalls(pace, remembered)
  for (let call = 0; call < 999; call += 1) await turn(`token ${call}`)
  await vi.advanceTimersByTimeAsync(1000)
  await turn('one more')
  expect([...remembered.keys()]).toEqual(['one more'])
})

test('calls of a session are served at a pace, payments at once, and one that waits is not in hand', async () => {
  // Nothing else of the server stands still.
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const world = worldWithoutDatabase(makeLog('silent'))
  const reply = z.object({ Table: z.array(z.object({ Status: z.literal('Success') })) })
  const app = await makeTestApp(world, {
    pace: { atOnce: 2, perSecond: 1, noAfter: 0 },
    add: (app) => {
      app.identify.session = async () => ({
        accountId: 1,
        email: 'a@example.org',
        sessionId: 1,
        at: { applicantId: 1, eventId: 1 },
      })
      for (const each of [{ path: '/api/Reading' }, { path: '/payments/paying', priority: 'paying' }] as const) {
        const op = anOperation({
          ...each,
          name: each.path,
          method: 'POST',
          token: 'session',
          kind: 'read',
          input: nothing,
          reply,
        })
        serve(app, op, () => ({ Table: [{ Status: 'Success' as const }] }))
      }
    },
  })
  const answered: string[] = []
  const call = async (url: string, letter = 'a') => {
    const headers = { host: 'localhost', authorization: token(letter) }
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: {} })
    answered.push(`${letter} ${url} ${statusCode}`)
  }
  await Promise.all([call('/api/Reading'), call('/api/Reading')])
  const waiting = call('/api/Reading')
  await call('/payments/paying')
  await call('/api/Reading', 'b')
  expect([world.inside.calls, answered.length]).toEqual([0, 4])
  await vi.advanceTimersByTimeAsync(1000)
  await waiting
  expect(answered.slice(2)).toEqual(['a /payments/paying 200', 'b /api/Reading 200', 'a /api/Reading 200'])
})

test('calls of a session of staff are served at a pace, before the session is looked up', async () => {
  const world = worldWithoutDatabase(makeLog('silent'))
  let asked = 0
  const op = anOperation({
    name: 'Show',
    method: 'GET',
    path: '/staff/Show',
    token: 'staff',
    may: 'self',
    kind: 'read',
    input: nothing,
    reply: nothing,
  })
  const app = await makeTestApp(world, {
    pace: { atOnce: 2, perSecond: 0.1, noAfter: 0 },
    add: (app) => {
      app.identify.staff = async () => void (asked += 1)
      serve(app, op, () => ({}))
    },
  })
  vi.useRealTimers()
  const call = async (letter: string) => {
    const headers = { host: 'localhost', cookie: `${app.staffCookie}=${letter.repeat(43)}` }
    return (await app.inject({ url: '/staff/Show', headers })).statusCode
  }
  expect([await call('a'), await call('a'), await call('a'), await call('b'), asked]).toEqual([401, 401, 429, 401, 3])
})
