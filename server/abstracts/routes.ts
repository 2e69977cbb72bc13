import type { FastifyInstance } from 'fastify'
import {
  AbstractDownload,
  AbstractSave,
  AbstractUpdate,
  GetAbstracts,
  RemoveAbstract,
  SubmitAbstract,
  UploadBegin,
  UploadPiece,
} from '#contract/abstracts/abstracts.ts'
import { AuthorsRead, AuthorsSave } from '#contract/abstracts/authors.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import { type Call, serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { authorsOf, saveAuthors } from './authors.ts'
import { abstractsOf, countRead, fileOf } from './list.ts'
import { removeAbstract } from './remove.ts'
import { saveAbstract } from './save.ts'
import { submitAbstract } from './submit.ts'
import { beginUpload, takePiece, type UploadAnswer } from './uploads.ts'

export function abstractRoutes(app: FastifyInstance, world: World): void {
  listRoutes(app, world)
  saveRoutes(app, world)
  uploadRoutes(app, world)
  authorRoutes(app, world)
}

function listRoutes(app: FastifyInstance, world: World): void {
  serve(app, GetAbstracts, {
    answer: async ({ caller }) => {
      await countRead(world, caller)
      return { Table: await abstractsOf(world, caller) }
    },
    withoutEvent: () => ({ Table: [] }),
  })
  serve(app, SubmitAbstract, {
    answer: async ({ caller, input, request: { startedAt } }) => {
      const { status, number, submittedAt } = await submitAbstract(world, caller, { abstractId: input.pk, startedAt })
      return { Table: [{ Status: status, Number: number, SubmittedAt: submittedAt?.toISOString() }] }
    },
    withoutEvent: () => ({ Table: [{ Status: abstractTexts.gone }] }),
  })
  serve(app, RemoveAbstract, {
    answer: async ({ caller, input }) => ({ Table: [{ Status: await removeAbstract(world, caller, input.pk) }] }),
    withoutEvent: () => ({ Table: [{ Status: abstractTexts.gone }] }),
  })
  serve(app, AbstractDownload, {
    answer: async ({ caller, input }) => {
      await countRead(world, caller)
      return { ...(await fileOf(world, caller, input.pk)), inline: false }
    },
    withoutEvent: () => refuse('not_found'),
  })
}

function saveRoutes(app: FastifyInstance, world: World): void {
  const withoutEvent = () => ({ Table: [{ Status: abstractTexts.closed }] })
  serve(app, AbstractSave, { answer: (call) => save(world, call, call.input.pk || undefined), withoutEvent })
  // What is updated has a number: 0 is nobody's.
  serve(app, AbstractUpdate, { answer: (call) => save(world, call, call.input.pk), withoutEvent })
}

async function save(
  world: World,
  { caller, input, file, request }: Call<typeof AbstractSave | typeof AbstractUpdate>,
  abstractId: number | undefined,
) {
  const { BackGround, Material, Results, Discussion } = input
  const { status, version, isLate, stored, ...saved } = await saveAbstract(world, caller, {
    abstractId,
    startedAt: request.startedAt,
    form: {
      type: input.AbstractType,
      speciality: input.Speciality,
      subSpeciality: input.SubSpeciality,
      subSpecialityId: input.SubSpecId || undefined,
      title: input.Title,
      sections: { BackGround, Material, Results, Discussion },
    },
    saveKey: input.SaveKey || undefined,
    version: input.Version,
    file,
    uploadId: input.UploadID || undefined,
  })
  return { Table: [{ Status: status, pk: saved.abstractId, Version: version, IsLate: isLate }], Stored: stored }
}

function authorRoutes(app: FastifyInstance, world: World): void {
  serve(app, AuthorsRead, {
    answer: async ({ caller, input }) => {
      await countRead(world, caller)
      return (await authorsOf(world, caller, input.pk)) ?? refuse('not_found')
    },
    withoutEvent: () => refuse('not_found'),
  })
  serve(app, AuthorsSave, {
    answer: ({ caller, input }) => saveAuthors(world, caller, input),
    withoutEvent: () => ({ status: abstractTexts.gone }),
  })
}

function uploadRoutes(app: FastifyInstance, world: World): void {
  const withoutEvent = () => replyOf({ status: abstractTexts.uploadGone })
  serve(app, UploadBegin, {
    answer: async ({ caller, input }) => {
      const file = { name: input.FileName, size: input.FileSize, key: input.FileKey }
      return replyOf(await beginUpload(world, caller, file))
    },
    withoutEvent,
  })
  serve(app, UploadPiece, {
    answer: async ({ caller, input, file }) =>
      replyOf(await takePiece(world, caller, { uploadId: input.UploadID, offset: input.Offset, piece: file })),
    withoutEvent,
  })
}

function replyOf({ status, uploadId, received }: UploadAnswer) {
  return { Table: [{ Status: status, UploadID: uploadId, Received: received }] }
}
