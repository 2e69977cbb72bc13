/** Files of the web build and ready-made pages, both kept in memory as the bytes that are sent. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { SiteContent } from '#contract/events/site.ts'
import { type PageAssets, type PageName, type PagePath, pages, styleFor } from '#contract/pages.ts'
import { isHashed } from '#server/platform/files/old-parts.ts'
import { type Bytes, compress, etagOf, sendBytes, squeeze } from '#server/platform/http/bytes.ts'
import { pagePolicy } from '#server/platform/http/headers.ts'
import type { Logger } from '#server/platform/process/log.ts'

export type RenderPage = (
  page: { path: PageName; requestId?: string },
  content: SiteContent,
  assets: PageAssets,
) => Promise<string>

/** What a page is drawn with, and a mark that changes when it does. */
export type Page = { mark: string; content: SiteContent }

/** An event that has pages under its name. */
export type ShownEvent = { id: number; slug: string; isCurrent: boolean; isOpen: boolean; timeZone: string }

/** Today's content of the plain addresses, and which events have pages of their own. */
export type Kept = Page & { events: ReadonlyMap<string, ShownEvent> }

export type Content = {
  now: () => Promise<Kept>
  /** Of the pages of one event; nothing where there is none under this name. */
  of: (slug: string) => Promise<Page | undefined>
  /** As the pages of one event, or of the current one, would be drawn with these words. */
  with: (
    eventId: number | undefined,
    words: (eventId: number | null) => Promise<Pick<SiteContent, 'site' | 'prose'>>,
  ) => Promise<SiteContent>
}

/** What the pages are drawn with: the build, and today's content. */
export type SiteSource = {
  assets: PageAssets
  render: RenderPage
  files: Map<string, Bytes>
  content: Content
  development: boolean
  /** Allowed on the pages that ask for a captcha, when it is not our own. */
  captchaHosts?: string | undefined
  /** Where a page with a cart may post a form to: the bank. */
  paymentPortals?: string | undefined
  /** In place of the strict policy, while the pages are made by tools that need more. */
  policy?: string
}

const pictureAlone = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

export function siteRoutes(app: FastifyInstance, source: SiteSource): void {
  const pageOf = keepPages(source)
  for (const [path, page] of Object.entries(pages)) {
    if ('development' in page && !source.development) continue
    const outside = {
      frame: 'frame' in page ? page.frame : undefined,
      captcha: 'captcha' in page ? source.captchaHosts : undefined,
      portals: page.kind === 'content' ? undefined : source.paymentPortals,
    }
    const { boot } = source.assets
    const policy = source.policy ?? pagePolicy({ style: styleFor(source.assets, page.kind), boot }, outside)
    const headers = {
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      // Addresses of these pages carry a PIN or a wish to come back: no other site may learn them.
      ...(page.kind !== 'content' && { 'referrer-policy': 'no-referrer' }),
    }
    for (const address of [path, ...('under' in page ? page.under.map((under) => path + under) : [])])
      app.get(address, { config: { token: 'none' } }, async (request, reply) =>
        sendBytes(request, reply, { bytes: await pageOf(path as PagePath), headers }),
      )
    if (!('ofEvent' in page)) continue
    for (const address of path === '/' ? ['/e/:slug', '/e/:slug/'] : [`/e/:slug${path}`])
      app.get<{ Params: { slug: string } }>(address, { config: { token: 'none' } }, async (request, reply) => {
        const bytes = await pageOf(path as PagePath, request.params.slug)
        if (!bytes) return reply.callNotFound()
        sendBytes(request, reply, { bytes, headers })
        return reply
      })
  }
  consoleRoutes(app, source, () => pageOf('console'))
  finderRoutes(app, source)
  securityRoute(app, source)
  for (const [path, bytes] of source.files) {
    const headers = {
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      // A picture opened by itself is a document: it keeps its own colours and still runs nothing.
      ...(bytes.type === 'image/svg+xml' && { 'content-security-policy': pictureAlone }),
    }
    app.get(path, { config: { token: 'none' } }, (request, reply) => sendBytes(request, reply, { bytes, headers }))
  }
}

