import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AppOptions, makeApp } from '#server/app.ts'
import { type Environment, readConfig } from '#server/platform/config.ts'
import { makeMetrics } from '#server/platform/metrics.ts'
import type { World } from '#server/world.ts'
import { stillWorld } from './world.ts'

type Change = { env?: Environment; add?: (app: FastifyInstance) => void } & Partial<AppOptions>

/** The server as it is, over a world of the test's own. `add` puts in a route that the product does not have. */
export async function makeTestApp(world: World, { env = {}, add, ...options }: Change = {}): Promise<FastifyInstance> {
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const app = makeApp(world, { config, metrics: makeMetrics(), canWork: async () => true, ...options })
  add?.(app)
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

/** Listens on a port of its own, for tests that need real connections. */
export async function listen(app: FastifyInstance): Promise<{ port: number; address: string }> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: Number(new URL(address).port), address }
}

/** A world for what needs no database at all: touching it is an error. */
export function worldWithoutDatabase(log: World['log']): World {
  const db = new Proxy({} as World['db'], {
    get() {
      throw new Error('this test has no database')
    },
  })
  return { ...stillWorld(db), log }
}
