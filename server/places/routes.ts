import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { countryInfoJSON, searchJSON } from '#contract/places.ts'
import { serveReady } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { openAtlas } from './service.ts'

const folder = join(import.meta.dirname, '../../content/places')

export function placeRoutes(app: FastifyInstance, world: World): void {
  const atlas = openAtlas({ world, folder })
  serveReady(app, countryInfoJSON, ({ country }) => atlas.countries(country))
  serveReady(app, searchJSON, (search) => atlas.towns(search))
}
