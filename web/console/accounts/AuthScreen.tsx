import type { ReactNode } from 'react'
import { Brand } from '#web/console/layout/Brand.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { SkipLink } from '#web/layout/SkipLink.tsx'

/** The frame of the pages by which somebody gets in. */
export function AuthScreen({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <>
      <SkipLink />
      <header className="console-bar">
        <Brand alone />
        <span className="soft small">Console</span>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="auth">
          <div className="stack gap-l">
            <div>
              <h1>{title}</h1>
              {lead && <p className="soft">{lead}</p>}
            </div>
            {children}
          </div>
          <div className="deep">
            <h2>For the people who make it happen</h2>
            <p>Events, people, seats and money in one place, with every act written down.</p>
          </div>
        </div>
      </main>
    </>
  )
}
