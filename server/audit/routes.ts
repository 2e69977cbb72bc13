import type { FastifyInstance } from 'fastify'
import { AuditList, AuditShow, SealState } from '#contract/audit/audit.ts'
import { serve } from '#server/kernel/serve.ts'
import { unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { sealState } from './seals.ts'
import { listActs, showAct } from './trail.ts'

export function auditRoutes(app: FastifyInstance, world: World): void {
  serve(app, AuditList, async ({ caller, input }) => listActs(world, caller, input))
  serve(app, AuditShow, async ({ caller, input }) => (await showAct(world, caller, input.id)) ?? refuse('not_found'))
  serve(app, SealState, async ({ caller }) => sealState(world, await unseenBy(world, caller)))
}
