import type { FastifyInstance } from 'fastify'
import { AccountStanding, CloseAccount, KeepAccount } from '#contract/account-changes.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { closeAccount, keepAccount, standingOf } from './service.ts'

export function closureRoutes(app: FastifyInstance, world: World): void {
  serve(app, AccountStanding, async ({ caller }) => standingOf(world, caller))
  serve(app, CloseAccount, async ({ caller, input }) => closeAccount(world, caller, input))
  serve(app, KeepAccount, async ({ caller }) => {
    await keepAccount(world, caller)
    return { status: 'Success' as const }
  })
}
