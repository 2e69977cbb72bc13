import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { styleFor } from '#contract/pages.ts'
import { legalPages } from '#contract/pages/page-names.ts'
import {
  AssetDescribe,
  AssetsList,
  AssetUpload,
  PageBringBack,
  PageDiscard,
  PageDraftSave,
  PageHistory,
  PagePreview,
  PagePublish,
  PageShow,
  PagesList,
  PageVersion,
} from '#contract/pages/versions.ts'
import { serve } from '#server/kernel/serve.ts'
import type { SiteSource } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { downloadPolicy, pagePolicy } from '#server/platform/http/headers.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { bringBack, discardDraft, saveDraft } from './drafts.ts'
import { describeAsset, listAssets, pictureNamed, uploadAsset } from './pictures.ts'
import { earlierOf, previewOf } from './preview.ts'
import { publishPage } from './publish.ts'
import { historyOf, listPages, showPage, versionOf, type Which } from './versions.ts'

/** Without a site there is nothing to draw with; the calls are the same. */
export function pageRoutes(app: FastifyInstance, world: World, site: SiteSource | undefined): void {
  writingRoutes(app, world)
  pictureRoutes(app, world)
  serve(app, PagePreview, async ({ input }) => {
    const { html, policy } = await previewOf(world, site ?? refuse('unavailable'), input)
    const bytes = Readable.from([Buffer.from(html)])
    return { type: 'text/html; charset=utf-8', name: 'preview.html', inline: true, policy, bytes }
  })
  if (site) earlierRoutes(app, world, site)
}

const ofPage = ({ page, eventId }: Which) => ({ about: { kind: 'page_version', id: page }, eventId })

function writingRoutes(app: FastifyInstance, world: World): void {
  serve(app, PagesList, async ({ caller, input }) => listPages(world, caller, input.eventId))
  serve(app, PageShow, async ({ caller, input }) => showPage(world, caller, input))
  serve(app, PageHistory, async ({ input }) => historyOf(world, input))
  serve(app, PageVersion, async ({ input }) => versionOf(world, input))
  serve(app, PageDraftSave, {
    act: ofPage,
    answer: ({ world, caller, input }) => saveDraft(world, caller, input),
  })
  serve(app, PageDiscard, {
    act: ofPage,
    answer: ({ world, caller, input }) => discardDraft(world, caller, input),
  })
  serve(app, PageBringBack, {
    act: ofPage,
    answer: ({ world, caller, input }) => bringBack(world, caller, input),
  })
  serve(app, PagePublish, {
    act: ofPage,
    answer: ({ world, caller, input }) => publishPage(world, caller, input),
  })
}

function pictureRoutes(app: FastifyInstance, world: World): void {
  serve(app, AssetsList, async () => listAssets(world))
  serve(app, AssetUpload, {
    act: () => ({ about: { kind: 'asset', id: '' } }),
    answer: ({ world, caller, input, file }) => uploadAsset(world, caller, { alt: input.alt, path: file?.path }),
  })
  serve(app, AssetDescribe, {
    act: ({ id }) => ({ about: { kind: 'asset', id } }),
    answer: ({ world, input }) => describeAsset(world, input),
  })
  app.get('/pictures/:name', { config: { token: 'none' } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const { type, size, bytes } = await pictureNamed(world, name)
    return reply
      .headers({
        'content-type': type,
        'content-length': size,
        'content-security-policy': downloadPolicy,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(bytes)
  })
}

/** What people agreed to stays readable: all versions by their days, and each of them. */
function earlierRoutes(app: FastifyInstance, world: World, { assets, render, content, ...source }: SiteSource): void {
  const policy = source.policy ?? pagePolicy({ style: styleFor(assets, 'content'), boot: assets.boot })
  for (const page of legalPages)
    for (const address of [`/${page}/versions`, `/${page}/versions/:number`])
      app.get(address, { config: { token: 'none' } }, async (request, reply) => {
        const { number } = request.params as { number?: string }
        if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number)) refuse('not_found')
        const asked = { page, number: number === undefined ? undefined : Number(number) }
        const shown = await earlierOf(world, (await content.now()).content, asked)
        return reply
          .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
          .type('text/html; charset=utf-8')
          .send(await render({ path: `/${page}` }, shown, assets))
      })
}
