import type { FastifyInstance } from 'fastify'
import { AskDataCopy, DataCopy } from '#contract/account-changes.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { askDataCopy, dataCopy } from './service.ts'

export function copyRoutes(app: FastifyInstance, world: World): void {
  serve(app, AskDataCopy, async ({ caller, input }) => askDataCopy(world, caller, input.password))
  serve(app, DataCopy, async ({ input }) => ({
    type: 'application/zip',
    name: 'colloquium.zip',
    inline: false,
    bytes: await dataCopy(world, input.key),
  }))
}
