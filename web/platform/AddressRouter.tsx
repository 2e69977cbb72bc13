import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { createPath, Router, type Navigator, type To } from 'react-router'

/** The library's own BrowserRouter brings its links, forms and fetchers along, which no page uses: 5 KB that nobody should wait for. */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(here)
  const navigator = useMemo(() => navigatorOf((next) => startTransition(() => setPlace(next))), [])

  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(here()))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  return (
    <Router location={place} navigator={navigator}>
      {children}
    </Router>
  )
}

/** What the page before told this one is kept beside its address, and so survives a reload. */
type Kept = { told?: unknown; key?: string }

function here() {
  const { pathname, search, hash } = location
  const { told = null, key = 'default' } = (history.state ?? {}) as Kept
  return { pathname, search, hash, state: told, key }
}

const addressOf = (to: To): string => (typeof to === 'string' ? to : createPath(to))

function navigatorOf(moveTo: (place: ReturnType<typeof here>) => void): Navigator {
  const moveBy = (how: 'pushState' | 'replaceState') => (to: To, told?: unknown) => {
    history[how]({ told, key: String(performance.now()) } satisfies Kept, '', addressOf(to))
    moveTo(here())
  }
  return {
    createHref: addressOf,
    go: (delta) => history.go(delta),
    push: moveBy('pushState'),
    replace: moveBy('replaceState'),
  }
}
