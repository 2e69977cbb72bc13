import { useEffect, useRef, type ReactNode } from 'react'
import { eventTitle } from '#contract/events/naming.ts'
import { useContent } from '#web/layout/content.tsx'
import { fullDayRange } from '#web/platform/calendar.ts'

/** The sign-in family: a form, and beside it on wide screens what the account is for. */
export function AuthScreen({ children }: { children: ReactNode }) {
  const { event } = useContent()
  return (
    <div className="auth">
      {children}
      <aside className="deep" aria-label="About the conference">
        {event && (
          <>
            <p className="eyebrow">{eventTitle(event)}</p>
            <p className="auth-theme">{event.theme}</p>
            <p className="soft">
              {fullDayRange(event.startsOn, event.endsOn)}, {event.venue}
            </p>
          </>
        )}
      </aside>
    </div>
  )
}

/** Title and purpose of the form. */
export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack gap-s">
      <h1>{title}</h1>
      <p className="soft">{children}</p>
      <noscript>
        <p>This page needs JavaScript. Please switch it on and load the page again.</p>
      </noscript>
    </div>
  )
}

/** The head of a step that took the place of another: it takes the focus too, so that a screen reader notices. */
export function StepHeading({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack gap-s">
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p className="soft">{children}</p>
    </div>
  )
}
