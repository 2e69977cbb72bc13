import type { FastifyInstance } from 'fastify'
import { UploadBegin, UploadPiece } from '#contract/abstracts.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { beginUpload, takePiece, type UploadAnswer } from './service.ts'

export function uploadRoutes(app: FastifyInstance, world: World): void {
  serve(app, UploadBegin, async ({ caller, input }) => {
    const file = { name: input.FileName, size: input.FileSize, key: input.FileKey }
    return replyOf(await beginUpload(world, caller, file))
  })
  serve(app, UploadPiece, async ({ caller, input, file }) =>
    replyOf(await takePiece(world, caller, { uploadId: input.UploadID, offset: input.Offset, piece: file })),
  )
}

function replyOf({ status, uploadId, received }: UploadAnswer) {
  return { Table: [{ Status: status, UploadID: uploadId, Received: received }] }
}
