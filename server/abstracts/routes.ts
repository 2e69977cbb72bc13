import type { FastifyInstance } from 'fastify'
import { AbstractDownload, GetAbstracts, RemoveAbstract, SubmitAbstract } from '#contract/abstracts.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { abstractsOf, countRead, fileOf, removeAbstract, submitAbstract } from './service.ts'

export function abstractRoutes(app: FastifyInstance, world: World): void {
  serve(app, GetAbstracts, async ({ caller }) => {
    await countRead(world, caller)
    return { Table: await abstractsOf(world, caller) }
  })
  serve(app, SubmitAbstract, async ({ caller, input, request: { startedAt } }) => {
    const { status, number, submittedAt } = await submitAbstract(world, caller, { abstractId: input.pk, startedAt })
    return { Table: [{ Status: status, Number: number, SubmittedAt: submittedAt?.toISOString() }] }
  })
  serve(app, RemoveAbstract, async ({ caller, input }) => ({
    Table: [{ Status: await removeAbstract(world, caller, input.pk) }],
  }))
  serve(app, AbstractDownload, async ({ caller, input }) => {
    await countRead(world, caller)
    return { ...(await fileOf(world, caller, input.pk)), inline: false }
  })
}
