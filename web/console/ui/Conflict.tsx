import type { ReactNode } from 'react'
import { Notice } from '#web/ui/Notice.tsx'

/** One field of both versions. */
export type Compared = { label: string; mine: string; stored: string }

type ConflictProps = {
  sentence: string
  /** Who left the other version, where it is known. */
  by?: string | undefined
  fields: readonly Compared[]
  /** What can be done about it. */
  children: ReactNode
}

/** Somebody else saved first: both versions, field by field. Where they are the same, one line says so. */
export function Conflict({ sentence, by, fields, children }: ConflictProps) {
  const differing = fields.filter(({ mine, stored }) => mine !== stored)
  return (
    <section className="card stack versions" aria-label="Both versions">
      <Notice tone="wait" live>
        <p>
          <strong>{sentence}</strong>
          {by && ` It was ${by}.`} What you typed is still here.
        </p>
      </Notice>
      {differing.length === 0 ? (
        <p>Both versions say the same.</p>
      ) : (
        <dl className="diff">
          {differing.map(({ label, mine, stored }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span className="small soft">Yours</span>
                <del dir="auto">{mine || 'Nothing'}</del>
              </dd>
              <dd>
                <span className="small soft">Stored</span>
                <ins dir="auto">{stored || 'Nothing'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="cluster">{children}</div>
    </section>
  )
}