/** One shell for every address under /console: the browser knows which of them are screens, and the calls behind them who may. */
function consoleRoutes(
  app: FastifyInstance,
  { assets: { console: assets }, policy }: SiteSource,
  shell: () => Bytes | Promise<Bytes>,
): void {
  if (!assets) return
  const headers = {
    'content-security-policy':
      policy ?? pagePolicy({ style: assets.injectedStyle, boot: assets.boot }, { frame: "'self'" }),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
  for (const path of ['/console', '/console/*']) {
    app.get(path, { config: { token: 'none' } }, async (request, reply) => {
      sendBytes(request, reply, { bytes: await shell(), headers })
      return reply
    })
  }
}

/** What search engines ask for before anything else. */
function finderRoutes(app: FastifyInstance, { content }: SiteSource): void {
  const found = Object.entries(pages).flatMap(([path, page]) =>
    page.kind === 'app' || 'development' in page ? [] : [path],
  )
  // Accounts are the same at every event: their pages are found once.
  const foundOfEvent = ['/', '/events', '/abstract', '/travel', '/signup'] satisfies PagePath[]
  app.get('/robots.txt', { config: { token: 'none' } }, async (_request, reply) => {
    const { publicUrl } = (await content.now()).content
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /console\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })
  app.get('/sitemap.xml', { config: { token: 'none' } }, async (_request, reply) => {
    const now = await content.now()
    const others = [...now.events.values()].filter(({ isCurrent, isOpen }) => isOpen && !isCurrent)
    const here = found.filter((path) => path !== '/abstract' || !now.content.event?.noAbstracts)
    const paths = [...here, ...others.flatMap(({ slug }) => foundOfEvent.map((path) => `/e/${slug}${path}`))]
    const urls = paths.map((path) => `<url><loc>${now.content.publicUrl}${path}</loc></url>`).join('')
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
      )
  })
}

/** Where to report a hole, for whoever finds one (RFC 9116). It says itself until when it can be believed. */
function securityRoute(app: FastifyInstance, { content }: SiteSource): void {
  app.get(securityPath, { config: { token: 'none' } }, async (_request, reply) => {
    const { publicUrl, site, today } = (await content.now()).content
    const lines = [
      `Contact: mailto:${site.securityContact ?? site.contacts.at(-1)?.email}`,
      `Expires: ${new Date(Date.parse(today) + believedFor).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${securityPath}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
const securityPath = '/.well-known/security.txt'
const believedFor = 180 * 86_400_000

/** The page a person sees in place of one that cannot be had. */
export function errorPageFrom({ content, render, assets, ...source }: SiteSource) {
  const policy = source.policy ?? pagePolicy({ style: styleFor(assets, 'content'), boot: assets.boot })
  return async (status: number, requestId: string): Promise<{ html: string; policy: string }> => {
    const { content: now } = await content.now()
    return { html: await render({ path: status === 404 ? 'not-found' : 'error', requestId }, now, assets), policy }
  }
}

type PageOf = {
  (path: PageName): Promise<Bytes>
  /** Of one event; nothing where there is none under this name. */
  (path: PageName, slug: string): Promise<Bytes | undefined>
}

/** Draws each page once for each state of the content, and gives the same bytes to everybody. */
function keepPages({ content, render, assets }: SiteSource): PageOf {
  const drawn = new Map<string, { mark: string; bytes: Promise<Bytes> }>()

  const draw = async (path: PageName, now: SiteContent): Promise<Bytes> => {
    const page = compress(Buffer.from(await render({ path }, now, assets)), 'text/html; charset=utf-8', 5)
    void squeeze(page)
    return page
  }

  return (async (path: PageName, slug?: string) => {
    const address = slug === undefined ? path : `/e/${slug}${path}`
    const page = slug === undefined ? await content.now() : await content.of(slug)
    if (!page) {
      drawn.delete(address)
      return undefined
    }
    const known = drawn.get(address)
    if (known?.mark === page.mark) return known.bytes
    const bytes = draw(path, page.content)
    drawn.set(address, { mark: page.mark, bytes })
    bytes.catch(() => drawn.delete(address))
    return bytes
  }) as PageOf
}

/** With the parts of the builds that this one replaced; what both have is the same. */
export function withOldParts(
  site: SiteSource,
  { folders, log }: { folders: () => string[]; log: Pick<Logger, 'warn'> },
) {
  try {
    const old = folders().flatMap((folder) => [...readFiles(folder)].filter(([path]) => isHashed(path)))
    return { ...site, files: new Map([...old, ...site.files]) }
  } catch (error) {
    // A disk that is full must not keep the portal from opening: who has an old page open loads it again.
    log.warn({ err: error }, 'the parts of pages that were opened before this start cannot be kept')
    return site
  }
}

/** The files of a build folder by their address; compressed copies were made beside them by the build. */
export function readFiles(folder: string): Map<string, Bytes> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [`/${name.slice(folder.length + 1).replaceAll('\\', '/')}`, readBytes(name)]))
}

function readBytes(name: string): Bytes {
  const identity = readFileSync(name)
  const beside = (ending: string) => {
    try {
      return readFileSync(name + ending)
    } catch {
      return identity
    }
  }
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(identity),
    identity,
    br: beside('.br'),
    gzip: beside('.gz'),
  }
}
