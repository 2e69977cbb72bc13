import type { ReactNode } from 'react'
import { isRouteErrorResponse, useMatches, useRouteError } from 'react-router'
import { consolePages } from '#contract/console-pages.ts'
import { Refused } from '#web/console/call.ts'
/** What stands in place of a screen: while it comes, when it cannot come, and when there is none. */
import { Link } from './Link.tsx'
import { useTitle } from './site.tsx'

export function Loading() {
  return (
    <main className="console-page" aria-busy="true">
      <output className="visually-hidden">Loading</output>
      <div className="skeleton skeleton-short" />
      <div className="skeleton" />
      <div className="skeleton" />
    </main>
  )
}

function Standing({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className="console-page">
      <div className="empty-state">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}

export function Missing() {
  return (
    <Standing title="There is no screen at this address">
      <p>The link may be old, or a letter of it was lost.</p>
      <Link className="button button-primary" to="/console">
        Go to your first screen
      </Link>
    </Standing>
  )
}

/** The last net: says what failed, and offers a fresh start. */
export function Broken() {
  const error = useRouteError()
  const screen = useMatches().at(-1)?.pathname
  if (isRouteErrorResponse(error) && error.status === 404) return <Missing />
  if (error instanceof Refused && error.status === 403) return <Forbidden sentence={error.message} path={screen} />
  return (
    <Standing title="This screen did not load">
      <p>Check your connection, then try again. Nothing you sent has been lost.</p>
      <button className="button button-primary" type="button" onClick={() => location.reload()}>
        Try again
      </button>
      {error instanceof Error && (
        <p className="small soft">
          {error.message}
          {error instanceof Refused && error.body.requestId && ` (${error.body.requestId})`}
        </p>
      )}
    </Standing>
  )
}

function Forbidden({ sentence, path }: { sentence: string; path: string | undefined }) {
  const page = Object.entries(consolePages).find(([known]) => known === path || known.replace(':id', '') === path)?.[1]
  return (
    <Standing title="Your roles do not open this">
      <p>{page && 'roles' in page ? `This screen is for ${page.roles}. An owner can give you the role.` : sentence}</p>
      {page && (
        <Link className="button button-secondary" to="/console">
          Go to your first screen
        </Link>
      )}
    </Standing>
  )
}
