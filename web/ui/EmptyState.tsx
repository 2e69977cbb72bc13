import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; heading?: 'h1' | 'h2' | 'h3'; children?: ReactNode }

/** Nothing here yet: says so kindly and offers what fills it. As the whole page (`h1`) it takes the screen. */
export function EmptyState({ title, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className={Heading === 'h1' ? 'empty-state full-screen' : 'empty-state'}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}

/** An empty state that is the whole page. */
export function EmptyPage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="section">
      <div className="page-width">
        <EmptyState title={title} heading="h1">
          {children}
        </EmptyState>
      </div>
    </section>
  )
}
