import type { ReactNode } from 'react'

type PageHeaderProps = { title: string; eyebrow?: string | undefined; lead?: ReactNode; children?: ReactNode }

/** The head of a page: its one h1, with a line before and a lead after it. */
export function PageHeader({ title, eyebrow, lead, children }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div className="page-width">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </div>
  )
}
