/** What staff look at one by one: abstracts, with all that was said of them. */
import type { FastifyInstance } from 'fastify'
import { AbstractFile, AbstractShow } from '#contract/selection/abstract-detail.ts'
import { AbstractList } from '#contract/selection/abstract-list.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { abstractFile, showAbstract } from './abstract-detail.ts'
import { listAbstracts } from './abstract-list.ts'

export function abstractConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, AbstractList, ({ input, caller }) => listAbstracts(world, caller, input))
  serve(app, AbstractShow, ({ input, caller }) => showAbstract(world, caller, input))
  serve(app, AbstractFile, ({ input, caller }) => abstractFile(world, caller, input))
}
