import type { FastifyInstance } from 'fastify'
import { AbstractSave, AbstractUpdate } from '#contract/abstracts.ts'
import { type Call, serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { saveAbstract } from './service.ts'

export function versionRoutes(app: FastifyInstance, world: World): void {
  serve(app, AbstractSave, async (call) => save(world, call, call.input.pk || undefined))
  // What is updated has a number: 0 is nobody's.
  serve(app, AbstractUpdate, async (call) => save(world, call, call.input.pk))
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
