import type { ReactNode } from 'react'

/** One part of the style guide. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
