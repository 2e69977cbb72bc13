/** The server's way in: one call draws one whole page. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { contentFor } from '#contract/events/page-content.ts'
import type { SiteContent } from '#contract/events/site.ts'
import { pages, type PageAssets, type PageName, type PagePath } from '#contract/pages.ts'
import { App, World } from './App.tsx'
import { consoleDocument } from './console/document.ts'
import { documentOf, type DrawnName, isStray } from './document.ts'
import { ErrorPage } from './events/site/ErrorPage.tsx'
import { NotFoundPage } from './events/site/NotFoundPage.tsx'
import { Layout } from './layout/Layout.tsx'
import { preload } from './routes.tsx'
import { makeStore } from './store.ts'
import { Skeleton } from './ui/Spinner.tsx'

/** `requestId` is shown on the error page, so that a person can name what went wrong. */
export type PageRequest = { path: PageName; requestId?: string }
type Drawing = PageRequest & { path: DrawnName }

export async function renderPage(page: PageRequest, content: SiteContent, assets: PageAssets): Promise<string> {
  const { path, requestId } = page
  if (path === 'console') return consoleShell(content, assets)
  const draw = isHydrated(path) ? renderToString : renderToStaticMarkup
  const html = draw(
    // With what its script will have, and no more: hydration must find the same.
    <World store={makeStore()} content={isHydrated(path) ? contentFor(path, content) : content}>
      <StaticRouter basename={content.base ?? '/'} location={isStray(path) ? '/.stray' : (content.base ?? '') + path}>
        {await screenOf({ path, ...(requestId && { requestId }) })}
      </StaticRouter>
    </World>,
  )
  return documentOf({ name: path, html: withoutPreloads(html), content, assets })
}

function consoleShell({ site }: SiteContent, { console: assets }: PageAssets): string {
  if (!assets) throw new Error('The console was not built.')
  return consoleDocument(site, assets)
}

/** React marks up text only where it will come back to it. */
const isHydrated = (path: DrawnName): path is PagePath => !isStray(path) && pages[path].kind === 'interactive'

/** React asks for every logo ahead of the page's own words; the browser finds them soon enough. */
const withoutPreloads = (html: string): string => html.replace(/^(<link rel="preload"[^>]*>)+/, '')

async function screenOf({ path, requestId }: Drawing): Promise<ReactNode> {
  if (path === 'not-found') return inLayout(<NotFoundPage />)
  if (path === 'error') return inLayout(<ErrorPage requestId={requestId} />)
  if (pages[path].kind === 'app') return inLayout(<Shell title={pages[path].title} />)
  await preload(path)
  return <App />
}

const inLayout = (screen: ReactNode) => <Layout>{screen}</Layout>

/** Screens behind sign-in are drawn by the browser; until then the title stands alone. */
function Shell({ title }: { title: string }) {
  return (
    <>
      <Skeleton title={title} />
      <noscript>
        <p className="page-width">This page needs JavaScript. Please switch it on and load the page again.</p>
      </noscript>
    </>
  )
}
