import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { profileTexts } from '#contract/people/profile-fields.ts'
import {
  GetProfile,
  ProfileCreate,
  ProfileExists,
  ProfileExistsByGet,
  ProfilePhoto,
} from '#contract/people/profiles.ts'
import { countryInfoJSON, searchJSON } from '#contract/people/towns.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { createProfile, photoOf, profileExists, profileOf } from './profiles.ts'
import { openAtlas } from './towns.ts'

export function peopleRoutes(app: FastifyInstance, world: World): void {
  profileRoutes(app, world)
  townRoutes(app, world)
}

function profileRoutes(app: FastifyInstance, world: World): void {
  const exists = {
    answer: async ({ caller }: { caller: Participant }) => {
      const Status = (await profileExists(world, caller)) ? ('True' as const) : ('False' as const)
      return { Table: [{ Status }] }
    },
    withoutEvent: () => ({ Table: [{ Status: 'False' as const }] }),
  }
  serve(app, ProfileExists, exists)
  serve(app, ProfileExistsByGet, exists)
  serve(app, ProfileCreate, {
    answer: async ({ caller, input, file }) => ({
      Table: [{ Status: await createProfile(world, caller, { values: input, picture: file?.path }) }],
    }),
    withoutEvent: () => ({ Table: [{ Status: profileTexts.failed }] }),
  })
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

const folder = join(import.meta.dirname, '../../content/towns')

function townRoutes(app: FastifyInstance, world: World): void {
  const atlas = openAtlas({ world, folder })
  serve(app, countryInfoJSON, ({ input }) => atlas.countries(input.country))
  serve(app, searchJSON, ({ input }) => atlas.towns(input))
}
