import type { FastifyInstance } from 'fastify'
import { GetProfile, ProfileCreate, ProfileExists, ProfileExistsByGet, ProfilePhoto } from '#contract/profiles.ts'
import type { Caller } from '#server/platform/http.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { createProfile, photoOf, profileExists, profileOf } from './service.ts'

export function profileRoutes(app: FastifyInstance, world: World): void {
  const exists = async ({ caller }: { caller: Caller }) => {
    const Status = (await profileExists(world, caller)) ? ('True' as const) : ('False' as const)
    return { Table: [{ Status }] }
  }
  serve(app, ProfileExists, exists)
  serve(app, ProfileExistsByGet, exists)
  serve(app, ProfileCreate, async ({ caller, input, file }) => ({
    Table: [{ Status: await createProfile(world, caller, { values: input, picture: file?.path }) }],
  }))
  serve(app, GetProfile, async ({ caller }) => {
    const { profile, account, earlier } = await profileOf(world, caller)
    const Account = { UserID: account.email, Fullname: account.fullName }
    return { Table: profile ? [profile] : [], Account, Earlier: earlier }
  })
  serve(app, ProfilePhoto, async ({ caller }) => {
    const { applicantId, size, bytes } = await photoOf(world, caller)
    return { type: 'image/png', name: `${applicantId}.png`, inline: true, size, bytes }
  })
}
