import { expect, test } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import { ask, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { traceIn } from './request-ids.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

test('the trace of our own proxy stands in the request id; anybody else has our own id only', async () => {
  const idAt = async (TRUSTED_PROXIES: string, headers: Record<string, string>) => {
    const app = await makeTestApp(worldWithoutDatabase(makeLog('silent')), { env: { TRUSTED_PROXIES } })
    return String((await ask(app, { url: '/healthz', headers })).headers['x-request-id'])
  }
  const own = '[0-9a-f]{8}-[0-9a-f]{4}'
  const alone = new RegExp(`^${own}$`)

  expect(await idAt('127.0.0.1', { traceparent })).toMatch(new RegExp(`^${own}\\.${trace}$`))
  expect(await idAt('10.0.0.0/8', { traceparent })).toMatch(alone)
  expect(await idAt('', { traceparent })).toMatch(alone)
  expect(await idAt('127.0.0.1', {})).toMatch(alone)
  expect(await idAt('127.0.0.1', { traceparent: `${traceparent}, ${traceparent}` })).toMatch(alone)
})

test('ids of two requests tell nothing of how many came between them', async () => {
  const app = await makeTestApp(worldWithoutDatabase(makeLog('silent')))
  const ids = []
  for (let asked = 0; asked < 5; asked += 1)
    ids.push(String((await ask(app, { url: '/healthz' })).headers['x-request-id']))

  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(5)
  expect(new Set(ids.map((id) => id.slice(9))).size).toBeGreaterThan(3)
})

test('what is not of the grammar is no trace', () => {
  expect(traceIn(traceparent)).toBe(trace)
  expect(traceIn(`cc-${trace}-00f067aa0ba902b7-01-what-comes-later`)).toBe(trace)
  const none = [
    undefined,
    '',
    'x',
    traceparent.toUpperCase(),
    `00-${trace}-00f067aa0ba902b7`,
    `${traceparent}-more`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}x-00f067aa0ba902b7-01`,
    ` ${traceparent}`,
    `${traceparent}\n`,
    [traceparent, traceparent],
  ]
  expect(none.map(traceIn)).toEqual(none.map(() => undefined))
})
