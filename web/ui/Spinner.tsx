import type { ReactNode } from 'react'

/** Waiting for something outside, always with words. */
export function Spinner({ children }: { children: ReactNode }) {
  return (
    <div className="stack gap-l centre full-screen" aria-live="polite">
      <div className="spinner" />
      {children}
    </div>
  )
}

/** Waiting for a page: its title at once, grey lines where the rest will be. */
export function Skeleton({ title }: { title: string }) {
  return (
    <section className="section">
      <div className="page-width stack gap-l">
        <h1>{title}</h1>
        <SkeletonLines />
      </div>
    </section>
  )
}

/** Where something will be that is on its way. */
export function SkeletonLines() {
  return (
    <div className="stack" aria-live="polite" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton skeleton-short" />
    </div>
  )
}
