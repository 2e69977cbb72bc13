import type { ReactNode } from 'react'
import { EmptyPage } from './EmptyState.tsx'

/** A screen that is not built yet says so. */
export function ComingPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyPage title={title}>
      <p className="lead">{children}</p>
      <a className="button button-secondary" href="/">
        Back to Home
      </a>
    </EmptyPage>
  )
}
