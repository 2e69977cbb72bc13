import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: string
  eyebrow?: string | undefined
  lead?: ReactNode
  /** Above a narrow column it begins where that does. */
  narrow?: boolean
  children?: ReactNode
}

/** The head of a page: its one h1, with a line before and a lead after it. */
export function PageHeader({ title, eyebrow, lead, narrow, children }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div className={narrow ? 'page-width width-44' : 'page-width'}>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </div>
  )
}
