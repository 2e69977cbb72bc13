/** How each change of a page or a picture of the site is made, for the test that looks for its act. */
import { firstVersions } from '#server/pages/words.ts'
import { faq } from './pages.ts'
import { photo } from './pictures.ts'
import { formOf } from './profiles.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const page = 'faq'

/** A first version that visitors read, and a draft beside it. */
async function aDraft(team: Team) {
  await firstVersions(team.world, 'content')
  const { body } = await team.owner.post('/staff/PageDraftSave', { page, version: 0, body: faq('Is it new?') })
  return { page, version: body.version }
}

/** Sends a picture, as the form of the console does. */
export function sender({ app, owner }: Team, field = 'picture') {
  return async (path: string, fields: Record<string, unknown> = {}) => {
    const { type, body } = await formOf(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      { bytes: await photo(), name: 'hall.jpg', field },
    )
    const reply = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: `${app.staffCookie}=${owner.token}`,
        'content-type': type,
      },
    })
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
  }
}

export const changesOfPages: Record<string, ChangeOfStaff> = {
  PageDraftSave: {
    prepare: async (team) => ({
      input: { ...(await aDraft(team)), body: faq('Is it newer?') },
      changes: ['page_version'],
    }),
  },
  PageDiscard: { prepare: async (team) => ({ input: await aDraft(team), changes: ['page_version'] }) },
  PageBringBack: {
    prepare: async (team) => ({ input: { ...(await aDraft(team)), number: 1 }, changes: ['page_version'] }),
  },
  PagePublish: {
    prepare: async (team) => ({ input: { ...(await aDraft(team)), when: 'now' }, changes: ['page_version'] }),
  },
  SetupMailTest: { prepare: async () => ({ input: {}, changes: [] }) },
  AssetUpload: {
    prepare: async (team) => ({
      by: { post: sender(team) },
      input: { alt: 'The hall' },
      changes: ['asset'],
    }),
  },
  AssetDescribe: {
    prepare: async (team) => {
      const { body } = await sender(team)('/staff/AssetUpload', { alt: 'The hall' })
      return { input: { id: body.id, version: body.version, alt: 'The hall from above' }, changes: ['asset'] }
    },
  },
}
