/** `npm run dev`: the portal with pages drawn from the sources; the browser follows each change, and Node starts again when the server's files change. */
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { ConsoleAssets } from '#contract/console-pages.ts'
import { keepContent } from '#server/events/site-content.ts'
import { readSettings } from '#server/kernel/settings.ts'
import type { RenderPage, SiteSource } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { stopWhenAsked } from '#server/platform/process/stop-when-asked.ts'
import { startPortal } from '#server/portal.ts'
import { injectedStyle } from '#web/console/injected-style.ts'
import { buildBoot } from './build.ts'

// Building the boot script would otherwise set it to production, and a page would be loaded again where it could follow.
process.env.NODE_ENV ??= 'development'
const config = readSettings()
const asked = new AbortController()
let vite: ViteDevServer

/** A page of content has no script of ours that could follow a change: in development it gets one that loads it again. */
const [follower, changed, drawn] = ['/follow-changes.js', 'colloquium:changed', 'colloquium:drawn']
const followerScript = `import.meta.hot.on('${changed}', () => location.reload())
import.meta.hot.send('${drawn}', { after: Number(document.querySelector('meta[name=changes]').content) })`
let changes = 0

const starting = open()
stopWhenAsked(starting, asked)
try {
  const { address } = await starting
  console.log(`\n  Colloquium (development) is open at ${address.replace('127.0.0.1', 'localhost')}\n`)
} catch (error) {
  // Asked to stop, it need not tell that it could not have opened.
  if (asked.signal.aborted) process.exit(0)
  throw error
}

async function open() {
  const portal = await startPortal(config, { draw: fromSources, prepare: putSourcesFirst, asked: asked.signal })
  return {
    ...portal,
    stop: async () => {
      // A browser that follows changes holds its connection for as long as Vite does.
      await vite.close()
      await portal.stop()
    },
  }
}

/** Changes are told on the portal's own port: another might be taken, or be above the last one. */
async function putSourcesFirst(app: FastifyInstance): Promise<void> {
  vite = await createServer({
    configFile: 'web/vite.config.ts',
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
    plugins: [{ name: 'content pages follow', load: (id) => (id === follower ? followerScript : undefined) }],
  })
  vite.watcher.on('change', () => {
    changes += 1
    vite.ws.send(changed)
  })
  // A page that was on its way to the browser while a file changed heard nothing of it.
  vite.ws.on(drawn, ({ after }: { after: number }, browser) => {
    if (after < changes) browser.send(changed)
  })
  await app.register(middie)
  app.use(vite.middlewares)
}

function followerOf(drawnAfter: number): string {
  return `<meta name="changes" content="${drawnAfter}"><script type="module" src="${follower}"></script>`
}

async function fromSources(world: World): Promise<SiteSource> {
  const assets = {
    styles: { app: '', content: '' },
    boot: await buildBoot(),
    script: '/main.tsx',
    preloads: {},
    // Its style comes with its script.
    console: {
      script: '/console/main.tsx',
      style: '',
      boot: await buildBoot('console/boot.ts'),
      injectedStyle,
      frame: [],
      screens: {} as ConsoleAssets['screens'],
    },
  }
  const kept = keepContent(world)
  // A page is drawn anew each time: it may have changed with any key stroke.
  const anew = <Page extends object>(page: Page) => ({ ...page, mark: String(performance.now()) })
  const content: SiteSource['content'] = {
    now: async () => anew(await kept.now()),
    of: async (slug) => {
      const page = await kept.of(slug)
      return page && anew(page)
    },
    with: kept.with,
  }
  const render: RenderPage = async (page, now) => {
    const before = changes
    const { renderPage } = (await vite.ssrLoadModule('/render.tsx')) as { renderPage: RenderPage }
    const { default: style } = (await vite.ssrLoadModule('/ui/index.css?inline')) as { default: string }
    const styles = { app: style, content: style }
    const html = await renderPage(page, now, { ...assets, styles })
    const isContent = !html.includes(assets.script)
    return vite.transformIndexHtml(
      page.path,
      isContent ? html.replace('</head>', `${followerOf(before)}</head>`) : html,
    )
  }
  return {
    assets,
    render,
    files: new Map(),
    content,
    development: true,
    policy: "default-src 'self' 'unsafe-inline' ws: data: blob:",
  }
}
