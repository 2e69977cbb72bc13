/** `npm run dev`: the portal with pages drawn from the sources; the browser follows each change, and Node starts again when the server's files change. */
import middie from '@fastify/middie'
import { createServer } from 'vite'
import { readSettings } from '#server/platform/environment.ts'
import type { RenderPage, SiteSource } from '#server/platform/site.ts'
import { startPortal } from '#server/portal.ts'
import { keepContent, readWords } from '#server/site/service.ts'
import type { World } from '#server/world.ts'
import { buildBoot } from './build.ts'

const config = readSettings()
const vite = await createServer({
  configFile: 'web/vite.config.ts',
  appType: 'custom',
  server: { middlewareMode: true, hmr: { port: config.PORT + 20_000 } },
})

const { address, stop } = await startPortal(config, {
  draw: fromSources,
  prepare: async (app) => {
    await app.register(middie)
    app.use(vite.middlewares)
  },
})
console.log(`\n  Colloquium (development) is open at ${address.replace('127.0.0.1', 'localhost')}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stop().finally(() => process.exit(0)))

async function fromSources(world: World): Promise<SiteSource> {
  const assets = { styles: { app: '', content: '' }, boot: await buildBoot(), script: '/main.tsx', preloads: {} }
  const content = keepContent(world, readWords('content'), config.PUBLIC_URL)
  const render: RenderPage = async (page, now) => {
    const { renderPage } = (await vite.ssrLoadModule('/render.tsx')) as { renderPage: RenderPage }
    const { default: style } = (await vite.ssrLoadModule('/ui/index.css?inline')) as { default: string }
    const styles = { app: style, content: style }
    return vite.transformIndexHtml(page.path, await renderPage(page, now, { ...assets, styles }))
  }
  return {
    assets,
    render,
    files: new Map(),
    // A page is drawn anew each time: it may have changed with any key stroke.
    content: async () => ({ ...(await content()), mark: String(performance.now()) }),
    development: true,
    policy: "default-src 'self' 'unsafe-inline' ws: data: blob:",
  }
}
