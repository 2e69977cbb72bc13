import type { FastifyInstance } from 'fastify'
import { AskEmailChange, ConfirmEmailChange, UndoEmailChange } from '#contract/account-changes.ts'
import { originOf } from '#server/platform/origin.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { askEmailChange, confirmEmailChange, undoEmailChange } from './service.ts'

export function emailChangeRoutes(app: FastifyInstance, world: World): void {
  serve(app, AskEmailChange, async ({ caller, input, request }) => ({
    status: await askEmailChange(world, caller, { ...input, origin: originOf(request, '') }),
  }))
  serve(app, ConfirmEmailChange, async ({ caller, input }) => confirmEmailChange(world, caller, input.pin))
  serve(app, UndoEmailChange, async ({ input, request }) => undoEmailChange(world, input.key, originOf(request, '')))
}
