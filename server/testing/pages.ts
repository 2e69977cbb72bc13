/** A portal with its pages, and staff who write them. */
import type { FastifyInstance } from 'fastify'
import type { PageAssets } from '#contract/pages.ts'
import { keepContent } from '#server/events/site-content.ts'
import type { RenderPage, SiteSource } from '#server/kernel/site.ts'
import { firstVersions } from '#server/pages/words.ts'
import { makeTestApp } from './app.ts'
import { anEvent } from './people.ts'
import { builtSite } from './site.ts'
import { aStaffPerson, staffToken } from './staff.ts'
import { makeWorld } from './world.ts'

export type Asking = (name: string, fields?: object) => Promise<{ status: number; body: Answer }>
/** Whatever a call answered. */
type Answer = any // oxlint-disable-line typescript/no-explicit-any -- tests compare what they expect

/** Draws the words of a page as they are, escaped by nobody: enough to see which words are shown. */
const plainly: RenderPage = async ({ path }, content) => JSON.stringify({ path, ...content })

export async function portalWithPages(draw: { render?: RenderPage; assets?: PageAssets } = {}) {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  await firstVersions(world, 'content')
  const site: SiteSource = { ...builtSite(), render: plainly, ...draw, content: keepContent(world) }
  const app = await makeTestApp(world, { site })
  const asking = async (role: 'owner' | 'organiser') => {
    const token = await staffToken(world, await aStaffPerson(world, role))
    return askingWith(app, token)
  }
  return { world, app, eventId, organiser: await asking('organiser'), owner: await asking('owner') }
}

export function askingWith(app: FastifyInstance, token: string): Asking {
  return async (name, fields = {}) => {
    const isRead =
      /^(Pages?(List|Show|History|Version|Preview)|AssetsList|SetupShow|EventCheck|Audit(List|Show))$/.test(name)
    const query = new URLSearchParams(
      Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const { statusCode, body } = await app.inject({
      method: isRead ? 'GET' : 'POST',
      url: `/staff/${name}${isRead ? `?${query.toString()}` : ''}`,
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: `${app.staffCookie}=${token}`,
      },
      ...(!isRead && { payload: fields }),
    })
    return { status: statusCode, body: name === 'PagePreview' ? body : (JSON.parse(body) as Answer) }
  }
}

/** Publishes these words in place of what there is. */
export async function published(
  asking: Asking,
  which: { page: string; eventId?: number },
  body: object,
): Promise<number> {
  const { version, number } = (await asking('PageDraftSave', { ...which, version: 0, body })).body as {
    version: number
    number: number
  }
  const { status, body: answer } = await asking('PagePublish', { ...which, version, when: 'now' })
  if (status !== 200) throw new Error(JSON.stringify(answer))
  return number
}

export type PagesPortal = Awaited<ReturnType<typeof portalWithPages>>
export const faq = (question: string) => ({
  lead: 'Ask us.',
  sections: [{ heading: 'First', paragraphs: [], points: [`${question} Yes.`] }],
})
