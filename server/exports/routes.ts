import type { FastifyInstance } from 'fastify'
import { ExportBegin, ExportDownload, ExportState, ExportStop } from '#contract/exports.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { beginExport, downloadExport, exportState, stopExport, wordsOf } from './exports.ts'

export function exportRoutes(app: FastifyInstance, world: World): void {
  serve(app, ExportBegin, {
    act: wordsOf,
    answer: async ({ world, caller, input }) => ({ exportId: await beginExport(world, caller, input) }),
  })
  serve(app, ExportState, async ({ caller, input }) => exportState(world, caller, input.exportId))
  serve(app, ExportStop, {
    act: ({ exportId }) => ({ about: { kind: 'export_file', id: exportId } }),
    answer: async ({ world, caller, input }) => {
      await stopExport(world, caller, input.exportId)
      return {}
    },
  })
  serve(app, ExportDownload, async ({ caller, input, request }) =>
    downloadExport(world, caller, { exportId: input.exportId, requestId: request.id }),
  )
}
