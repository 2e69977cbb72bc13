import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { type AppOptions, makeApp } from '#server/app.ts'
import { readConfig } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import type { CallPace } from '#server/platform/http/call-pace.ts'
import { type Environment } from '#server/platform/process/config.ts'
import { makeMetrics } from '#server/platform/process/metrics.ts'
import { answersThatDoNotFit } from './answers.ts'
import { stillWorld } from './world.ts'

type Change = { env?: Environment; add?: (app: FastifyInstance) => void } & Partial<AppOptions>

/** Tests call faster than people do. */
const pace: CallPace = { atOnce: Number.POSITIVE_INFINITY, perSecond: 1, noAfter: 0 }

/** The server as it is, over a world of the test's own. Every answer of a call must fit its description. `add` puts in a route that the product does not have. */
export async function makeTestApp(world: World, { env = {}, add, ...options }: Change = {}): Promise<FastifyInstance> {
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const app = makeApp(world, { config, metrics: makeMetrics(), canWork: async () => true, pace, ...options })
  add?.(app)
  const wrong = answersThatDoNotFit(app)
  await app.ready()
  onTestFinished(() => app.close())
  onTestFinished(() => expect(wrong).toEqual([]))
  return app
}

/** Listens on a port of its own, for tests that need real connections. */
export async function listen(app: FastifyInstance): Promise<{ port: number; address: string }> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: Number(new URL(address).port), address }
}

export type Wish = { method?: string; url: string; headers?: Record<string, string>; payload?: string | object }
export type Answered = { statusCode: number; headers: IncomingHttpHeaders; rawPayload: Buffer; body: string }

/** Asks over a real connection: the head of an answer is Node's work, and nobody else makes it the same. No header may come twice. */
export async function ask(app: FastifyInstance, { method, url, headers, payload }: Wish): Promise<Answered> {
  const { port } = app.server.address() ? (app.server.address() as AddressInfo) : await listen(app)
  const type = typeof payload === 'object' && { 'content-type': 'application/json' }
  const asking = request({ port, method, path: url, agent: false, headers: { host: 'localhost', ...type, ...headers } })
  asking.end(typeof payload === 'object' ? JSON.stringify(payload) : payload)
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const rawPayload = await buffer(reply)
  const names = reply.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`${url} is answered with two headers ${twice}`)
  return { statusCode: reply.statusCode as number, headers: reply.headers, rawPayload, body: rawPayload.toString() }
}

/** A world for what needs no database at all: nothing can be asked of it. */
export function worldWithoutDatabase(log: World['log']): World {
  return { ...stillWorld({} as World['db']), log }
}
