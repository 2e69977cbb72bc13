import { createElement, Suspense, useEffect, useLayoutEffect, useReducer, useRef, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import type { PageContent } from '#contract/events/page-content.ts'
import type { SiteContent } from '#contract/events/site.ts'
import { pages, type PagePath } from '#contract/pages.ts'
import { Guard } from './accounts/Guard.tsx'
import { ContentProvider, useContent } from './layout/content.tsx'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { Layout } from './layout/Layout.tsx'
import { doEarlyClicks, takeEarlyClicks } from './platform/early.ts'
import type { Store } from './platform/store.ts'
import { pageAt, pageComponent, pagePaths } from './routes.tsx'
import { AlertDialog } from './ui/AlertDialog.tsx'
import { Skeleton } from './ui/Spinner.tsx'

type WorldProps = { store: Store; content: PageContent | SiteContent; children: ReactNode }

/** What every page may reach for. Hydration reads the state that the server drew from, whatever was restored meanwhile. */
export function World({ store, content, children }: WorldProps) {
  return (
    <Provider store={store} serverState={store.emptyState}>
      <ContentProvider content={content}>{children}</ContentProvider>
    </Provider>
  )
}

export function App() {
  const { pathname } = useLocation()
  useInnerLinks()
  return (
    <Layout>
      <ErrorBoundary key={pathname}>
        <Routes>
          {pagePaths.map((path) => (
            <Route key={path} path={'under' in pages[path] ? `${path}/*` : path} element={<Screen path={path} />} />
          ))}
        </Routes>
      </ErrorBoundary>
      <AlertDialog />
    </Layout>
  )
}

function Screen({ path }: { path: PagePath }) {
  const { site } = useContent()
  const { title, token } = pages[path]
  useEffect(() => {
    document.title = documentTitle(title, site.product)
  }, [title, site.product])

  const waiting = <Skeleton title={title} />
  const screen = (
    <Suspense fallback={waiting}>
      {createElement(pageComponent(path))}
      <Alive />
    </Suspense>
  )
  return token === 'session' ? <Guard waiting={waiting}>{screen}</Guard> : screen
}

/** Beside each page: when the page answers, what was clicked before is done. */
function Alive() {
  const clicked = useRef<HTMLElement[]>([])
  // One drawing later: what the page has read in its own effects, such as a box that was ticked, is in its state by then.
  const [isAlive, comeAlive] = useReducer(() => true, false)
  useLayoutEffect(() => {
    clicked.current.push(...takeEarlyClicks())
  }, [])
  useEffect(comeAlive, [comeAlive])
  useEffect(() => {
    if (isAlive) doEarlyClicks(clicked.current.splice(0))
  }, [isAlive])
  return null
}

export const documentTitle = (title: string, product: string): string => `${title} · ${product}`

/** Links are plain everywhere. Here, those to pages that React draws become moves without a reload; those that need what only the server has load afresh. */
function useInnerLinks(): void {
  const navigate = useNavigate()
  const { base = '' } = useContent()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || elsewhere || event.defaultPrevented || link.target || link.download) return
      if (link.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return
      if (!link.pathname.startsWith(`${base}/`)) return
      const address = link.pathname.slice(base.length)
      const path = pageAt(address)
      if (!path || pages[path].kind === 'content' || 'comesWhole' in pages[path]) return
      event.preventDefault()
      void navigate(address + link.search + link.hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, base])
}
